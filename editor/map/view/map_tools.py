"""Define what a tool of the map is: it takes over the left button and paints over the world."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from editor.map.picture.map_view import MapView
from editor.map.view.gestures import MapGesture, MapTarget
from editor.theme.inks import Inks


class MapTool:
    """Base of all tools; as it is it changes nothing.

    The map asks the tool in hand first and does itself what the tool leaves to it: panning with the other
    buttons and Space, zooming, driving the player. `Esc` cancels the gesture under way, and without one puts
    the tool down.
    """

    cursor: Qt.CursorShape | None = None
    """The pointer's shape over the map while no gesture is under way; None leaves it to the map."""
    speaks_alone = False
    """Whether the map says nothing of the run beside the pointer where the tool says nothing."""

    def press(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> MapGesture | None:
        """Return the gesture that a press of the left button begins; None leaves the press to the map."""
        return None

    def cursor_at(self, target: MapTarget, pixel: QPointF) -> Qt.CursorShape | None:
        """Return the pointer's shape at a pixel."""
        return self.cursor

    def double_click(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Act on a double click; False leaves it to the map, which takes it for a second press."""
        return False

    def key(self, event: QKeyEvent) -> bool:
        """Act on a key before the map does; return whether it was used."""
        return False

    def wants_key(self, event: QKeyEvent) -> bool:
        """Tell whether a key is this tool's, so that it starts no command of the window."""
        return False

    def words_at(self, target: MapTarget, pixel: QPointF) -> str:
        """Return what is said beside the pointer; nothing leaves it to the map."""
        return ""

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint over the world, in px of the map."""

    def put_down(self) -> None:
        """Forget what was begun; called when the map lets go of the tool."""
