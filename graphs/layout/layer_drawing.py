"""Draw one part of a graph in layers, as much as possible as it was before, and place its nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graphs.layout.layer_coordinates import place_across, place_by_hints, wished_middles
from graphs.layout.layer_order import LayerGraph, crossings, layer_graph, reduce_crossings, switch_neighbors
from graphs.layout.layer_ranks import layer_ranks, turned_by_ranks, turned_links
from graphs.layout.layered_problem import (
    LayeredProblem,
    LayoutNode,
    Link,
    Position,
    hinted_middle,
    on_grid,
    reach_of,
)
from graphs.layout.layout_watch import LayoutWatch

_ON_LINE = 1.0
"""How far a middle may be off the line of its layer, px."""

Span = tuple[float, float, float]
"""Start, middle and end along the flow."""

_WORSE_CROSSINGS, _WORSE_LENGTH = 1.15, 1.3
"""How much worse an order from before may be than a new one to be kept."""
_FEW_CROSSINGS = 6
_TURNED_COST = 3
_MOST_TRACKS = 16
_TRACK_ENDS = 56.0
"""What lines need before and after they turn, px."""
_STRAIGHT_WITHIN = 16.0


@dataclass(frozen=True, slots=True)
class OldLayers:
    """What positions from before say about layers.

    `ranks` holds the layer of every node, -1 without a position; `lines` the middle of every layer along the
    flow; `settled` says which nodes a layered layout put where they are, so that they may just stay.
    """

    ranks: tuple[int, ...]
    lines: tuple[float, ...]
    settled: tuple[bool, ...]


def read_layers(spans: Sequence[Span | None]) -> OldLayers:
    """Group nodes into layers by what they take up along the flow (None if unknown).

    Nodes that overlap along the flow share a layer. Positions count as laid out when at least half of the
    nodes that share a layer have their middles on one line in it; else no one is settled.
    """
    ranks = [-1] * len(spans)
    layers: list[list[int]] = []
    reach = float("-inf")
    known = sorted((span[0], span[2], node) for node, span in enumerate(spans) if span is not None)
    for start, end, node in known:
        if start >= reach:
            layers.append([])
        layers[-1].append(node)
        reach = max(reach, end)
        ranks[node] = len(layers) - 1
    lines, on_line, shared, aligned = [], set(), 0, 0
    for members in layers:
        middles = sorted(_middle(spans[node]) for node in members)
        line = middles[len(middles) // 2]
        lines.append(line)
        there = [node for node in members if abs(_middle(spans[node]) - line) <= _ON_LINE]
        on_line.update(there)
        if len(members) > 1:
            shared += len(members)
            aligned += len(there) if len(there) > 1 else 0
    trusted = 0 < shared <= 2 * aligned
    settled = tuple(trusted and node in on_line for node in range(len(spans)))
    return OldLayers(tuple(ranks), tuple(lines), settled)


def _middle(span: Span | None) -> float:
    assert span is not None
    return span[1]


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


def new_places(problem: LayeredProblem, group: DrawnGroup, drawing: Drawing) -> dict[str, Position]:
    """Return middles with room between the layers for labels and for lines that turn."""
    style, graph, middles = problem.style, drawing.graph, drawing.middles
    before, behind = _thickness(graph, group)
    lines = [before[0]]
    for number in range(1, len(before)):
        tracks = _tracks(graph, graph.layers[number - 1], middles)
        gap = max(_least_gap(problem, drawing, number - 1), _TRACK_ENDS + style.line_gap * tracks)
        lines.append(lines[-1] + behind[number - 1] + on_grid(gap) + before[number])
    return {
        node.id: _place(problem, lines[graph.rank[number]], middles[number])
        for number, node in enumerate(group.nodes)
    }


def settled_places(
    problem: LayeredProblem, group: DrawnGroup, drawing: Drawing, old: OldLayers
) -> dict[str, Position]:
    """Return middles where only what must gives way to what is new."""
    graph = drawing.graph
    before, behind = _thickness(graph, group)
    wishes: list[float | None] = []
    for layer in graph.layers:
        stood = sorted(
            old.lines[old.ranks[node]] for node in layer if node < graph.count and old.settled[node]
        )
        wishes.append(stood[len(stood) // 2] if stood else None)
    gaps = [
        behind[number] + on_grid(_least_gap(problem, drawing, number)) + before[number + 1]
        for number in range(len(before) - 1)
    ]
    lines = _pushed_on(wishes, gaps)
    return {
        node.id: _place(problem, lines[graph.rank[number]], drawing.middles[number])
        for number, node in enumerate(group.nodes)
    }


def _place(problem: LayeredProblem, along: float, across: float) -> Position:
    return (across, along) if problem.style.is_vertical else (along, across)


def _pushed_on(wishes: Sequence[float | None], gaps: Sequence[float]) -> list[float]:
    """Return lines of layers that stand at their wishes, or as far on as the layers before push them.

    What leads up to a change stays where it is. A layer without a wish comes right after the one before.
    """
    first = next(number for number, wish in enumerate(wishes) if wish is not None)
    start = wishes[first]
    assert start is not None
    lines = [start - sum(gaps[:first])]
    for gap, wish in zip(gaps, wishes[1:], strict=True):
        least = lines[-1] + gap
        lines.append(least if wish is None else max(least, wish))
    return lines


def _thickness(graph: LayerGraph, group: DrawnGroup) -> tuple[list[float], list[float]]:
    """Return how far each layer reaches before and behind its line."""
    nodes = [[node for node in layer if node < graph.count] for layer in graph.layers]
    return (
        [max(group.along[node][0] for node in layer) for layer in nodes],
        [max(group.along[node][1] for node in layer) for layer in nodes],
    )


def _least_gap(problem: LayeredProblem, drawing: Drawing, number: int) -> float:
    """Return the least room between a layer and the next: for arrows, and for the longest label."""
    label = drawing.labels[number]
    return max(problem.style.layer_gap, label + problem.style.label_room if label else 0.0)


def _tracks(graph: LayerGraph, layer: Sequence[int], middles: Sequence[float]) -> int:
    """Return how many lines run beside one another, across the flow, behind a layer."""
    turns = []
    for vertex in layer:
        for other in graph.below[vertex]:
            low, high = sorted((middles[vertex], middles[other]))
            if high - low > _STRAIGHT_WITHIN:
                turns += [(low, 1), (high, -1)]
    most = now = 0
    for _, step in sorted(turns):
        now += step
        most = max(most, now)
    return min(most, _MOST_TRACKS)
