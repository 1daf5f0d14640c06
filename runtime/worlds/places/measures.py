"""Measure something at each of n candidates, a slice at a time (rule 11.22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from runtime.basics.context import EvaluationError
from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray, length
from runtime.formulas.ballistics import HAND_HEIGHT
from runtime.formulas.place_quality import angle_off, cover_quality
from runtime.worlds.bodies.geometry import cast_rays, clearance, point_in_polygon, reaching_above
from runtime.worlds.ground.ground import Ground
from runtime.worlds.parts.world_part import WorldView

SHOTS = 8
"""Shots by which cover is judged."""

SHOT_RANGE = 10.0
"""How far from a place, in units, those stand who shoot, where nobody is named."""

SHOT_SPREAD = 0.5
"""How far around whoever is named the shots come from."""

_WAYS = np.array(
    [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    + [(x * 0.5**0.5, y * 0.5**0.5) for x, y in ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))]
)
_ASIDE = np.array([-1.0, -0.5, 0.0, 0.5, 1.0, 0.75, -0.25, 0.25])
"""Where each shot is aimed, in radii of the body to the left of its middle."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Hold what a measure is taken from: a place, where it looks in degrees, and the asking body's radius."""

    at: Vector
    heading: float
    radius: float
    is_named: bool


Measure = Callable[[WorldView, FloatArray, Viewpoint, str], FloatArray]
"""Measure points (n, 2) from a viewpoint; the text is the name of an area or a layer."""


def _distance(_world: WorldView, points: FloatArray, view: Viewpoint, _name: str) -> FloatArray:
    return length(points - np.array(view.at))


def _sight(world: WorldView, points: FloatArray, view: Viewpoint, _name: str) -> FloatArray:
    ways = np.array(view.at) - points
    return np.where(cast_rays(world.opaque, points, ways).hit, 0.0, 1.0)


def _area(world: WorldView, points: FloatArray, _view: Viewpoint, name: str) -> FloatArray:
    zone = world.document.zones.get(name)
    if zone is None:
        known = ", ".join(sorted(world.document.zones)) or "none"
        raise EvaluationError(f"There is no area {name!r} in this world. Known areas: {known}.")
    return np.where(point_in_polygon(points, np.array(zone.polygon, dtype=np.float64)), 1.0, 0.0)


def _layer(world: WorldView, points: FloatArray, _view: Viewpoint, name: str) -> FloatArray:
    ground = world.part(Ground)
    layer = None if ground is None else ground.layers.get(name)
    if layer is None:
        known = ", ".join(sorted(world.document.layers)) or "none"
        raise EvaluationError(f"There is no layer {name!r} in this world. Known layers: {known}.")
    return layer.values_at(points)


def _cover(world: WorldView, points: FloatArray, view: Viewpoint, _name: str) -> FloatArray:
    """Shoot from around whoever is named, or from all around, at the body's width (TAC-06).

    From where no body of the size of who asks has room no shot counts.
    """
    solid = reaching_above(world.solid, HAND_HEIGHT)
    shape = (len(points), SHOTS)
    if view.is_named:
        around = np.array(view.at) + _WAYS * SHOT_SPREAD
        muzzles = np.broadcast_to(around, (*shape, 2))
        valid = np.broadcast_to(world.has_room(around, view.radius), shape)
    else:
        muzzles = points[:, None, :] + _WAYS * SHOT_RANGE
        valid = world.has_room(muzzles.reshape(-1, 2), view.radius).reshape(shape)
    ways = points[:, None, :] - muzzles
    far = np.maximum(np.sqrt(np.square(ways).sum(axis=2)), 1e-9)
    left = np.stack((-ways[:, :, 1], ways[:, :, 0]), axis=2) / far[:, :, None]
    aims = ways + left * (_ASIDE * view.radius)[None, :, None]
    blocked = cast_rays(solid, muzzles.reshape(-1, 2), aims.reshape(-1, 2)).hit
    return cover_quality(valid, blocked.reshape(shape))


def _room(world: WorldView, points: FloatArray, _view: Viewpoint, _name: str) -> FloatArray:
    return clearance(world.solid, points)


def _behind(_world: WorldView, points: FloatArray, view: Viewpoint, _name: str) -> FloatArray:
    return angle_off(points, view.at, view.heading)


MEASURES: Mapping[str, Measure] = {
    "area": _area,
    "behind": _behind,
    "cover": _cover,
    "distance": _distance,
    "height": _layer,
    "influence": _layer,
    "room": _room,
    "sight": _sight,
}
"""What measures, by name; heights are compared with each other afterwards."""

COSTS: Mapping[str, int] = {"cover": 80, "room": 8, "sight": 10}
"""How much more work a measure is than one of cost 1, for each candidate."""
