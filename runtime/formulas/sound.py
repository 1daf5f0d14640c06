"""Tell how loud a noise is where it is heard (SENSE-09, SENSE-10).

loudness heard = loudness at the source - attenuation · distance - muffling of every wall on the way.

All arguments have one row per pair of a noise and a listener: `loudness` and `muffling` in the same unit as
the result, `attenuation` in that unit per unit of length, `distance` in units.
"""

from __future__ import annotations

from runtime.basics.vectors import BoolArray, FloatArray


def loudness_at(
    loudness: FloatArray, attenuation: FloatArray, distance: FloatArray, muffling: FloatArray
) -> FloatArray:
    """Return how loud each noise still is; at most 0 where nothing of it is left."""
    return loudness - attenuation * distance - muffling


def is_heard(heard: FloatArray, threshold: FloatArray) -> BoolArray:
    """Tell whether a noise is loud enough: at least the threshold, and more than nothing."""
    result: BoolArray = (heard >= threshold) & (heard > 0.0)
    return result
