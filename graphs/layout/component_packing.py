"""Set parts of a graph that nothing links beside one another, without overlaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphs.layout.layered_problem import Position, Size, nearest_on_grid

_LEAST_ROW = 800.0


@dataclass(frozen=True, slots=True)
class Part:
    """Nodes that are placed as one: corners relative to one another, sizes, and where they stood before."""

    places: Mapping[str, Position]
    sizes: Mapping[str, Size]
    wishes: Mapping[str, Position]


def pack_parts(parts: Sequence[Part], is_vertical: bool, gap: float) -> dict[str, Position]:
    """Return the corner of every node. Parts that stood somewhere stay there where nothing is in the way.

    The others follow across the flow in their order; single nodes follow in rows along the flow.
    """
    found: dict[str, Position] = {}
    taken: list[tuple[float, float, float, float]] = []
    waiting: list[Part] = []
    for part in parts:
        shift = _old_shift(part)
        if shift is None or not _is_clear(part, shift, taken, gap):
            waiting.append(part)
            continue
        _put(part, shift, found, taken)
    _put_rest([part for part in waiting if len(part.places) > 1], is_vertical, gap, found, taken)
    _put_rows([part for part in waiting if len(part.places) == 1], is_vertical, gap, found, taken)
    return found


def _old_shift(part: Part) -> Position | None:
    """Return how far the part as a whole is off where it stood, by the middle of its nodes."""
    if not part.wishes:
        return None
    known = sorted(part.wishes)
    across = [sorted(part.wishes[node][axis] - part.places[node][axis] for node in known) for axis in (0, 1)]
    middle = len(known) // 2
    return nearest_on_grid(across[0][middle]), nearest_on_grid(across[1][middle])


def _is_clear(
    part: Part, shift: Position, taken: Sequence[tuple[float, float, float, float]], gap: float
) -> bool:
    for node, (x, y) in part.places.items():
        left, top = x + shift[0] - gap / 2, y + shift[1] - gap / 2
        right, bottom = left + part.sizes[node][0] + gap, top + part.sizes[node][1] + gap
        if any(left < r and x2 < right and top < b and y2 < bottom for x2, y2, r, b in taken):
            return False
    return True


def _put(
    part: Part,
    shift: Position,
    found: dict[str, Position],
    taken: list[tuple[float, float, float, float]],
) -> None:
    for node, (x, y) in part.places.items():
        left, top = x + shift[0], y + shift[1]
        found[node] = (left, top)
        taken.append((left, top, left + part.sizes[node][0], top + part.sizes[node][1]))


def _put_rest(
    parts: Sequence[Part],
    is_vertical: bool,
    gap: float,
    found: dict[str, Position],
    taken: list[tuple[float, float, float, float]],
) -> None:
    for part in parts:
        left = min(x for x, _ in part.places.values())
        top = min(y for _, y in part.places.values())
        start, end = _corner_and_end(taken, is_vertical, gap)
        shift = (end - left, start - top) if is_vertical else (start - left, end - top)
        _put(part, shift, found, taken)


def _corner_and_end(
    taken: Sequence[tuple[float, float, float, float]], is_vertical: bool, gap: float
) -> tuple[float, float]:
    """Return where all that is taken begins along the flow, and where it ends across it, a gap added."""
    if not taken:
        return 0.0, 0.0
    if is_vertical:
        return min(one[1] for one in taken), max(one[2] for one in taken) + 2 * gap
    return min(one[0] for one in taken), max(one[3] for one in taken) + 2 * gap


def _put_rows(
    parts: Sequence[Part],
    is_vertical: bool,
    gap: float,
    found: dict[str, Position],
    taken: list[tuple[float, float, float, float]],
) -> None:
    if not parts:
        return
    start, line = _corner_and_end(taken, is_vertical, gap)
    ends = [one[3] if is_vertical else one[2] for one in taken]
    limit = start + max(_LEAST_ROW, max(ends, default=start) - start)
    at, deepest = start, 0.0
    for part in parts:
        ((node, size),) = part.sizes.items()
        length, depth = (size[1], size[0]) if is_vertical else size
        if at > start and at + length > limit:
            at, line, deepest = start, line + deepest + gap, 0.0
        shift = (line, at) if is_vertical else (at, line)
        _put(Part({node: (0.0, 0.0)}, part.sizes, {}), shift, found, taken)
        at, deepest = at + length + gap, max(deepest, depth)
