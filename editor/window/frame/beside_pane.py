"""The second canvas beside the first: another graph, or another place of the same one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.boxes import column_box
from editor.widgets.icon_button import IconButton
from editor.window.frame.breadcrumb import Breadcrumb
from editor.window.frame.open_tab import OpenTab, crumbs_of

LEAST_WIDTH = 240
LEAST_HEIGHT = 140
_TOP = 6


class BesidePane(QWidget):
    """Hold the canvas of one tab under its breadcrumb; hidden without one."""

    close_wanted = Signal()
    crumb_picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.tab: OpenTab | None = None
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        self._box = column_box(self, margins=(0, 0, 0, 0))
        self.breadcrumb = Breadcrumb(self)
        self.breadcrumb.picked.connect(self.crumb_picked)
        self.close_button = IconButton(
            "close", "Close this side", self.close_wanted.emit, side=26, parent=self
        )
        self.grip = IconButton("hand", "Drag to the other side", side=26, parent=self)
        self.grip.setCursor(Qt.CursorShape.OpenHandCursor)
        self.grip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._covered = 0
        self.hide()

    def show_tab(self, tab: OpenTab) -> None:
        """Show the canvas of a tab."""
        if tab is not self.tab:
            self.take_tab()
            self.tab = tab
            self._box.addWidget(tab.view)
            tab.view.show()
        self.show()
        self.refresh()

    def take_tab(self) -> OpenTab | None:
        """Give the tab up, whose canvas belongs to the caller then, and hide."""
        tab, self.tab = self.tab, None
        if tab is not None:
            self._box.removeWidget(tab.view)
        self.hide()
        return tab

    def refresh(self) -> None:
        """Show the way to what is in view."""
        if self.tab is not None:
            self.breadcrumb.set_crumbs(crumbs_of(self.tab))
        self._place()

    def set_covered(self, height: int) -> None:
        """Keep clear of what lies over the top of the pane, px."""
        self._covered = height
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep breadcrumb and button in their corners."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        top = self._covered + _TOP
        self.breadcrumb.move(14, top)
        self.breadcrumb.fit(self.width() - 22 - self.grip.width() - self.close_button.width())
        self.grip.move(self.breadcrumb.geometry().right() + 4, top + 1)
        self.close_button.move(self.grip.geometry().right() + 1, top + 1)
        for part in (self.breadcrumb, self.grip, self.close_button):
            part.raise_()


class SideMark(QWidget):
    """Be the line over the canvas in use, while there are two."""

    HEIGHT = 2

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme_manager().theme_changed.connect(self.update)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("accent.line"))
