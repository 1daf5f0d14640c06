"""Draw many counter-based random numbers at once, equal to `runtime.basics.random_numbers` (rule 1.4)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from runtime.basics.random_numbers import fmix32, fnv1a_32
from runtime.basics.vectors import FloatArray, IntArray

_MASK = np.uint64(0xFFFFFFFF)


@lru_cache(maxsize=65536)
def stream_start(seed: int, agent_id: str, path: str) -> int:
    """Return the part of the formula that one stream of draws shares, a 32-bit number.

    It is `fmix(fmix(fmix(seed) ^ agent) + 0x9e3779b9 · path)`, where `path` is the node ids of the call path
    joined by `/`.
    """
    return stream_of_key(seed, agent_id, fnv1a_32(path))


@lru_cache(maxsize=65536)
def stream_of_key(seed: int, agent_id: str, key: int) -> int:
    """Return what `stream_start` does; `key` is the hash of the path."""
    return fmix32(fmix32(fmix32(seed) ^ fnv1a_32(agent_id)) + 0x9E3779B9 * key)


def draw_units(starts: IntArray, counts: IntArray) -> FloatArray:
    """Return draw number `counts` (n,) of each stream as floats in [0, 1)."""
    offset = (counts.astype(np.uint64) * np.uint64(0x27D4EB2F)) & _MASK
    return _mix(starts.astype(np.uint64) ^ offset).astype(np.float64) / 4294967296.0


def _mix(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the murmur3 32-bit finalizer of each value."""
    value = value ^ (value >> np.uint64(16))
    value = (value * np.uint64(0x85EBCA6B)) & _MASK
    value = value ^ (value >> np.uint64(13))
    value = (value * np.uint64(0xC2B2AE35)) & _MASK
    return value ^ (value >> np.uint64(16))
