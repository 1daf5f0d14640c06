"""Snap what is dragged to its neighbors and to the grid, and paint the guides."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import Pointer, snapped
from editor.canvas.gestures.guides import Guide, guides_for, pull_into_line
from editor.canvas.items.shared_look import qpoint
from editor.canvas.routing.shapes import Point, Rect
from editor.theme.inks import make_pen
from editor.theme.theme_manager import current_theme

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
