"""Make the buttons in the preview's title row: what is used all the time. The rest is in the menu More."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from editor.map.overlays.overlay_kind import SECTIONS, Section
from editor.theme.icons import icon
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import theme_manager
from editor.widgets.icon_button import ActionButton, IconButton

SIDE = 26


@dataclass(frozen=True, slots=True)
class RowToggle:
    """Describe one toggle: its name, icon and words, and whether it starts switched on.

    One without a button is in the menu More.
    """

    name: str
    icon: str
    title: str
    help: str
    on: bool = True
    has_button: bool = True


WITH_BUTTON = (Section.SIGHT, Section.SENSES, Section.VECTORS)
"""The sections that are switched while one asks why an agent does what it does; others stay as they are."""

TOGGLES = (
    *(
        RowToggle(section, words.icon, words.title, words.help, has_button=section in WITH_BUTTON)
        for section, words in SECTIONS.items()
    ),
    RowToggle("follow", "follow", "Follow", "Keep the picked agent in the middle", on=False),
    RowToggle(
        "legend",
        "help",
        "Legend",
        "Say on the map what the marks that are drawn mean",
        on=False,
        has_button=False,
    ),
)
"""The toggles of the map, left to right; each section of overlays has one."""


class PreviewTitleRow(QObject):
    """Own the buttons; `widgets` go into the tab row, `actions` are shared with the commands.

    `more_wanted` carries where on the screen the menu of the rest is wanted.
    """

    toggled = Signal(str, bool)
    more_wanted = Signal(QPoint)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self.actions: dict[str, QAction] = {}
        self.widgets: list[QWidget] = []
        self.tools: dict[str, QToolButton] = {}
        self._owner = owner
        for toggle in TOGGLES:
            self._add_toggle(owner, toggle)
        self.legend = self.actions["legend"]
        self.more = QToolButton(owner)
        self.more.setObjectName("previewMore")
        self.more.setText("More")
        self.more.setAccessibleName("More for the map")
        self.more.setToolTip(plain_tip("More to draw, and to do to the world"))
        self.more.setFixedHeight(SIDE)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.clicked.connect(lambda _checked=False: self.more_wanted.emit(self.below_more()))
        self.widgets.append(self.more)
        for widget in self.widgets:
            widget.hide()
        theme_manager().theme_changed.connect(self._tint)
        self._tint()

    def add_tool(self, name: str, icon_name: str, words: str, take: Callable[[], None]) -> None:
        """Put the button of a tool behind those of the sections."""
        button = IconButton(icon_name, words, take, side=SIDE, parent=self._owner)
        button.setObjectName(f"previewTool.{name}")
        button.setCheckable(True)
        button.setProperty("role", "toggle")
        button.hide()
        self.tools[name] = button
        self.widgets.insert(len(WITH_BUTTON) + len(self.tools) - 1, button)

    def below_more(self) -> QPoint:
        """Return the place on the screen below the button of the menu."""
        return self.more.mapToGlobal(self.more.rect().bottomLeft())

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

    def _add_toggle(self, owner: QWidget, toggle: RowToggle) -> None:
        action = QAction(toggle.title, owner)
        action.setObjectName(f"preview.{toggle.name}")
        action.setCheckable(True)
        action.setChecked(toggle.on)
        action.setToolTip(plain_tip(toggle.help))
        action.setStatusTip(toggle.help)
        action.setIconVisibleInMenu(False)
        action.toggled.connect(lambda on, name=toggle.name: self.toggled.emit(name, on))
        self.actions[toggle.name] = action
        if not toggle.has_button:
            return
        button = ActionButton(action, size=16, side=SIDE, parent=owner)
        button.setAccessibleName(toggle.title)
        button.setProperty("role", "toggle")
        self.widgets.append(button)

    def _tint(self) -> None:
        for toggle in TOGGLES:
            self.actions[toggle.name].setIcon(icon(toggle.icon, "text.tertiary", checked_token="text.link"))
