"""Lay out a graph with cycles in layers, in the manner of Sugiyama, Tagawa and Toda (1981).

The stages are modules of their own: which links lead against the flow (`flow_direction`), layers
(`layer_ranks`), the order in each (`layer_order`), places across the flow (`layer_coordinates`). What hangs
together is laid out as one; parts without links between them are set side by side, single nodes in rows.

With hints the result is compared with one that keeps to the layers and the order from before: that is taken
unless it is clearly worse, so that a small edit moves little (see `position_hints`).
"""

from __future__ import annotations

from collections.abc import Sequence

from graphs.layout.component_packing import Part, pack_parts
from graphs.layout.layer_drawing import (
    crossed_when_straight,
    drawn_group,
    fresh_drawing,
    is_good_enough,
    kept_drawing,
    node_order,
    old_layers,
    spread_middles,
)
from graphs.layout.layer_places import new_places, settled_places
from graphs.layout.layered_problem import (
    LayeredProblem,
    LayoutNode,
    Position,
    corner_of,
    hinted_middle,
    on_grid,
    reach_of,
)
from graphs.layout.layout_watch import UNWATCHED, LayoutWatch


def layered_layout(
    problem: LayeredProblem,
    origin: Position = (0.0, 0.0),
    *,
    walled: bool = False,
    watch: LayoutWatch = UNWATCHED,
) -> dict[str, Position]:
    """Return the upper left corner of every node, in px; no two nodes with their margins overlap.

    Without hints the upper left corner of all, margins included, is `origin`. With hints they stay where they
    were; only when `walled` nothing may pass `origin` to the left or above. The same problem always gets the
    same places. Raises LayoutCanceled when the watch asks for it.
    """
    if not problem.nodes:
        return {}
    groups = _groups(problem)
    trusted = any(any(old_layers(problem, group).settled) for group in groups if len(group) > 1)
    parts = []
    done = 0
    for group in groups:
        share = watch.part(done / len(problem.nodes), (done + len(group)) / len(problem.nodes))
        parts.append(_place_group(problem, group, share, trusted))
        done += len(group)
    middles = pack_parts(parts, problem.style.is_vertical, on_grid(problem.style.sibling_gap))
    watch.pass_point(1.0)
    return _from_origin(problem, middles, origin, walled)


def _from_origin(
    problem: LayeredProblem, middles: dict[str, Position], origin: Position, walled: bool
) -> dict[str, Position]:
    """Turn middles into upper left corners, and keep to the origin."""
    reaches = {node.id: reach_of(node) for node in problem.nodes}
    dx = origin[0] - min(x - reaches[node].left for node, (x, _) in middles.items())
    dy = origin[1] - min(y - reaches[node].top for node, (_, y) in middles.items())
    if any(node.hint is not None for node in problem.nodes):
        dx, dy = (max(0.0, dx), max(0.0, dy)) if walled else (0.0, 0.0)
    return {
        node.id: corner_of(node, (middles[node.id][0] + dx, middles[node.id][1] + dy))
        for node in problem.nodes
    }


def _groups(problem: LayeredProblem) -> list[list[LayoutNode]]:
    """Return what hangs together: that of the initial node first, then in document order."""
    index = {node.id: number for number, node in enumerate(problem.nodes)}
    near: list[list[int]] = [[] for _ in problem.nodes]
    for link in problem.links:
        if link.source in index and link.target in index:
            near[index[link.source]].append(index[link.target])
            near[index[link.target]].append(index[link.source])
    seen: set[int] = set()
    groups = []
    first = index.get(problem.initial or "", 0)
    for start in (first, *range(len(near))):
        if start in seen:
            continue
        seen.add(start)
        found = [start]
        for number in found:
            for other in near[number]:
                if other not in seen:
                    seen.add(other)
                    found.append(other)
        groups.append([problem.nodes[number] for number in sorted(found)])
    return groups


def _place_group(
    problem: LayeredProblem, nodes: Sequence[LayoutNode], watch: LayoutWatch, trusted: bool
) -> Part:
    group = drawn_group(problem, nodes)
    reaches = {node.id: reach_of(node) for node in nodes}
    wishes = {node.id: middle for node in nodes if (middle := hinted_middle(node)) is not None}
    if len(nodes) == 1:
        return Part({nodes[0].id: (0.0, 0.0)}, reaches, wishes if trusted else {})
    drawing = fresh_drawing(problem, group, watch)
    if wishes:
        old = old_layers(problem, nodes)
        kept = kept_drawing(problem, group, old)
        drawing.crossed = crossed_when_straight(drawing)
        if is_good_enough(kept, drawing):
            if any(old.settled):
                places = settled_places(problem, group, kept, old)
                return Part(places, reaches, places)
            if node_order(kept) != node_order(drawing):
                drawing = kept
                drawing.middles = spread_middles(problem, group, kept.graph, UNWATCHED)
    return Part(new_places(problem, group, drawing), reaches, wishes)
