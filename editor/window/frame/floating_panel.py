"""Let panels leave the window: one in a window of its own, and the dragging of tabs that leads there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget

from editor.widgets.boxes import column_box
from editor.widgets.reading_order import walk_by_tab
from editor.window.frame.panel_stack import PanelPage, PanelStack
from editor.window.frame.tab_drags import DropZone, SideDrop

if TYPE_CHECKING:
    from editor.window.frame.panel_layout import PanelLayout

LEAST_SIZE = QSize(280, 200)
"""A panel that begins to float is no smaller, px."""


class FloatingPanel(QWidget):
    """Hold one panel in a window above the editor. It is a tool window: the keys of the editor work in it.

    `home` is the stack it came from, `index` its place there. `close_wanted` carries its id.
    """

    close_wanted = Signal(str)

    def __init__(self, page: PanelPage, home: str, index: int, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self.page, self.home, self.index = page, home, index
        self.stack = PanelStack("floating")
        self.setWindowTitle(f"{page.title} — Mindloom")
        self.setAccessibleName(page.title)
        column_box(self, margins=(0, 0, 0, 0)).addWidget(self.stack)
        self.stack.add(page)
        self.stack.show_panel(page.panel_id)

    def place(self) -> list[int]:
        """Return left, top, width and height, px of the desktop."""
        here = self.geometry()
        return [here.x(), here.y(), here.width(), here.height()]

    def give_back(self) -> PanelPage:
        """Let the panel go, and be gone."""
        self.stack.remove(self.page)
        self.hide()
        self.deleteLater()
        return self.page

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Walk the panel as it is read."""
        return walk_by_tab(self, forwards)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for the panel to go back instead."""
        event.ignore()
        self.close_wanted.emit(self.page.panel_id)


class PanelDrags(QObject):
    """Show what a drop of the tab of a panel would do, and do it: another stack, or a window of its own."""

    def __init__(self, layout: PanelLayout) -> None:
        super().__init__(layout)
        self._layout = layout
        self.zone = DropZone(layout)

    def watch(self, stack: PanelStack) -> None:
        """Hear of the drags that begin at the tabs of a stack."""
        stack.tabs.drag_moved.connect(self._moved)
        stack.tabs.drag_ended.connect(self.zone.hide)
        stack.tabs.dropped.connect(self._dropped)

    def drop_at(self, panel_id: str, at: QPoint) -> SideDrop | None:
        """Return what a drop at a place on the screen would do, None for nothing."""
        own, title = self._layout.stack_of(panel_id), self._layout.page(panel_id).title
        if own.isVisible() and own.rect().contains(own.mapFromGlobal(at)):
            return None
        for name, stack in self._layout.stacks.items():
            if stack is not own and stack.isVisible() and stack.rect().contains(stack.mapFromGlobal(at)):
                place = QRect(stack.mapTo(self._layout, QPoint()), stack.size())
                return SideDrop(place, f"Move {title} here", self._moving(panel_id, name))
        size = own.size().expandedTo(LEAST_SIZE)
        there = QRect(at - QPoint(40, 16), size)
        shown = there.translated(self._layout.mapFromGlobal(QPoint())) & self._layout.rect()
        return SideDrop(shown, f"Float {title}", lambda: self._layout.float_panel(panel_id, there))

    def _moving(self, panel_id: str, stack: str) -> Callable[[], None]:
        return lambda: self._layout.move_panel(panel_id, stack)

    def _moved(self, panel_id: str, at: QPoint) -> None:
        drop = self.drop_at(panel_id, at)
        if drop is None or drop.place.isEmpty():
            self.zone.hide()
        else:
            self.zone.show_drop(drop)

    def _dropped(self, panel_id: str, at: QPoint) -> None:
        drop = self.drop_at(panel_id, at)
        self.zone.hide()
        if drop is not None:
            drop.do()
