"""Avoid agents: dodge the neighbor one would meet first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import (
    FloatArray,
    IntArray,
    dot,
    length,
    perpendicular,
    safe_divide,
    unit,
    unwarned,
)
from runtime.formulas.steering_input import Bodies, Steering, linear_only

_LONGEST = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class Neighbors:
    """Hold pairs of asking rows and other bodies.

    `row` (p,) indexes the asking bodies and ascends; `position`, `velocity` (p, 2) and `radius` (p,) are the
    other body's. Within a row the pairs are in ascending agent id.
    """

    row: IntArray
    position: FloatArray
    velocity: FloatArray
    radius: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Avoidance:
    """Hold the steering and, for the overlay, where each body's meeting is expected (own place if none)."""

    steering: Steering
    meeting: FloatArray


@unwarned
def avoid_agents(bodies: Bodies, neighbors: Neighbors, margin: FloatArray, horizon: FloatArray) -> Avoidance:
    """Accelerate away from the neighbor with the earliest closest approach (STEER-12).

    With Δp = other - own position and Δv = other - own velocity the closest approach is at
    t = -(Δp · Δv) / |Δv|², the distance then |Δp + Δv·t|. A neighbor counts if 0 < t ≤ `horizon` (n,
    seconds) and that distance is below both radii plus `margin` (n, units), or if it is that near already;
    these come first, the nearest first. Neighbors that keep their distance (Δv = 0) count only then.
    `linear = -unit(Δp + Δv·t) · max_acceleration` (t = 0 if near already), in units/s². Exactly head-on
    there is no such direction: each gives way to its right, or, standing, to the right of the one that
    comes. Coincident bodies both take their right. Of equal times the lower agent id counts.
    """
    row = neighbors.row
    offset = neighbors.position - bodies.position[row]
    drift = neighbors.velocity - bodies.velocity[row]
    wanted = bodies.radius[row] + neighbors.radius + margin[row]
    time = np.clip(safe_divide(-dot(offset, drift), dot(drift, drift)), -_LONGEST, _LONGEST)
    approach = offset + drift * time[:, None]
    distance = length(offset)
    near = distance < wanted
    meets = (time > 0.0) & (time <= horizon[row]) & (length(approach) < wanted)
    threat = near | meets
    urgency = np.where(near, distance - wanted, time)
    picked_rows, picked = _most_urgent(row[threat], urgency[threat])
    pair = np.flatnonzero(threat)[picked]

    linear = np.zeros((len(bodies), 2))
    meeting = bodies.position.copy()
    from_other = -np.where(near[pair][:, None], offset[pair], approach[pair])
    own_velocity, own_heading = bodies.velocity[picked_rows], bodies.heading[picked_rows]
    away = _away(from_other, own_velocity, neighbors.velocity[pair], own_heading)
    linear[picked_rows] = away * bodies.max_acceleration[picked_rows][:, None]
    ahead = np.where(near[pair], 0.0, time[pair])
    meeting[picked_rows] = neighbors.position[pair] + neighbors.velocity[pair] * ahead[:, None]
    return Avoidance(linear_only(linear), meeting)


def _most_urgent(row: IntArray, urgency: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the rows that have a pair, and the index of each one's most urgent pair, the first of equals."""
    order = np.lexsort((urgency, row))
    rows, first = np.unique(row[order], return_index=True)
    return rows, order[first]


def _away(from_other: FloatArray, own: FloatArray, other: FloatArray, heading: FloatArray) -> FloatArray:
    result = unit(from_other)
    for fallback in (-perpendicular(own), -perpendicular(other), -perpendicular(heading)):
        none = (np.abs(result[:, 0]) + np.abs(result[:, 1])) == 0.0
        result = np.where(none[:, None], unit(fallback), result)
    return result
