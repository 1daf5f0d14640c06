"""Give states places: those that are stored keep theirs, the others come from a layered layout.

One box is laid out at a time, from the inside out: the children of a compound first, then the compound is a
box like any other. Rooms are kept free for what is drawn beside a state: its loops above, the initial disc
before it, and the line back where two states lead to each other.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphs.layout.layered_layout import layered_layout
from graphs.layout.layered_problem import (
    LayeredProblem,
    LayerStyle,
    LayoutNode,
    Link,
    Margins,
    Position,
    Size,
    nearest_on_grid,
)
from graphs.layout.layout_watch import UNWATCHED, LayoutWatch

Box = tuple[float, float, float, float]
"""Left, top, width, height, relative to the upper left corner of the enclosing box."""

HEADER_HEIGHT = 32.0
WALL_DISTANCE = 24.0
"""Least distance of children from the walls and from the header, in px."""

FIRST_PLACE = (WALL_DISTANCE, HEADER_HEIGHT + WALL_DISTANCE)
"""Where the upper left child of a box may stand at the earliest."""

SMALLEST_COMPOUND = (160.0, 96.0)

TOP_STYLE = LayerStyle(is_vertical=False, layer_gap=112.0, sibling_gap=48.0, label_room=48.0)
"""The machine itself flows to the right: labels lie on its lines."""
INNER_STYLE = LayerStyle(is_vertical=True, layer_gap=72.0, sibling_gap=72.0, label_room=48.0)
"""Compounds flow downwards, so that they stay narrow."""
INITIAL_ROOM = 32.0
"""For the initial disc beside its state, px."""
LOOP_ROOM = 24.0
"""For a self-loop above its state; the label is on it."""
NEAREST = 24.0
"""Laid out states keep this far from stored ones."""
RETURN_ROOM = 28.0
"""For the line back between two states that lead to each other."""
MANY_STATES = 64
"""So many states are folded into bands where they would make a long one."""
MOST_RATIO = 2.0
"""Times as long as high that they may be together."""
MOST_BANDS = 16
BAND_GAP = 144.0
"""Between two bands, for the lines from one to the other, px."""
_remembered: OrderedDict[tuple[LayeredProblem, Position, bool], Mapping[str, Position]] = OrderedDict()
_MOST_REMEMBERED = 256


def compound_size(
    children: Iterable[Box],
    *,
    stored: Size | None = None,
    header_width: float = 0.0,
    lines: Iterable[Box] = (),
    line_distance: float = 16.0,
) -> Size:
    """Return the size of a compound from what is in it, in px.

    Children keep 24 px from the right and lower wall, `lines` (what transitions and their labels take up)
    `line_distance`. A stored size is a least size: a box never cuts through what it holds. `header_width` is
    what name and note need.
    """
    width, height = stored or SMALLEST_COMPOUND
    width = max(width, header_width)
    height = max(height, HEADER_HEIGHT + WALL_DISTANCE)
    for boxes, distance in ((children, WALL_DISTANCE), (lines, line_distance)):
        for left, top, box_width, box_height in boxes:
            width = max(width, left + box_width + distance)
            height = max(height, top + box_height + distance)
    return float(round(width)), float(round(height))


@dataclass(frozen=True, slots=True)
class BoxContents:
    """What is laid out in one box: a compound or, at the top, the machine.

    `states` are the children in document order, `links` the transitions lifted to them (loops too), `initial`
    the child that the initial disc points at. With `walled` nothing passes `origin` to the left or above.
    """

    states: tuple[str, ...]
    sizes: Mapping[str, Size]
    links: tuple[Link, ...] = ()
    initial: str | None = None
    style: LayerStyle = TOP_STYLE
    origin: Position = (0.0, 0.0)
    walled: bool = False


def place_states(
    contents: BoxContents, hints: Mapping[str, Position] | None = None, watch: LayoutWatch = UNWATCHED
) -> dict[str, Position]:
    """Place all children of a box and return their upper left corners in px.

    `hints` are where they stood before, for as many as are known: a small change then moves little. The same
    input gives the same places; no two states overlap. Many states that would make one long band are folded
    into several, one below the other, that are read like lines. Raises LayoutCanceled.
    """
    hints = hints or {}
    nodes = tuple(
        LayoutNode(state, contents.sizes[state], margins, hints.get(state))
        for state, margins in _margins(contents).items()
    )
    problem = LayeredProblem(nodes, contents.links, contents.initial, contents.style)
    key = (problem, contents.origin, contents.walled)
    known = _remembered.get(key)
    if known is not None:
        _remembered.move_to_end(key)
        watch.pass_point(1.0)
        return dict(known)
    if len(nodes) < MANY_STATES:
        found: Mapping[str, Position] = layered_layout(
            problem, contents.origin, walled=contents.walled, watch=watch
        )
    else:
        found = _folded(contents, problem, watch)
    _remembered[key] = found
    if len(_remembered) > _MOST_REMEMBERED:
        _remembered.popitem(last=False)
    return dict(found)


def _folded(contents: BoxContents, problem: LayeredProblem, watch: LayoutWatch) -> Mapping[str, Position]:
    """Return places in as few bands as are not much longer than all of them are high together."""
    along = 1 if problem.style.is_vertical else 0
    plain = replace(problem, nodes=tuple(replace(node, hint=None) for node in problem.nodes))
    share = 0.3
    found = layered_layout(plain, contents.origin, walled=contents.walled, watch=watch.part(0.0, share))
    ratio = _ratio(contents, found, along)
    if ratio <= MOST_RATIO:
        return layered_layout(problem, contents.origin, walled=contents.walled, watch=watch.part(share, 1.0))
    bands = _bands_before(problem, along)
    if len(bands) > 1:
        return _below_one_another(contents, problem, bands, along, watch.part(share, 1.0))
    order = sorted(found, key=lambda state: (found[state][along], found[state][1 - along]))
    rank = {state: place for place, state in enumerate(order)}
    pairs = ((rank.get(link.source), rank.get(link.target)) for link in problem.links)
    links = [(a, b) for a, b in pairs if a is not None and b is not None]
    places = found
    for count in range(max(2, int((ratio / MOST_RATIO) ** 0.5)), MOST_BANDS + 1):
        part, share = watch.part(share, share + (1.0 - share) / 3), share + (1.0 - share) / 3
        places = _below_one_another(contents, plain, _bands(order, links, count), along, part)
        if _ratio(contents, places, along) <= MOST_RATIO:
            break
    return places


def _bands_before(problem: LayeredProblem, along: int) -> list[list[str]]:
    """Return the bands that states stood in before, with each new one in that of a neighbor."""
    known = [(node, node.hint) for node in problem.nodes if node.hint is not None]
    if len(known) < 0.8 * len(problem.nodes):
        return []
    bands: list[list[str]] = []
    low = float("-inf")
    for node, hint in sorted(known, key=lambda pair: (pair[1][1 - along], pair[0].id)):
        if hint[1 - along] >= low + BAND_GAP - 16:
            bands.append([])
        bands[-1].append(node.id)
        low = max(low, hint[1 - along] + node.size[1 - along])
    place = {state: number for number, band in enumerate(bands) for state in band}
    for node in problem.nodes:
        if node.id not in place:
            ends = [(link.source, link.target) for link in problem.links]
            beside = (place[end] for pair in ends if node.id in pair for end in pair if end in place)
            bands[next(beside, -1)].append(node.id)
    return bands


def _bands(order: Sequence[str], links: Sequence[tuple[int, int]], count: int) -> list[Sequence[str]]:
    """Cut a row of states into about equal parts, near by where the fewest links are cut."""
    length, cuts = len(order) / count, [0]
    for number in range(1, count):
        near = range(round((number - 0.2) * length), round((number + 0.2) * length) + 1)
        cuts.append(
            min(
                (place for place in near if cuts[-1] < place < len(order)),
                key=lambda place: sum(1 for a, b in links if min(a, b) < place <= max(a, b)),
                default=cuts[-1],
            )
        )
    return [order[a:b] for a, b in itertools.pairwise([*cuts, len(order)]) if a < b]


def _below_one_another(
    contents: BoxContents,
    problem: LayeredProblem,
    bands: Sequence[Sequence[str]],
    along: int,
    watch: LayoutWatch,
) -> dict[str, Position]:
    """Lay each band out by itself, and one beside the other across the flow."""
    places: dict[str, Position] = {}
    low: float | None = None
    for number, band in enumerate(bands):
        inside = frozenset(band)
        part = replace(
            problem,
            nodes=tuple(node for node in problem.nodes if node.id in inside),
            links=tuple(link for link in problem.links if {link.source, link.target} <= inside),
            initial=problem.initial if problem.initial in inside else None,
        )
        step = watch.part(number / len(bands), (number + 1) / len(bands))
        found = layered_layout(part, contents.origin, walled=contents.walled, watch=step)
        upper = min(at[1 - along] for at in found.values())
        stays = low is None or (part.nodes[0].hint is not None and upper >= low + NEAREST)
        down = 0.0 if low is None or stays else nearest_on_grid(low + BAND_GAP - upper)
        for state, (x, y) in found.items():
            places[state] = (x + down, y) if along else (x, y + down)
        low = max(places[state][1 - along] + contents.sizes[state][1 - along] for state in found)
    return places


def _ratio(contents: BoxContents, places: Mapping[str, Position], along: int) -> float:
    """Return how many times as long as high places are, the flow being `along` the axis 0 or 1."""
    spans = [
        max(at[axis] + contents.sizes[state][axis] for state, at in places.items())
        - min(at[axis] for at in places.values())
        for axis in (along, 1 - along)
    ]
    return spans[0] / max(1.0, spans[1])


def complete_positions(
    contents: BoxContents, stored: Mapping[str, Position], watch: LayoutWatch = UNWATCHED
) -> dict[str, Position]:
    """Return a position for every child: the stored one, else a first place.

    When only some are stored the others are laid out by themselves, at the origin as if nothing were stored,
    or below what is stored where that is in the way. So a state that is added to a box without stored
    positions leaves the others where they are.
    """
    missing = tuple(state for state in contents.states if state not in stored)
    result = {state: stored[state] for state in contents.states if state in stored}
    if missing:
        initial = contents.initial if contents.initial in missing else None
        rest = replace(contents, states=missing, initial=initial)
        result.update(_moved_clear(contents, place_states(rest, watch=watch), result))
    return {state: result[state] for state in contents.states}


def place_chosen(
    contents: BoxContents,
    stored: Mapping[str, Position],
    chosen: Sequence[str],
    watch: LayoutWatch = UNWATCHED,
) -> dict[str, Position]:
    """Lay out some children again among the others and return the places of the chosen.

    They keep the upper left corner they had together, or stand below the others where these are in the way.
    """
    known = [state for state in chosen if state in stored]
    corner = (
        min((stored[state][0] for state in known), default=contents.origin[0]),
        min((stored[state][1] for state in known), default=contents.origin[1]),
    )
    initial = contents.initial if contents.initial in chosen else None
    states = tuple(state for state in contents.states if state in chosen)
    part = replace(contents, states=states, initial=initial, origin=corner)
    hints = {state: stored[state] for state in known}
    places = place_states(part, hints, watch)
    others = {state: stored[state] for state in contents.states if state in stored and state not in places}
    return _moved_clear(contents, places, others)


def _moved_clear(
    contents: BoxContents, places: Mapping[str, Position], others: Mapping[str, Position]
) -> dict[str, Position]:
    """Return places as they are, or all moved below the others when one of them is in the way."""
    if not any(_overlap(contents, places[a], a, others[b], b) for a in places for b in others):
        return dict(places)
    low = max(y + contents.sizes[state][1] for state, (_, y) in others.items())
    down = low + nearest_on_grid(contents.style.sibling_gap) - min(y for _, y in places.values())
    return {state: (x, y + down) for state, (x, y) in places.items()}


def _overlap(contents: BoxContents, at: Position, state: str, other_at: Position, other: str) -> bool:
    (width, height), (other_width, other_height) = contents.sizes[state], contents.sizes[other]
    return (
        at[0] < other_at[0] + other_width + NEAREST
        and other_at[0] < at[0] + width + NEAREST
        and at[1] < other_at[1] + other_height + NEAREST
        and other_at[1] < at[1] + height + NEAREST
    )


def _margins(contents: BoxContents) -> dict[str, Margins]:
    """Return the room that each state needs for what is drawn beside it."""
    loops: dict[str, float] = {}
    pairs = {(link.source, link.target) for link in contents.links}
    returning = {source for source, target in pairs if source != target and (target, source) in pairs}
    for link in contents.links:
        if link.source == link.target:
            loops[link.source] = max(loops.get(link.source, 0.0), LOOP_ROOM + link.label[1])
    found = {}
    for state in contents.states:
        back = RETURN_ROOM if state in returning else 0.0
        found[state] = Margins(
            left=INITIAL_ROOM if state == contents.initial else 0.0,
            top=loops.get(state, 0.0),
            right=back if contents.style.is_vertical else 0.0,
            bottom=0.0 if contents.style.is_vertical else back,
        )
    return found
