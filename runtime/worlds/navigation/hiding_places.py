"""Find the nearest place where an agent is hidden from somebody."""

from __future__ import annotations

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, length
from runtime.formulas.hiding import spots_behind_circles, spots_behind_edges
from runtime.worlds.bodies.geometry import Obstructions, cast_rays, clearance

_AT_ONCE = 16
_TOUCHING = 1e-9
_BORDER = 4


def hiding_place(
    solid: Obstructions,
    opaque: Obstructions,
    body: Vector,
    radius: float,
    threat: Vector,
    reach: float,
    margin: float,
) -> Vector | None:
    """Return the spot nearest to `body`, within `reach` of it, that `threat` does not see; None for none.

    A spot is `radius` and `margin` away from what hides it, and has room for the body. Of equal ones the one
    behind the earlier edge or obstacle is taken, edges first.
    """
    here, seer = np.array(body), np.array(threat)
    edges = len(opaque.start) - _BORDER
    gap = radius + margin
    spots = np.concatenate(
        (
            spots_behind_edges(opaque.start[:edges], opaque.end[:edges], seer, gap),
            spots_behind_circles(opaque.center, opaque.radius, seer, gap),
        )
    )
    away = length(spots - here[None, :])
    order = np.argsort(away, kind="stable")
    order = order[away[order] <= reach]
    for first in range(0, len(order), _AT_ONCE):
        some = spots[order[first : first + _AT_ONCE]]
        for spot in some[_hidden(opaque, seer, some)]:
            if clearance(solid, spot[None, :])[0] >= radius - _TOUCHING:
                return float(spot[0]), float(spot[1])
    return None


def _hidden(opaque: Obstructions, seer: FloatArray, spots: FloatArray) -> BoolArray:
    ways = spots - seer[None, :]
    hits = cast_rays(opaque, np.repeat(seer[None, :], len(spots), axis=0), ways)
    return hits.hit
