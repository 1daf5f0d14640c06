"""Lead the edges of a tree: down from the parent, along a bus that its children share, down to each child."""

from __future__ import annotations

from editor.canvas.routing.shapes import Point

BUS_DROP = 20.0
"""From the bottom of the parent down to the bus, in px."""

SNAP_STRAIGHT = 6.0
"""Edges that are off by less run straight down."""


def bus_edge(start: Point, end: Point, bus_drop: float = BUS_DROP) -> tuple[Point, ...]:
    """Return the line from the bottom middle of a parent to the top middle of a child, with right angles.

    The bus is `bus_drop` below the start, or halfway where the child is nearer than twice that.
    """
    (x, y), (child_x, child_y) = start, end
    if abs(x - child_x) < SNAP_STRAIGHT:
        return (child_x, y), (child_x, child_y)
    bus = y + min(bus_drop, max(0.0, (child_y - y) / 2))
    return (x, y), (x, bus), (child_x, bus), (child_x, child_y)
