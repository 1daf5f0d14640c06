"""Hold panels on top of each other under a row of tabs; panels without a tab are behind a plus."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from editor.widgets.boxes import clear_box, column_box, row_box
from editor.widgets.icon_button import IconButton
from editor.widgets.panel import Panel
from editor.widgets.tab_row import Tab, TabRow

FOLDED_WIDTH = 36
"""Width of a folded stack, px."""


class PanelPage(QWidget):
    """Hold the room of a panel, which `make` makes when it is first shown or asked for.

    One that `is_extra` has no tab until it is shown, and none after it was closed; the plus offers it then if
    it `is_offered`.
    """

    first_shown = Signal()

    def __init__(
        self,
        panel_id: str,
        title: str,
        icon_name: str,
        make: Callable[[], Panel],
        *,
        is_extra: bool = False,
        is_offered: bool = True,
    ) -> None:
        super().__init__()
        self.panel_id, self.title, self.icon_name = panel_id, title, icon_name
        self.is_extra, self.is_offered = is_extra, is_offered
        self.has_tab = not is_extra
        self._make = make
        self._panel: Panel | None = None
        self._was_shown = False
        self._box = column_box(self, margins=(0, 0, 0, 0))
        self.setMinimumSize(80, 40)

    @property
    def panel(self) -> Panel:
        """Return the panel."""
        return self._panel or self.take(self._make())

    @property
    def header(self) -> list[QWidget]:
        """Return what the panel shows beside its tab; nothing before it is made."""
        return self._panel.header if self._panel is not None else []

    def take(self, panel: Panel) -> Panel:
        """Take the panel in, however it came to be made."""
        if self._panel is None:
            self._panel = panel
            for area in panel.findChildren(QScrollArea):
                if not area.accessibleName():
                    area.setAccessibleName(panel.title)
            self._box.addWidget(panel)
            panel.show()
        return self._panel

    def showEvent(self, event: QShowEvent) -> None:
        """Make the panel."""
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self.take(self.panel)
            self.first_shown.emit()


class PanelStack(QWidget):
    """Show one of several panels. An empty stack hides itself, a folded one shows only icons."""

    close_wanted = Signal(str)
    float_wanted = Signal(str)
    folded = Signal(bool)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.tabs = TabRow()
        self._pages = QStackedWidget()
        self._panels: list[PanelPage] = []
        self.is_folded = False
        """Whether only the icons are shown."""
        self._fold_column = QWidget()
        self._fold_column.setFixedWidth(FOLDED_WIDTH)
        self._fold_buttons = column_box(self._fold_column, margins=(4, 4, 4, 4), spacing=4)
        self._fold_column.hide()
        self._content = QWidget()
        inner = column_box(self._content, margins=(0, 0, 0, 0), spacing=0)
        inner.addWidget(self.tabs)
        inner.addWidget(self._pages, 1)
        outer = row_box(self, margins=(0, 0, 0, 0), spacing=0)
        outer.addWidget(self._fold_column)
        outer.addWidget(self._content, 1)
        self.tabs.picked.connect(self.show_panel)
        self.tabs.close_wanted.connect(self.close_wanted)
        self.tabs.float_wanted.connect(self.float_wanted)
        self.tabs.menu_wanted.connect(self.menu_wanted)

    @property
    def panels(self) -> tuple[PanelPage, ...]:
        """Return the pages of the panels that have a tab, in tab order."""
        return tuple(panel for panel in self._panels if panel.has_tab)

    @property
    def all_panels(self) -> tuple[PanelPage, ...]:
        """Return the pages of all panels, those without a tab among them."""
        return tuple(self._panels)

    @property
    def current(self) -> PanelPage | None:
        """Return the page shown, or None in an empty stack."""
        shown = self._pages.currentWidget()
        return shown if isinstance(shown, PanelPage) and shown.has_tab else None

    def add(self, panel: PanelPage, index: int | None = None) -> None:
        """Take a panel in, at the end or at `index`."""
        place = len(self._panels) if index is None else index
        self._panels.insert(place, panel)
        self._pages.insertWidget(place, panel)
        panel.first_shown.connect(self._renew)
        self._renew()

    def remove(self, panel: PanelPage) -> None:
        """Give a panel up; it belongs to the caller then."""
        panel.first_shown.disconnect(self._renew)
        self._panels.remove(panel)
        self._pages.removeWidget(panel)
        self._renew()

    def show_panel(self, panel_id: str) -> None:
        """Show the panel `panel_id`; one without a tab gets the last."""
        panel = self.open_panel(panel_id)
        if panel is not None:
            self._pages.setCurrentWidget(panel)
            self._renew()

    def open_panel(self, panel_id: str) -> PanelPage | None:
        """Give a panel a tab, behind all others, without showing it; return it, None for one not here."""
        panel = next((panel for panel in self._panels if panel.panel_id == panel_id), None)
        if panel is not None and not panel.has_tab:
            panel.has_tab = True
            self._panels.remove(panel)
            self._panels.append(panel)
            self._renew()
        return panel

    def close_panel(self, panel_id: str) -> None:
        """Take the tab of an extra panel away; its neighbor comes to the front if it was there."""
        tabs = self.panels
        place = next((i for i, panel in enumerate(tabs) if panel.panel_id == panel_id), -1)
        if place < 0 or not tabs[place].is_extra:
            return
        was_current = self.current is tabs[place]
        tabs[place].has_tab = False
        if was_current and len(tabs) > 1:
            self._pages.setCurrentWidget(tabs[place - 1] if place else tabs[1])
        self._renew()

    def set_folded(self, folded: bool) -> None:
        """Show only an icon per panel, or the panels again."""
        if folded == self.is_folded:
            return
        self.is_folded = folded
        if folded:
            self._renew_fold_buttons()
        self._fold_column.setVisible(folded)
        self._content.setVisible(not folded)
        self.setMaximumWidth(FOLDED_WIDTH if folded else 16777215)
        self.folded.emit(folded)

    def _renew(self) -> None:
        shown = self.panels
        if self.current is None and shown:
            self._pages.setCurrentWidget(shown[0])
        current = self.current
        tabs = tuple(_tab(panel) for panel in shown)
        others = tuple(_tab(panel) for panel in self._panels if not panel.has_tab and panel.is_offered)
        self.tabs.set_tabs(tabs, current.panel_id if current is not None else "", others)
        self.tabs.set_corner(current.header if current is not None else [])
        self.setVisible(bool(shown))
        if self.is_folded:
            self._renew_fold_buttons()

    def _renew_fold_buttons(self) -> None:
        clear_box(self._fold_buttons)
        for panel in self.panels:
            self._fold_buttons.addWidget(self._fold_button(panel))
        self._fold_buttons.addStretch(1)

    def _fold_button(self, panel: PanelPage) -> IconButton:
        def unfold() -> None:
            self.set_folded(False)
            self.show_panel(panel.panel_id)

        return IconButton(panel.icon_name, f"Show {panel.title}", unfold)


def _tab(panel: PanelPage) -> Tab:
    return Tab(panel.panel_id, panel.title, panel.icon_name, panel.is_extra)
