"""Move states of a machine, and drop them into other compounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import Gesture, Pointer, snapped
from editor.canvas.items.shared_look import qrect
from editor.canvas.painting.inks import NO_BRUSH, make_pen
from editor.canvas.routing.shapes import Point, Rect, united
from editor.theme.theme_manager import current_theme
from graphs.edits import move, reparent
from graphs.layout.compound_boxes import HEADER_HEIGHT
from graphs.model import Document
from graphs.queries import TOP, ancestors

if TYPE_CHECKING:
    from editor.canvas.canvas_view import CanvasView

_LEAST_LEFT, _LEAST_TOP = 16.0, HEADER_HEIGHT + 16.0


class MoveStates(Gesture):
    """Drag the selected states; they snap to the grid unless Ctrl is held.

    Inside their own box they move at once. Over another open compound, or out of their own, the drop nests
    them there: that compound is outlined and the states follow as outlines until they are dropped.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasView, grabbed: str) -> None:
        super().__init__(view)
        self._grabbed = grabbed

    def start(self, at: Pointer) -> None:
        """Note where everything is."""
        machine = self.view.canvas.machine
        graph = self.view.graph
        assert machine is not None
        assert graph is not None
        self._machine = machine
        chosen = [one for one in machine.node_ids() if one in self.view.session.selection]
        if self._grabbed not in chosen:
            chosen = [self._grabbed]
        self._moved = [one for one in chosen if not any(up in chosen for up in ancestors(graph, one))]
        self._from = at.scene
        self._rects: dict[str, Rect] = dict(machine.arrangement.rects)
        arranger = machine.arranger
        boxes = dict.fromkeys(arranger.box_of(one) for one in self._moved)
        self._standing = {one: at for box in boxes for one, at in arranger.unstored_places(box).items()}
        self._home = arranger.box_of(self._grabbed)
        self._step: Point = (0.0, 0.0)
        self._target = self._home
        self._hovered = at.scene

    def move(self, at: Pointer) -> None:
        """Show the states where they would be dropped."""
        grabbed = self._rects[self._grabbed]
        dx, dy = at.scene[0] - self._from[0], at.scene[1] - self._from[1]
        if not at.ctrl:
            dx = snapped(grabbed.left + dx) - grabbed.left
            dy = snapped(grabbed.top + dy) - grabbed.top
        self._step = (dx, dy)
        self._target = self._box_under(at.scene)
        if self._target == self._home:
            self.refusal = None
            self._machine.arranger.move_nodes(self._places())
            self.view.canvas.set_drop_target("")
        else:
            self._machine.arranger.move_nodes({})
            self.view.canvas.set_drop_target(self._target)
            self.refusal = self.why_not(self._nested)

    def _box_under(self, point: Point) -> str:
        """Return the innermost open compound at a point, as everything stood at the start."""
        inside = {
            one
            for one in self._rects
            if one in self._moved or any(up in self._moved for up in self._machine.shape.around(one))
        }
        for node_id in reversed(self._machine.shape.order):
            if node_id in inside or node_id not in self._machine.shape.children:
                continue
            if self._rects[node_id].contains(point):
                return node_id
        return TOP

    def _places(self) -> dict[str, Point]:
        """Return new positions relative to the box around each state; neighbors stay where they are."""
        places = dict(self._standing)
        for node_id in self._moved:
            box = self._machine.arranger.box_of(node_id)
            rect = self._rects[node_id]
            left, top = rect.left + self._step[0], rect.top + self._step[1]
            if box != TOP:
                left -= self._rects[box].left
                top -= self._rects[box].top
                left, top = max(_LEAST_LEFT, left), max(_LEAST_TOP, top)
            places[node_id] = (left, top)
        return places

    def _placed(self, document: Document) -> Document:
        return move(document, self.view.session.graph_id, self._places())

    def _nested(self, document: Document) -> Document:
        origin = (0.0, 0.0)
        if self._target != TOP:
            rect = self._rects[self._target]
            origin = (rect.left, rect.top)
        for node_id in self._moved:
            rect = self._rects[node_id]
            left = rect.left + self._step[0] - origin[0]
            top = rect.top + self._step[1] - origin[1]
            if self._target != TOP:
                left, top = max(_LEAST_LEFT, left), max(_LEAST_TOP, top)
            session = self.view.session
            document = reparent(
                document, session.graph_id, node_id, self._target, session.registry, at=(left, top)
            )
        return document

    def finish(self, at: Pointer) -> None:
        """Keep the new places as one step."""
        self.move(at)
        self.view.canvas.set_drop_target("")
        session = self.view.session
        what = self.view.name_of(self._moved[0]) if len(self._moved) == 1 else f"{len(self._moved)} states"
        if self.refusal is not None:
            return
        if self._target != self._home:
            session.apply(f"Nest {what}", self._nested)
        elif self._step != (0.0, 0.0):
            session.apply(f"Move {what}", self._placed)
        self._machine.arranger.move_nodes({})

    def cancel(self) -> None:
        """Put everything back."""
        self.view.canvas.set_drop_target("")
        self._machine.arranger.move_nodes({})

    def overlay_rect(self) -> QRectF:
        """Return the room of the outlines while the states are over another box."""
        if self._target == self._home:
            return QRectF()
        around = united(self._rects[one].moved(*self._step) for one in self._moved)
        return qrect(around.grown(4)) if around is not None else QRectF()

    def paint(self, painter: QPainter) -> None:
        """Paint the outlines of what is carried."""
        if self._target == self._home:
            return
        painter.setBrush(NO_BRUSH)
        painter.setPen(make_pen(current_theme().color("accent.line"), 2.0, (6.0, 4.0)))
        for node_id in self._moved:
            painter.drawRoundedRect(qrect(self._rects[node_id].moved(*self._step)), 9, 9)
