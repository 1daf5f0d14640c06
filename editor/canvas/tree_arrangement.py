"""Arrange a behavior tree or decision tree: where each visible node stands and which edges join them.

Qt-free: sizes are passed in. The root's top middle is the origin, so that it stays put while the tree grows;
fragments that are not attached stand where they were dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from editor.canvas.routing.shapes import Rect, rect_at
from graphs.layout.tidy_tree import BEHAVIOR_TREE_STYLE, DECISION_TREE_STYLE, tidy_tree
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph
from graphs.queries import children_of, descendants, top_ids

Size = tuple[float, float]
TreeGraph = BehaviorTreeGraph | DecisionTreeGraph

_LOOSE_GAP = 64.0


@dataclass(frozen=True, slots=True)
class TreeShape:
    """The visible structure of a tree, before sizes are known.

    `children` holds the visible children of every visible node, `hidden` how many nodes a collapsed one
    hides, `numbers` the order numbers (only under parents of two or more), `loose` the nodes of fragments.
    """

    children: Mapping[str, tuple[str, ...]]
    hidden: Mapping[str, int]
    numbers: Mapping[str, int]
    loose: frozenset[str]


def tree_shape(graph: TreeGraph) -> TreeShape:
    """Return what of a tree is to be seen."""
    children: dict[str, tuple[str, ...]] = {}
    hidden: dict[str, int] = {}
    numbers: dict[str, int] = {}
    loose: set[str] = set()
    for top in top_ids(graph):
        if top not in graph.nodes:
            continue
        stack = [top]
        while stack:
            node = stack.pop()
            if node in children:
                continue
            if top != graph.root:
                loose.add(node)
            below = tuple(child for child in children_of(graph, node) if child in graph.nodes)
            entry = graph.layout.get(node)
            if below and entry is not None and entry.collapsed:
                hidden[node] = len(descendants(graph, node))
                below = ()
            children[node] = below
            if len(below) > 1:
                numbers.update((child, place) for place, child in enumerate(below, 1))
            stack.extend(reversed(below))
    return TreeShape(children, hidden, numbers, frozenset(loose))


def arrange_tree(graph: TreeGraph, shape: TreeShape, size_of: Callable[[str], Size]) -> dict[str, Rect]:
    """Return the rectangle of every visible node, in px."""
    sizes = {node: size_of(node) for node in shape.children}
    style = DECISION_TREE_STYLE if isinstance(graph, DecisionTreeGraph) else BEHAVIOR_TREE_STYLE
    rects: dict[str, Rect] = {}
    low = 0.0
    for top in top_ids(graph):
        if top not in sizes or top in rects:
            continue
        places = tidy_tree(top, lambda node: shape.children[node], sizes, style)
        dx, dy = 0.0, 0.0
        if top != graph.root:
            entry = graph.layout.get(top)
            if entry is not None and entry.at is not None:
                dx, dy = entry.at[0] - places[top][0], entry.at[1] - places[top][1]
            elif rects:
                dy = low + _LOOSE_GAP
        for node, (x, y) in places.items():
            rects.setdefault(node, rect_at((x + dx, y + dy), sizes[node]))
        low = max(rect.bottom for rect in rects.values())
    return rects
