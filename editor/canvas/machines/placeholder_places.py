"""Set states up in rows, at once and without regard to what leads where, until a layout is ready."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt

from editor.canvas.routing.shapes import Point
from graphs.layout.machine_layout import FIRST_PLACE

Size = tuple[float, float]

_GAP = 64.0


def places_in_rows(
    states: Sequence[str], sizes: Mapping[str, Size], standing: Mapping[str, Point]
) -> dict[str, Point]:
    """Return places for the states that stand nowhere yet: in rows below the others, none over another."""
    missing = [state for state in states if state not in standing]
    if not missing:
        return {}
    left, top = FIRST_PLACE
    if standing:
        left = min(x for x, _ in standing.values())
        top = max(y + sizes[state][1] for state, (_, y) in standing.items() if state in sizes) + _GAP
    columns = ceil(sqrt(len(missing)))
    width = max(sizes[state][0] for state in missing) + _GAP
    places: dict[str, Point] = {}
    for start in range(0, len(missing), columns):
        row = missing[start : start + columns]
        places.update({state: (left + number * width, top) for number, state in enumerate(row)})
        top += max(sizes[state][1] for state in row) + _GAP
    return places
