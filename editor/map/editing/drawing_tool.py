"""The base of the tools that draw: a drag draws at once, clicks collect points."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from editor.map.editing.edit_painting import (
    paint_corners,
    paint_cross,
    paint_hint,
    paint_outline_draft,
    paint_words,
)
from editor.map.editing.edit_tool import EditTool
from editor.map.editing.map_editing import MapEditing, Snap, held_keys
from editor.map.picture.map_view import MapView
from editor.map.view.gestures import MapGesture, MapTarget
from editor.theme.inks import Inks
from graphs.worlds.edits.adding import Added
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector

CLOSE_REACH = 9.0
"""Px around the first point within which a click closes the shape."""

Add = Callable[[WorldDocument], Added]

_STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_POINT_KEYS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Backspace, Qt.Key.Key_Delete})


class DrawGesture(MapGesture):
    """Hand a drag or a click over to the tool that draws."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, tool: DrawingTool, target: MapTarget, pressed: QPointF) -> None:
        super().__init__(target, pressed)
        self._tool = tool

    def drag(self, pixel: QPointF) -> None:
        """Show what the drag draws."""
        self._tool.drag(self._pressed, pixel)

    def release(self) -> None:
        """Draw it, or take a click."""
        if self.is_moving:
            self._tool.drop(self._pressed, self._last)
        else:
            self._tool.click(self._pressed)

    def cancel(self) -> None:
        """Draw nothing."""
        self._tool.forget_drag()


class DrawingTool(EditTool):
    """Base of the drawing tools: a drag draws at once, clicks collect points until Enter.

    `points` are those clicked so far.
    """

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, editing: MapEditing) -> None:
        super().__init__(editing)
        self.points: list[Vector] = []
        self._mouse: QPointF | None = None
        self._by_keys = False
        self.dragged: tuple[Vector, Vector] | None = None

    @property
    def snap(self) -> Snap:
        """Return how places are rounded with the keys held now."""
        return self.editing.snap.held(held_keys())

    def at(self, pixel: QPointF) -> Vector:
        """Return the place under a pixel as it is taken."""
        return self.editing.place(pixel, self.snap)

    def press(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> MapGesture | None:
        """Begin to draw."""
        self.editing.pointer = pixel
        self.editing.tip.hide()
        return DrawGesture(self, target, pixel)

    def drag(self, start: QPointF, now: QPointF) -> None:
        """Show what a drag draws; while points are collected, it places the next one."""
        self.editing.pointer = now
        one, other = self.dragged = (self.at(start), self.at(now))
        if not self.points and self.is_drawable(one, other):
            self.editing.attempt(lambda world: self.from_drag(world, one, other)[0], now)
        else:
            self.editing.tip.hide()
            self.editing.show_draft(None)
        self.editing.map.repaint_map()

    def is_drawable(self, start: Vector, end: Vector) -> bool:
        """Tell whether a drag has come far enough to draw something; before that nothing is refused."""
        return start[0] != end[0] and start[1] != end[1]

    def drop(self, start: QPointF, now: QPointF) -> None:
        """Draw what was dragged."""
        self.forget_drag()
        if self.points:
            self.click(now)
            return
        one, other = self.at(start), self.at(now)
        self.make(lambda world: self.from_drag(world, one, other))

    def from_drag(self, world: WorldDocument, start: Vector, end: Vector) -> Added:
        """Add what a drag draws."""
        raise NotImplementedError

    def click(self, pixel: QPointF) -> None:
        """Take a point; one on the first closes the shape."""
        self.editing.pointer = pixel
        at = self.at(pixel)
        if len(self.points) > 2 and self.is_first(pixel):
            self.end(closed=True)
        elif not self.points or at != self.points[-1]:
            self.points.append(at)
        self.editing.map.repaint_map()

    def is_first(self, pixel: QPointF) -> bool:
        """Tell whether a pixel is on the first point."""
        if not self.points:
            return False
        first = self.editing.map.view.point(self.points[0])
        return math.dist((first.x(), first.y()), (pixel.x(), pixel.y())) <= CLOSE_REACH

    def end(self, *, closed: bool) -> None:
        """Draw what was clicked; a refusal keeps the points."""
        points = tuple(self.points)
        if points and self.make(lambda world: self.from_points(world, points, closed)):
            self.points.clear()
        self.editing.map.repaint_map()

    def from_points(self, world: WorldDocument, points: tuple[Vector, ...], closed: bool) -> Added:
        """Add what clicks draw."""
        raise NotImplementedError

    def make(self, add: Add) -> bool:
        """Keep what is added as one step, and select it."""
        made: list[Element] = []

        def edit(world: WorldDocument) -> WorldDocument:
            changed, added = add(world)
            made[:] = [added]
            return changed

        return self.editing.apply(f"Add {self.info.adds}", edit, select=made)

    def double_click(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """End the shape that is clicked."""
        self.editing.pointer = pixel
        if self.points:
            self.end(closed=False)
        return True

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep the keys that draw: arrows and the space bar, Enter and Backspace while there are points."""
        draws = event.key() in _STEPS or event.key() == Qt.Key.Key_Space
        return draws or (bool(self.points) and event.key() in _POINT_KEYS) or super().wants_key(event)

    def key(self, event: QKeyEvent) -> bool:
        """Move with the arrows, set a point with the space bar, end with Enter, take back with Backspace."""
        if event.key() in _STEPS:
            self._step(*_STEPS[Qt.Key(event.key())], big=bool(event.modifiers() & _SHIFT))
            return True
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.click(self._pointer())
            return True
        if self.points and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.end(closed=False)
            return True
        if self.points and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.points.pop()
            self.editing.map.repaint_map()
            return True
        return super().key(event)

    def _pointer(self) -> QPointF:
        """Return where the next point would be set: where the pointer was, else the middle of the map."""
        shown = self.editing.map
        return self.editing.pointer or QPointF(shown.width() / 2, shown.height() / 2)

    def _step(self, across: int, up: int, *, big: bool) -> None:
        """Move the place of the next point by one step of the grid, or by five."""
        self._by_keys = True
        step = self.editing.snap.step * (5 if big else 1)
        x, y = self.at(self._pointer())
        self.editing.pointer = self.editing.map.view.point((x + across * step, y + up * step))
        self.editing.map.repaint_map()

    def step_back(self) -> bool:
        """Forget the points that were clicked."""
        had = bool(self.points)
        self.points.clear()
        self.editing.tip.hide()
        self.editing.map.repaint_map()
        return had

    def forget_drag(self) -> None:
        """Show no drag any more."""
        self.dragged = None
        self.editing.tip.hide()
        self.editing.show_draft(None)
        self.editing.map.repaint_map()

    def put_down(self) -> None:
        """Forget everything begun."""
        self.points.clear()
        self.dragged = None
        super().put_down()

    def cursor_at(self, target: MapTarget, pixel: QPointF) -> Qt.CursorShape | None:
        """Follow the pointer with what would be drawn."""
        # A mouse that rests where it was does not take the place back from the keys.
        if not self._by_keys or pixel != self._mouse:
            self._mouse, self._by_keys = QPointF(pixel), False
            self.editing.pointer = pixel
        return self.cursor

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint the points clicked, the line to the pointer, and the drag."""
        super().paint(painter, view, inks)
        pointer = self.editing.pointer
        if self.dragged is not None and not self.points:
            self.paint_drag(painter, *self.dragged, view, inks)
        elif pointer is not None:
            at = self.at(pointer)
            if self.points:
                self.paint_points(painter, (*self.points, at), view, inks)
                paint_corners(painter, self.points, view, inks)
            paint_cross(painter, at, view, inks)
        if self.dragged is None:
            paint_hint(painter, self.info.hint, view, inks)

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint what a drag draws."""

    def paint_points(self, painter: QPainter, points: tuple[Vector, ...], view: MapView, inks: Inks) -> None:
        """Paint what clicks draw so far; the last point is the pointer."""
        paint_outline_draft(painter, points, view, inks, closed=len(points) > 2, fill=True)

    def paint_numbers(self, painter: QPainter, words: str, view: MapView, inks: Inks) -> None:
        """Paint numbers beside the pointer; while a refusal is shown there, it has the place."""
        if self.editing.pointer is not None and not self.editing.tip.isVisible():
            paint_words(painter, self.editing.pointer, words, view, inks)
