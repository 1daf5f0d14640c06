"""Define what all tools of the world editor share: keys of commands, Esc, and what is painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPainter

from editor.map.editing.edit_painting import paint_selection
from editor.map.editing.map_editing import MapEditing
from editor.map.picture.map_view import MapView
from editor.map.view.map_tools import MapTool
from editor.map.view.map_widget import DIRECTIONS
from editor.theme.inks import Inks


@dataclass(frozen=True, slots=True)
class ToolInfo:
    """Describe a tool: its id, name, icon, one sentence of help, and a short hint while it is in hand."""

    id: str
    title: str
    icon: str
    help: str
    hint: str
    adds: str = ""
    """What the tool adds, in a word."""


KeyRun = Callable[[QKeyEvent], bool]
"""Run the command of a key; False for a key without one."""


class EditTool(MapTool):
    """Base of the tools. `keys` runs commands of the map, `leave` goes back to the selecting tool.

    A tool may have one option, such as a thickness: `option_title` names it, `option_choices` lists what it
    can be, and `option` is what it is.
    """

    info: ToolInfo
    speaks_alone = True
    option_title = ""
    option_choices: tuple[tuple[str | float, str], ...] = ()
    option: str | float = ""

    def __init__(self, editing: MapEditing) -> None:
        self.editing = editing
        self.keys: KeyRun = _no_keys
        self.has_key: KeyRun = _no_keys
        self.leave: Callable[[], None] = _nothing

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep the keys of the map's own commands from the player and the window."""
        return event.key() == Qt.Key.Key_Escape or self.has_key(event) or _drives(event)

    def key(self, event: QKeyEvent) -> bool:
        """Run a command of the map; with Esc take one step back: gesture, tool's draft, selection, tool."""
        if event.key() == Qt.Key.Key_Escape:
            if self.editing.map.gesture is not None:
                return False
            if not self.step_back():
                self.leave()
            return True
        # No agent is driven while the world is edited, also by letters that take no tool.
        return self.keys(event) or _drives(event)

    def step_back(self) -> bool:
        """Undo the last thing begun; False where nothing is."""
        return False

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint what is selected, without handles."""
        paint_selection(painter, self.editing, view, inks, handles=False)

    def put_down(self) -> None:
        """Show the world as it is."""
        self.editing.hover(None)
        self.editing.tip.hide()
        self.editing.show_draft(None)


def _drives(event: QKeyEvent) -> bool:
    plain = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    return event.key() in DIRECTIONS and not event.modifiers() & ~plain


def _no_keys(event: QKeyEvent) -> bool:
    return False


def _nothing() -> None:
    """Do nothing."""
