"""Turn a drawing in layers into corners of nodes."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.layout.layer_drawing import Drawing, DrawnGroup, hint_along
from graphs.layout.layer_order import LayerGraph
from graphs.layout.layered_problem import GRID, LayeredProblem, Position, nearest_on_grid, on_grid
from graphs.layout.position_hints import OldLayers

_MOST_TRACKS = 16
_TRACK_ENDS = 56.0
"""What lines need before and after they turn, px."""
_STRAIGHT_WITHIN = 16.0


def new_places(problem: LayeredProblem, group: DrawnGroup, drawing: Drawing) -> dict[str, Position]:
    """Return places with room between the layers for labels and for lines that turn."""
    style, graph, middles = problem.style, drawing.graph, drawing.middles
    thickness = _thickness(graph, group)
    lines = [thickness[0] / 2]
    for number in range(1, len(thickness)):
        tracks = _tracks(graph, graph.layers[number - 1], middles)
        gap = max(_least_gap(problem, drawing, number - 1), _TRACK_ENDS + style.line_gap * tracks)
        lines.append(lines[-1] + (thickness[number - 1] + thickness[number]) / 2 + on_grid(gap))
    return _corners(problem, group, graph, lines, middles)


def settled_places(
    problem: LayeredProblem, group: DrawnGroup, drawing: Drawing, old: OldLayers
) -> dict[str, Position]:
    """Return places where only what must gives way to what is new."""
    graph = drawing.graph
    thickness = _thickness(graph, group)
    wishes: list[float | None] = []
    for layer in graph.layers:
        stood = sorted(
            old.lines[old.ranks[node]] for node in layer if node < graph.count and old.settled[node]
        )
        wishes.append(stood[len(stood) // 2] if stood else None)
    gaps = [
        (thickness[number] + thickness[number + 1]) / 2 + on_grid(_least_gap(problem, drawing, number))
        for number in range(len(thickness) - 1)
    ]
    lines = _pushed_on(wishes, gaps)
    corners = _corners(problem, group, graph, lines, drawing.middles)
    return {node: _kept_corner(problem, group, number, corners[node], lines[graph.rank[number]], old)
            for number, node in enumerate(corners)}  # fmt: skip


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
        # Rounding to the grid may have taken a little of the gap.
        lines.append(least if wish is None or wish < least - GRID else wish)
    return lines


def _kept_corner(
    problem: LayeredProblem, group: DrawnGroup, number: int, corner: Position, line: float, old: OldLayers
) -> Position:
    """Return the corner of a node moved just as its layer did: rounding to the grid adds nothing."""
    axis = 1 if problem.style.is_vertical else 0
    start = hint_along(group.nodes[number], axis)
    if start is None or not old.settled[number]:
        return corner
    along = start + nearest_on_grid(line - old.lines[old.ranks[number]])
    return (corner[0], along) if axis else (along, corner[1])


def _thickness(graph: LayerGraph, group: DrawnGroup) -> list[float]:
    return [max(group.along[node] for node in layer if node < graph.count) for layer in graph.layers]


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


def _corners(
    problem: LayeredProblem,
    group: DrawnGroup,
    graph: LayerGraph,
    lines: Sequence[float],
    middles: Sequence[float],
) -> dict[str, Position]:
    places = {}
    for number, node in enumerate(group.nodes):
        along = nearest_on_grid(round(lines[graph.rank[number]] - group.along[number] / 2, 6))
        across = nearest_on_grid(round(middles[number] - group.across[number] / 2, 6))
        places[node.id] = (across, along) if problem.style.is_vertical else (along, across)
    return places
