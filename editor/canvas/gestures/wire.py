"""What all gestures that draw a wire share: the line in the hand and the thing it snaps to."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import Gesture, Pointer
from editor.canvas.items.hit_testing import HANDLE_REACH
from editor.canvas.items.shared_look import qpoint
from editor.canvas.painting.edge_painting import EdgeShape, paint_edge, transition_edge, tree_edge
from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.routing.candidates import Lane
from editor.canvas.routing.cheapest_lines import cheapest_first
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.theme_manager import current_theme


class WireGesture(Gesture):
    """Hold a wire from `anchor` to the pointer, or snapped to `target`, the thing under it."""

    has_head = True

    def __init__(self, view: CanvasHost) -> None:
        super().__init__(view)
        self.anchor: Point = (0.0, 0.0)
        self.tip: Point = (0.0, 0.0)
        self.target = ""
        self.held_rect: Rect | None = None
        """The state at the end that is not in the hand."""
        self.reversed = False
        """The hand holds the beginning of the wire, not its end."""

    def node_under(self, at: Pointer) -> str:
        """Return the node under the pointer, or within 12 screen px of it; "" over empty canvas."""
        canvas = self.view.canvas
        contents = canvas.contents
        if contents is None:
            return ""
        reach = HANDLE_REACH / self.view.camera.zoom
        best, best_distance = "", reach
        for node_id in contents.nodes_near(at.scene, reach):
            rect = contents.node_rect(node_id)
            if rect is None:
                continue
            dx = max(rect.left - at.scene[0], 0.0, at.scene[0] - rect.right)
            dy = max(rect.top - at.scene[1], 0.0, at.scene[1] - rect.bottom)
            distance = (dx * dx + dy * dy) ** 0.5
            # Inner states come after the boxes around them, so the innermost wins.
            if distance < best_distance or (distance == 0.0 and best_distance >= 0.0):
                best, best_distance = node_id, distance
        return best

    def hold(self, at: Pointer, target: str) -> None:
        """Let the wire end at the pointer and outline what it would be dropped on."""
        self.tip = at.scene
        self.target = target
        self.view.canvas.set_drop_target(target if self.refusal is None else "")

    def let_go(self) -> None:
        """Take the outline away."""
        self.view.canvas.set_drop_target("")

    def cancel(self) -> None:
        """Leave nothing behind."""
        self.let_go()

    def _shape(self) -> EdgeShape:
        start, end = (self.tip, self.anchor) if self.reversed else (self.anchor, self.tip)
        if not self.has_head:
            return tree_edge(qpoint(start), qpoint(end))
        return transition_edge([qpoint(point) for point in self._way(start, end)])

    def _way(self, start: Point, end: Point) -> tuple[Point, ...]:
        """Return the way of a transition: between two states as it will be led, else to the pointer."""
        source, target = self.held_rect, self.view.canvas.node_rect(self.target)
        if source is None:
            return _bent(start, end)
        if target is None or target == source or target.overlaps(source):
            return (start, end) if source.contains(self.tip) else _from_side(source, self.tip, self.reversed)
        ends = (target, source) if self.reversed else (source, target)
        cheapest = next(cheapest_first(*ends, Lane(0, 1, 0.0), (0.0, 0.0)), None)
        return cheapest[1] if cheapest is not None else _bent(start, end)

    def overlay_rect(self) -> QRectF:
        """Return the room of the wire and the cross at its tip."""
        return self._shape().line.boundingRect().adjusted(-24, -24, 24, 24)

    def paint(self, painter: QPainter) -> None:
        """Paint the wire in the accent color, or as refused."""
        if QPointF(*self.anchor) == QPointF(*self.tip):
            return
        look = EdgeLook(dragged=self.refusal is None, dragged_refused=self.refusal is not None)
        paint_edge(painter, self._shape(), look, self.view.canvas.look.detail, theme=current_theme())


def _from_side(rect: Rect, tip: Point, backwards: bool) -> tuple[Point, ...]:
    """Return the way from the side of a rectangle that faces a point."""
    x, y = rect.center
    beyond_x = max(rect.left - tip[0], tip[0] - rect.right)
    beyond_y = max(rect.top - tip[1], tip[1] - rect.bottom)
    if beyond_x >= beyond_y:
        wall = (rect.right if tip[0] > x else rect.left, y)
    else:
        wall = (x, rect.bottom if tip[1] > y else rect.top)
    return _bent(tip, wall) if backwards else _bent(wall, tip)


def _bent(start: Point, end: Point) -> tuple[Point, ...]:
    """Return an orthogonal way in the hand: along the longer side first."""
    (ax, ay), (bx, by) = start, end
    if abs(ax - bx) < 8 or abs(ay - by) < 8:
        return start, end
    if abs(ax - bx) >= abs(ay - by):
        middle = (ax + bx) / 2
        return start, (middle, ay), (middle, by), end
    middle = (ay + by) / 2
    return start, (ax, middle), (bx, middle), end
