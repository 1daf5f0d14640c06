"""Arrange a behavior tree or decision tree: where each visible node is and which edges join them.

Qt-free: sizes are passed in. The root's top middle is the origin, so that it stays put while the tree grows;
fragments that are not attached stand where they were dropped. A tree that grows across is laid out
as one that grows down, with both axes exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from editor.canvas.routing.shapes import Rect, rect_at, turned, turned_rect
from graphs.layout.free_trees import free_places, is_placed_freely, runs_across, stored_place
from graphs.layout.tidy_blocks import TidyBlocks
from graphs.layout.tidy_tree import BEHAVIOR_TREE_STYLE, DECISION_TREE_STYLE, Position, tidy_tree
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph
from graphs.structure.queries import child_ids, descendants, top_ids

Size = tuple[float, float]
TreeGraph = BehaviorTreeGraph | DecisionTreeGraph

_LOOSE_GAP = 64.0


@dataclass(frozen=True, slots=True)
class TreeShape:
    """The visible structure of a tree, before sizes are known.

    `children` holds the visible children of every visible node, parents first, `hidden` how many nodes a
    collapsed one hides, `numbers` the order numbers (only under parents of two or more), `loose` the nodes of
    fragments. `is_plain` says that no node has two parents.
    """

    children: Mapping[str, tuple[str, ...]]
    hidden: Mapping[str, int]
    numbers: Mapping[str, int]
    loose: frozenset[str]
    is_plain: bool = True


def tree_shape(graph: TreeGraph) -> TreeShape:
    """Return what of a tree is to be seen."""
    children: dict[str, tuple[str, ...]] = {}
    hidden: dict[str, int] = {}
    numbers: dict[str, int] = {}
    loose: set[str] = set()
    nodes, layout = graph.nodes, graph.layout
    is_plain = True
    for top in top_ids(graph):
        if top not in nodes:
            continue
        is_loose = top != graph.root
        stack = [top]
        while stack:
            node = stack.pop()
            if node in children:
                is_plain = False
                continue
            if is_loose:
                loose.add(node)
            below = child_ids(nodes[node])
            if below:
                if any(child not in nodes for child in below):
                    below = tuple(child for child in below if child in nodes)
                entry = layout.get(node)
                if below and entry is not None and entry.collapsed:
                    hidden[node] = len(descendants(graph, node))
                    below = ()
                if len(below) > 1:
                    numbers.update(zip(below, range(1, len(below) + 1), strict=True))
                stack.extend(reversed(below))
            children[node] = below
    return TreeShape(children, hidden, numbers, frozenset(loose), is_plain)


def keeps_shape(old: TreeGraph, new: TreeGraph, changed: Mapping[str, object]) -> bool:
    """Tell whether two versions of a tree look alike but for what is on the nodes that changed."""
    if old.root != new.root or old.loose != new.loose or old.nodes.keys() != new.nodes.keys():
        return False
    if any(child_ids(old.nodes[node]) != child_ids(new.nodes[node]) for node in changed):
        return False
    if old.layout is new.layout:
        return True
    folded = {node for node, entry in old.layout.items() if entry.collapsed}
    return folded == {node for node, entry in new.layout.items() if entry.collapsed}


class TreeArranger:
    """Arrange one tree again and again; of branches that did not change it keeps what it worked out."""

    def __init__(self) -> None:
        self._blocks = TidyBlocks(BEHAVIOR_TREE_STYLE.sibling_gap, BEHAVIOR_TREE_STYLE.level_drop)
        self.moved_within: frozenset[str] | set[str] | None = None
        """The nodes whose children may stand elsewhere below them since the last time; None for all."""

    def arrange(self, graph: TreeGraph, shape: TreeShape, sizes: Mapping[str, Size]) -> dict[str, Rect]:
        """Return the rectangle of every visible node, in px."""
        rects = self.tidy(graph, shape, sizes)
        if not is_placed_freely(graph):
            return rects
        self.moved_within = None
        tidy = {node: (rect.left, rect.top) for node, rect in rects.items()}
        places = free_places(
            graph, (child for child in shape.children if child in rects), shape.children, tidy
        )
        return {node: rect_at(at, sizes[node]) for node, at in places.items()}

    def tidy(self, graph: TreeGraph, shape: TreeShape, sizes: Mapping[str, Size]) -> dict[str, Rect]:
        """Return the rectangles of a tree that arranges itself, whatever places are stored."""
        if shape.is_plain and not isinstance(graph, DecisionTreeGraph):
            return self._in_blocks(graph, shape, sizes)
        self.moved_within = None
        return _in_layers(graph, shape, sizes)

    def _in_blocks(self, graph: TreeGraph, shape: TreeShape, sizes: Mapping[str, Size]) -> dict[str, Rect]:
        corners: dict[str, Position] = {}
        waiting = []
        for top in top_ids(graph):
            if top not in sizes:
                continue
            at = stored_place(graph, top)
            if top == graph.root:
                corners[top] = (-sizes[top][0] / 2, 0.0)
            elif at is not None:
                corners[top] = at
            else:
                waiting.append(top)
        across = runs_across(graph)
        laid = {node: turned(size) for node, size in sizes.items()} if across else sizes
        self._blocks.lay_out(tuple(shape.children), shape.children, laid)
        self.moved_within = self._blocks.made_anew
        rects = self._rects(corners, sizes, across)
        low = max((rect.bottom for rect in rects.values()), default=-_LOOSE_GAP)
        for top in waiting:
            more = self._rects({top: (-sizes[top][0] / 2, 0.0)}, sizes, across)
            down = low + _LOOSE_GAP - min(rect.top for rect in more.values())
            more = {node: rect.moved(0.0, down) for node, rect in more.items()}
            low = max(rect.bottom for rect in more.values())
            rects.update(more)
        return rects

    def _rects(
        self, corners: Mapping[str, Position], sizes: Mapping[str, Size], across: bool
    ) -> dict[str, Rect]:
        """Return where all below some tops is, given the upper left corners of these."""
        found = {}
        if across:
            tops = {top: (y + sizes[top][1] / 2, x) for top, (x, y) in corners.items()}
        else:
            tops = {top: (x + sizes[top][0] / 2, y) for top, (x, y) in corners.items()}
        for node, place in self._blocks.positions(tops).items():
            found[node] = rect_at(turned(place) if across else place, sizes[node])
        return found


def _in_layers(graph: TreeGraph, shape: TreeShape, sizes: Mapping[str, Size]) -> dict[str, Rect]:
    """Return the rectangles of a tree whose branches may share nodes."""
    style = DECISION_TREE_STYLE if isinstance(graph, DecisionTreeGraph) else BEHAVIOR_TREE_STYLE
    across = runs_across(graph)
    sizes = {node: turned(size) for node, size in sizes.items()} if across else sizes
    rects: dict[str, Rect] = {}
    low = 0.0
    for top in top_ids(graph):
        if top not in sizes or top in rects:
            continue
        places = tidy_tree(top, shape.children.__getitem__, sizes, style)
        dx, dy = 0.0, 0.0
        if top != graph.root:
            at = stored_place(graph, top)
            if at is not None:
                at = turned(at) if across else at
                dx, dy = at[0] - places[top][0], at[1] - places[top][1]
            elif rects:
                dy = low + _LOOSE_GAP
        for node, (x, y) in places.items():
            rect = rects.setdefault(node, rect_at((x + dx, y + dy), sizes[node]))
            low = max(low, rect.bottom)
    return {node: turned_rect(rect) for node, rect in rects.items()} if across else rects
