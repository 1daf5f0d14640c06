"""Let variables rise by themselves at the beginning of a brain's tick (rule 2.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.context import Slot

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(frozen=True, slots=True)
class RisingVariable:
    """Hold a float variable of the agent that changes by `rate` a second, from `least` to `most`."""

    slot: Slot
    rate: float
    least: float | None = None
    most: float | None = None


def rise(brain: TickingBrain) -> None:
    """Move the variables on by the time since the brain's last tick; nothing rises in its first one."""
    program = brain.program
    since = brain.ints[program.risen_place] - 1
    brain.ints[program.risen_place] = brain.tick_now + 1
    if since < 0:
        return
    seconds = (brain.tick_now - since) / program.rate
    floats = brain.floats
    for each in program.rising:
        value = floats[each.slot.index] + each.rate * seconds
        if each.least is not None and value < each.least:
            value = each.least
        if each.most is not None and value > each.most:
            value = each.most
        floats[each.slot.index] = value
