"""Answer where the parts of a machine are, states, names, rows, transitions, and what lies under a point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from editor.canvas.items.hit_testing import (
    HANDLE_REACH,
    LINE_REACH,
    NOTHING,
    Hit,
    HitKind,
    RectTable,
    near,
    nearest_line,
)
from editor.canvas.items.shared_look import MarksBook, qpoint, qrect
from editor.canvas.items.shown_values import GUARD, state_value_rects
from editor.canvas.machines.machine_arrangement import MachineArrangement
from editor.canvas.machines.machine_arranger import MachineArranger
from editor.canvas.machines.machine_items import LabelItem
from editor.canvas.machines.machine_shape import ANY_PREFIX, MachineShape
from editor.canvas.painting.pictures import PseudoStatePicture, StatePicture
from editor.canvas.painting.state_painting import HEADER_HEIGHT, caret_rect
from editor.canvas.routing.shapes import Point, Rect, bounds_of, point_along, rect_around, united
from editor.theme.batches import Floats

_PLAIN_ROW = (120.0, 22.0)


_END_SHARE = 0.25
"""Near its end, this last part of a line can be grabbed to lead it elsewhere."""


def handle_point(rect: Rect) -> Point:
    """Return where the rim handle of a state is: the middle of its right side."""
    return rect.right, (rect.top + rect.bottom) / 2


class MachinePlaces:
    """Hold the arrangement of a machine, and what must be known of its pictures to find things in it."""

    def __init__(self, arranger: MachineArranger, marks: MarksBook) -> None:
        self.arranger = arranger
        self._marks = marks
        self.labels: dict[str, LabelItem] = {}
        self._pictures: dict[str, StatePicture | PseudoStatePicture] = {}
        self._bundle_of: dict[str, list[str]] = {}

    @property
    def shape(self) -> MachineShape:
        """Return what is to be seen: boxes in boxes, and bundles."""
        return self.arranger.shape

    @property
    def arrangement(self) -> MachineArrangement:
        """Return where everything is."""
        return self.arranger.arrangement

    def picture(self, node_id: str) -> StatePicture | PseudoStatePicture:
        """Return the picture of a state or mark as the document has it."""
        return self._pictures[node_id]

    def node_rect(self, node_id: str) -> Rect | None:
        """Return the rectangle of a visible state, mark or pill."""
        if node_id.startswith(ANY_PREFIX):
            return self.arrangement.pills.get(node_id[len(ANY_PREFIX) :])
        return self.arrangement.rects.get(node_id)

    def title_rect(self, node_id: str) -> Rect | None:
        """Return where the name of a visible state is."""
        rect = self.arrangement.rects.get(node_id)
        picture = self._pictures.get(node_id)
        if rect is None or not isinstance(picture, StatePicture):
            return None
        if picture.compound is not None:
            return Rect(rect.left + 46, rect.top + 6, rect.right - 76, rect.top + 26)
        middle = rect.top + 18 if picture.rows else (rect.top + rect.bottom) / 2
        return Rect(rect.left + 10, middle - 10, rect.right - 32, middle + 10)

    def value_rects(self, node_id: str) -> dict[str, Rect]:
        """Return where the rows of a plain state stand, or the row of a transition on its plate."""
        picture, rect = self._pictures.get(node_id), self.arrangement.rects.get(node_id)
        if isinstance(picture, StatePicture) and rect is not None:
            return state_value_rects(picture, rect) if picture.compound is None else {}
        for key in self._bundle_of.get(node_id, ())[:1]:
            return {GUARD: self._row_rect(key, node_id)}
        return {}

    def _row_rect(self, key: str, edge: str) -> Rect:
        """Return the row of a transition on its plate; without a plate, the middle of its line."""
        route, label = self.arrangement.routes[key], self.labels.get(key)
        if route.label is None or label is None or not label.picture.rows:
            return rect_around(point_along(route.points, 0.5)[0], _PLAIN_ROW)
        row = label.geometry.rows[self.shape.bundles[key].edges.index(edge)]
        left, top = route.label.left, route.label.top
        return Rect(left + row.left(), top + row.top(), left + row.right(), top + row.bottom())

    def plate_row(self, edge: str) -> Rect | None:
        """Return the row of a visible transition on its plate as it is drawn, None without a plate."""
        for key in self._bundle_of.get(edge, ())[:1]:
            label = self.labels.get(key)
            if self.arrangement.routes[key].label is None or label is None or not label.picture.rows:
                return None
            left, right = label.shown_sides()
            return self._row_rect(key, edge)._replace(left=left, right=right)
        return None

    def edges_beside(self, edge: str) -> tuple[str, ...]:
        """Return the transitions that share the line of one, with itself, in the order they are asked."""
        for key in self._bundle_of.get(edge, ())[:1]:
            return self.shape.bundles[key].edges
        return (edge,)

    def middle_of(self, edge: str) -> Point | None:
        """Return the middle of the line of a visible transition."""
        for key in self._bundle_of.get(edge, ())[:1]:
            return point_along(self.arrangement.routes[key].points, 0.5)[0]
        return None

    def nodes_near(self, point: Point, reach: float = 0.0) -> list[str]:
        """Return the visible states within `reach` of a point, the innermost last."""
        rects = self.arrangement.rects
        return [node for node in self.shape.order if rects[node].grown(reach).contains(point)]

    def node_ids(self) -> Iterator[str]:
        """Yield visible states, the innermost last."""
        yield from self.shape.order

    def node_count(self) -> int:
        """Return how many states are visible."""
        return len(self.shape.order)

    def edge_ids(self) -> Iterator[str]:
        """Yield visible transitions."""
        yield from self._bundle_of

    def open_boxes(self) -> frozenset[str]:
        """Return the states that show what is in them."""
        return frozenset(self.shape.children)

    def sides(self) -> Floats:
        """Return the rectangles of visible states and marks: rows of lefts, tops, rights and bottoms.

        Boxes that are open show by what is in them.
        """
        rects, open_boxes = self.arrangement.rects, self.shape.children
        return RectTable({node: rects[node] for node in self.shape.order if node not in open_boxes}).sides

    def bounds(self, elements: Iterable[str] | None = None) -> Rect | None:
        """Return the rectangle around some things, or around everything."""
        if elements is None:
            return united(self.arrangement.all_rects())
        rects = []
        for element in elements:
            rect = self.node_rect(element)
            if rect is not None:
                rects.append(rect)
            for key in self._bundle_of.get(element, ()):
                route = self.arrangement.routes.get(key)
                if route is not None:
                    rects.append(bounds_of(route.points))
        return united(rects)

    def within(self, area: Rect) -> set[str]:
        """Return what an area touches; a compound counts only if it lies wholly inside."""
        found = set()
        for node_id, rect in self.arrangement.rects.items():
            if node_id in self.shape.children:
                if area.contains_rect(rect):
                    found.add(node_id)
            elif rect.overlaps(area):
                found.add(node_id)
        for key, route in self.arrangement.routes.items():
            if route.label is not None and route.label.overlaps(area):
                found.update(self.shape.bundles[key].edges)
        return found

    def hit(self, point: Point, scale: float) -> Hit:
        """Return what lies under a point: labels, then states from the inside out, then lines.

        `scale` is how many px of the scene one px of the screen takes.
        """
        label = self._label_hit(point)
        if label is not None:
            return label
        reach = HANDLE_REACH * scale
        hovered = self.node_rect(self._marks.hovered)
        if hovered is not None and near(point, handle_point(hovered), reach):
            return Hit(HitKind.PORT, self._marks.hovered)
        line = self._line_hit(point, scale)
        for owner, rect in self.arrangement.pills.items():
            if rect.contains(point):
                return Hit(HitKind.PORT, ANY_PREFIX + owner)
        for node_id in reversed(self.shape.order):
            rect = self.arrangement.rects[node_id]
            if node_id in self.shape.children and near(point, (rect.right, rect.bottom), reach):
                # From afar a corner is hit from outside as well.
                return Hit(HitKind.CORNER, node_id)
            if rect.contains(point):
                return self._node_hit(node_id, point, line)
        return line or NOTHING

    def _node_hit(self, node_id: str, point: Point, line: Hit | None) -> Hit:
        rect = self.arrangement.rects[node_id]
        title = self.title_rect(node_id)
        kind = HitKind.TITLE if title is not None and title.contains(point) else HitKind.NODE
        picture = self.picture(node_id)
        if not isinstance(picture, StatePicture) or picture.compound is None:
            for name, place in self.value_rects(node_id).items():
                if place.contains(point):
                    return Hit(HitKind.VALUE, node_id, value=name)
            return Hit(kind, node_id)
        if point[1] <= rect.top + HEADER_HEIGHT:
            on_caret = caret_rect(qrect(rect)).contains(qpoint(point))
            return Hit(HitKind.CARET if on_caret else kind, node_id)
        return line or Hit(HitKind.BODY, node_id)

    def _label_hit(self, point: Point) -> Hit | None:
        for key, item in self.labels.items():
            # Items come to their places after their arrangement.
            route = self.arrangement.routes.get(key)
            label = route.label if route is not None else None
            if label is None or not label.contains(point) or not item.picture.rows:
                continue
            left, right = item.shown_sides()
            if not left <= point[0] <= right:
                continue
            rows = item.geometry.rows
            offset = point[1] - label.top
            place = next(
                (index for index, row in enumerate(rows) if row.top() <= offset < row.bottom()),
                0 if offset < rows[0].top() else len(rows) - 1,
            )
            return Hit(HitKind.EDGE, self.shape.bundles[key].edges[place])
        return None

    def _line_hit(self, point: Point, scale: float) -> Hit | None:
        routes = ((key, route.points) for key, route in self.arrangement.routes.items())
        found = nearest_line(point, routes, LINE_REACH * scale)
        if found is None:
            return None
        key, share = found
        points = self.arrangement.routes[key].points
        bundle = self.shape.bundles[key]
        edge = next((edge for edge in bundle.edges if edge in self._marks.selection), bundle.edges[0])
        reach = HANDLE_REACH * scale
        if near(point, points[-1], reach) or (share > 1 - _END_SHARE and near(point, points[-1], 2 * reach)):
            return Hit(HitKind.EDGE_END, edge)
        if near(point, points[0], reach) and not bundle.source.startswith(ANY_PREFIX):
            return Hit(HitKind.EDGE_START, edge)
        return Hit(HitKind.EDGE, edge)
