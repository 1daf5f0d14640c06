"""Find where a node goes: what is dropped in a tree, and what is new where nothing is yet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from editor.canvas.gestures.gesture import snapped
from editor.canvas.items.hit_testing import RectTable, rows_of
from editor.canvas.machines.machine_contents import MachineContents
from editor.canvas.routing.shapes import Point, Rect, rect_at, turned, turned_rect
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.layout.machine_layout import HEADER_HEIGHT
from graphs.structure.queries import TOP, children_of

LEAST_LEFT, LEAST_TOP = 16.0, HEADER_HEIGHT + 16.0
"""How near a state comes to the left wall and the upper rim of its box, px."""
NEW_STATE_OFFSET = (0.0, -22.0)
"""From where a state is dropped to its upper left corner, px."""
NEW_NODE = (160.0, 56.0)
"""How large a new node is at most, scene px."""
BESIDE_A_NODE, BESIDE_A_STATE = 32.0, 144.0
"""How far from the next one it is, scene px; between states the plate of a transition finds room."""
_LEAST_GAP = 16.0
_ROW_REACH = 30.0
_SIDE_REACH = 60.0


@dataclass(frozen=True, slots=True)
class DropPlace:
    """A place in the tree: under `parent` before the child at `index`, or loose under `TOP`.

    `mark` is where the drop indicator is: a vertical bar between siblings, nothing for a whole node.
    """

    parent: str
    index: int | None = None
    mark: Rect | None = None


LOOSE = DropPlace(TOP)


class DropPlaces:
    """Answer where a node carried to a point would go; `carried` are it and all that goes along.

    Over the left or right third of a node that has a parent it goes beside that node, over its middle it
    becomes its last child; between children of one parent or beside them it goes there; elsewhere it is
    loose. `scale` is how many scene px one screen px takes, so that beside is as wide for the hand from afar.
    In a tree that grows `across`, above and below take the places of left and right.
    """

    def __init__(
        self,
        rects: Mapping[str, Rect],
        children: Mapping[str, tuple[str, ...]],
        carried: frozenset[str],
        scale: float = 1.0,
        *,
        across: bool = False,
    ) -> None:
        side = _SIDE_REACH * max(1.0, scale)
        self._across = across
        rects = {node: turned_rect(rect) for node, rect in rects.items()} if across else rects
        self._rects = rects
        self._children = children
        self._carried = carried
        self._parents = {child: parent for parent, below in children.items() for child in below}
        self._nodes = RectTable({node: rect for node, rect in rects.items() if node not in carried})
        rows = rows_of(
            {
                parent: (rects[child] for child in below if child in rects)
                for parent, below in children.items()
                if parent not in carried
            }
        )
        self._rows = RectTable(
            {
                parent: Rect(left - side, top - _ROW_REACH, right + side, bottom)
                for parent, (left, top, right, bottom) in rows.items()
            }
        )

    def at(self, point: Point) -> DropPlace:
        """Return where the node would go from a point of the scene."""
        if not self._across:
            return self._place_at(point)
        place = self._place_at(turned(point))
        return place if place.mark is None else replace(place, mark=turned_rect(place.mark))

    def _place_at(self, point: Point) -> DropPlace:
        for node_id in self._nodes.at(point):
            rect, parent = self._rects[node_id], self._parents.get(node_id)
            third = rect.width / 3
            if parent is not None and point[0] < rect.left + third:
                return self._beside(node_id, parent, after=False)
            if parent is not None and point[0] > rect.right - third:
                return self._beside(node_id, parent, after=True)
            return DropPlace(node_id)
        return self._between(point) or LOOSE

    def _siblings(self, parent: str) -> list[str]:
        return [child for child in self._children[parent] if child not in self._carried]

    def _beside(self, node_id: str, parent: str, *, after: bool) -> DropPlace:
        siblings = self._siblings(parent)
        index = siblings.index(node_id) + (1 if after else 0)
        return DropPlace(parent, index, _mark(siblings, index, self._rects))

    def _between(self, point: Point) -> DropPlace | None:
        """Return the place among the children of the parent whose row of children holds the point."""
        rows = self._rows.at(point)
        if not rows:
            return None
        parent = min(rows, key=self._row_width)
        siblings = self._siblings(parent)
        index = sum(1 for child in siblings if self._rects[child].center[0] < point[0])
        return DropPlace(parent, index, _mark(siblings, index, self._rects))

    def _row_width(self, parent: str) -> float:
        row = [self._rects[child] for child in self._children[parent] if child in self._rects]
        return max(rect.right for rect in row) - min(rect.left for rect in row)


def _mark(siblings: list[str], index: int, rects: Mapping[str, Rect]) -> Rect | None:
    """Return the bar between two siblings, or beside the first or last."""
    if not siblings:
        return None
    if index <= 0:
        first = rects[siblings[0]]
        x, top, bottom = first.left - 10, first.top, first.bottom
    elif index >= len(siblings):
        last = rects[siblings[-1]]
        x, top, bottom = last.right + 10, last.top, last.bottom
    else:
        a, b = rects[siblings[index - 1]], rects[siblings[index]]
        x, top, bottom = (a.right + b.left) / 2, min(a.top, b.top), max(a.bottom, b.bottom)
    return Rect(x - 1.5, top - 4, x + 1.5, bottom + 4)


def index_among_children(host: CanvasHost, parent: str, at: Point, without: str = "") -> int:
    """Return before which child of a node of a tree another one at a point would be."""
    graph, tree = host.graph, host.canvas.tree
    if graph is None or tree is None:
        return 0
    siblings = (child for child in children_of(graph, parent) if child != without)
    axis = 1 if tree.across else 0
    return sum(1 for child in siblings if child in tree.rects and tree.rects[child].center[axis] < at[axis])


def place_for_state(
    machine: MachineContents | None, point: Point, offset: Point = (0.0, 0.0)
) -> tuple[str, Point]:
    """Return the innermost open box at a point, and the place for a new state there, on the grid."""
    x, y = point[0] + offset[0], point[1] + offset[1]
    for node_id in reversed(machine.shape.order) if machine is not None else ():
        assert machine is not None
        if node_id in machine.shape.children and machine.arrangement.rects[node_id].contains(point):
            left, top = machine.arranger.box_origin(node_id)
            return node_id, (max(LEAST_LEFT, snapped(x - left)), max(LEAST_TOP, snapped(y - top)))
    return TOP, (snapped(x), snapped(y))


def free_corner(corner: Point, taken: Collection[Rect], gap: float = BESIDE_A_NODE) -> Point:
    """Return the upper left corner nearest to the right of `corner` where a node covers none of `taken`.

    It is `corner` itself where that is free, else a place of the grid further right in the same row, as far
    from what is there as `gap` says.
    """
    while True:
        wanted = rect_at(corner, NEW_NODE).grown(_LEAST_GAP)
        right = max((rect.right for rect in taken if rect.overlaps(wanted)), default=None)
        if right is None:
            return corner
        corner = (snapped(right + gap), corner[1])


def nearest_free_corner(corner: Point, size: tuple[float, float], taken: Collection[Rect]) -> Point:
    """Return the corner nearest to `corner`, left, right or below it, where a box covers none of `taken`."""
    ways = (_left_of, _right_of, _below)
    found = [_pushed(corner, size, taken, way) for way in ways]
    return min(found, key=lambda place: abs(place[0] - corner[0]) + abs(place[1] - corner[1]))


def _pushed(
    corner: Point,
    size: tuple[float, float],
    taken: Collection[Rect],
    way: Callable[[Rect, list[Rect]], Point],
) -> Point:
    while True:
        box = rect_at(corner, size)
        met = [rect for rect in taken if rect.overlaps(box.grown(_LEAST_GAP))]
        if not met:
            return corner
        corner = way(box, met)


def _left_of(box: Rect, met: list[Rect]) -> Point:
    return min(rect.left for rect in met) - BESIDE_A_NODE - box.width, box.top


def _right_of(box: Rect, met: list[Rect]) -> Point:
    return max(rect.right for rect in met) + BESIDE_A_NODE, box.top


def _below(box: Rect, met: list[Rect]) -> Point:
    return box.left, max(rect.bottom for rect in met) + BESIDE_A_NODE
