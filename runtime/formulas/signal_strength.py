"""Tell how well a place is lit, and what that means for being seen (SENSE-04)."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import FloatArray, safe_divide


def light_at(distance: FloatArray, radius: FloatArray, brightness: FloatArray) -> FloatArray:
    """Return how much light each lamp gives: its brightness beside it, in a straight line to 0 at `radius`.

    Arrays of any one shape; distances and radii in units, brightness and light from 0 to 1.
    """
    share = np.where(radius > 0.0, safe_divide(distance, radius, 1.0), 1.0)
    return np.clip(brightness * (1.0 - np.clip(share, 0.0, 1.0)), 0.0, 1.0)


def share_seen(light: FloatArray, dark_share: FloatArray) -> FloatArray:
    """Return which share of the fill rate is left: `dark_share` in the dark, all of it in full light."""
    return dark_share + (1.0 - dark_share) * light
