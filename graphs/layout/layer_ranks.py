"""Put the nodes of a graph in layers: turn the links that lead against the flow, then rank.

Decide which links of a graph lead against its flow, so that the rest has no cycles.

Only links inside a cycle are ever turned; what has no cycles flows with all its links. Inside a cycle the
flow is the order in which a walk in waves from the initial node meets the nodes. A depth-first walk turns a
few links less, but strings a well-connected machine out to a chain: random machines of 300 states get 128
layers and nine times as much line, against 18 layers.

Longest paths first, then nodes are pulled towards their neighbors wherever that makes the links shorter in
total: the moves of a network simplex that concern one node at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphs.structure.queries import strong_components

Pair = tuple[int, int]
"""A link by the numbers of its ends."""

_MOST_PASSES = 8


def wave_order(count: int, pairs: Sequence[Pair], first: int) -> list[int]:
    """Return the place of each node in a walk in waves from `first`, the rest in order of number."""
    following: list[list[int]] = [[] for _ in range(count)]
    for source, target in pairs:
        following[source].append(target)
    place = [-1] * count
    met = 0
    for start in (first, *range(count)):
        if place[start] >= 0:
            continue
        wave = [start]
        place[start] = met
        met += 1
        for node in wave:
            for target in following[node]:
                if place[target] < 0:
                    place[target] = met
                    met += 1
                    wave.append(target)
    return place


def turned_links(count: int, pairs: Sequence[Pair], first: int) -> frozenset[Pair]:
    """Return the links that lead against the flow; turned round, no cycle is left.

    `pairs` hold no loops. Nodes are numbered 0 to `count` - 1 in document order.
    """
    following: dict[int, list[int]] = {node: [] for node in range(count)}
    for source, target in pairs:
        following[source].append(target)
    cycle_of = [0] * count
    for number, component in enumerate(strong_components(following)):
        for node in component:
            cycle_of[node] = number
    place = wave_order(count, pairs, first)
    return frozenset(
        (source, target)
        for source, target in pairs
        if cycle_of[source] == cycle_of[target] and place[source] > place[target]
    )


def turned_by_ranks(count: int, pairs: Sequence[Pair], ranks: Sequence[int]) -> frozenset[Pair]:
    """Return the links that lead against the flow which earlier ranks show; -1 is an unknown rank.

    Links between known ranks follow or oppose them. The others are taken as they come, in order, and turned
    where they would close a cycle.
    """
    following: list[list[int]] = [[] for _ in range(count)]
    turned = set()
    open_pairs = []
    for source, target in pairs:
        if min(ranks[source], ranks[target]) < 0 or ranks[source] == ranks[target]:
            open_pairs.append((source, target))
        elif ranks[source] < ranks[target]:
            following[source].append(target)
        else:
            turned.add((source, target))
            following[target].append(source)
    for source, target in open_pairs:
        if _leads_to(target, source, following):
            turned.add((source, target))
            following[target].append(source)
        else:
            following[source].append(target)
    return frozenset(turned)


def _leads_to(start: int, goal: int, following: Sequence[Sequence[int]]) -> bool:
    seen = {start}
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node == goal:
            return True
        for target in following[node]:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return False


def layer_ranks(
    count: int, pairs: Sequence[tuple[int, int]], least: Sequence[int] | None = None
) -> list[int]:
    """Return the layer of every node, from 0, no layer empty; every pair leads to a later one.

    `pairs` close no cycle. `least` are ranks from before, -1 for none: a node that has one is there or
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
