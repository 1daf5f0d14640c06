"""Move vertices a little, so that lines run straight where they nearly do.

Links whose ends may stand on one line tie these together, in the manner of Brandes and Köpf (2001): each
vertex is tied to at most one above and one below, and ties do not cross. Ties make rows; a row stands where
its vertices would on average. Rows that would come too near are moved apart once from the first on and once
from the last back, and each stands in the middle of the two: order and gaps hold, and rows stay straight.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence

from graphs.layout.layer_order import LayerGraph
from graphs.layout.layered_problem import nearest_on_grid


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
        for (one, other), gap in zip(itertools.pairwise(layer), gaps, strict=True):
            before[row_of[other]].append((row_of[one], gap))
            behind[row_of[one]].append((row_of[other], gap))
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
        for one, other in itertools.pairwise(chain):
            inner = (one >= graph.count) + (other >= graph.count)
            off = abs(middles[one] - middles[other])
            if off <= reach * (1 + inner):
                urgency = -2 if inner == 2 else -1 if pair in graph.onward else 0
                offers[graph.rank[one]].append((urgency, off, one, other))
    found = []
    for layer_offers in offers:
        taken: list[tuple[int, int]] = []
        for _, _, one, other in sorted(layer_offers):
            tie = (slot[one], slot[other])
            at = bisect_left(taken, tie)
            # Ties are sorted above; below they must be too, and no end may be shared.
            clear_before = at == 0 or (taken[at - 1][0] < tie[0] and taken[at - 1][1] < tie[1])
            clear_behind = at == len(taken) or (taken[at][0] > tie[0] and taken[at][1] > tie[1])
            if clear_before and clear_behind:
                taken.insert(at, tie)
                found.append((one, other))
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
