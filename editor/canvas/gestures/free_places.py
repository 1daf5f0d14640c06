"""Find a place for something new where nothing stands yet. Qt-free."""

from __future__ import annotations

from collections.abc import Callable, Collection

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


def nearest_free_corner(corner: Point, size: tuple[float, float], taken: Collection[Rect]) -> Point:
    """Return the corner nearest to `corner`, left, right or below it, where a box covers none of `taken`."""
    ways = (_left_of, _right_of, _below)
    found = [_pushed(corner, size, taken, way) for way in ways]
    return min(found, key=lambda one: abs(one[0] - corner[0]) + abs(one[1] - corner[1]))


def _pushed(
    corner: Point,
    size: tuple[float, float],
    taken: Collection[Rect],
    way: Callable[[Rect, list[Rect]], Point],
) -> Point:
    while True:
        box = rect_at(corner, size)
        met = [one for one in taken if one.overlaps(box.grown(_LEAST_GAP))]
        if not met:
            return corner
        corner = way(box, met)


def _left_of(box: Rect, met: list[Rect]) -> Point:
    return min(one.left for one in met) - BESIDE_A_NODE - box.width, box.top


def _right_of(box: Rect, met: list[Rect]) -> Point:
    return max(one.right for one in met) + BESIDE_A_NODE, box.top


def _below(box: Rect, met: list[Rect]) -> Point:
    return box.left, max(one.bottom for one in met) + BESIDE_A_NODE
