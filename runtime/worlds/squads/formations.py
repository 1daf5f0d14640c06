"""Reckon where the members of a formation stand, and who takes which place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphs.worlds.model.ground_and_squads import Formation
from runtime.basics.angles import direction
from runtime.basics.single_vectors import squared_between
from runtime.basics.values import Vector


def capacity(formation: Formation) -> int:
    """Return how many places a formation has."""
    return len(formation.slots) if formation.shape == "own" else max(formation.size, 0)


def places_of(formation: Formation) -> tuple[Vector, ...]:
    """Return all places of a formation in the frame of its leader: units ahead and to its left (TAC-01).

    | shape | the places, s apart |
    |---|---|
    | line | abreast, by turns to the left and to the right |
    | wedge | as a line, each pair s further behind |
    | column | one behind the other |
    | circle | on a circle of radius s, place i of n at the angle 360 / n · i |
    | grid | rows behind the leader, each of ⌈√n⌉ from the left to the right, the last one too |
    | own | as they are given |
    """
    count, s = capacity(formation), float(formation.spacing)
    if formation.shape == "own":
        return tuple((float(x), float(y)) for x, y in formation.slots)
    if formation.shape == "circle":
        return tuple(on_circle(s, index, count) for index in range(count))
    if formation.shape == "column":
        return tuple((-s * (index + 1), 0.0) for index in range(count))
    if formation.shape == "grid":
        width = max(1, math.isqrt(max(count - 1, 0)) + 1) if count > 0 else 1
        middle = (width - 1) / 2
        return tuple((-s * (index // width + 1), s * (middle - index % width)) for index in range(count))
    pairs = ((index // 2 + 1, 1.0 if index % 2 == 0 else -1.0) for index in range(count))
    back = s if formation.shape == "wedge" else 0.0
    return tuple((-back * rank if back else 0.0, s * rank * side) for rank, side in pairs)


def on_circle(radius: float, index: int, count: int) -> Vector:
    """Return a place on a circle: the index-th of `count`, the first straight ahead."""
    x, y = direction(360.0 / count * index)
    return x * radius, y * radius


def in_world(place: Vector, at: Vector, heading: float) -> Vector:
    """Return where a place in a frame at `at`, which looks along `heading` in degrees, lies in the world."""
    x, y = direction(heading)
    return at[0] + place[0] * x - place[1] * y, at[1] + place[0] * y + place[1] * x


def in_frame(point: Vector, at: Vector, heading: float) -> Vector:
    """Return where a point of the world lies in a frame at `at`, which looks along `heading` in degrees."""
    return in_world((point[0] - at[0], point[1] - at[1]), (0.0, 0.0), -heading)


def assigned(places: Sequence[Vector], where: Mapping[str, Vector]) -> list[str]:
    """Return who takes which place: to each in turn the nearest who is left, of equal ones the first id.

    `where` is where everyone is; the result is in the order of the places, and holds all.
    """
    left = sorted(where)
    taken: list[str] = []
    for place in places:
        if not left:
            break
        nearest = min(left, key=lambda each: (squared_between(where[each], place), each))
        left.remove(nearest)
        taken.append(nearest)
    return taken + left
