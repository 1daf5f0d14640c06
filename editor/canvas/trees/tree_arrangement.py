"""Arrange a behavior tree or decision tree: where each visible node is and which edges join them.

Qt-free: sizes are passed in. The root's top middle is the origin, so that it stays put while the tree grows;
fragments that are not attached stand where they were dropped. A tree that grows across is laid out
as one that grows down, with both axes exchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from editor.canvas.items.hit_testing import PlacedRects
from editor.canvas.routing.shapes import Rect, rect_at, turned, turned_rect
from editor.canvas.trees.tree_shape import TreeGraph, TreeShape
from graphs.layout.free_trees import free_places, is_placed_freely, runs_across, stored_place
from graphs.layout.tidy_blocks import TidyBlocks
from graphs.layout.tidy_tree import BEHAVIOR_TREE_STYLE, DECISION_TREE_STYLE, Position, tidy_tree
from graphs.model import DecisionTreeGraph
from graphs.structure.queries import top_ids

Size = tuple[float, float]

_LOOSE_GAP = 64.0


class TreeArranger:
    """Arrange one tree again and again; of branches that did not change it keeps what it worked out."""

    def __init__(self) -> None:
        self._blocks = TidyBlocks(BEHAVIOR_TREE_STYLE.sibling_gap, BEHAVIOR_TREE_STYLE.level_drop)
        self.moved_within: Set[str] | None = None
        """The nodes whose children may stand elsewhere below them since the last time; None for all."""

    def arrange(
        self,
        graph: TreeGraph,
        shape: TreeShape,
        sizes: Mapping[str, Size],
        touched: Iterable[str] | None = None,
        parents: Mapping[str, str] | None = None,
        *,
        freely: bool = True,
    ) -> Mapping[str, Rect]:
        """Return the rectangle of every visible node, in px; unless `freely`, whatever places are stored.

        `touched` are the nodes with another size or other children since the last time, None if not known,
        and `parents` what every node is below.
        """
        across = runs_across(graph)
        if not shape.is_plain or isinstance(graph, DecisionTreeGraph):
            self.moved_within = None
            rects: Mapping[str, Rect] = _in_layers(graph, shape, sizes)
        else:
            laid = {node: turned(size) for node, size in sizes.items()} if across else sizes
            if touched is None or parents is None:
                self._blocks.lay_out(tuple(shape.children), shape.children, laid)
            else:
                self._blocks.follow(shape.children, laid, touched, parents)
            self.moved_within = self._blocks.made_anew
            rects = self._placed(graph, sizes, across)
        if not freely or not is_placed_freely(graph):
            return rects
        self.moved_within = None
        tidy = {node: (rect.left, rect.top) for node, rect in rects.items()}
        places = free_places(
            graph, (child for child in shape.children if child in rects), shape.children, tidy
        )
        return {node: rect_at(at, sizes[node]) for node, at in places.items()}

    def _placed(self, graph: TreeGraph, sizes: Mapping[str, Size], across: bool) -> Mapping[str, Rect]:
        """Return where the blocks stand: the root at the origin, fragments where they are or below."""
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
        places = self._places(corners, sizes, across)
        low = -_LOOSE_GAP
        if waiting and places:
            low = max(y + sizes[node][1] for node, (_, y) in places.items())
        for top in waiting:
            more = self._places({top: (-sizes[top][0] / 2, 0.0)}, sizes, across)
            down = low + _LOOSE_GAP - min(y for _, y in more.values())
            places.update((node, (x, y + down)) for node, (x, y) in more.items())
            low = max(y + down + sizes[node][1] for node, (_, y) in more.items())
        return PlacedRects(places, dict(sizes))

    def _places(
        self, corners: Mapping[str, Position], sizes: Mapping[str, Size], across: bool
    ) -> dict[str, Position]:
        """Return the corners of all below some tops, given the upper left corners of these."""
        if across:
            tops = {top: (y + sizes[top][1] / 2, x) for top, (x, y) in corners.items()}
            return {node: turned(place) for node, place in self._blocks.positions(tops).items()}
        return self._blocks.positions({top: (x + sizes[top][0] / 2, y) for top, (x, y) in corners.items()})


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
