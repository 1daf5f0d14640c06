"""Keep bodies out of walls, on the map and out of each other.

A body is a circle. Its move is swept: it stops where the circle first touches something solid and slides
along it with what is left of the move, so that no speed carries it through a wall. A move is taken only if
its end is free, else the body stays where it was; a body that starts free is therefore free for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.single_vectors import FEW
from runtime.basics.vectors import (
    BoolArray,
    FloatArray,
    IntArray,
    clamp_length,
    columns,
    dot,
    length,
    safe_divide,
    taken,
    unit,
    unit_or,
)
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.cell_grid import KnownPairs, close_pairs, pairs_within
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.bodies.single_motion import any_may_touch, any_overlap
from runtime.worlds.bodies.solid_shapes import SolidShapes, build_solid_shapes
from runtime.worlds.bodies.sweeping import CONTACT_GAP, Swept, Touching, pairs_on_the_way, sweep

MOST_OVERLAP = 0.045
"""The share of the smaller radius by which two bodies may overlap; half a percent below what is promised."""

_LEAST_REACH = 1.5
_LARGE = 2.0
_LOOK_FURTHER = 0.4
_FIRMEST = 2
_MOST_PASSES = 40
_LEAST_WAY = 1e-4
_PRESSED_APART, _PRESSED_ON = 0.35, 0.75
"""Of an overlap, the part by which each of two gives way in a further pass; of a push, the part that the next
pass goes on with. Found by trial: piles of 100 need 3 to 5 passes in a step."""


def contact_shapes(solid: Obstructions, agents: AgentArrays, step_seconds: float) -> SolidShapes:
    """Return what is solid, ready for the contacts of `agents`: quick for as far as most of them get."""
    if not len(agents):
        return build_solid_shapes(solid, 1.0)
    usual = float(np.median(agents.max_speed)) * step_seconds
    usual += 2.0 * float(agents.radius.max()) + 2.0 * CONTACT_GAP
    return build_solid_shapes(solid, max(usual, _LEAST_REACH))


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """Hold where bodies got to: `position` (n, 2), their `velocity` (n, 2) without what pushes into walls."""

    position: FloatArray
    velocity: FloatArray


def move_bodies(
    shapes: SolidShapes, position: FloatArray, velocity: FloatArray, move: FloatArray, radius: FloatArray
) -> Moved:
    """Move each body from `position` by `move` (both (n, 2), units) as far as walls and the map allow.

    The part of `velocity` that points into what was touched is taken away. Bodies do not see each other
    here.
    """
    place = columns(position[:, 0] + move[:, 0], position[:, 1] + move[:, 1])
    speed = velocity.copy(order="K")
    if len(position) <= FEW and not any_may_touch(shapes, position, move, radius):
        return Moved(place, speed)
    near = pairs_on_the_way(shapes, position[:, 0], position[:, 1], length(move), radius)
    if len(near.body):
        rows, near = _only_these(near, len(position))
        slid = _slide(shapes, near, position[rows], velocity[rows], move[rows], radius.take(rows))
        place[rows], speed[rows] = slid.position, slid.velocity
    return Moved(place, speed)


def _only_these(near: Touching, count: int) -> tuple[IntArray, Touching]:
    """Return the bodies that have pairs, and the pairs with the bodies' places among these."""
    has = np.zeros(count, dtype=np.bool_)
    has[near.body] = True
    places = np.cumsum(has) - 1
    there = Touching(
        places.take(near.body), near.x, near.y, near.along_x, near.along_y, near.size, near.least, near.reach
    )
    return np.flatnonzero(has), there


def _slide(
    shapes: SolidShapes,
    near: Touching,
    position: FloatArray,
    velocity: FloatArray,
    move: FloatArray,
    radius: FloatArray,
) -> Moved:
    """Move bodies that all have shapes near."""
    bodies = Swept(
        position[:, 0].copy(),
        position[:, 1].copy(),
        move[:, 0].copy(),
        move[:, 1].copy(),
        velocity[:, 0].copy(),
        velocity[:, 1].copy(),
        np.zeros(len(position), dtype=np.bool_),
    )
    sweep(near, bodies)
    place = columns(bodies.x, bodies.y)
    free = _ends_free(shapes, near, bodies, radius)
    place = np.where(free[:, None], place, position)
    return Moved(place, columns(bodies.speed_x, bodies.speed_y))


def _ends_free(shapes: SolidShapes, near: Touching, bodies: Swept, radius: FloatArray) -> BoolArray:
    """Tell for each body whether it is free where it got to.

    A body that touched nothing got across nothing, so it is not asked whether it is inside a wall.
    """
    width, height = shapes.solid.width, shapes.solid.height
    free = (bodies.x >= radius) & (bodies.y >= radius)
    free &= (bodies.x <= width - radius) & (bodies.y <= height - radius)
    free[near.body[near.distance(bodies.x, bodies.y) < near.least]] = False
    rows = np.flatnonzero(bodies.touched & free)
    if len(rows):
        free[rows[shapes.edges.around(bodies.x[rows], bodies.y[rows])]] = False
    return free


def firmness_of(agents: AgentArrays) -> IntArray:
    """Return how firm each body is: 2 with a top speed of 0, 1 where it is marked immovable, else 0.

    In a contact the less firm of two gives way alone; two of one firmness do so alike, two of 2 not at all.
    """
    return np.where(agents.max_speed == 0.0, _FIRMEST, agents.immovable.astype(np.int64))


def push_apart(
    shapes: SolidShapes,
    position: FloatArray,
    velocity: FloatArray,
    radius: FloatArray,
    firmness: IntArray,
    step_seconds: float,
    known: KnownPairs | None = None,
) -> Moved:
    """Push bodies that overlap apart until no overlap is more than `MOST_OVERLAP` of the smaller radius.

    One pass does for all but packed crowds: each of two gives way by half the overlap (see `firmness_of`).
    All pushes are computed from the same positions, summed over neighbors in ascending row, then made as
    swept moves, so that no body is pushed into a wall. The relative velocity along the line of centers is
    split alike where two approach (a soft, momentum-keeping contact). Of two coincident bodies the first goes
    to -x, the second to +x. What is still packed is pushed on, see `_press`. `known` are pairs that were
    found in this step already: where they are enough no others are looked for.
    """
    if len(position) < 2 or (len(position) <= FEW and not any_overlap(position, radius)):
        return Moved(position, velocity)
    near = _maybe_touching(position, radius, known)
    gap = radius.take(near[0]) + radius.take(near[1]) - _distances(position, *near)
    touching = np.flatnonzero(gap > 0.0)
    if not len(touching):
        return Moved(position, velocity)
    pairs = _both_ways(near[0][touching], near[1][touching], radius, firmness)
    apart = pairs.apart(position)
    overlap, normal = pairs.reach - length(apart), _directions(apart, pairs.first, pairs.second)
    closing = np.minimum(dot(taken(velocity, pairs.first) - taken(velocity, pairs.second), normal), 0.0)
    push = _sum_by_body(pairs.first, normal * (pairs.share * overlap)[:, None], len(position))
    change = _sum_by_body(pairs.first, normal * (-pairs.share * closing)[:, None], len(position))
    pushed = _pushed(shapes, pairs.first, Moved(position, velocity + change), push, radius)
    searched = position
    if 2.0 * length(pushed.position - searched).max() > _slack(radius):
        near, searched = _maybe_touching(pushed.position, radius), pushed.position
    if not _are_packed(near, pushed.position, radius):
        return pushed
    look = _look_around(shapes, near, searched, radius, firmness)
    return _press(look, position, pushed, radius, firmness, step_seconds)


def _press(
    look: _Look, start: FloatArray, moved: Moved, radius: FloatArray, firmness: IntArray, step_seconds: float
) -> Moved:
    """Push on where bodies are packed, and take away the speed with which they press against each other.

    A pass works on the bodies that overlap too much and, as the pushes spread, on those that they push. It
    goes on with a part of the pass before, as piles are many bodies deep. What a body was pushed back in
    all, from `start` on, it does not move there in the next step again.
    """
    count, slack = len(start), _slack(radius)
    live, push = np.zeros(count, dtype=np.bool_), columns(np.zeros(count), np.zeros(count))
    place = moved.position
    for _ in range(_MOST_PASSES):
        if 2.0 * length(place - look.place).max() > slack:
            look = _look_around(look.shapes, _maybe_touching(place, radius), place, radius, firmness)
        pairs = look.pairs
        apart = pairs.apart(place)
        overlap = pairs.reach - length(apart)
        packed = np.flatnonzero(overlap > MOST_OVERLAP * pairs.smaller)
        if not len(packed):
            break
        live[pairs.first.take(packed)] = True
        near_live = live.take(pairs.first) | live.take(pairs.second)
        pressed = np.flatnonzero(near_live & (overlap > 0.0))
        first = pairs.first.take(pressed)
        normal = _directions(taken(apart, pressed), first, pairs.second.take(pressed))
        away = (2.0 * _PRESSED_APART) * pairs.share.take(pressed) * overlap.take(pressed)
        touched = np.bincount(first, minlength=count) > 0
        live |= touched
        push = _sum_by_body(first, normal * away[:, None], count) + _PRESSED_ON * push
        push = np.where(touched[:, None], push, 0.0)
        push = clamp_length(push, 0.5 * radius)
        before, place = place, _kept_out(look.solid, place, place + push, radius)
        if not (length(place - before) > _LEAST_WAY * radius).any():
            break
    back = np.where(live[:, None], place - start, 0.0)
    way = unit(back)
    lost = np.clip(-dot(moved.velocity, way), 0.0, length(back) / step_seconds)
    return Moved(place, moved.velocity + way * lost[:, None])


def _kept_out(solid: Touching, before: FloatArray, after: FloatArray, radius: FloatArray) -> FloatArray:
    """Return `after`, pushed out of what is solid; where that takes too far, the place `before`.

    No body gets as far as its radius from a place where it was free, so none gets through a wall.
    """
    x, y = after[:, 0].copy(), after[:, 1].copy()
    for last in (False, False, False, True):
        gap, normal_x, normal_y = solid.gaps(x, y)
        inside = np.flatnonzero(gap < 0.5 * CONTACT_GAP)
        if not len(inside):
            break
        inside = inside[np.lexsort((gap[inside], solid.body[inside]))]
        rows, deepest = np.unique(solid.body[inside], return_index=True)
        if last:
            x[rows], y[rows] = before[rows, 0], before[rows, 1]
            break
        deepest = inside[deepest]
        x[rows] += normal_x[deepest] * (CONTACT_GAP - gap[deepest])
        y[rows] += normal_y[deepest] * (CONTACT_GAP - gap[deepest])
    place = columns(x, y)
    far = length(place - before) > 0.9 * radius
    return np.where(far[:, None], before, place)


def _pushed(
    shapes: SolidShapes, bodies: IntArray, moved: Moved, push: FloatArray, radius: FloatArray
) -> Moved:
    """Return where `bodies`, of which some come again and again, get to: at most by their radius."""
    push = push * np.minimum(1.0, safe_divide(radius, length(push), 1.0))[:, None]
    rows = np.flatnonzero(np.bincount(bodies, minlength=len(radius)))
    there = move_bodies(shapes, moved.position[rows], moved.velocity[rows], push[rows], radius[rows])
    place, speed = moved.position.copy(order="K"), moved.velocity.copy(order="K")
    place[rows], speed[rows] = there.position, there.velocity
    return Moved(place, speed)


def _slack(radius: FloatArray) -> float:
    """Return how much further than they reach bodies are looked for, so that some pushes need no new look."""
    return _LOOK_FURTHER * float(radius.mean())


def _maybe_touching(
    position: FloatArray, radius: FloatArray, known: KnownPairs | None = None
) -> tuple[IntArray, IntArray]:
    """Return each pair of bodies that may overlap, or do once they are pushed a little, in no order.

    Bodies more than twice as large as most are looked at by themselves, so that one giant in a crowd does
    not make everybody look as far as it reaches.
    """
    largest, slack = float(radius.max()), _slack(radius)
    is_large = radius > _LARGE * float(radius.mean())
    if not is_large.any():
        reach = 2.0 * largest + slack
        found = known.close_pairs(position, reach) if known is not None else None
        return found if found is not None else close_pairs(position, reach)
    small, large = np.flatnonzero(~is_large), np.flatnonzero(is_large)
    reach = 2.0 * float(radius.take(small).max(initial=0.0)) + slack
    index, other = close_pairs(taken(position, small), reach)
    giant, met = pairs_within(taken(position, large), position, 2.0 * largest + slack)
    giant = large.take(giant)
    once = np.flatnonzero(~is_large.take(met) | (giant < met))
    return (
        np.concatenate((small.take(index), giant.take(once))),
        np.concatenate((small.take(other), met.take(once))),
    )


def _are_packed(near: tuple[IntArray, IntArray], place: FloatArray, radius: FloatArray) -> bool:
    """Tell whether bodies overlap too much."""
    first, second = radius.take(near[0]), radius.take(near[1])
    overlap = first + second - _distances(place, *near)
    return bool((overlap > MOST_OVERLAP * np.minimum(first, second)).any())


def _distances(position: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
    return length(taken(position, first) - taken(position, second))


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """Hold p pairs of bodies, each once in both directions, sorted by their first, then their second body.

    `reach` (p,) is the sum of their radii, `smaller` (p,) the smaller one, `share` (p,) the part of an
    overlap by which the first gives way.
    """

    first: IntArray
    second: IntArray
    reach: FloatArray
    smaller: FloatArray
    share: FloatArray

    def apart(self, position: FloatArray) -> FloatArray:
        """Return the way (p, 2) from the second body of each pair to the first."""
        return taken(position, self.first) - taken(position, self.second)


def _directions(apart: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
    """Return the direction (p, 2) in which the first body of each pair gives way."""
    sideways = columns(np.where(first < second, -1.0, 1.0), np.zeros(len(first)))
    return unit_or(apart, sideways)


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """Hold what is near bodies at `place`."""

    shapes: SolidShapes
    place: FloatArray
    pairs: _Pairs
    solid: Touching


def _look_around(
    shapes: SolidShapes,
    near: tuple[IntArray, IntArray],
    place: FloatArray,
    radius: FloatArray,
    firmness: IntArray,
) -> _Look:
    solid = pairs_on_the_way(shapes, place[:, 0], place[:, 1], radius + 0.5 * _slack(radius), radius)
    return _Look(shapes, place, _both_ways(*near, radius, firmness), solid)


def _both_ways(first: IntArray, second: IntArray, radius: FloatArray, firmness: IntArray) -> _Pairs:
    """Return pairs that are given once, without those of which neither gives way."""
    gives = np.flatnonzero((firmness.take(first) < _FIRMEST) | (firmness.take(second) < _FIRMEST))
    first, second = first.take(gives), second.take(gives)
    index, other = np.concatenate((first, second)), np.concatenate((second, first))
    order = np.argsort(index * len(radius) + other, kind="stable")
    index, other = index.take(order), other.take(order)
    own, others = radius.take(index), radius.take(other)
    share = 0.5 + 0.5 * np.sign(firmness.take(other) - firmness.take(index))
    return _Pairs(index, other, own + others, np.minimum(own, others), share)


def _sum_by_body(body: IntArray, vectors: FloatArray, count: int) -> FloatArray:
    x: FloatArray = np.bincount(body, vectors[:, 0], minlength=count).astype(np.float64, copy=False)
    y: FloatArray = np.bincount(body, vectors[:, 1], minlength=count).astype(np.float64, copy=False)
    return columns(x, y)
