"""Find where in a tree a dragged node would be dropped. Qt-free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from editor.canvas.routing.shapes import Point, Rect
from graphs.queries import TOP

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


def drop_place(
    point: Point,
    rects: Mapping[str, Rect],
    children: Mapping[str, tuple[str, ...]],
    carried: frozenset[str],
) -> DropPlace:
    """Return where a node carried to a point would go; `carried` are it and all below it.

    Over the left or right third of a node that has a parent it goes beside that node, over its middle it
    becomes its last child; between children of one parent it goes between them; elsewhere it is loose.
    """
    parents = {child: parent for parent, below in children.items() for child in below}
    for node_id, rect in rects.items():
        if node_id in carried or not rect.contains(point):
            continue
        parent = parents.get(node_id)
        third = rect.width / 3
        if parent is not None and point[0] < rect.left + third:
            return _beside(node_id, parent, rects, children, carried, after=False)
        if parent is not None and point[0] > rect.right - third:
            return _beside(node_id, parent, rects, children, carried, after=True)
        return DropPlace(node_id)
    return _between(point, rects, children, carried) or LOOSE


def _beside(
    node_id: str,
    parent: str,
    rects: Mapping[str, Rect],
    children: Mapping[str, tuple[str, ...]],
    carried: frozenset[str],
    *,
    after: bool,
) -> DropPlace:
    siblings = [child for child in children[parent] if child not in carried]
    index = siblings.index(node_id) + (1 if after else 0)
    return DropPlace(parent, index, _mark(siblings, index, rects))


def _between(
    point: Point,
    rects: Mapping[str, Rect],
    children: Mapping[str, tuple[str, ...]],
    carried: frozenset[str],
) -> DropPlace | None:
    """Return the place among the children of the parent whose row of children holds the point."""
    best: tuple[float, str] | None = None
    for parent, below in children.items():
        if parent in carried or not below:
            continue
        row = [rects[child] for child in below if child in rects]
        if not row:
            continue
        top = min(rect.top for rect in row) - _ROW_REACH
        bottom = max(rect.bottom for rect in row)
        left = min(rect.left for rect in row) - _SIDE_REACH
        right = max(rect.right for rect in row) + _SIDE_REACH
        if top <= point[1] <= bottom and left <= point[0] <= right:
            width = right - left
            if best is None or width < best[0]:
                best = (width, parent)
    if best is None:
        return None
    siblings = [child for child in children[best[1]] if child not in carried]
    index = sum(1 for child in siblings if rects[child].center[0] < point[0])
    return DropPlace(best[1], index, _mark(siblings, index, rects))


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
