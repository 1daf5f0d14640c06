"""Answer where the parts of a machine are: states, names, rows, transitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from editor.canvas.items.rect_table import RectTable
from editor.canvas.items.shown_values import GUARD
from editor.canvas.items.value_places import state_value_rects
from editor.canvas.machines.machine_arrangement import MachineArrangement
from editor.canvas.machines.machine_arranger import MachineArranger
from editor.canvas.machines.machine_shape import ANY_PREFIX, MachineShape
from editor.canvas.machines.transition_item import LabelItem
from editor.canvas.painting.pictures import PseudoStatePicture, StatePicture
from editor.canvas.routing.shapes import Point, Rect, bounds_of, point_along, rect_around, united
from editor.theme.batches import Floats

_PLAIN_ROW = (120.0, 22.0)


class MachinePlaces:
    """Hold the arrangement of a machine, and what must be known of its pictures to find things in it."""

    def __init__(self, arranger: MachineArranger) -> None:
        self.arranger = arranger
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
        """Return where the name of a visible state stands."""
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
        return [one for one in self.shape.order if rects[one].grown(reach).contains(point)]

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
        """Return the states that show what stands in them."""
        return frozenset(self.shape.children)

    def sides(self) -> Floats:
        """Return the rectangles of visible states and marks: rows of lefts, tops, rights and bottoms.

        Boxes that are open show by what stands in them.
        """
        rects, open_boxes = self.arrangement.rects, self.shape.children
        return RectTable({one: rects[one] for one in self.shape.order if one not in open_boxes}).sides

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
