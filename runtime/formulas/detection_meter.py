"""Fill and drain a detection meter from 0 to 1 (SENSE-04).

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

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, IntArray, safe_divide

ZONES = ("none", "near", "far", "wide")
"""The zones of graded vision; `zones_of` gives indices of them."""


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
