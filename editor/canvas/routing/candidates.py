"""Offer orthogonal lines between two boxes: straight, with one corner, with two; the cheapest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from editor.canvas.routing.shapes import Point, Rect, length_of

CORNER_DISTANCE = 16.0
"""Lines leave and enter a box at least this far from its corners."""

LINE_DISTANCE = 26.0
"""Lines side by side are at least this far apart."""

STUB = 18.0
"""Lines go at least this far straight out of a box before they turn."""

BEND = 40.0
"""What a corner costs, in px of length."""

DETOUR = 1.2
"""What each px costs by which the ends of a line are off where they would best be."""

Line = tuple[Point, ...]
"""A line by its corners."""


class BoxSide(IntEnum):
    """A side of a box."""

    LEFT = 0
    TOP = 1
    RIGHT = 2
    BOTTOM = 3

    @property
    def is_vertical_wall(self) -> bool:
        """Tell whether lines leave this side horizontally."""
        return self in (BoxSide.LEFT, BoxSide.RIGHT)

    @property
    def outward(self) -> float:
        """Return 1 for the sides to which coordinates grow, else -1."""
        return 1.0 if self in (BoxSide.RIGHT, BoxSide.BOTTOM) else -1.0


class LineOffer(NamedTuple):
    """A line on offer; `detour` is how far its ends are from where they would best be, in px."""

    points: Line
    detour: float

    @property
    def cost(self) -> float:
        """Return what the line costs by itself: its length, its corners, its detour."""
        return length_of(self.points) + BEND * (len(self.points) - 2) + DETOUR * self.detour


@dataclass(frozen=True, slots=True)
class LinePlace:
    """Where among the lines between the same two boxes a line runs: `index` of `count`, `spread` px wide."""

    index: int
    count: int
    spread: float


PortPair = tuple[float, float, float]
"""Where a line leaves one side and enters another, and how far that is off the middles of both."""

Tracks = list[tuple[float, float]]
"""The costs of lines between the same two ports, cheapest first, with what tells each from the others."""


def port_range(rect: Rect, side: BoxSide) -> tuple[float, float]:
    """Return between which coordinates lines may leave a side; small boxes have only their middle."""
    low, high = (rect.top, rect.bottom) if side.is_vertical_wall else (rect.left, rect.right)
    if high - low < 2 * CORNER_DISTANCE + 4:
        middle = (low + high) / 2
        return middle, middle
    return low + CORNER_DISTANCE, high - CORNER_DISTANCE


def straight_lines(source: Rect, target: Rect, lane: LinePlace) -> Iterator[LineOffer]:
    """Offer straight lines where the two boxes face each other."""
    for horizontal in (True, False):
        side = _facing_side(source, target, horizontal)
        if side is None:
            continue
        low_a, high_a = port_range(source, side)
        low_b, high_b = port_range(target, side)
        low, high = max(low_a, low_b), min(high_a, high_b)
        if low > high:
            continue
        best = _lane_position(low, high, lane)
        for at in _spread_positions(low, high, best):
            near, far = source[side], target[(side + 2) % 4]
            start = (near, at) if horizontal else (at, near)
            end = (far, at) if horizontal else (at, far)
            yield LineOffer((start, end), abs(at - best))


def _facing_side(source: Rect, target: Rect, horizontal: bool) -> BoxSide | None:
    if horizontal:
        if source.right < target.left:
            return BoxSide.RIGHT
        return BoxSide.LEFT if target.right < source.left else None
    if source.bottom < target.top:
        return BoxSide.BOTTOM
    return BoxSide.TOP if target.bottom < source.top else None


def _lane_position(low: float, high: float, lane: LinePlace) -> float:
    middle = (low + high) / 2
    if lane.count < 2:
        return middle
    spread = min(high - low, lane.spread)
    return middle - spread / 2 + spread * lane.index / (lane.count - 1)


def _spread_positions(low: float, high: float, best: float) -> list[float]:
    found = [best]
    step = LINE_DISTANCE / 2
    for number in range(1, 9):
        found.extend(at for at in (best - number * step, best + number * step) if low <= at <= high)
    found.extend(at for at in (low, high) if at not in found)
    return found


def ports(rect: Rect, side: BoxSide) -> list[tuple[float, float]]:
    """Return ports of a side, each with its distance from the middle."""
    low, high = port_range(rect, side)
    middle = (low + high) / 2
    found = [(middle, 0.0)]
    for distance in (LINE_DISTANCE, 2 * LINE_DISTANCE):
        if middle - distance >= low:
            found.append((middle - distance, distance))
            found.append((middle + distance, distance))
    if high - middle > 1 and all(abs(at - low) > 8 for at, _ in found):
        found.append((low, middle - low))
        found.append((high, high - middle))
    return found


class LineFamily:
    """All lines of one shape that leave one side of a box and enter one of another.

    A line leaves the wall `start` at `at` and enters the wall `end` at `goal`; `out` is the way out of the
    first, 1 to where coordinates grow.
    """

    __slots__ = ("along_x", "end", "other", "out", "side", "source", "start", "target")

    def __init__(self, source: Rect, target: Rect, side: BoxSide, other: BoxSide) -> None:
        self.source, self.target, self.side, self.other = source, target, side, other
        self.along_x = side.is_vertical_wall
        self.start, self.end = source[side], target[other]
        self.out = side.outward

    def least_cost(self) -> float | None:
        """Return a cost that no line of the family is below; None when there is no line."""
        raise NotImplementedError

    def pairs(self) -> Iterator[PortPair]:
        """Yield where lines can leave and enter."""
        enters = ports(self.target, self.other)
        for at, miss in ports(self.source, self.side):
            for goal, end_miss in enters:
                yield at, goal, miss + end_miss

    def tracks(self, pair: PortPair) -> Tracks:
        """Return the lines between two ports; none where no line of this shape fits."""
        raise NotImplementedError

    def line(self, pair: PortPair, track: float) -> Line:
        """Return one line by its corners."""
        start, end = self.start, self.end
        at, goal, _ = pair
        if self.along_x:
            return (start, at), (track, at), (track, goal), (end, goal)
        return (at, start), (at, track), (goal, track), (goal, end)

    def _gap_between_ports(self) -> float:
        """Return how far at least the two ports of a line are apart along the sides."""
        low, high = port_range(self.source, self.side)
        other_low, other_high = port_range(self.target, self.other)
        return max(0.0, other_low - high, low - other_high)


class CorneredLines(LineFamily):
    """Lines with one corner, between sides at right angles."""

    __slots__ = ()

    def least_cost(self) -> float | None:
        """Return a cost that no line of the family is below; None when there is no line."""
        along = _reach(self.start, self.side, port_range(self.target, self.other))
        across = _reach(self.end, self.other, port_range(self.source, self.side))
        return None if along is None or across is None else along + across + BEND

    def tracks(self, pair: PortPair) -> Tracks:
        """Return the one line between two ports."""
        at, goal, detour = pair
        along = (goal - self.start) * self.out
        across = (at - self.end) * self.other.outward
        if along < STUB or across < STUB:
            return []
        return [(along + across + BEND + DETOUR * detour, 0.0)]

    def line(self, pair: PortPair, track: float) -> Line:
        """Return one line by its corners."""
        start, end = self.start, self.end
        at, goal, _ = pair
        if self.along_x:
            return (start, at), (goal, at), (goal, end)
        return (at, start), (at, goal), (end, goal)


def _reach(wall: float, side: BoxSide, ports_at: tuple[float, float]) -> float | None:
    """Return how far at least a line goes out of a wall to the ports of a side at right angles."""
    low, high = ports_at
    nearest, farthest = (low - wall, high - wall) if side.outward > 0 else (wall - high, wall - low)
    return None if farthest < STUB else max(STUB, nearest)


class SteppedLines(LineFamily):
    """Lines with two corners between sides that face each other; a track is where they step over."""

    __slots__ = ()

    def least_cost(self) -> float | None:
        """Return a cost that no line of the family is below; None when there is no line."""
        length = (self.end - self.start) * self.out
        return None if length < 2 * STUB else length + self._gap_between_ports() + 2 * BEND

    def tracks(self, pair: PortPair) -> Tracks:
        """Return the lines between two ports, by the place of their step."""
        at, goal, detour = pair
        start, end = self.start, self.end
        step = abs(at - goal)
        if step < 1:
            return []
        middle = (start + end) / 2
        low, high = min(start, end) + STUB, max(start, end) - STUB
        length = abs(end - start) + step + 2 * BEND
        middles = (middle, middle - LINE_DISTANCE, middle + LINE_DISTANCE)
        tracks: list[float] = []
        for track in (*middles, start + self.out * 28, end - self.out * 28):
            if low <= track <= high and all(abs(track - other) >= 1 for other in tracks):
                tracks.append(track)
        found = [(length + DETOUR * (detour + abs(track - middle) / 4), track) for track in tracks]
        found.sort(key=_cost)
        return found


class LoopedLines(LineFamily):
    """Lines that leave and enter on the same side; a track is how far out they turn."""

    __slots__ = ("_reaches",)

    def __init__(self, source: Rect, target: Rect, side: BoxSide, label: tuple[float, float]) -> None:
        super().__init__(source, target, side, side)
        half = (label[0] if self.along_x else label[1]) / 2
        self._reaches = sorted({28.0, 54.0, 80.0, 106.0, 132.0, max(28.0, round(half + 6))})

    def least_cost(self) -> float | None:
        """Return a cost that no line of the family is below; None when there is no line."""
        return abs(self.end - self.start) + 2 * self._reaches[0] + self._gap_between_ports() + 2 * BEND

    def tracks(self, pair: PortPair) -> Tracks:
        """Return the lines between two ports, by how far out they turn."""
        at, goal, detour = pair
        length = abs(self.end - self.start) + abs(at - goal) + 2 * BEND
        rest, out = DETOUR * detour, self.out
        outermost = self.start if self.start * out > self.end * out else self.end
        return [(length + 2 * reach + rest, outermost + out * reach) for reach in self._reaches]


def _cost(track: tuple[float, float]) -> float:
    return track[0]


def wall_lines(outer: Rect, inner: Rect, header: float, outwards: bool) -> Iterator[LineOffer]:
    """Offer straight lines between a box and the inside of the walls of a box around it.

    `header` is how far below its top the inside of the outer box begins. `outwards` leads from the inner
    box to the wall.
    """
    walls = Rect(outer.left, outer.top + header, outer.right, outer.bottom)
    for side in (BoxSide.LEFT, BoxSide.RIGHT, BoxSide.BOTTOM, BoxSide.TOP):
        low, high = port_range(inner, side)
        for at, miss in (((low + high) / 2, 0.0), (low, (high - low) / 2), (high, (high - low) / 2)):
            near = (inner[side], at) if side.is_vertical_wall else (at, inner[side])
            far = (walls[side], at) if side.is_vertical_wall else (at, walls[side])
            yield LineOffer((near, far) if outwards else (far, near), miss)


_PER_FAMILY = 1 << 16
_PER_PAIR = 1 << 6
"""Places among lines of equal cost are counted so that no two are the same."""

_Offer = tuple[float, int, LineFamily | Line, PortPair | None, Tracks, int]
"""The least cost and the place among equals; then a line that is ready, a family that is not opened yet, or
the two ports, the tracks between them and the number of the one that is next."""


def cheapest_first(
    source: Rect, target: Rect, lane: LinePlace, label: tuple[float, float]
) -> Iterator[tuple[float, Line]]:
    """Yield lines from `source` to `target`, neither of which holds the other, with what each costs.

    `label` is the size of the plate that is to stand on the line.
    """
    offers: list[_Offer] = [
        (offer.cost, number, offer.points, None, [], 0)
        for number, offer in enumerate(straight_lines(source, target, lane))
    ]
    for number, family in enumerate(_families(source, target, label), 1):
        least = family.least_cost()
        if least is not None:
            offers.append((least, number * _PER_FAMILY, family, None, [], 0))
    heapify(offers)
    while offers:
        cost, place, what, pair, tracks, number = heappop(offers)
        if not isinstance(what, LineFamily):
            yield cost, what
        elif pair is None:
            _open(what, place, offers)
        else:
            following = number + 1
            if following < len(tracks):
                heappush(offers, (tracks[following][0], place + 1, what, pair, tracks, following))
            yield cost, what.line(pair, tracks[number][1])


def _families(source: Rect, target: Rect, label: tuple[float, float]) -> Iterator[LineFamily]:
    for side in BoxSide:
        for other in BoxSide:
            if side == other:
                yield LoopedLines(source, target, side, label)
            elif side.is_vertical_wall == other.is_vertical_wall:
                yield SteppedLines(source, target, side, other)
            else:
                yield CorneredLines(source, target, side, other)


def _open(family: LineFamily, place: int, offers: list[_Offer]) -> None:
    """Let the cheapest line between every two ports wait for its turn."""
    for number, pair in enumerate(family.pairs()):
        tracks = family.tracks(pair)
        if tracks:
            heappush(offers, (tracks[0][0], place + 1 + number * _PER_PAIR, family, pair, tracks, 0))
