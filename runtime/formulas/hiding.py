"""Reckon where a body is hidden from somebody: behind round obstacles, and behind the edges of walls."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import FloatArray, dot, length, perpendicular, unit, unwarned


@unwarned
def spots_behind_circles(
    center: FloatArray, radius: FloatArray, threat: FloatArray, gap: float
) -> FloatArray:
    """Return a spot behind each circle (n, 2), seen from `threat` (2,) (Buckland 2005, Hide).

    `center + unit(center - threat) · (radius + gap)`.
    """
    return center + unit(center - threat[None, :]) * (radius + gap)[:, None]


@unwarned
def spots_behind_edges(start: FloatArray, end: FloatArray, threat: FloatArray, gap: float) -> FloatArray:
    """Return two spots behind each edge (2n, 2), `gap` from it and from its corners, on the far side.

    An edge shorter than twice the gap has both in its middle. That an edge hides a spot is not said: the wall
    it belongs to may lie on that side.
    """
    along, reach = unit(end - start), length(end - start)
    middle = (start + end) * 0.5
    side = perpendicular(along)
    side = np.where(dot(middle - threat[None, :], side)[:, None] < 0.0, -side, side)
    inset = np.minimum(gap, reach * 0.5)[:, None]
    first, last = start + along * inset + side * gap, end - along * inset + side * gap
    return np.stack((first, last), axis=1).reshape(-1, 2)
