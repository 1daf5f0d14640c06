"""Predict the way of something that bounces, and where it comes into an area (MISC-02, rule 11.41)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from runtime.basics.values import Vector
from runtime.formulas.impacts import reflect

Polygon = Sequence[Vector]


@dataclass(frozen=True, slots=True)
class Hit:
    """Say what a way meets: `share` of it lies before, `normal` has length 1 and points back."""

    share: float
    normal: Vector


@dataclass(frozen=True, slots=True)
class Leg:
    """Hold one straight piece of a way, with the speed on it in units/s."""

    start: Vector
    end: Vector
    speed: float

    @property
    def seconds(self) -> float:
        """Return how long it takes."""
        return _size(_minus(self.end, self.start)) / self.speed


@dataclass(frozen=True, slots=True)
class Arrival:
    """Tell where and in how many seconds something comes into an area, with its way: its corners in order."""

    at: Vector
    seconds: float
    way: tuple[Vector, ...]


def bounced_way(
    start: Vector,
    velocity: Vector,
    bounce: float,
    most_hits: int,
    furthest: float,
    next_hit: Callable[[Vector, Vector], Hit | None],
) -> Iterator[Leg]:
    """Yield the straight pieces of a way that goes on for `most_hits` hits: v' = v - (1 + bounce)(v·n) n.

    `next_hit` tells what something at a place meets on a way, which is `furthest` units long. The last piece
    ends at a hit that does not count any more, or where there is nothing.
    """
    for _ in range(most_hits + 1):
        speed = _size(velocity)
        if speed <= 0.0:
            return
        way = (velocity[0] / speed * furthest, velocity[1] / speed * furthest)
        hit = next_hit(start, way)
        share = 1.0 if hit is None else hit.share
        end = (start[0] + way[0] * share, start[1] + way[1] * share)
        yield Leg(start, end, speed)
        if hit is None:
            return
        start, velocity = end, reflect(velocity, hit.normal, bounce)


def arrival(place: Vector, legs: Iterator[Leg], area: Polygon) -> Arrival | None:
    """Return where a way from `place` first is in an area, None where it never is."""
    if is_inside(place, area):
        return Arrival(place, 0.0, (place,))
    seconds, way = 0.0, [place]
    for leg in legs:
        share = first_crossing(leg.start, leg.end, area)
        if share is not None:
            along = _minus(leg.end, leg.start)
            at = (leg.start[0] + along[0] * share, leg.start[1] + along[1] * share)
            return Arrival(at, seconds + leg.seconds * share, (*way, at))
        seconds += leg.seconds
        way.append(leg.end)
    return None


def first_crossing(start: Vector, end: Vector, area: Polygon) -> float | None:
    """Return the share of a straight way before it meets the outline of an area, None where it does not."""
    way = _minus(end, start)
    shares = []
    for corner, next_corner in zip(area, (*area[1:], area[0]), strict=True):
        edge, offset = _minus(next_corner, corner), _minus(corner, start)
        divisor = _cross(way, edge)
        if divisor == 0.0:
            continue
        share, place = _cross(offset, edge) / divisor, _cross(offset, way) / divisor
        if 0.0 <= share <= 1.0 and 0.0 <= place <= 1.0:
            shares.append(share)
    return min(shares, default=None)


def is_inside(place: Vector, area: Polygon) -> bool:
    """Tell whether a place is inside an area: a line from it along +x meets the outline an odd time."""
    inside = False
    x, y = place
    for (ax, ay), (bx, by) in zip(area, (*area[1:], area[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def _minus(end: Vector, start: Vector) -> Vector:
    return end[0] - start[0], end[1] - start[1]


def _cross(first: Vector, second: Vector) -> float:
    return first[0] * second[1] - first[1] * second[0]


def _size(vector: Vector) -> float:
    return math.sqrt(vector[0] * vector[0] + vector[1] * vector[1])
