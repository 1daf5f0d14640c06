"""Order the nodes of each layer so that few links cross.

Links that pass through layers are chains of points, one in each layer between, so that all links lead from
one layer to the next. Sweeps down and up sort each layer by where its neighbors stand (barycenters); then
neighbors are switched while that takes a crossing away. The number of sweeps is bounded by the size of the
graph, never by the clock, so that the same graph always gets the same order.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from graphs.layout.layout_watch import UNWATCHED, LayoutWatch

_MOST_SWEEPS = 24
_LEAST_SWEEPS = 4
_STEP_BUDGET = 400_000
"""How many link ends all sweeps together may look at."""
_PATIENCE = 4
"""Sweeps without a better order before it is left."""
_MOST_SWITCH_PASSES = 6


@dataclass(slots=True)
class LayerGraph:
    """A graph in layers. Vertices below `count` are nodes, the others points of links that pass through.

    `layers` holds the vertices of each layer in order, `rank` the layer of each vertex, `above` and `below`
    its neighbors in the layers beside it, `chains` for each pair the vertices from its upper to its lower
    end, `onward` the pairs that some link follows the way it leads; the others are drawn against the flow.
    """

    count: int
    layers: list[list[int]]
    rank: list[int]
    above: list[list[int]]
    below: list[list[int]]
    chains: dict[tuple[int, int], list[int]]
    onward: Collection[tuple[int, int]]


def layer_graph(
    count: int,
    ranks: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    onward: Collection[tuple[int, int]] | None = None,
) -> LayerGraph:
    """Return the graph with a point in every layer that a link passes through.

    `pairs` lead to later layers, each only once. The order within layers is that in which a walk from the
    first layer meets the nodes: a first order that keeps what belongs together side by side. `onward` are all
    pairs if not given.
    """
    rank = list(ranks)
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    chains = {}
    for upper, lower in pairs:
        chain = [upper]
        for layer in range(ranks[upper] + 1, ranks[lower]):
            chain.append(len(rank))
            rank.append(layer)
            above.append([])
            below.append([])
        chain.append(lower)
        for number, other in itertools.pairwise(chain):
            below[number].append(other)
            above[other].append(number)
        chains[(upper, lower)] = chain
    graph = LayerGraph(
        count,
        [[] for _ in range(max(rank, default=-1) + 1)],
        rank,
        above,
        below,
        chains,
        pairs if onward is None else onward,
    )
    for vertex in _first_order(graph):
        graph.layers[rank[vertex]].append(vertex)
    return graph


def _first_order(graph: LayerGraph) -> list[int]:
    seen = [False] * len(graph.rank)
    order = []
    starts = sorted(range(graph.count), key=lambda node: (len(graph.above[node]) > 0, node))
    for start in starts:
        waiting = [start]
        while waiting:
            vertex = waiting.pop()
            if seen[vertex]:
                continue
            seen[vertex] = True
            order.append(vertex)
            waiting.extend(other for other in reversed(graph.below[vertex]) if not seen[other])
    return order


def reduce_crossings(graph: LayerGraph, watch: LayoutWatch = UNWATCHED) -> int:
    """Order the layers again so that few links cross; return how many still do."""
    links = sum(len(lower) for lower in graph.below)
    sweeps = max(_LEAST_SWEEPS, min(_MOST_SWEEPS, _STEP_BUDGET // max(1, links)))
    best, best_count = [list(layer) for layer in graph.layers], crossings(graph)
    waited = 0
    for number in range(sweeps):
        watch.pass_point(number / (sweeps + 2))
        if best_count == 0 or waited > _PATIENCE:
            break
        _sweep(graph, downwards=number % 2 == 0, rightwards=number % 4 < 2)
        found = crossings(graph)
        waited = waited + 1 if found >= best_count else 0
        if found < best_count:
            best, best_count = [list(layer) for layer in graph.layers], found
    graph.layers = best
    watch.pass_point(sweeps / (sweeps + 2))
    return best_count - switch_neighbors(graph) if best_count else 0


def _sweep(graph: LayerGraph, *, downwards: bool, rightwards: bool) -> None:
    """Sort every layer by the mean place of its neighbors in the layer before it."""
    layers = graph.layers
    neighbors = graph.above if downwards else graph.below
    place = [0] * len(graph.rank)
    for number in range(len(layers)) if downwards else range(len(layers) - 1, -1, -1):
        layer = layers[number]
        keyed = []
        slots = []
        for slot, vertex in enumerate(layer):
            near = neighbors[vertex]
            if near:
                # Equal means keep their order, or turn it round: so that sweeps do not stick.
                keyed.append(
                    (sum(place[each] for each in near) / len(near), slot if rightwards else -slot, vertex)
                )
                slots.append(slot)
        keyed.sort()
        for slot, (_, _, vertex) in zip(slots, keyed, strict=True):
            layer[slot] = vertex
        for slot, vertex in enumerate(layer):
            place[vertex] = slot


def crossings(graph: LayerGraph) -> int:
    """Count how many links cross, layer by layer."""
    place = _places(graph)
    total = 0
    for layer in graph.layers:
        ends: list[int] = []
        for vertex in layer:
            below = graph.below[vertex]
            targets = (
                sorted(place[number] for number in below)
                if len(below) > 1
                else [place[number] for number in below]
            )
            total += sum(len(ends) - bisect_right(ends, target) for target in targets)
            for target in targets:
                ends.insert(bisect_right(ends, target), target)
    return total


def switch_neighbors(graph: LayerGraph, held: frozenset[int] = frozenset()) -> int:
    """Switch neighbors in a layer while that takes crossings away; return how many went.

    Two vertices that are both `held` are not switched with each other.
    """
    place = _places(graph)
    gone = 0
    dirty = set(range(len(graph.layers)))
    for _ in range(_MOST_SWITCH_PASSES):
        before = gone
        changed: set[int] = set()
        for number in sorted(dirty):
            won = _switch_layer(graph, graph.layers[number], place, held)
            if won:
                gone += won
                changed.update((number - 1, number, number + 1))
        dirty = {number for number in changed if 0 <= number < len(graph.layers)}
        if gone == before:
            break
    return gone


def _switch_layer(graph: LayerGraph, layer: list[int], place: list[int], held: frozenset[int]) -> int:
    gone = 0
    for slot in range(len(layer) - 1):
        left, right = layer[slot], layer[slot + 1]
        if left in held and right in held:
            continue
        won = 0
        for neighbors in (graph.above, graph.below):
            ours, theirs = neighbors[left], neighbors[right]
            if not ours or not theirs:
                continue
            for our in ours:
                mine = place[our]
                for other in theirs:
                    if mine > place[other]:
                        won += 1
                    elif mine < place[other]:
                        won -= 1
        if won > 0:
            layer[slot], layer[slot + 1] = right, left
            place[left], place[right] = slot + 1, slot
            gone += won
    return gone


def _places(graph: LayerGraph) -> list[int]:
    place = [0] * len(graph.rank)
    for layer in graph.layers:
        for slot, vertex in enumerate(layer):
            place[vertex] = slot
    return place
