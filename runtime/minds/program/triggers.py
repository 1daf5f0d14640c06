"""Keep triggers: one-shot bools that are armed, then consumed by what acts on them, or die (rule 2.3).

A trigger lies in one byte of its agent:

| byte | it is | at the end of a tick |
|---|---|---|
| 0 | not armed | 0 |
| 1 | armed since before this tick | dies; a latched one becomes 3 |
| 2 | armed in this tick | 1 |
| 3 | armed longer than an ordinary one, since it is latched | 3; with a time it dies once that is over |

Reading one that is armed notes it in `brain.armed_reads`. What decides by an expression that may read
triggers asks through `ask`, and hands what was noted to `consume` when it acts on the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from graphs.expressions.types import TRIGGER
from runtime.basics.status import Status
from runtime.basics.time_ticks import MOST_TICKS

if TYPE_CHECKING:
    from runtime.basics.context import Slot
    from runtime.minds.program.code import Expression
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain
    from runtime.minds.program.tree_row import GuardCode, PreconditionCode, TreeRow

    LettingIn: TypeAlias = GuardCode | PreconditionCode

UNARMED, ARMED, JUST_ARMED, LATCHED = 0, 1, 2, 3

Armed = tuple[int, ...]
"""Places, in the bytes, of triggers that were read while armed."""


@dataclass(frozen=True, slots=True)
class TriggerPlace:
    """Say where one trigger lies and how long it stays armed.

    `index` is its byte. `path` is the call path of the graph that declares it, `""` for the document and the
    root graph. A `latched` one outlives its first tick: for ever, or, with `latch_ticks`, until the tick in
    the int slot `until`. What a call binds again before every tick does not age (`ages` False).
    """

    index: int
    name: str
    path: str = ""
    latched: bool = False
    latch_ticks: int = 0
    until: int = -1
    ages: bool = True

    @property
    def label(self) -> str:
        """Return the name of the trigger behind the path of its graph."""
        return f"{self.path}/{self.name}" if self.path else self.name


def arm(place: TriggerPlace, brain: TickingBrain, *, ticking: bool) -> None:
    """Arm a trigger; `ticking` tells whether the brain's tick is under way."""
    brain.bytes_[place.index] = JUST_ARMED if ticking else ARMED
    if place.latch_ticks:
        since = brain.tick_now if ticking else brain.host.tick
        brain.ints[place.until] = min(since + place.latch_ticks, MOST_TICKS)


def begin_tick(brain: TickingBrain) -> None:
    """Let latched triggers die whose time was over before this tick."""
    for place in brain.program.timed_triggers:
        if brain.bytes_[place.index] == LATCHED and brain.tick_now >= brain.ints[place.until]:
            _die(place, brain)


def end_tick(brain: TickingBrain) -> None:
    """Age every armed trigger by this tick; those that have had theirs die."""
    for place in brain.program.triggers.values():
        state = brain.bytes_[place.index]
        if state == UNARMED or not place.ages:
            continue
        if state == JUST_ARMED:
            brain.bytes_[place.index] = ARMED
        elif not place.latched:
            _die(place, brain)
        elif state == ARMED:
            brain.bytes_[place.index] = LATCHED


def _die(place: TriggerPlace, brain: TickingBrain) -> None:
    brain.bytes_[place.index] = UNARMED
    brain.expired.append(place.label)


def ask(test: Expression, brain: TickingBrain) -> bool:
    """Evaluate what decides; `brain.armed_reads` then holds the triggers that it read armed."""
    if test.triggers:
        brain.armed_reads = []
    return bool(test.run(brain))


def consume(armed: Iterable[int], brain: TickingBrain, row: Row) -> None:
    """Let the triggers at these places be used up by `row`; those not armed any more are left alone."""
    for index in armed:
        if brain.bytes_[index]:
            brain.bytes_[index] = UNARMED
            brain.consumed.append(index)
            brain.writes.append((brain.program.triggers[index].name, False, row.index))


@contextmanager
def holding(armed: Armed, brain: TickingBrain) -> Iterator[None]:
    """Let triggers count as armed for what is evaluated inside, whether they are or not."""
    outer, brain.held_triggers = brain.held_triggers, armed
    try:
        yield
    finally:
        brain.held_triggers = outer


def carry_variable(slot: Slot, old: TickingBrain, its_new: Slot, new: TickingBrain) -> None:
    """Let a brain that takes the place of another have the value of a variable of the same type.

    An armed trigger stays so for as long as it would have, where both are latched for a time.
    """
    new.put(its_new, old.state.read(slot))
    if slot.type != TRIGGER or not old.bytes_[slot.index]:
        return
    before, after = old.program.triggers[slot.index], new.program.triggers[its_new.index]
    if before.latch_ticks and after.latch_ticks:
        new.ints[after.until] = old.ints[before.until]
        if old.bytes_[slot.index] == LATCHED:
            new.bytes_[its_new.index] = LATCHED


# -- guards and preconditions of tree nodes (rule 3.9) ----------------------------------------------


def held_by(guard: LettingIn, row: TreeRow, brain: TickingBrain) -> Armed:
    """Return the triggers that let a running node enter: its own tests see them armed while it runs."""
    if guard.held < 0 or brain.bytes_[row.index] != Status.RUNNING:
        return ()
    flags = brain.bytes_[guard.held : guard.held + len(guard.test.triggers)]
    return tuple(index for index, flag in zip(guard.test.triggers, flags, strict=True) if flag)


def let_in(guard: LettingIn, armed: Armed, row: TreeRow, brain: TickingBrain) -> None:
    """Consume what a guard read armed when it lets its node enter, and remember it for its own tests."""
    if not guard.test.triggers:
        return
    if guard.held >= 0:
        for place, index in enumerate(guard.test.triggers, guard.held):
            brain.bytes_[place] = index in armed
    consume(armed, brain, row)
