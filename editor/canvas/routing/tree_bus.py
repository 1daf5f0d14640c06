"""Lead the edges of a tree: down from the parent, along a bus that its children share, down to each child."""

from __future__ import annotations

from collections.abc import Sequence

from editor.canvas.routing.shapes import Point

BUS_DROP = 20.0
"""From the bottom of the parent down to the bus, in px."""

SNAP_STRAIGHT = 6.0
"""Edges that are off by less run straight down."""

_FIRST_DROP, _LAST_DROP = 12.0, 26.0
_WIDEST_PITCH = 8.0


def bus_edge(start: Point, end: Point, bus_drop: float = BUS_DROP) -> tuple[Point, ...]:
    """Return the line from the bottom middle of a parent to the top middle of a child, with right angles.

    The bus is `bus_drop` below the start, or halfway where the child is nearer than twice that.
    """
    (x, y), (child_x, child_y) = start, end
    if abs(x - child_x) < SNAP_STRAIGHT:
        return (child_x, y), (child_x, child_y)
    bus = y + min(bus_drop, max(0.0, (child_y - y) / 2))
    return (x, y), (x, bus), (child_x, bus), (child_x, child_y)


def branch_drops(ways: Sequence[tuple[Point, Point]]) -> list[float]:
    """Return how far each edge from a question goes down before it turns, given its ends.

    Edges start at different ports, so those that turn the same way run side by side: to the right the
    rightmost port turns first, to the left the leftmost, and none crosses another.
    """
    right = [place for place, ((x, _), (end, _)) in enumerate(ways) if end - x >= SNAP_STRAIGHT]
    left = [place for place, ((x, _), (end, _)) in enumerate(ways) if x - end >= SNAP_STRAIGHT]
    right.sort(key=lambda place: -ways[place][0][0])
    left.sort(key=lambda place: ways[place][0][0])
    drops = [BUS_DROP] * len(ways)
    for side in (right, left):
        if len(side) > 1:
            pitch = min(_WIDEST_PITCH, (_LAST_DROP - _FIRST_DROP) / (len(side) - 1))
            for level, place in enumerate(side):
                drops[place] = _FIRST_DROP + pitch * level
    return drops
