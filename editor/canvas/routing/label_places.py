"""Find a place for a label on its line where it covers neither boxes nor other labels."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from editor.canvas.routing.shapes import (
    LineSegment,
    Point,
    Rect,
    length_of,
    point_along,
    rect_around,
    segments_of,
)

Size = tuple[float, float]

COVERED = 1000.0
"""Cost of covering a box, a wall or another label; covering more costs more."""

ASIDE = 200.0
"""Cost of a place beside the line; one on the line costs less where it covers nothing."""

CLEARANCE = 4.0
"""Labels keep this far from boxes, px."""

OUTCOME_ROOM = 18.0
"""What the badge of an outcome adds on the right of a label, px."""

_CRAMPED, _HIDES_ARROW = 8.0, 60.0
"""Costs of a place without room for such a badge, and of one over the arrow of the line."""

_ARROW = 12.0
"""The side of the square at the end of a line that its arrow takes, px."""

_SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9)


class LabelSurroundings(NamedTuple):
    """What a label must not cover (`boxes`, `labels`), should not cover (`lines`), and where it must stay."""

    boxes: Sequence[Rect]
    labels: Sequence[Rect]
    lines: Sequence[LineSegment]
    room: Rect | None


def place_label(points: Sequence[Point], size: Size, around: LabelSurroundings) -> tuple[float, Point]:
    """Return the cost of the best place for a label and the middle of that place.

    A cost below `COVERED` means that the label covers no box and no label.
    """
    best = _first_place(points, size, around)
    if best is not None:
        return best
    for center, base in _places(points, size):
        if best is not None and base >= best[0]:
            continue
        cost = base + _cost(rect_around(center, size), points, around)
        if best is None or cost < best[0]:
            best = (cost, center)
        if best[0] < 1.0:
            break
    if best is None:
        return 0.0, points[0]
    if best[0] >= COVERED:
        best = min(best, _aside(points, size, around, best[0]))
    return best


def places_along(
    points: Sequence[Point], label: Rect, around: LabelSurroundings
) -> Iterator[tuple[float, Rect]]:
    """Yield places of a label up and down its line that cover nothing, with what each costs."""
    size = label.width, label.height
    for center, base in _places(points, size):
        rect = rect_around(center, size)
        if abs(rect.left - label.left) < 1:
            cost = base + _cost(rect, points, around)
            if cost < COVERED:
                yield cost, rect


def longest_middle(points: Sequence[Point]) -> Point:
    """Return the middle of the longest piece of a line, on whole px."""
    (ax, ay), (bx, by) = _longest_piece(points)
    return float(round(ax + (bx - ax) * 0.5)), float(round(ay + (by - ay) * 0.5))


def _longest_piece(points: Sequence[Point]) -> tuple[Point, Point]:
    best, longest = (points[0], points[0]), 0.0
    for a, b in itertools.pairwise(points):
        length = abs(a[0] - b[0]) + abs(a[1] - b[1])
        if length > longest:
            best, longest = (a, b), length
    return best


def _first_place(
    points: Sequence[Point], size: Size, around: LabelSurroundings
) -> tuple[float, Point] | None:
    """Return the middle of the longest piece if nothing is against it, as is the case most of the time."""
    (ax, ay), (bx, by) = _longest_piece(points)
    if (size[0] if ay == by else size[1]) + 12 > abs(ax - bx) + abs(ay - by):
        return None
    middle = longest_middle(points)
    cost = _cost(rect_around(middle, size), points, around)
    return (cost, middle) if cost < 1.0 else None


def _places(points: Sequence[Point], size: Size) -> Iterator[tuple[Point, float]]:
    """Yield middles on the line, the middle of its longest piece first, with what each costs by itself."""
    pieces = [(a, b) for a, b in itertools.pairwise(points) if a != b]
    longest = max((abs(ax - bx) + abs(ay - by) for (ax, ay), (bx, by) in pieces), default=0.0)
    found = []
    for (ax, ay), (bx, by) in pieces:
        length = abs(ax - bx) + abs(ay - by)
        horizontal = ay == by
        # A label that hides a whole piece hides where the line goes.
        hides = 40.0 if (size[0] if horizontal else size[1]) + 12 > length else 0.0
        base = (longest - length) * 0.3 + hides
        slides = (0.0,) if horizontal else _slides(size[0])
        for share in _SHARES:
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            for slide in slides:
                cost = base + abs(share - 0.5) * 30 + (6.0 + abs(slide) * 0.2 if slide else 0.0)
                found.append(((float(round(x + slide)), float(round(y))), cost))
    found.sort(key=lambda place: place[1])
    yield from found


def _slides(width: float) -> tuple[float, ...]:
    """Return how far a label may be off a vertical line that still runs through it."""
    reach = width / 2 - 16
    if reach <= 4:
        return (0.0,)
    return 0.0, -reach / 2, reach / 2, -reach, reach


def _cost(rect: Rect, points: Sequence[Point], around: LabelSurroundings) -> float:
    cost = 0.0
    wide = rect.grown(CLEARANCE)
    left, top, right, bottom = wide
    for hidden, beside in ((around.boxes, 0.0), (around.labels, OUTCOME_ROOM)):
        for box in hidden:
            if top < box[3] and box[1] < bottom and left - beside < box[2] and box[0] < right + OUTCOME_ROOM:
                covers = left < box[2] and box[0] < right
                cost += COVERED + _shared_area(wide, box) if covers else _CRAMPED
    if around.room is not None and not around.room.contains_rect(rect):
        cost += COVERED
    near = rect.grown(2)
    left, top, right, bottom = near
    for horizontal, at, start, end in around.lines:
        if horizontal:
            if top < at < bottom and start < right and left < end:
                cost += 90.0
        elif left < at < right and start < bottom and top < end:
            cost += 90.0
    if points and rect.overlaps(_arrow(points)):
        cost += _HIDES_ARROW
    if len(points) > 2:
        own = segments_of(points)
        if len(own) > 1:
            cost += 10.0 * (sum(1 for piece in own if near.overlaps(piece.rect(0.5))) - 1)
    return cost


def _arrow(points: Sequence[Point]) -> Rect:
    (x, y), (end_x, end_y) = points[-2:]
    dx, dy = (end_x > x) - (end_x < x), (end_y > y) - (end_y < y)
    return rect_around((end_x - dx * _ARROW / 2, end_y - dy * _ARROW / 2), (_ARROW, _ARROW))


def _shared_area(a: Rect, b: Rect) -> float:
    width = min(a.right, b.right) - max(a.left, b.left)
    height = min(a.bottom, b.bottom) - max(a.top, b.top)
    return max(0.0, width) * max(0.0, height) * 0.1


def _aside(
    points: Sequence[Point], size: Size, around: LabelSurroundings, limit: float
) -> tuple[float, Point]:
    """Look beside the line, farther and farther out, where no place on the line is free."""
    best = (limit, points[0])
    if length_of(points) == 0:
        return best
    for step in range(1, 9):
        for share in (0.5, 0.35, 0.65):
            (x, y), horizontal = point_along(points, share)
            reach = (size[1] if horizontal else size[0]) / 2 + 4 + 12 * (step - 1)
            for sign in (-1, 1):
                center = (x, y + sign * reach) if horizontal else (x + sign * reach, y)
                center = (float(round(center[0])), float(round(center[1])))
                cost = ASIDE + 20.0 * step + _cost(rect_around(center, size), (), around)
                if cost < best[0]:
                    best = (cost, center)
        if best[0] < COVERED:
            break
    return best


def line_under(points: Sequence[Point], label: Rect) -> float:
    """Return how far from a label's left side the line passes under it: its middle where the line goes along.

    A label beside its line, as a user may have moved it, gets the side that is nearer to the line.
    """
    middle_x, middle_y = label.center
    pieces = list(itertools.pairwise(points))
    crossings = [
        start[0] + (end[0] - start[0]) * (middle_y - start[1]) / (end[1] - start[1])
        for start, end in pieces
        if start[1] != end[1] and min(start[1], end[1]) <= middle_y <= max(start[1], end[1])
    ]
    if any(_runs_along(start, end, label) for start, end in pieces):
        return label.width / 2
    nearest = min(crossings, key=lambda x: abs(x - middle_x), default=middle_x)
    return min(label.width, max(0.0, nearest - label.left))


def _runs_along(start: Point, end: Point, label: Rect) -> bool:
    left, right = sorted((start[0], end[0]))
    is_level = start[1] == end[1] and abs(start[1] - label.center[1]) < label.height / 2
    return is_level and left < label.right and right > label.left
