"""Find how large the box around the children of a compound state must be."""

from __future__ import annotations

from collections.abc import Iterable

from graphs.layout.layered_problem import Size
Box = tuple[float, float, float, float]
"""Left, top, width, height, relative to the upper left corner of the enclosing box."""

HEADER_HEIGHT = 32.0
WALL_DISTANCE = 24.0
"""Least distance of children from the walls and from the header, in px."""

FIRST_PLACE = (WALL_DISTANCE, HEADER_HEIGHT + WALL_DISTANCE)
"""Where the upper left child of a box may stand at the earliest."""

SMALLEST_COMPOUND = (160.0, 96.0)


def compound_size(
    children: Iterable[Box],
    *,
    stored: Size | None = None,
    header_width: float = 0.0,
    lines: Iterable[Box] = (),
    line_distance: float = 16.0,
) -> Size:
    """Return the size of a compound from what stands in it, in px.

    Children keep 24 px from the right and lower wall, `lines` (what transitions and their labels take up)
    `line_distance`. A stored size is a least size: a box never cuts through what it holds. `header_width` is
    what name and note need.
    """
    width, height = stored or SMALLEST_COMPOUND
    width = max(width, header_width)
    height = max(height, HEADER_HEIGHT + WALL_DISTANCE)
    for boxes, distance in ((children, WALL_DISTANCE), (lines, line_distance)):
        for left, top, box_width, box_height in boxes:
            width = max(width, left + box_width + distance)
            height = max(height, top + box_height + distance)
    return float(round(width)), float(round(height))
