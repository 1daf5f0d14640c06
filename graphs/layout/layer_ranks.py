"""Put the nodes of a graph without cycles in layers, so that every link leads to a later layer.

Longest paths first, then nodes are pulled towards their neighbors wherever that makes the links shorter in
total: the moves of a network simplex that concern one node at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

_MOST_PASSES = 8


def layer_ranks(
    count: int, pairs: Sequence[tuple[int, int]], least: Sequence[int] | None = None
) -> list[int]:
    """Return the layer of every node, from 0, no layer empty; every pair leads to a later one.

    `pairs` close no cycle. `least` are ranks from before, -1 for none: a node that has one stands there or
    later, and only nodes without one are pulled.
    """
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for upper, lower in dict.fromkeys(pairs):
        above[lower].append(upper)
        below[upper].append(lower)
    ranks = [0] * count if least is None else [max(0, rank) for rank in least]
    order = _flow_order(count, above, below)
    for node in order:
        for lower in below[node]:
            ranks[lower] = max(ranks[lower], ranks[node] + 1)
    movable = [least is None or least[node] < 0 for node in range(count)]
    _tighten(order, above, below, ranks, movable)
    used = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    return [used[rank] for rank in ranks]


def _flow_order(count: int, above: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> list[int]:
    """Return the nodes so that each comes after all that lead to it; ties in order of number."""
    missing = [len(uppers) for uppers in above]
    order = [node for node in range(count) if not missing[node]]
    for node in order:
        for lower in below[node]:
            missing[lower] -= 1
            if not missing[lower]:
                order.append(lower)
    if len(order) < count:
        raise ValueError("the links close a cycle")
    return order


def _tighten(
    order: Sequence[int],
    above: Sequence[Sequence[int]],
    below: Sequence[Sequence[int]],
    ranks: list[int],
    movable: Sequence[bool],
) -> None:
    for number in range(_MOST_PASSES):
        moved = False
        for node in reversed(order) if number % 2 == 0 else order:
            if not movable[node]:
                continue
            low = max((ranks[upper] + 1 for upper in above[node]), default=None)
            high = min((ranks[lower] - 1 for lower in below[node]), default=None)
            if len(below[node]) > len(above[node]) and high is not None:
                wanted = high
            elif len(above[node]) > len(below[node]) and low is not None:
                wanted = low
            else:
                continue
            moved = moved or wanted != ranks[node]
            ranks[node] = wanted
        if not moved:
            return
