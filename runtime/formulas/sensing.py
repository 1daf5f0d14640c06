"""Compute what senses need: cones of view, detection meters, strengths of signals, interests.

Tell what is inside view cones: the angle to a thing, and whether it is at most the half angle (SENSE-02).

Every function takes one row per pair of an eye and a thing: `heading` (n,) and `half_angle` (n,) in degrees,
`offset` (n, 2) from the eye to the thing in units. A thing at the place of the eye is inside every cone.

Fill and drain a detection meter from 0 to 1 (SENSE-04).

A thing in view fills the meter each second by

    fill_rate · distance factor · angle factor

| | factor |
|---|---|
| distance | 1 up to `near_range`, then in a straight line down to `far_share` at the range |
| angle | 1 up to `half_angle`, then in a straight line down to `edge_share` at the edge of the wide cone |

Beyond `half_angle` it is seen up to `wide_range`, else up to `range`; beyond the wide cone not at all, but
whatever is as near as `near_range` counts as in the wide cone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runtime.basics.random_numbers import draw_int, fnv1a_32
from runtime.basics.vectors import (
    BoolArray,
    FloatArray,
    IntArray,
    cross,
    direction_degrees,
    dot,
    heading_vectors,
    length,
    safe_divide,
    unit,
)

ZONES = ("none", "near", "far", "wide")
"""The zones of graded vision; `zones_of` gives indices of them."""
_STREAM = fnv1a_32("awareness")


def is_in_cone(heading: FloatArray, half_angle: FloatArray, offset: FloatArray) -> BoolArray:
    """Tell whether each thing is at most the half angle off the heading, by cosines: no division.

    A half angle of 180 or more takes in everything.
    """
    return is_inside(heading_vectors(heading), half_angle, offset, squared_length(offset))


def is_inside(
    ahead: FloatArray, half_angle: FloatArray, offset: FloatArray, squared: FloatArray
) -> BoolArray:
    """Tell the same of cones whose unit vectors `ahead` (n, 2) and squared distances (n,) are known."""
    edge = heading_vectors(half_angle)[:, 0]
    return (dot(ahead, offset) >= edge * np.sqrt(squared)) | (half_angle >= 180.0)


def is_in_volume(
    ahead: FloatArray, reach: FloatArray, near: FloatArray, far: FloatArray, offset: FloatArray
) -> BoolArray:
    """Tell whether each thing is inside a box that widens: from `near` to each side to `far` at `reach`.

    `ahead` (n, 2) are unit vectors, the rest (n,) in units. Its sides belong to it (SENSE-03).
    """
    forward = dot(ahead, offset)
    side = np.abs(cross(ahead, offset))
    width = near + (far - near) * safe_divide(forward, reach, 0.0)
    return (forward >= 0.0) & (forward <= reach) & (side <= width)


def angles_off(heading: FloatArray, offset: FloatArray) -> FloatArray:
    """Return the angle between each heading and the way to the thing, in degrees, [0, 180]."""
    ahead = heading_vectors(heading)
    beside = np.abs(cross(ahead, offset))
    angle = direction_degrees(dot(ahead, offset), beside)
    return np.where((offset == 0.0).all(axis=1), 0.0, angle)


def squared_length(vectors: FloatArray) -> FloatArray:
    """Return the square of each length."""
    return dot(vectors, vectors)


@dataclass(frozen=True, slots=True, eq=False)
class Zones:
    """Hold the zones of k sensors: angles in degrees, ranges in units, shares from 0 to 1."""

    half_angle: FloatArray
    range: FloatArray
    near_range: FloatArray
    wide_half_angle: FloatArray
    wide_range: FloatArray
    far_share: FloatArray
    edge_share: FloatArray

    def take(self, rows: IntArray) -> Zones:
        """Return the zones of some of the sensors."""
        return Zones(
            self.half_angle[rows],
            self.range[rows],
            self.near_range[rows],
            self.wide_half_angle[rows],
            self.wide_range[rows],
            self.far_share[rows],
            self.edge_share[rows],
        )


def zones_of(zones: Zones, distance: FloatArray, angle: FloatArray) -> IntArray:
    """Return in which of `ZONES` a thing is, one row per thing and sensor; its ends belong to a zone."""
    in_focus = angle <= zones.half_angle
    in_wide = angle <= np.maximum(zones.wide_half_angle, zones.half_angle)
    near = (distance <= zones.near_range) & in_wide
    far = (distance <= zones.range) & in_focus
    wide = (distance <= zones.wide_range) & in_wide
    return np.where(near, 1, np.where(far, 2, np.where(wide, 3, 0)))


def fill_shares(zones: Zones, distance: FloatArray, angle: FloatArray) -> FloatArray:
    """Return which share of the fill rate counts for a thing in view, 0 outside of every zone."""
    zone = zones_of(zones, distance, angle)
    reach = np.where(zone == 3, zones.wide_range, zones.range)
    beyond = safe_divide(distance - zones.near_range, reach - zones.near_range, 0.0)
    by_distance = _falling(beyond, zones.far_share)
    aside = safe_divide(angle - zones.half_angle, zones.wide_half_angle - zones.half_angle, 0.0)
    by_angle = _falling(aside, zones.edge_share)
    return np.where(zone == 0, 0.0, by_distance * by_angle)


def meter_after(
    meter: FloatArray, fill: FloatArray, drain: FloatArray, seconds: FloatArray, in_view: BoolArray
) -> FloatArray:
    """Return each meter after some time: filled at `fill` per second in view, else drained at `drain`."""
    change = np.where(in_view, fill, -drain) * seconds
    return np.clip(meter + change, 0.0, 1.0)


def _falling(share: FloatArray, least: FloatArray) -> FloatArray:
    """Return 1 at a share of 0, `least` at 1, and a straight line between."""
    return 1.0 - np.clip(share, 0.0, 1.0) * (1.0 - least)


def light_at(distance: FloatArray, radius: FloatArray, brightness: FloatArray) -> FloatArray:
    """Return how much light each lamp gives: its brightness beside it, in a straight line to 0 at `radius`.

    Arrays of any one shape; distances and radii in units, brightness and light from 0 to 1.
    """
    share = np.where(radius > 0.0, safe_divide(distance, radius, 1.0), 1.0)
    return np.clip(brightness * (1.0 - np.clip(share, 0.0, 1.0)), 0.0, 1.0)


def share_seen(light: FloatArray, dark_share: FloatArray) -> FloatArray:
    """Return which share of the fill rate is left: `dark_share` in the dark, all of it in full light."""
    return dark_share + (1.0 - dark_share) * light


def faded(strength: FloatArray, age: FloatArray, lifetime: FloatArray) -> FloatArray:
    """Return how strong traces still are: in a straight line from fresh to nothing over their lifetime."""
    return strength * np.clip(1.0 - safe_divide(age, lifetime, 1.0), 0.0, 1.0)


def smell(
    row: IntArray, offset: FloatArray, strength: FloatArray, reach: FloatArray, count: int
) -> tuple[FloatArray, FloatArray]:
    """Return how strong the scent is at each place (count,) and the unit vector up its gradient (count, 2).

    `offset` (m, 2) is from the place to the trace, `strength` (m,) that of the trace now, `reach` (m,) the
    range. The way is (0, 0) where there is no scent, or none to any side.
    """
    near = strength * np.clip(1.0 - safe_divide(length(offset), reach, 0.0), 0.0, 1.0)
    pull = unit(offset) * strength[:, None]
    total = sums(row, near, count)
    way = np.stack((sums(row, pull[:, 0], count), sums(row, pull[:, 1], count)), axis=1)
    return total, unit(way)


def centroid(row: IntArray, positions: FloatArray, strength: FloatArray, count: int) -> FloatArray:
    """Return the middle of the traces around each place (count, 2), each counted by its strength.

    (0, 0) where there is none.
    """
    total = sums(row, strength, count)
    x = safe_divide(sums(row, positions[:, 0] * strength, count), total)
    y = safe_divide(sums(row, positions[:, 1] * strength, count), total)
    return np.stack((x, y), axis=1)


def sums(row: IntArray, values: FloatArray, count: int) -> FloatArray:
    """Return the sum of the values of each place (count,), added in the order they stand."""
    return np.bincount(row, values, minlength=count).astype(np.float64)


def loudness_at(
    loudness: FloatArray, attenuation: FloatArray, distance: FloatArray, muffling: FloatArray
) -> FloatArray:
    """Return how loud each noise still is; at most 0 where nothing of it is left."""
    return loudness - attenuation * distance - muffling


def is_heard(heard: FloatArray, threshold: FloatArray) -> BoolArray:
    """Tell whether a noise is loud enough: at least the threshold, and more than nothing."""
    return (heard >= threshold) & (heard > 0.0)


def is_relevant(priority: int, current: int) -> bool:
    """Tell whether an interest is worth leaving the current one: only a strictly higher one is."""
    return priority > current


def scout_count(affected: int) -> int:
    """Return how many of `affected` agents go to see: ⌊log2 n⌋, and one if there is only one."""
    return 1 if affected == 1 else max(affected, 1).bit_length() - 1


@dataclass(frozen=True, slots=True)
class Squad:
    """Hold who reacts: the leader, None for one who is alone, and the scouts in ascending order."""

    leader: int | None
    scouts: tuple[int, ...]
    draws: int


def choose_squad(affected: Sequence[int], seed: int, source: str, draws: int) -> Squad:
    """Return who of the `affected`, ascending, leads and who goes to see.

    The leader is drawn among all, the scouts among the others, without replacement. Draws are those of rule
    1.4 with the agent `source` and the path `awareness`, numbered from `draws`; the result says how many
    there were. One who is alone is a scout without a leader; no one is drawn for.
    """
    left = list(affected)
    if len(left) < 2:
        return Squad(None, tuple(left), 0)
    stream = fnv1a_32(source)

    def drawn(number: int) -> int:
        return left.pop(draw_int(seed, stream, _STREAM, draws + number, 0, len(left) - 1))

    leader = drawn(0)
    count = scout_count(len(affected))
    scouts = [drawn(number) for number in range(1, count + 1)]
    return Squad(leader, tuple(sorted(scouts)), count + 1)
