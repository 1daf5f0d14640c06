"""Say what is against a line: boxes in its way, lines it crosses or runs along, walls, the room's border."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from editor.canvas.routing.candidates import LINE_DISTANCE
from editor.canvas.routing.shapes import LineSegment, Point, Rect

OBSTACLE_DISTANCE = 12.0
"""Lines keep this far from boxes they do not belong to, px."""

BLOCKED = 5000.0
"""Cost of a line that a box is in the way of."""
CROSSING = 60.0
_TOO_NEAR = 400.0
_OUTSIDE = 200.0
_ALONG_WALL = 250.0
_WALL_DISTANCE = 10.0
_THICKNESS = OBSTACLE_DISTANCE - 0.5

_Piece = tuple[bool, float, float, float]
_Sides = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LineSurroundings:
    """What lines between two boxes meet: `obstacles` and `lines` near them, `walls` of compounds around them.

    `source` and `target` are the boxes themselves, None for one that the line starts inside of. `room` is
    where the line should stay, None for no limit.
    """

    obstacles: Sequence[Rect]
    lines: Sequence[LineSegment]
    walls: Sequence[LineSegment]
    source: Rect | None
    target: Rect | None
    room: Rect | None


class LineCosts:
    """Weigh lines between the same two boxes; what their pieces cost is remembered, since they share them."""

    def __init__(self, around: LineSurroundings) -> None:
        self._blocks = [_grown(rect) for rect in around.obstacles]
        self._source = _grown(around.source) if around.source is not None else None
        self._target = _grown(around.target) if around.target is not None else None
        self._has_end = around.source is not None or around.target is not None
        self._room = around.room
        self._walls = around.walls
        self._across = _Sorted([line for line in around.lines if line.horizontal])
        self._down = _Sorted([line for line in around.lines if not line.horizontal])
        self._known: dict[_Piece, float] = {}

    def cost(self, points: Sequence[Point], limit: float) -> float:
        """Return what is against a line, or anything above `limit` as soon as it is more than that.

        A line that runs into a box costs `BLOCKED`.
        """
        pieces = _pieces(points)
        last = len(pieces) - 1
        known, source, target = self._known, self._source, self._target
        cost = 0.0
        for index, piece in enumerate(pieces):
            own = known.get(piece)
            if own is None:
                own = known[piece] = self._of_piece(piece)
            if own < 0:
                return BLOCKED
            if last:
                if index and source is not None and _meets(piece, source):
                    return BLOCKED
                if index < last and target is not None and _meets(piece, target):
                    return BLOCKED
                if self._room is not None and self._has_end and self._is_outside(piece, self._room):
                    cost += _OUTSIDE
            cost += own
            if cost >= limit:
                return cost
        return cost

    def _is_outside(self, piece: _Piece, room: Rect) -> bool:
        horizontal, at, start, end = piece
        if horizontal:
            return not (room.left <= start and end <= room.right and room.top <= at <= room.bottom)
        return not (room.top <= start and end <= room.bottom and room.left <= at <= room.right)

    def _of_piece(self, piece: _Piece) -> float:
        """Return what is against one piece, apart from the two boxes; negative for one that is blocked."""
        horizontal, at, low, high = piece
        if horizontal:
            for left, top, right, bottom in self._blocks:
                if top < at < bottom and low < right and left < high:
                    return -1.0
            beside, athwart = self._across, self._down
        else:
            for left, top, right, bottom in self._blocks:
                if left < at < right and low < bottom and top < high:
                    return -1.0
            beside, athwart = self._down, self._across
        cost = CROSSING * athwart.crossed(at, low, high) + beside.nearness(at, low, high)
        for wall in self._walls:
            runs_along = wall.horizontal == horizontal and abs(wall.at - at) < _WALL_DISTANCE
            if runs_along and min(high, wall.end) > max(low, wall.start):
                cost += _ALONG_WALL
        return cost


class _Sorted:
    """Lines of one direction, sorted by where they run."""

    def __init__(self, lines: Sequence[LineSegment]) -> None:
        order = sorted(lines, key=lambda line: line.at)
        self._at = [line.at for line in order]
        self._spans = [(line.at, line.start, line.end) for line in order]

    def crossed(self, at: float, low: float, high: float) -> int:
        """Return how many of the lines a piece at right angles to them crosses."""
        count = 0
        for _, start, end in self._spans[bisect_right(self._at, low) : bisect_left(self._at, high)]:
            if start < at < end:
                count += 1
        return count

    def nearness(self, at: float, low: float, high: float) -> float:
        """Return the cost of running beside the lines, nearer than lines should be to each other."""
        cost = 0.0
        first, past = bisect_left(self._at, at - LINE_DISTANCE), bisect_right(self._at, at + LINE_DISTANCE)
        for other, start, end in self._spans[first:past]:
            apart = abs(at - other)
            shared = (high if high < end else end) - (low if low > start else start)
            if apart < LINE_DISTANCE - 0.5 and shared > 0:
                cost += _TOO_NEAR * (1.0 - apart / LINE_DISTANCE) + 0.5 * shared
        return cost


def _grown(rect: Rect) -> _Sides:
    left, top, right, bottom = rect
    return left - _THICKNESS, top - _THICKNESS, right + _THICKNESS, bottom + _THICKNESS


def _meets(piece: _Piece, sides: _Sides) -> bool:
    horizontal, at, start, end = piece
    left, top, right, bottom = sides
    if horizontal:
        return start < right and left < end and top < at < bottom
    return left < at < right and start < bottom and top < end


def _pieces(points: Sequence[Point]) -> list[_Piece]:
    """Return the pieces of an orthogonal line, those without length left out."""
    found: list[_Piece] = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        if ay == by:
            if ax != bx:
                found.append((True, ay, ax, bx) if ax < bx else (True, ay, bx, ax))
        elif ax == bx:
            found.append((False, ax, ay, by) if ay < by else (False, ax, by, ay))
    return found
