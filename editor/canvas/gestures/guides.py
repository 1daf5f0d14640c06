"""Line a dragged rectangle up with its neighbors: how far to pull it, and the lines to show. Qt-free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from editor.canvas.routing.shapes import Point, Rect

_EQUAL = 0.5


class Guide(NamedTuple):
    """A straight line between a dragged rectangle and those it is in line with."""

    start: Point
    end: Point


class Pull(NamedTuple):
    """How far a rectangle is pulled into line; None along an axis where nothing is near enough."""

    dx: float | None
    dy: float | None


def pull_into_line(rect: Rect, others: Iterable[Rect], reach: float) -> Pull:
    """Return the way to the nearest line-up of sides or middles with other rectangles within reach."""
    best_x: float | None = None
    best_y: float | None = None
    for other in others:
        for mine, theirs in zip(_across(rect), _across(other), strict=True):
            best_x = _nearer(best_x, theirs - mine, reach)
        for mine, theirs in zip(_down(rect), _down(other), strict=True):
            best_y = _nearer(best_y, theirs - mine, reach)
    return Pull(best_x, best_y)


def guides_for(rect: Rect, others: Iterable[Rect]) -> tuple[Guide, ...]:
    """Return a line for every side or middle that a rectangle shares with others, over all of them.

    Where both sides are shared the middle is as well, and needs no line of its own.
    """
    lines: dict[tuple[bool, float], tuple[float, float]] = {}
    for other in others:
        for mine in _shared(_across(rect), _across(other)):
            _stretch(lines, (True, mine), rect.top, rect.bottom, other.top, other.bottom)
        for mine in _shared(_down(rect), _down(other)):
            _stretch(lines, (False, mine), rect.left, rect.right, other.left, other.right)
    return tuple(
        Guide((at, start), (at, end)) if is_vertical else Guide((start, at), (end, at))
        for (is_vertical, at), (start, end) in lines.items()
    )


def _across(rect: Rect) -> tuple[float, float, float]:
    return rect.left, (rect.left + rect.right) / 2, rect.right


def _down(rect: Rect) -> tuple[float, float, float]:
    return rect.top, (rect.top + rect.bottom) / 2, rect.bottom


def _shared(mine: tuple[float, float, float], theirs: tuple[float, float, float]) -> list[float]:
    """Return which of a rectangle's two sides and middle another one has at the same place."""
    first, middle, last = (abs(a - b) < _EQUAL for a, b in zip(mine, theirs, strict=True))
    found = [mine[0]] if first else []
    if middle and not (first and last):
        found.append(mine[1])
    return [*found, mine[2]] if last else found


def _nearer(best: float | None, way: float, reach: float) -> float | None:
    if abs(way) > reach or (best is not None and abs(best) <= abs(way)):
        return best
    return way


def _stretch(
    lines: dict[tuple[bool, float], tuple[float, float]], key: tuple[bool, float], *ends: float
) -> None:
    known = lines.get(key, (ends[0], ends[0]))
    lines[key] = (min(*known, *ends), max(*known, *ends))
