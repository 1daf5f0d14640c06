"""Hand out the lines between two boxes the cheapest first, and make no line before its turn.

There are hundreds of lines between any two boxes and one of the first few is nearly always taken. So a family
of lines is opened when its cheapest could be next, and of the lines between two ports one waits at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from editor.canvas.routing.candidates import (
    Around,
    Cornered,
    Family,
    Lane,
    Line,
    PortPair,
    Side,
    Stepped,
    Tracks,
    straight_lines,
)
from editor.canvas.routing.shapes import Rect

_PER_FAMILY = 1 << 16
_PER_PAIR = 1 << 6
"""Places among lines of equal cost are counted so that no two are the same."""

_Offer = tuple[float, int, Family | Line, PortPair | None, Tracks, int]
"""The least cost and the place among equals; then a line that is ready, a family that is not opened yet, or
the two ports, the tracks between them and the number of the one that is next."""


def cheapest_first(
    source: Rect, target: Rect, lane: Lane, label: tuple[float, float]
) -> Iterator[tuple[float, Line]]:
    """Yield lines from `source` to `target`, neither of which holds the other, with what each costs.

    `label` is the size of the plate that is to stand on the line.
    """
    offers: list[_Offer] = [
        (one.cost, number, one.points, None, [], 0)
        for number, one in enumerate(straight_lines(source, target, lane))
    ]
    for number, family in enumerate(_families(source, target, label), 1):
        least = family.least_cost()
        if least is not None:
            offers.append((least, number * _PER_FAMILY, family, None, [], 0))
    heapify(offers)
    while offers:
        cost, place, what, pair, tracks, number = heappop(offers)
        if not isinstance(what, Family):
            yield cost, what
        elif pair is None:
            _open(what, place, offers)
        else:
            following = number + 1
            if following < len(tracks):
                heappush(offers, (tracks[following][0], place + 1, what, pair, tracks, following))
            yield cost, what.line(pair, tracks[number][1])


def _families(source: Rect, target: Rect, label: tuple[float, float]) -> Iterator[Family]:
    for side in Side:
        for other in Side:
            if side == other:
                yield Around(source, target, side, label)
            elif side.is_vertical_wall == other.is_vertical_wall:
                yield Stepped(source, target, side, other)
            else:
                yield Cornered(source, target, side, other)


def _open(family: Family, place: int, offers: list[_Offer]) -> None:
    """Let the cheapest line between every two ports wait for its turn."""
    for number, pair in enumerate(family.pairs()):
        tracks = family.tracks(pair)
        if tracks:
            heappush(offers, (tracks[0][0], place + 1 + number * _PER_PAIR, family, pair, tracks, 0))
