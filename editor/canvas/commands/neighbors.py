"""Find the neighbor of a node in a direction, for walking with the arrow keys. Qt-free."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from editor.canvas.routing.shapes import Rect
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph
from graphs.structure.queries import TOP, children_of, parent_of


class Direction(Enum):
    """Where an arrow key points."""

    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()


def tree_neighbor(
    graph: BehaviorTreeGraph | DecisionTreeGraph, node_id: str, direction: Direction
) -> str | None:
    """Return the parent (up), the first child (down), or a sibling (left, right)."""
    if direction is Direction.DOWN:
        return next(iter(children_of(graph, node_id)), None)
    parent = parent_of(graph, node_id)
    if direction is Direction.UP:
        return parent or None
    siblings = children_of(graph, TOP if parent is None else parent)
    if node_id not in siblings:
        return None
    index = siblings.index(node_id) + (1 if direction is Direction.RIGHT else -1)
    return siblings[index] if 0 <= index < len(siblings) else None


def machine_neighbor(node_id: str, direction: Direction, rects: Mapping[str, Rect]) -> str | None:
    """Return the nearest state in a direction; straying sideways counts twice."""
    here = rects.get(node_id)
    if here is None:
        return None
    x, y = here.center
    best: tuple[float, str] | None = None
    for other, rect in rects.items():
        dx, dy = rect.center[0] - x, rect.center[1] - y
        ahead, aside = {
            Direction.LEFT: (-dx, dy),
            Direction.RIGHT: (dx, dy),
            Direction.UP: (-dy, dx),
            Direction.DOWN: (dy, dx),
        }[direction]
        if other == node_id or ahead <= 0 or ahead < abs(aside) / 3:
            continue
        cost = ahead + 2 * abs(aside)
        if best is None or cost < best[0]:
            best = (cost, other)
    return None if best is None else best[1]
