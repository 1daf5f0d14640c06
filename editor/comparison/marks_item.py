"""Paint the marks of differences over the items of a graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import qpoint, qrect
from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.routing.shapes import Rect, point_along
from editor.canvas.scene.scene import CanvasScene
from editor.comparison.graph_marks import MARK_TOKENS, GraphMarks, paint_plate, plate_width
from editor.theme.inks import NO_BRUSH, Inks, faded, inks_for, make_pen, set_inks
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import StatusLook

_TOPMOST = 1e5
_NEW_LINE = EdgeLook(status=StatusLook.SUCCESS)
_GHOST = 0.42
_RING = 4.0
_CURRENT = 9.0
_RADIUS = 12.0
_MARGIN = 28.0


class MarksItem(QGraphicsItem):
    """Paint plates, outlines, strokes through what was removed, and dotted ways of what moved.

    `old_rects` says where states were in the old version, on the same canvas; what is not in it has no way.
    """

    def __init__(self, scene: CanvasScene, marks: GraphMarks, old_rects: Mapping[str, Rect]) -> None:
        super().__init__()
        self._canvas = scene
        self._marks = marks
        self._old = {
            node_id: rect for node_id, rect in old_rects.items() if node_id in {*marks.moved, *marks.placed}
        }
        self._current = ""
        self.setZValue(_TOPMOST)
        self._color_lines()

    def _color_lines(self) -> None:
        """Let what was removed step back, and show lines that are new in the color of what is."""
        removed, added = self._marks.removed, self._marks.added
        machine, tree = self._canvas.machine, self._canvas.tree
        if machine is not None:
            for node_id in removed & machine.states.keys():
                machine.states[node_id].setOpacity(_GHOST)
            for key, bundle in machine.shape.bundles.items():
                if added.issuperset(bundle.edges):
                    machine.lines[key].set_edge_look(_NEW_LINE)
                if removed.issuperset(bundle.edges):
                    machine.lines[key].setOpacity(_GHOST)
                    if key in machine.labels:
                        machine.labels[key].setOpacity(_GHOST + 0.2)
        if tree is not None:
            for node_id in removed & tree.nodes.keys():
                tree.nodes[node_id].opacity = _GHOST
            for bus in tree.buses.values():
                looks: dict[str | tuple[str, int], EdgeLook] = {
                    line.child: EdgeLook(dimmed=True) for line in bus.lines if line.child in removed
                }
                looks |= {line.child: _NEW_LINE for line in bus.lines if line.child in added}
                bus.set_looks(looks)
            tree.item.update()

    def set_current(self, element: str) -> None:
        """Ring one node or transition as the one that is looked at, "" for none."""
        if element != self._current:
            self._current = element
            self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        area = self._canvas.content_rect()
        for rect in self._old.values():
            area = area.united(qrect(rect))
        return area.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the marks: ways first, plates last."""
        inks = inks_for(current_theme())
        self._paint_ways(painter, inks)
        for node_id, rect in self._node_rects():
            self._paint_node(painter, inks, node_id, rect)
        self._paint_edges(painter, inks)

    def _node_rects(self) -> Iterator[tuple[str, Rect]]:
        contents = self._canvas.contents
        if contents is not None:
            for node_id in contents.node_ids():
                rect = contents.node_rect(node_id)
                if rect is not None:
                    yield node_id, rect

    def _kinds(self, node_id: str) -> list[tuple[str, str]]:
        """Return the marks of a thing with the words on their plates."""
        marks = self._marks
        found = []
        for kind, ids, text in (
            ("added", marks.added, "+"),
            ("removed", marks.removed, "−"),
            ("changed", marks.changed, "Δ"),
        ):
            if node_id in ids:
                found.append((kind, text))
        move = marks.moved.get(node_id)
        if move is not None:
            found.append(("moved", f"{move.old_index + 1}→{move.new_index + 1}" if move.is_reorder else "→"))
        elif node_id in marks.placed and node_id in self._old:
            found.append(("moved", "→"))
        return found

    def _paint_node(self, painter: QPainter, inks: Inks, node_id: str, rect: Rect) -> None:
        if node_id == self._current:
            set_inks(painter, inks.pen("text.primary", 2.0), NO_BRUSH)
            painter.drawRoundedRect(qrect(rect.grown(_CURRENT)), _RADIUS + 4, _RADIUS + 4)
        kinds = self._kinds(node_id)
        if not kinds:
            return
        frame = qrect(rect.grown(_RING))
        kind = kinds[0][0]
        token = MARK_TOKENS[kind]
        painter.setBrush(NO_BRUSH)
        if kind == "added":
            wash = faded(inks.color(token), 0.10)
            set_inks(painter, inks.pen(token, 2.0), wash)
        else:
            painter.setPen(inks.pen(token, 2.0, (5.0, 4.0) if kind in ("removed", "moved") else ()))
        painter.drawRoundedRect(frame, _RADIUS, _RADIUS)
        painter.setBrush(NO_BRUSH)
        if kind == "removed":
            painter.setPen(inks.pen(token, 2.0))
            middle = self._strike_height(node_id, rect)
            painter.drawLine(QPointF(rect.left + 8, middle), QPointF(rect.right - 8, middle))
        self._paint_plates(painter, inks, kinds, rect.right + _RING - 8, rect.top - _RING)

    def _strike_height(self, node_id: str, rect: Rect) -> float:
        contents = self._canvas.contents
        title = contents.title_rect(node_id) if contents is not None else None
        return (title.top + title.bottom) / 2 if title is not None else (rect.top + rect.bottom) / 2

    def _paint_plates(
        self, painter: QPainter, inks: Inks, kinds: list[tuple[str, str]], right: float, y: float
    ) -> None:
        """Paint plates side by side, the last one ending at `right`."""
        for kind, text in reversed(kinds):
            width = plate_width(text)
            paint_plate(painter, right - width / 2, y, kind, text, inks)
            right -= width + 3

    def _paint_edges(self, painter: QPainter, inks: Inks) -> None:
        machine = self._canvas.machine
        if machine is None:
            return
        for key, bundle in machine.shape.bundles.items():
            route = machine.arrangement.routes.get(key)
            if route is None:
                continue
            label = machine.labels.get(key)
            for row, edge in enumerate(bundle.edges):
                if label is not None:
                    place = label.geometry.rows[row].translated(label.pos())
                    ring, frame = row_frames(place, first=row == 0, last=row == len(bundle.edges) - 1)
                    self._paint_row(painter, inks, edge, place, ring, frame)
                else:
                    (x, y), _ = point_along(route.points, 0.5)
                    self._paint_plates(painter, inks, self._kinds(edge), x + 9, y)

    def _paint_row(
        self, painter: QPainter, inks: Inks, edge: str, row: QRectF, ring: QRectF, frame: QRectF
    ) -> None:
        kinds = self._kinds(edge)
        if edge == self._current:
            set_inks(painter, inks.pen("text.primary", 2.0), NO_BRUSH)
            painter.drawRoundedRect(ring, 8, 8)
        if not kinds:
            return
        kind = kinds[0][0]
        painter.setBrush(NO_BRUSH)
        dash = (4.0, 3.0) if kind in ("removed", "moved") else ()
        painter.setPen(inks.pen(MARK_TOKENS[kind], 1.5, dash))
        painter.drawRoundedRect(frame, 6, 6)
        if kind == "removed":
            middle = row.center().y()
            painter.setPen(inks.pen(MARK_TOKENS[kind], 1.5))
            painter.drawLine(QPointF(row.left() + 6, middle), QPointF(row.right() - 6, middle))
        self._paint_plates(painter, inks, kinds, row.right() + 14, row.top() + 1)

    def _paint_ways(self, painter: QPainter, inks: Inks) -> None:
        """Paint from where to where things moved: dotted outlines and lines."""
        token = MARK_TOKENS["moved"]
        contents = self._canvas.contents
        if contents is None:
            return
        pen = make_pen(inks.color(token), 1.5, (1.5, 4.5))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setBrush(NO_BRUSH)
        for node_id, old in sorted(self._old.items()):
            rect = contents.node_rect(node_id)
            if rect is None or node_id in self._marks.removed:
                continue
            painter.setPen(pen)
            painter.drawRoundedRect(qrect(old), _RADIUS, _RADIUS)
            self._paint_way(painter, *_facing_points(old, rect))
        if self._canvas.tree is not None:
            painter.setPen(pen)
            for node_id, move in sorted(self._marks.moved.items()):
                rect, parent = contents.node_rect(node_id), contents.node_rect(move.old_parent)
                if rect is not None and parent is not None and not move.is_reorder:
                    start = QPointF(parent.center[0], parent.bottom)
                    self._paint_way(painter, start, QPointF(rect.center[0], rect.top))

    def _paint_way(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        path = QPainterPath(start)
        middle = (start + end) / 2
        path.cubicTo(QPointF(start.x(), middle.y()), QPointF(end.x(), middle.y()), end)
        painter.drawPath(path)


def row_frames(row: QRectF, *, first: bool, last: bool) -> tuple[QRectF, QRectF]:
    """Return the ring around a row that is looked at, and in it the frame of a changed one.

    Where another row of the plate is above or below, both stay on their own row and off its words.
    """
    over, under = -2.5 if first else 0.5, 2.5 if last else -0.5
    ring = row.adjusted(-5, over, 5, under)
    return ring, row.adjusted(-1, -1 if first else 2.5, 1, 1 if last else -2.5)


def _facing_points(old: Rect, new: Rect) -> tuple[QPointF, QPointF]:
    """Return the middles of the sides with which two places of a node face each other."""
    if old.bottom <= new.top or new.bottom <= old.top:
        down = old.bottom <= new.top
        start = (old.center[0], old.bottom if down else old.top)
        return qpoint(start), qpoint((new.center[0], new.top if down else new.bottom))
    right = old.center[0] <= new.center[0]
    start = (old.right if right else old.left, old.center[1])
    return qpoint(start), qpoint((new.left if right else new.right, new.center[1]))
