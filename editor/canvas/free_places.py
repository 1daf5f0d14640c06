"""Find a place for something new where nothing stands yet. Qt-free."""

from __future__ import annotations

from collections.abc import Collection

from editor.canvas.gestures.gesture import snapped
from editor.canvas.routing.shapes import Point, Rect, rect_at

NEW_NODE = (160.0, 56.0)
"""How large a new node is at most, scene px."""
_GAP, _LEAST_GAP = 32.0, 16.0


def free_corner(corner: Point, taken: Collection[Rect], size: Point = NEW_NODE) -> Point:
    """Return the upper left corner nearest to the right of `corner` where a node covers none of `taken`.

    It is `corner` itself where that is free, else a place of the grid further right in the same row.
    """
    while True:
        wanted = rect_at(corner, size).grown(_LEAST_GAP)
        right = max((one.right for one in taken if one.overlaps(wanted)), default=None)
        if right is None:
            return corner
        corner = (snapped(right + _GAP), corner[1])
