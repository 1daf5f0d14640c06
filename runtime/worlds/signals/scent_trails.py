"""Keep the traces of scent that agents and sources leave, until they have faded (SENSE-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray
from runtime.formulas.signal_strength import faded
from runtime.worlds.bodies.geometry import point_in_polygon


@dataclass(frozen=True, slots=True, eq=False)
class ScentTraces:
    """Hold m traces in the order they were left: where, by which thing, when, how strong, how many steps."""

    position: FloatArray
    thing: IntArray
    born: IntArray
    strength: FloatArray
    lifetime: IntArray

    def __len__(self) -> int:
        return len(self.born)

    def strength_at(self, tick: int) -> FloatArray:
        """Return how strong each trace still is on `tick`."""
        return faded(self.strength, (tick - self.born).astype(np.float64), self.lifetime.astype(np.float64))


def no_traces() -> ScentTraces:
    """Return no traces at all."""
    none = np.zeros(0, dtype=np.int64)
    return ScentTraces(np.zeros((0, 2)), none, none, np.zeros(0), none)


class ScentTrails:
    """Hold the traces of a world. `traces` are state and never changed in place.

    Nothing is left inside the polygons `washed`, such as water.
    """

    def __init__(self, washed: Sequence[FloatArray]) -> None:
        self._washed = tuple(washed)
        self.traces = no_traces()

    def leave(
        self, tick: int, position: FloatArray, thing: IntArray, strength: FloatArray, lifetime: IntArray
    ) -> None:
        """Leave traces at `position` (k, 2); `strength` and `lifetime`, in steps, are theirs (k,)."""
        dry = np.ones(len(position), dtype=np.bool_)
        for polygon in self._washed:
            dry &= ~point_in_polygon(position, polygon)
        if not dry.any():
            return
        left = ScentTraces(
            position[dry], thing[dry], np.full(int(dry.sum()), tick), strength[dry], lifetime[dry]
        )
        self.traces = ScentTraces(
            *(
                np.concatenate((getattr(self.traces, each.name), getattr(left, each.name)))
                for each in fields(ScentTraces)
            )
        )

    def fade(self, tick: int) -> None:
        """Take away the traces that have faded by `tick`."""
        there = tick - self.traces.born < self.traces.lifetime
        if not there.all():
            self.traces = ScentTraces(
                *(getattr(self.traces, each.name)[there] for each in fields(ScentTraces))
            )

    def state_bytes(self) -> bytes:
        """Return the traces as bytes, the same for the same traces."""
        return b"".join(getattr(self.traces, each.name).tobytes() for each in fields(ScentTraces))
