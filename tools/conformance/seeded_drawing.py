"""Draw from strategies by a seed alone: the same number gives the same value in every process."""

from __future__ import annotations

import math
import random
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.providers import COLLECTION_DEFAULT_MAX_SIZE, PrimitiveProvider
from hypothesis.internal.intervalsets import IntervalSet

T = TypeVar("T")
_MOST_TRIES = 50


class SeededProvider(PrimitiveProvider):
    """Draw plain choices; unlike that of hypothesis it looks for no constants in modules that are loaded."""

    def __init__(self, conjecturedata: ConjectureData | None, /, *, seed: str) -> None:
        super().__init__(conjecturedata)
        self._random = random.Random(seed)

    def draw_boolean(self, p: float = 0.5) -> bool:
        """Draw true with a chance."""
        return self._random.random() < p

    def draw_integer(
        self,
        min_value: int | None = None,
        max_value: int | None = None,
        *,
        weights: dict[int, float] | None = None,
        shrink_towards: int = 0,
    ) -> int:
        """Draw an int between bounds."""
        low, high = -100 if min_value is None else min_value, 100 if max_value is None else max_value
        return self._random.randint(min(low, high), max(low, high))

    def draw_float(
        self,
        *,
        min_value: float = -math.inf,
        max_value: float = math.inf,
        allow_nan: bool = True,
        smallest_nonzero_magnitude: float,
    ) -> float:
        """Draw a float between bounds."""
        return self._random.uniform(max(min_value, -100.0), min(max_value, 100.0))

    def draw_string(
        self, intervals: IntervalSet, *, min_size: int = 0, max_size: int = COLLECTION_DEFAULT_MAX_SIZE
    ) -> str:
        """Draw a text of a few letters."""
        size = self._random.randint(min_size, min(max_size, min_size + 5))
        return "".join(chr(self._random.choice(intervals)) for _ in range(size))

    def draw_bytes(self, min_size: int = 0, max_size: int = COLLECTION_DEFAULT_MAX_SIZE) -> bytes:
        """Draw a few bytes."""
        return self._random.randbytes(self._random.randint(min_size, min(max_size, min_size + 5)))


def drawn(strategy: st.SearchStrategy[T], seed: str) -> T:
    """Return what a seed draws from a strategy; values that the strategy rejects are drawn again."""
    for attempt in range(_MOST_TRIES):
        kw = {"seed": f"{seed} {attempt}"}
        data = ConjectureData(random=random.Random(0), provider=SeededProvider, provider_kw=kw)
        try:
            with BuildContext(data, wrapped_test=drawn):
                return data.draw(strategy)
        except (StopTest, UnsatisfiedAssumption):
            continue
    raise ValueError(f"Nothing can be drawn by {seed}.")
