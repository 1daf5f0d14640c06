"""Find places for the marks beside states, and for states that have none until a layout is ready."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt

from editor.canvas.routing.shapes import Point, Rect, rect_around, rect_at, united
from graphs.layout.machine_layout import FIRST_PLACE

DISC_SIZE = 11.0
DISC_DISTANCE = 23.0
"""From the middle of the disc to the state it points at, px."""

_PILL_DISTANCE = 56.0
"""Between pill and target, beside the width of a label."""
_PILL_RISE = 72.0


def initial_disc(
    target: Rect, header: float | None, others: Sequence[Rect], least_x: float | None
) -> tuple[Rect, tuple[Point, ...]]:
    """Return the disc that points at an initial state, and its line.

    It is to the left (beside the header of a compound), else above, below or to the right, wherever no
    other box is in the way. `least_x` keeps it inside a wall.
    """
    middle_x, middle_y = target.center
    y = target.top + header / 2 if header is not None else middle_y
    left = target.left - DISC_DISTANCE
    if least_x is not None:
        left = max(least_x, left)
    offers: list[tuple[Point, Point]] = [
        ((left, y), (target.left, y)),
        ((middle_x, target.top - DISC_DISTANCE), (middle_x, target.top)),
        ((middle_x, target.bottom + DISC_DISTANCE), (middle_x, target.bottom)),
        ((target.right + DISC_DISTANCE, y), (target.right, y)),
    ]
    for center, end in offers:
        disc = rect_around(center, (DISC_SIZE, DISC_SIZE))
        if not any(disc.grown(6).overlaps(other) for other in others):
            return disc, (center, end)
    center, end = offers[0]
    return rect_around(center, (DISC_SIZE, DISC_SIZE)), (center, end)


def pill_place(
    size: tuple[float, float],
    targets: Sequence[Rect],
    taken: Sequence[Rect],
    label_width: float,
    *,
    inside_box: bool,
) -> Rect:
    """Return where the pill of interrupts is: beside its first target, else above or below everything."""
    distance = _PILL_DISTANCE + label_width
    around = united(taken) or Rect(0.0, 0.0, 0.0, 0.0)
    offers: list[Rect] = []
    if targets:
        target = targets[0]
        x, y = target.center
        beside = (
            (target.left - distance - size[0], y - size[1] / 2),
            (target.right + distance, y - size[1] / 2),
            (x - size[0] / 2, target.top - _PILL_RISE - size[1]),
            (x - size[0] / 2, target.bottom + _PILL_RISE),
        )
        offers = [rect_at((round(left), round(top)), size) for left, top in beside]
    below = rect_at((around.left, around.bottom + 48), size)
    if inside_box:
        offers = [offer for offer in offers if offer.left >= 24 and offer.top >= 56]
        offers.append(below)
    else:
        offers += [rect_at((around.left, around.top - _PILL_RISE - size[1]), size), below]
    for offer in offers:
        if not any(offer.grown(24).overlaps(other) for other in taken):
            return offer
    return offers[-1]


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
