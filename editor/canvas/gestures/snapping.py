"""Snap what is dragged to its neighbors and to the grid, and paint the guides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import Pointer, snapped
from editor.canvas.items.shared_look import qpoint
from editor.canvas.routing.shapes import Point, Rect
from editor.theme.inks import make_pen
from editor.theme.theme_manager import current_theme

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


GUIDE_REACH = 6.0
"""How near to being in line with a neighbor is near enough, in screen px at any zoom."""
MOST_NEIGHBORS = 200


class Snapping:
    """Hold the neighbors of one drag and the guides that are shown."""

    def __init__(self, grabbed: Rect, others: Sequence[Rect]) -> None:
        x, y = grabbed.center
        near = sorted(others, key=lambda rect: abs(rect.center[0] - x) + abs(rect.center[1] - y))
        self._others = near[:MOST_NEIGHBORS]
        self._grabbed = grabbed
        self.guides: tuple[Guide, ...] = ()

    def step(self, at: Pointer, origin: Point, scale: float) -> Point:
        """Return how far the grabbed rectangle goes: in line with a neighbor, else on the grid.

        Ctrl leaves it where the pointer is. `scale` is how many scene px one screen px takes.
        """
        dx, dy = at.scene[0] - origin[0], at.scene[1] - origin[1]
        self.guides = ()
        if at.ctrl:
            return dx, dy
        pull = pull_into_line(self._grabbed.moved(dx, dy), self._others, GUIDE_REACH * scale)
        left, top = self._grabbed.left, self._grabbed.top
        dx = dx + pull.dx if pull.dx is not None else snapped(left + dx) - left
        dy = dy + pull.dy if pull.dy is not None else snapped(top + dy) - top
        self.guides = guides_for(self._grabbed.moved(dx, dy), self._others)
        return dx, dy

    def hide(self) -> None:
        """Show no guides."""
        self.guides = ()

    def room(self) -> QRectF:
        """Return what `paint` touches."""
        room = QRectF()
        for start, end in self.guides:
            room |= QRectF(qpoint(start), qpoint(end)).adjusted(-2, -2, 2, 2)
        return room

    def paint(self, painter: QPainter) -> None:
        """Paint the guides."""
        if self.guides:
            painter.setPen(make_pen(current_theme().color("accent.line"), 1.0, (4.0, 3.0), True))
            painter.drawLines([QLineF(qpoint(start), qpoint(end)) for start, end in self.guides])
