"""Draw random numbers from counters, without hidden state (rule 1.4).

A draw is a pure function of four 32-bit numbers: the world's seed, the agent, the path of the node that
draws, and how many draws this node instance made before. Any language can reproduce them:

``u = fmix(fmix(fmix(fmix(seed) ^ agent) + 0x9e3779b9 · path) ^ (n · 0x27d4eb2f))`` modulo 2³², where
``agent`` and ``path`` are the FNV-1a hashes of the agent's id and of the node ids of the call path
joined by ``/``. Editing one node leaves the draws of every other node as they were.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM
from runtime.basics.context import EvaluationError

Item = TypeVar("Item")

_MASK = 0xFFFFFFFF
_RANGE = 2**32
_PATH_FACTOR = 0x9E3779B9
_COUNT_FACTOR = 0x27D4EB2F


class DrawError(EvaluationError, ValueError):
    """Tell that nothing can be drawn from a range or from weights.

    At run time it is the failure of the line or node that draws (rule 2.6).
    """


FNV_START = 0x811C9DC5
"""The hash of the empty text."""


def fnv1a_32(text: str, start: int = FNV_START) -> int:
    """Return the 32-bit FNV-1a hash of a text in UTF-8; of one after a text with the hash `start`."""
    value = start
    for byte in text.encode("utf-8"):
        value = ((value ^ byte) * 0x01000193) & _MASK
    return value


def fmix32(value: int) -> int:
    """Return the murmur3 32-bit finalizer of a number, taken modulo 2³²."""
    value &= _MASK
    value = ((value ^ (value >> 16)) * 0x85EBCA6B) & _MASK
    value = ((value ^ (value >> 13)) * 0xC2B2AE35) & _MASK
    return value ^ (value >> 16)


def path_key(node_ids: Sequence[str]) -> int:
    """Return the number of a call path: the hash of its node ids joined by ``/``."""
    return fnv1a_32("/".join(node_ids))


def draw_u32(seed: int, agent: int, path: int, n: int) -> int:
    """Return draw number ``n`` (from 0) of a node instance, in [0, 2³²).

    ``agent`` is ``fnv1a_32`` of the agent's id, ``path`` is ``path_key`` of the node.
    """
    mixed = fmix32(fmix32(seed) ^ agent)
    mixed = fmix32(mixed + _PATH_FACTOR * path)
    return fmix32(mixed ^ ((n * _COUNT_FACTOR) & _MASK))


def draw_float(seed: int, agent: int, path: int, n: int) -> float:
    """Return draw ``n`` as a float in [0, 1): u / 2³²."""
    return draw_u32(seed, agent, path, n) / _RANGE


def draw_between(seed: int, agent: int, path: int, n: int, low: float, high: float) -> float:
    """Return draw ``n`` as a float from low up to high: low + u / 2³² · (high - low)."""
    return low + draw_float(seed, agent, path, n) * (high - low)


def draw_int(seed: int, agent: int, path: int, n: int, low: int, high: int) -> int:
    """Return draw ``n`` as an int in [low, high]: low + ⌊u · (high - low + 1) / 2³²⌋.

    Raises DrawError when high is below low or an end does not fit 32 bits.
    """
    if high < low:
        raise DrawError(f"The range from {low} to {high} is empty.")
    if not INT_MINIMUM <= low <= high <= INT_MAXIMUM:
        raise DrawError(f"The range from {low} to {high} does not fit 32 bits.")
    return low + (draw_u32(seed, agent, path, n) * (high - low + 1)) // _RANGE


def draw_chance(seed: int, agent: int, path: int, n: int, probability: float) -> bool:
    """Return true with a probability: whether u / 2³² is below it (0 is never, 1 is always)."""
    return draw_float(seed, agent, path, n) < probability


def draw_weighted(seed: int, agent: int, path: int, n: int, weights: Sequence[float]) -> int | None:
    """Return the index of the first weight whose running sum exceeds u / 2³² · total.

    Weights and their sum are finite and 0 or more, else DrawError. None when they add up to 0: nothing
    is drawn (section 3 of the rules).
    """
    total = 0.0
    for weight in weights:
        if weight < 0 or not math.isfinite(total + weight):
            raise DrawError(f"A weight must be finite and 0 or more, but one is {weight}.")
        total += weight
    if total == 0:
        return None
    threshold = draw_float(seed, agent, path, n) * total
    running = 0.0
    for index, weight in enumerate(weights):
        running += weight
        if running > threshold:
            return index
    return max(index for index, weight in enumerate(weights) if weight > 0)


def shuffle(seed: int, agent: int, path: int, n: int, items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the items in a random order: Fisher–Yates from the end.

    Uses one draw per item but the first, numbered from ``n``: the caller counts ``len(items) - 1`` on.
    """
    order = list(items)
    for count, last in enumerate(range(len(order) - 1, 0, -1)):
        other = draw_int(seed, agent, path, n + count, 0, last)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
