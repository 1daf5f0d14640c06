"""Find a place for something new where nothing stands yet. Qt-free."""

from __future__ import annotations

from collections.abc import Collection

from editor.canvas.gestures.gesture import snapped
from editor.canvas.routing.shapes import Point, Rect, rect_at

NEW_NODE = (160.0, 56.0)
"""How large a new node is at most, scene px."""
BESIDE_A_NODE, BESIDE_A_STATE = 32.0, 144.0
"""How far from the next one it stands, scene px; between states the plate of a transition finds room."""
_LEAST_GAP = 16.0


def free_corner(corner: Point, taken: Collection[Rect], gap: float = BESIDE_A_NODE) -> Point:
    """Return the upper left corner nearest to the right of `corner` where a node covers none of `taken`.

    It is `corner` itself where that is free, else a place of the grid further right in the same row, as far
    from what stands there as `gap` says.
    """
    while True:
        wanted = rect_at(corner, NEW_NODE).grown(_LEAST_GAP)
        right = max((one.right for one in taken if one.overlaps(wanted)), default=None)
        if right is None:
            return corner
        corner = (snapped(right + gap), corner[1])
