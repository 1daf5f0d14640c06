"""Find where in a tree a dragged node would be dropped. Qt-free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from editor.canvas.items.rect_table import RectTable, rows_of
from editor.canvas.routing.shapes import Point, Rect
from graphs.structure.queries import TOP

_ROW_REACH = 30.0
_SIDE_REACH = 60.0


@dataclass(frozen=True, slots=True)
class DropPlace:
    """A place in the tree: under `parent` before the child at `index`, or loose under `TOP`.

    `mark` is where the drop indicator stands: a vertical bar between siblings, nothing for a whole node.
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
    """

    def __init__(
        self,
        rects: Mapping[str, Rect],
        children: Mapping[str, tuple[str, ...]],
        carried: frozenset[str],
        scale: float = 1.0,
    ) -> None:
        side = _SIDE_REACH * max(1.0, scale)
        self._rects = rects
        self._children = children
        self._carried = carried
        self._parents = {child: parent for parent, below in children.items() for child in below}
        self._nodes = RectTable({one: rect for one, rect in rects.items() if one not in carried})
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


def index_at(x: float, siblings: list[str], rects: Mapping[str, Rect]) -> int:
    """Return before which sibling a node at `x` would stand."""
    return sum(1 for child in siblings if child in rects and rects[child].center[0] < x)
