"""Define what a tool of the map is: it takes over the left button and paints over the world."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from editor.map.picture.map_view import MapView
from editor.map.view.gestures import MapGesture, MapTarget
from editor.theme.inks import Inks
from runtime.basics.values import Vector


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
        del target, pixel, modifiers
        return None

    def cursor_at(self, target: MapTarget, pixel: QPointF) -> Qt.CursorShape | None:
        """Return the pointer's shape at a pixel."""
        del target, pixel
        return self.cursor

    def double_click(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Act on a double click; False leaves it to the map, which takes it for a second press."""
        del target, pixel, modifiers
        return False

    def key(self, event: QKeyEvent) -> bool:
        """Act on a key before the map does; return whether it was used."""
        del event
        return False

    def wants_key(self, event: QKeyEvent) -> bool:
        """Tell whether a key is this tool's, so that it starts no command of the window."""
        del event
        return False

    def words_at(self, target: MapTarget, pixel: QPointF) -> str:
        """Return what is said beside the pointer; nothing leaves it to the map."""
        del target, pixel
        return ""

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint over the world, in px of the map."""

    def put_down(self) -> None:
        """Forget what was begun; called when the map lets go of the tool."""


DECIMALS = 2
_ARM = 9.0

Picked = Callable[[Vector], None]


class PickTool(MapTool):
    """Hand the place that is clicked to whoever asked; Esc picks none."""

    cursor = Qt.CursorShape.CrossCursor
    speaks_alone = True

    def __init__(self, what: str, picked: Picked) -> None:
        self._what, self._picked = what, picked
        self._pointer: QPointF | None = None

    def press(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> MapGesture | None:
        """Begin a pick; the place is where the button is let go."""
        del modifiers
        return _Pick(target, pixel, self)

    def pick(self, at: Vector) -> None:
        """Hand a place over."""
        self._picked((round(at[0], DECIMALS), round(at[1], DECIMALS)))

    def words_at(self, target: MapTarget, pixel: QPointF) -> str:
        """Say where the pointer is and what a click does."""
        self._pointer = pixel
        x, y = target.world_at(pixel)
        return f"{self._what}: {x:.{DECIMALS}f}, {y:.{DECIMALS}f}\nClick: take this place\nEsc: leave it"

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint a cross at the pointer."""
        del view
        if self._pointer is not None:
            painter.setPen(inks.pen("accent.line", 1.5, (), True))
            x, y = self._pointer.x(), self._pointer.y()
            painter.drawLine(QPointF(x - _ARM, y), QPointF(x + _ARM, y))
            painter.drawLine(QPointF(x, y - _ARM), QPointF(x, y + _ARM))

    def put_down(self) -> None:
        """Forget the pointer."""
        self._pointer = None


class _Pick(MapGesture):
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, target: MapTarget, pressed: QPointF, tool: PickTool) -> None:
        super().__init__(target, pressed)
        self._tool, self._pixel = tool, pressed

    def drag(self, pixel: QPointF) -> None:
        self._pixel = pixel

    def release(self) -> None:
        self._tool.pick(self._target.world_at(self._pixel))
