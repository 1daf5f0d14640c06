"""Set parts of a graph that nothing links beside one another, without overlaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphs.layout.layered_problem import Position, Reach, nearest_on_grid

_LEAST_ROW = 800.0

_Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Part:
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


def pack_parts(parts: Sequence[Part], is_vertical: bool, gap: float) -> dict[str, Position]:
    """Return the middle of every node. Parts that stood somewhere stay there where nothing is in the way.

    The others follow across the flow in their order; single nodes follow in rows along the flow.
    """
    found: dict[str, Position] = {}
    taken: list[_Box] = []
    waiting: list[Part] = []
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


def _old_shift(part: Part) -> Position | None:
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


def _put(part: Part, shift: Position, found: dict[str, Position], taken: list[_Box]) -> None:
    taken.extend(part.boxes(shift))
    for node, (x, y) in part.places.items():
        found[node] = (x + shift[0], y + shift[1])


def _behind(part: Part, taken: Sequence[_Box], is_vertical: bool, gap: float) -> Position:
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
    parts: Sequence[Part], is_vertical: bool, gap: float, found: dict[str, Position], taken: list[_Box]
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
