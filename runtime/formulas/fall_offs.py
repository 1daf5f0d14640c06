"""Compute what is left of a strength at a distance (TAC-09, TAC-10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from runtime.basics.vectors import FloatArray

FallOff = Literal["none", "linear", "inverse_square", "steps"]


def share_left(
    fall_off: FallOff, distance: FloatArray, radius: float, steps: Sequence[float] = ()
) -> FloatArray:
    """Return the share, 0 to 1, that is left at each `distance` in units; 0 beyond `radius`.

    | fall-off | share |
    |---|---|
    | none | 1 |
    | linear | 1 - distance / radius |
    | inverse_square | 1 / (1 + distance)² |
    | steps | that of the whole units of the distance, 0 behind the last |
    """
    within = distance <= radius
    if fall_off == "linear":
        share = 1.0 - distance / radius if radius > 0.0 else np.where(distance == 0.0, 1.0, 0.0)
    elif fall_off == "inverse_square":
        share = 1.0 / np.square(1.0 + distance)
    elif fall_off == "steps":
        table = np.array([*steps, 0.0])
        place = np.minimum(np.where(within, distance, len(steps)), len(steps)).astype(np.int64)
        share = table.take(place)
    else:
        share = np.ones_like(distance)
    return np.where(within, share, 0.0)
