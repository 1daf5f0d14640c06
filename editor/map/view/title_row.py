"""Make the buttons in the preview's title row: toggles, the overlay menu, following and the legend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from editor.map.overlays.overlay_kind import SECTIONS
from editor.theme.icons import icon, icon_size
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import theme_manager
from editor.widgets.icon_button import IconButton

SIDE = 26


@dataclass(frozen=True, slots=True)
class RowToggle:
    """Describe one toggle: its name, icon and words, and whether it starts switched on."""

    name: str
    icon: str
    title: str
    help: str
    on: bool = True


TOGGLES = (
    *(RowToggle(section, words.icon, words.title, words.help) for section, words in SECTIONS.items()),
    RowToggle("follow", "follow", "Follow", "Keep the picked agent in the middle", on=False),
)
"""The toggles of the title row, left to right; each section of overlays has one."""


class PreviewTitleRow(QObject):
    """Own the buttons; `widgets` go into the tab row, `actions` are shared with the commands.

    The legend is shown while its button is pointed at or has the focus, and stays when it is pressed.
    """

    toggled = Signal(str, bool)
    legend_shown = Signal(bool)

    def __init__(self, owner: QWidget, open_overlays: Callable[[], None]) -> None:
        super().__init__(owner)
        self.actions: dict[str, QAction] = {}
        self.widgets: list[QWidget] = []
        self.tools: dict[str, QToolButton] = {}
        self._owner = owner
        for toggle in TOGGLES:
            self._add_toggle(owner, toggle)
        self.overlays = IconButton(
            "layers", "Overlays: choose what is drawn, for whom", open_overlays, side=SIDE, parent=owner
        )
        self.overlays.setObjectName("previewOverlays")
        self.widgets.insert(len(SECTIONS), self.overlays)
        self.legend = IconButton("help", "Legend: what the marks mean", side=SIDE, parent=owner)
        self.legend.setObjectName("previewLegend")
        self.legend.setCheckable(True)
        self.legend.setProperty("role", "toggle")
        self.legend.toggled.connect(lambda _on: self._tell_legend())
        self.legend.installEventFilter(self)
        self._is_peeking = False
        self.widgets.append(self.legend)
        for widget in self.widgets:
            widget.hide()
        theme_manager().theme_changed.connect(self._tint)
        self._tint()

    def add_tool(self, name: str, icon_name: str, words: str, take: Callable[[], None]) -> None:
        """Put the button of a tool in front of the one for following."""
        button = IconButton(icon_name, words, take, side=SIDE, parent=self._owner)
        button.setObjectName(f"previewTool.{name}")
        button.setCheckable(True)
        button.setProperty("role", "toggle")
        button.hide()
        self.tools[name] = button
        self.widgets.insert(self.widgets.index(self.overlays) + len(self.tools), button)

    def set_checked(self, name: str, on: bool) -> None:
        """Show a toggle as on or off without telling anyone."""
        action = self.actions[name]
        blocked = action.blockSignals(True)
        action.setChecked(on)
        action.blockSignals(blocked)
        # The button follows its action's signal, which was not sent.
        for widget in self.widgets:
            if isinstance(widget, QToolButton) and widget.defaultAction() is action:
                widget.setChecked(on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the legend while its button is hovered or has the focus."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self._is_peeking = True
            self._tell_legend()
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._is_peeking = False
            self._tell_legend()
        return super().eventFilter(watched, event)

    def _tell_legend(self) -> None:
        self.legend_shown.emit(self._is_peeking or self.legend.isChecked())

    def _add_toggle(self, owner: QWidget, toggle: RowToggle) -> None:
        action = QAction(toggle.title, owner)
        action.setObjectName(f"preview.{toggle.name}")
        action.setCheckable(True)
        action.setChecked(toggle.on)
        action.setToolTip(plain_tip(toggle.help))
        action.setStatusTip(toggle.help)
        action.setIconVisibleInMenu(False)
        action.toggled.connect(lambda on, name=toggle.name: self.toggled.emit(name, on))
        button = QToolButton(owner)
        button.setDefaultAction(action)
        button.setIconSize(icon_size(16))
        button.setFixedSize(SIDE, SIDE)
        button.setAccessibleName(toggle.title)
        button.setProperty("role", "toggle")
        self.actions[toggle.name] = action
        self.widgets.append(button)

    def _tint(self) -> None:
        for toggle in TOGGLES:
            self.actions[toggle.name].setIcon(icon(toggle.icon, "text.tertiary", checked_token="text.link"))
