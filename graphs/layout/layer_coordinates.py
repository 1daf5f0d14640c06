"""Find where the vertices of ordered layers are across the flow, with lines as straight as can be.

Move vertices a little, so that lines run straight where they nearly do.

Links whose ends may stand on one line tie these together, in the manner of Brandes and Köpf (2001): each
vertex is tied to at most one above and one below, and ties do not cross. Ties make rows; a row stands where
its vertices would on average. Rows that would come too near are moved apart once from the first on and once
from the last back, and each is in the middle of the two: order and gaps hold, and rows stay straight.

Each vertex wants to stand where its neighbors do; those of links that pass through pull hardest, so that long
lines run straight. Within a layer the order and the gaps are kept exactly: the places nearest to the wishes,
in the sense of least squares, are found in linear time by merging neighbors that push one another (the pool
adjacent violators method).
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from graphs.layout.layer_order import LayerGraph
from graphs.layout.layered_problem import nearest_on_grid
from graphs.layout.layout_watch import UNWATCHED, LayoutWatch

_SWEEPS = 10
_STRAIGHT, _HALF_STRAIGHT, _PLAIN = 8.0, 2.0, 1.0
_BACKWARD = 0.25
"""What leads against the flow pulls nodes little, so that the way on runs straight."""
_HELD = 1000.0
_Pulls = list[list[tuple[int, float]]]


def straighten(
    graph: LayerGraph, middles: Sequence[float], spaces: Sequence[Sequence[float]], reach: float
) -> list[float]:
    """Return middles on the grid, with lines straight where no end of them moves much more than `reach` px.

    `spaces` are the least distances of neighbors in each layer; `middles` keep them.
    """
    row_of, rows = _rows(graph, _ties(graph, middles, reach))
    wishes = [sum(middles[vertex] for vertex in row) / len(row) for row in rows]
    before: list[list[tuple[int, float]]] = [[] for _ in rows]
    behind: list[list[tuple[int, float]]] = [[] for _ in rows]
    for layer, gaps in zip(graph.layers, spaces, strict=True):
        for (number, other), gap in zip(itertools.pairwise(layer), gaps, strict=True):
            before[row_of[other]].append((row_of[number], gap))
            behind[row_of[number]].append((row_of[other], gap))
    order = _row_order(before, behind)
    first = list(wishes)
    for row in order:
        first[row] = max([wishes[row], *(first[other] + gap for other, gap in before[row])])
    last = list(wishes)
    for row in reversed(order):
        last[row] = min([wishes[row], *(last[other] - gap for other, gap in behind[row])])
    found = [nearest_on_grid(round((a + b) / 2, 6)) for a, b in zip(first, last, strict=True)]
    return [found[row_of[vertex]] for vertex in range(len(graph.rank))]


def _ties(graph: LayerGraph, middles: Sequence[float], reach: float) -> list[tuple[int, int]]:
    """Return the pieces of links that are to run straight, from one layer to the next."""
    slot = {vertex: place for layer in graph.layers for place, vertex in enumerate(layer)}
    offers: list[list[tuple[int, float, int, int]]] = [[] for _ in graph.layers]
    for pair, chain in graph.chains.items():
        for number, other in itertools.pairwise(chain):
            inner = (number >= graph.count) + (other >= graph.count)
            off = abs(middles[number] - middles[other])
            if off <= reach * (1 + inner):
                urgency = -2 if inner == 2 else -1 if pair in graph.onward else 0
                offers[graph.rank[number]].append((urgency, off, number, other))
    found = []
    for layer_offers in offers:
        taken: list[tuple[int, int]] = []
        for _, _, number, other in sorted(layer_offers):
            tie = (slot[number], slot[other])
            at = bisect_left(taken, tie)
            # Ties are sorted above; below they must be too, and no end may be shared.
            clear_before = at == 0 or (taken[at - 1][0] < tie[0] and taken[at - 1][1] < tie[1])
            clear_behind = at == len(taken) or (taken[at][0] > tie[0] and taken[at][1] > tie[1])
            if clear_before and clear_behind:
                taken.insert(at, tie)
                found.append((number, other))
    return found


def _rows(graph: LayerGraph, ties: Sequence[tuple[int, int]]) -> tuple[list[int], list[list[int]]]:
    """Return the row of each vertex, and the vertices of each row."""
    row_of = [-1] * len(graph.rank)
    rows: list[list[int]] = []
    below = dict(ties)
    lower = set(below.values())
    for layer in graph.layers:
        for vertex in layer:
            if vertex in lower:
                continue
            row = []
            current: int | None = vertex
            while current is not None:
                row_of[current] = len(rows)
                row.append(current)
                current = below.get(current)
            rows.append(row)
    return row_of, rows


def _row_order(
    before: Sequence[Sequence[tuple[int, float]]], behind: Sequence[Sequence[tuple[int, float]]]
) -> list[int]:
    """Return the rows so that each comes after all that stand before it somewhere."""
    missing = [len(others) for others in before]
    order = [row for row in range(len(missing)) if not missing[row]]
    for row in order:
        for other, _ in behind[row]:
            missing[other] -= 1
            if not missing[other]:
                order.append(other)
    return order


def nearest_apart(wishes: Sequence[float], gaps: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the numbers nearest to `wishes` of which each exceeds the one before by its gap.

    `gaps[i]` is the least distance from number i to number i + 1. Nearest means the least sum of weighted
    squares; weights are over 0.
    """
    offsets = [0.0]
    for gap in gaps:
        offsets.append(offsets[-1] + gap)
    blocks: list[list[float]] = []
    for wish, offset, weight in zip(wishes, offsets, weights, strict=False):
        value, total, members = wish - offset, weight, 1.0
        while blocks and blocks[-1][0] >= value:
            other, more, count = blocks.pop()
            value = (value * total + other * more) / (total + more)
            total += more
            members += count
        blocks.append([value, total, members])
    found: list[float] = []
    for value, _, members in blocks:
        found.extend(value + offset for offset in offsets[len(found) : len(found) + int(members)])
    return found


def place_across(
    graph: LayerGraph,
    reaches: Sequence[tuple[float, float]],
    gap: float,
    line_gap: float,
    watch: LayoutWatch = UNWATCHED,
) -> list[float]:
    """Return the middle of every vertex across the flow, in px.

    `reaches` is how far each vertex reaches before and behind its middle, `gap` the least distance between
    nodes, `line_gap` that beside the points of links.
    """
    middles = [0.0] * len(graph.rank)
    spaces = [_spaces(graph, layer, reaches, gap, line_gap) for layer in graph.layers]
    for number, layer in enumerate(graph.layers):
        at = 0.0
        for slot, vertex in enumerate(layer):
            middles[vertex] = at
            if slot + 1 < len(layer):
                at += spaces[number][slot]
        for vertex in layer:
            middles[vertex] -= at / 2
    pulls = _pulls(graph)
    order = range(len(graph.layers))
    for number in range(_SWEEPS):
        watch.pass_point(number / _SWEEPS)
        last = number >= _SWEEPS - 2
        for layer_number in order if number % 2 == 0 else reversed(order):
            ways = (0, 1) if last else ((0,) if number % 2 == 0 else (1,))
            _settle(graph.layers[layer_number], spaces[layer_number], middles, pulls, ways)
    return straighten(graph, middles, spaces, gap)


def _spaces(
    graph: LayerGraph,
    layer: Sequence[int],
    reaches: Sequence[tuple[float, float]],
    gap: float,
    line_gap: float,
) -> list[float]:
    """Return the least distance of the middles of neighbors in a layer."""
    count = graph.count
    # Two nodes with a line between them are no nearer than without it.
    beside = max(line_gap, gap / 2)
    found = []
    for number, other in itertools.pairwise(layer):
        nodes = (number < count) + (other < count)
        found.append(reaches[number][1] + reaches[other][0] + (line_gap, beside, gap)[nodes])
    return found


def _pulls(graph: LayerGraph) -> tuple[_Pulls, _Pulls]:
    """Return for every vertex its neighbors above and below, each with how hard the link pulls."""
    above: _Pulls = [[] for _ in graph.rank]
    below: _Pulls = [[] for _ in graph.rank]
    for pair, chain in graph.chains.items():
        ends = _PLAIN if pair in graph.onward else _BACKWARD
        for number, other in itertools.pairwise(chain):
            points = (number >= graph.count) + (other >= graph.count)
            pull = (ends, ends * _HALF_STRAIGHT, _STRAIGHT)[points]
            below[number].append((other, pull))
            above[other].append((number, pull))
    return above, below


def _settle(
    layer: Sequence[int],
    spaces: Sequence[float],
    middles: list[float],
    pulls: tuple[_Pulls, _Pulls],
    ways: Sequence[int],
) -> None:
    wishes, weights = [], []
    for vertex in layer:
        total = weight = 0.0
        for way in ways:
            for other, pull in pulls[way][vertex]:
                total += pull * middles[other]
                weight += pull
        if weight:
            wishes.append(total / weight)
            weights.append(weight)
        else:
            wishes.append(middles[vertex])
            weights.append(0.25)
    for vertex, middle in zip(layer, nearest_apart(wishes, spaces, weights), strict=True):
        middles[vertex] = middle


def wished_middles(graph: LayerGraph, hints: Mapping[int, float]) -> list[float]:
    """Return where every vertex would stand across the flow if nothing were in its way.

    Nodes with a hint stand there, the others and the points of links in the middle of their neighbors.
    """
    middles = [hints.get(vertex, 0.0) for vertex in range(len(graph.rank))]
    known = [vertex in hints for vertex in range(len(graph.rank))]
    for (upper, lower), chain in graph.chains.items():
        if upper in hints and lower in hints and len(chain) > 2:
            step = (middles[lower] - middles[upper]) / (len(chain) - 1)
            for number, vertex in enumerate(chain[1:-1], 1):
                middles[vertex], known[vertex] = middles[upper] + step * number, True
    for _ in range(3):
        for vertex in range(len(graph.rank)):
            if vertex in hints:
                continue
            near = [middles[each] for each in (*graph.above[vertex], *graph.below[vertex]) if known[each]]
            if near:
                middles[vertex], known[vertex] = sum(near) / len(near), True
    return middles


def place_by_hints(
    graph: LayerGraph, reaches: Sequence[tuple[float, float]], gap: float, hints: Mapping[int, float]
) -> list[float]:
    """Return the middle of every vertex across the flow; nodes with a hint move only where they must.

    Points of links take no room here: lines are led around what stands. A node without a hint stands where
    its neighbors do, as near as the others let it.
    """
    middles = wished_middles(graph, hints)
    for layer in graph.layers:
        nodes = [vertex for vertex in layer if vertex < graph.count]
        spaces = [reaches[number][1] + reaches[other][0] + gap for number, other in itertools.pairwise(nodes)]
        weights = [_HELD if node in hints else _PLAIN for node in nodes]
        wishes = [middles[node] for node in nodes]
        for node, middle in zip(nodes, nearest_apart(wishes, spaces, weights), strict=True):
            middles[node] = middle
    return middles
