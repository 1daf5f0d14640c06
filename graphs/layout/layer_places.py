"""Turn a drawing in layers into middles of nodes."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.layout.layer_drawing import Drawing, DrawnGroup
from graphs.layout.layer_order import LayerGraph
from graphs.layout.layered_problem import LayeredProblem, Position, on_grid
from graphs.layout.position_hints import OldLayers

_MOST_TRACKS = 16
_TRACK_ENDS = 56.0
"""What lines need before and after they turn, px."""
_STRAIGHT_WITHIN = 16.0


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
