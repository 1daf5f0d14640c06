"""Draw one part of a graph in layers: anew, or as much as possible as it was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graphs.layout.flow_direction import turned_by_ranks, turned_links
from graphs.layout.layer_coordinates import place_across, place_by_hints, wished_middles
from graphs.layout.layer_order import LayerGraph, crossings, layer_graph, reduce_crossings, switch_neighbors
from graphs.layout.layer_ranks import layer_ranks
from graphs.layout.layered_problem import LayeredProblem, LayoutNode, Link, hinted_middle, on_grid, reach_of
from graphs.layout.layout_watch import LayoutWatch
from graphs.layout.position_hints import OldLayers, Span, read_layers

_WORSE_CROSSINGS, _WORSE_LENGTH = 1.15, 1.3
"""How much worse an order from before may be than a new one to be kept."""
_FEW_CROSSINGS = 6
_TURNED_COST = 3


@dataclass(slots=True)
class DrawnGroup:
    """Nodes that hang together, by number, seen along and across the flow.

    `labels` holds how long the label of each pair is along the flow, `first` is where the flow starts,
    `along` and `across` say how far nodes reach before and behind their middles.
    """

    nodes: Sequence[LayoutNode]
    pairs: list[tuple[int, int]]
    labels: dict[tuple[int, int], float]
    first: int
    along: list[tuple[float, float]]
    across: list[tuple[float, float]]


@dataclass(slots=True)
class Drawing:
    """A group in layers, where its vertices stand across the flow, and how much there is against it.

    `labels` holds the longest label behind each layer, `crossed` how many lines cross if they run straight,
    `turned` how many lead against the flow, `length` how many layers all of them pass.
    """

    graph: LayerGraph
    labels: list[float]
    turned: int
    length: int
    middles: list[float] = field(default_factory=list)
    crossed: int = 0


def drawn_group(problem: LayeredProblem, nodes: Sequence[LayoutNode]) -> DrawnGroup:
    """Return some nodes of a problem with the links among them; links with the same ends become one."""
    index = {node.id: number for number, node in enumerate(nodes)}
    axis = 1 if problem.style.is_vertical else 0
    labels: dict[tuple[int, int], float] = {}
    for link in problem.links:
        pair = _pair(link, index)
        if pair is not None:
            labels[pair] = max(labels.get(pair, 0.0), link.label[axis])
    if problem.style.is_vertical:
        # Labels of lines that run down side by side stand above one another.
        labels = {pair: length + labels.get((pair[1], pair[0]), 0.0) for pair, length in labels.items()}
    reaches = [reach_of(node) for node in nodes]
    return DrawnGroup(
        nodes,
        list(labels),
        labels,
        index.get(problem.initial or "", 0),
        [reach.along(axis) for reach in reaches],
        [reach.along(1 - axis) for reach in reaches],
    )


def _pair(link: Link, index: dict[str, int]) -> tuple[int, int] | None:
    source, target = index.get(link.source), index.get(link.target)
    return None if source is None or target is None or source == target else (source, target)


def old_layers(problem: LayeredProblem, nodes: Sequence[LayoutNode]) -> OldLayers:
    """Return what the hints of some nodes say about layers."""
    axis = 1 if problem.style.is_vertical else 0
    spans: list[Span | None] = []
    for node in nodes:
        middle = hinted_middle(node)
        before, behind = reach_of(node).along(axis)
        at = None if middle is None else middle[axis]
        spans.append(None if at is None else (at - before, at, at + behind))
    return read_layers(spans)


def _drawing(group: DrawnGroup, ranks: list[int], turned: frozenset[tuple[int, int]]) -> Drawing:
    flowing = [(pair[1], pair[0]) if pair in turned else pair for pair in group.pairs]
    onward = {pair for pair in group.pairs if pair not in turned}
    graph = layer_graph(len(group.nodes), ranks, list(dict.fromkeys(flowing)), onward)
    labels = [0.0] * len(graph.layers)
    for (upper, lower), pair in zip(flowing, group.pairs, strict=True):
        if ranks[lower] == ranks[upper] + 1:
            labels[ranks[upper]] = max(labels[ranks[upper]], group.labels[pair])
    length = sum(ranks[lower] - ranks[upper] for upper, lower in flowing)
    return Drawing(graph, labels, len(turned), length)


def fresh_drawing(problem: LayeredProblem, group: DrawnGroup, watch: LayoutWatch) -> Drawing:
    """Return the drawing that the links alone ask for; its crossings are not counted yet."""
    count = len(group.nodes)
    turned = turned_links(count, group.pairs, group.first)
    ranks = layer_ranks(count, _flowing(group, turned))
    drawing = _drawing(group, ranks, turned)
    reduce_crossings(drawing.graph, watch.part(0.0, 0.7))
    drawing.middles = spread_middles(problem, group, drawing.graph, watch.part(0.7, 1.0))
    return drawing


def spread_middles(
    problem: LayeredProblem, group: DrawnGroup, graph: LayerGraph, watch: LayoutWatch
) -> list[float]:
    """Return where vertices stand across the flow when nothing holds them."""
    style = problem.style
    return place_across(
        graph, group.across + _points(graph), on_grid(style.sibling_gap), on_grid(style.line_gap), watch
    )


def kept_drawing(problem: LayeredProblem, group: DrawnGroup, old: OldLayers) -> Drawing:
    """Return the layers and the order from before, changed only where the links ask for it."""
    count = len(group.nodes)
    turned = turned_by_ranks(count, group.pairs, old.ranks)
    ranks = layer_ranks(count, _flowing(group, turned), old.ranks)
    drawing = _drawing(group, ranks, turned)
    graph = drawing.graph
    hints = _hinted_middles(problem, group)
    wished = wished_middles(graph, hints)
    for layer in graph.layers:
        layer.sort(key=lambda vertex: wished[vertex])
    switch_neighbors(graph, frozenset(hints))
    held = {node: at for node, at in hints.items() if old.settled[node]}
    drawing.middles = place_by_hints(
        graph, group.across + _points(graph), on_grid(problem.style.sibling_gap), held or hints
    )
    drawing.crossed = crossed_when_straight(drawing)
    return drawing


def node_order(drawing: Drawing) -> list[list[int]]:
    """Return the nodes of each layer in order, without the points of links."""
    return [[vertex for vertex in layer if vertex < drawing.graph.count] for layer in drawing.graph.layers]


def crossed_when_straight(drawing: Drawing) -> int:
    """Count the crossings of lines that run straight from node to node: the same measure for all drawings."""
    graph = drawing.graph
    straight = wished_middles(graph, dict(enumerate(drawing.middles[: graph.count])))
    layers = [sorted(layer, key=lambda vertex: straight[vertex]) for layer in graph.layers]
    return crossings(replace(graph, layers=layers))


def _flowing(group: DrawnGroup, turned: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(pair[1], pair[0]) if pair in turned else pair for pair in group.pairs]


def _points(graph: LayerGraph) -> list[tuple[float, float]]:
    return [(0.0, 0.0)] * (len(graph.rank) - graph.count)


def _hinted_middles(problem: LayeredProblem, group: DrawnGroup) -> dict[int, float]:
    axis = 0 if problem.style.is_vertical else 1
    found = {}
    for number, node in enumerate(group.nodes):
        middle = hinted_middle(node)
        if middle is not None:
            found[number] = middle[axis]
    return found


def is_good_enough(kept: Drawing, fresh: Drawing) -> bool:
    """Tell whether a drawing from before is not clearly worse than a new one."""
    ours = kept.crossed + _TURNED_COST * kept.turned
    theirs = fresh.crossed + _TURNED_COST * fresh.turned
    return (
        ours <= _WORSE_CROSSINGS * theirs + _FEW_CROSSINGS
        and kept.length <= _WORSE_LENGTH * fresh.length + _FEW_CROSSINGS
    )
