"""Lay out a graph with cycles in layers, in the manner of Sugiyama, Tagawa and Toda (1981).

The stages are modules of their own: which links lead against the flow, and layers for the others
(`layer_ranks`), the order in each (`layer_order`), places across the flow (`layer_coordinates`). What hangs
together is laid out as one; parts without links between them are set side by side, single nodes in rows.

With hints the result is compared with one that keeps to the layers and the order from before: that is taken
unless it is clearly worse, so that a small edit moves little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphs.layout.layer_drawing import (
    crossed_when_straight,
    drawn_group,
    fresh_drawing,
    is_good_enough,
    kept_drawing,
    new_places,
    node_order,
    old_layers,
    settled_places,
    spread_middles,
)
from graphs.layout.layered_problem import (
    LayeredProblem,
    LayoutNode,
    Position,
    Reach,
    corner_of,
    hinted_middle,
    nearest_on_grid,
    on_grid,
    reach_of,
)
from graphs.layout.layout_watch import UNWATCHED, LayoutWatch

_LEAST_ROW = 800.0

_Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class LayoutPart:
    """Nodes that are placed as one: middles, how far they reach from these, and where these were before."""

    places: Mapping[str, Position]
    reaches: Mapping[str, Reach]
    wishes: Mapping[str, Position]

    def boxes(self, shift: Position = (0.0, 0.0)) -> list[_Box]:
        """Return what the nodes take up, moved by `shift`."""
        found = []
        for node, (x, y) in self.places.items():
            reach = self.reaches[node]
            x, y = x + shift[0], y + shift[1]
            found.append((x - reach.left, y - reach.top, x + reach.right, y + reach.bottom))
        return found


def pack_parts(parts: Sequence[LayoutPart], is_vertical: bool, gap: float) -> dict[str, Position]:
    """Return the middle of every node. Parts that stood somewhere stay there where nothing is in the way.

    The others follow across the flow in their order; single nodes follow in rows along the flow.
    """
    found: dict[str, Position] = {}
    taken: list[_Box] = []
    waiting: list[LayoutPart] = []
    for part in parts:
        shift = _old_shift(part)
        if shift is None or not _is_clear(part.boxes(shift), taken, gap):
            waiting.append(part)
        else:
            _put(part, shift, found, taken)
    for part in waiting:
        if len(part.places) > 1:
            _put(part, _behind(part, taken, is_vertical, gap), found, taken)
    _put_rows([part for part in waiting if len(part.places) == 1], is_vertical, gap, found, taken)
    return found


def _old_shift(part: LayoutPart) -> Position | None:
    """Return how far the part as a whole is off where it stood, by the middle of its nodes."""
    if not part.wishes:
        return None
    known = sorted(part.wishes)
    offs = [sorted(part.wishes[node][axis] - part.places[node][axis] for node in known) for axis in (0, 1)]
    half = len(known) // 2
    return nearest_on_grid(offs[0][half]), nearest_on_grid(offs[1][half])


def _is_clear(boxes: Sequence[_Box], taken: Sequence[_Box], gap: float) -> bool:
    half = gap / 2
    return not any(
        left - half < other[2]
        and other[0] < right + half
        and top - half < other[3]
        and other[1] < bottom + half
        for left, top, right, bottom in boxes
        for other in taken
    )


def _put(part: LayoutPart, shift: Position, found: dict[str, Position], taken: list[_Box]) -> None:
    taken.extend(part.boxes(shift))
    for node, (x, y) in part.places.items():
        found[node] = (x + shift[0], y + shift[1])


def _behind(part: LayoutPart, taken: Sequence[_Box], is_vertical: bool, gap: float) -> Position:
    """Return the shift that puts a part behind all that is taken, across the flow."""
    boxes = part.boxes()
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    start, end = _start_and_end(taken, is_vertical, gap)
    return (end - left, start - top) if is_vertical else (start - left, end - top)


def _start_and_end(taken: Sequence[_Box], is_vertical: bool, gap: float) -> tuple[float, float]:
    """Return where all that is taken begins along the flow, and where it ends across it, a gap added."""
    if not taken:
        return 0.0, 0.0
    if is_vertical:
        return min(box[1] for box in taken), max(box[2] for box in taken) + gap
    return min(box[0] for box in taken), max(box[3] for box in taken) + gap


def _put_rows(
    parts: Sequence[LayoutPart], is_vertical: bool, gap: float, found: dict[str, Position], taken: list[_Box]
) -> None:
    if not parts:
        return
    start, line = _start_and_end(taken, is_vertical, gap)
    ends = [box[3] if is_vertical else box[2] for box in taken]
    limit = start + max(_LEAST_ROW, max(ends, default=start) - start)
    at, deepest = start, 0.0
    for part in parts:
        ((left, top, right, bottom),) = part.boxes()
        length, depth = (bottom - top, right - left) if is_vertical else (right - left, bottom - top)
        if at > start and at + length > limit:
            at, line, deepest = start, line + deepest + gap, 0.0
        shift = (line - left, at - top) if is_vertical else (at - left, line - top)
        _put(part, shift, found, taken)
        at, deepest = at + length + gap, max(deepest, depth)


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
) -> LayoutPart:
    group = drawn_group(problem, nodes)
    reaches = {node.id: reach_of(node) for node in nodes}
    wishes = {node.id: middle for node in nodes if (middle := hinted_middle(node)) is not None}
    if len(nodes) == 1:
        return LayoutPart({nodes[0].id: (0.0, 0.0)}, reaches, wishes if trusted else {})
    drawing = fresh_drawing(problem, group, watch)
    if wishes:
        old = old_layers(problem, nodes)
        kept = kept_drawing(problem, group, old)
        drawing.crossed = crossed_when_straight(drawing)
        if is_good_enough(kept, drawing):
            if any(old.settled):
                places = settled_places(problem, group, kept, old)
                return LayoutPart(places, reaches, places)
            if node_order(kept) != node_order(drawing):
                drawing = kept
                drawing.middles = spread_middles(problem, group, kept.graph, UNWATCHED)
    return LayoutPart(new_places(problem, group, drawing), reaches, wishes)
