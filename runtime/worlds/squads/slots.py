"""Say which places agents hold, one by one and as arrays for steering."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, IntArray

NOBODY = -1
"""The row of whom no place is beside."""


@dataclass(frozen=True, slots=True)
class HeldSlot:
    """Hold a place: beside which entity, in whose frame, unless it never `turns`, and `of` what it is one."""

    around: str
    offset: Vector
    turns: bool
    of: str


@dataclass(frozen=True, slots=True, eq=False)
class SlotArrays:
    """Hold the places of n agents by row.

    `around` (n,) are rows of entities, `NOBODY` for an agent without a place; `offset` (n, 2) is in the frame
    of the entity where it `turns` (n,), else in that of the world.
    """

    around: IntArray
    offset: FloatArray
    turns: BoolArray


def slot_arrays(
    slots: Mapping[str, HeldSlot], rows: Mapping[str, int], find_row: Callable[[str], int | None]
) -> SlotArrays:
    """Return the places of all agents; `rows` are theirs, `find_row` finds those of entities."""
    count = len(rows)
    around = np.full(count, NOBODY, dtype=np.int64)
    offset, turns = np.zeros((count, 2)), np.zeros(count, dtype=np.bool_)
    for agent, slot in slots.items():
        row, found = rows[agent], find_row(slot.around)
        if found is not None:
            around[row], offset[row], turns[row] = found, slot.offset, slot.turns
    return SlotArrays(around, offset, turns)
