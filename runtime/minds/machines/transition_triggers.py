"""Let the guards of transitions read triggers, and consume them (rules 4.4, 4.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from runtime.minds.program.triggers import Armed, ask, consume, holding

if TYPE_CHECKING:
    from runtime.minds.machines.transition_rows import TransitionRow
    from runtime.minds.program.code import Expression
    from runtime.minds.program.ticking_brain import TickingBrain


def ask_transition(transition: TransitionRow, guard: Expression, brain: TickingBrain) -> bool:
    """Evaluate the guard of a transition and, where it holds, keep which triggers it read armed."""
    if not guard.triggers:
        return bool(guard.run(brain))
    with holding(held_while_pending(transition, brain), brain):
        holds = ask(guard, brain)
    brain.transition_reads[transition.index] = tuple(brain.armed_reads) if holds else ()
    return holds


def held_while_pending(transition: TransitionRow, brain: TickingBrain) -> Armed:
    """Return the triggers that a transition consumed when it became pending: its guard sees them armed."""
    waiting = brain.machine_memory.pending.get(transition.source.index)
    if waiting is None or waiting.transition != transition.members[0].index:
        return ()
    return waiting.armed


def armed_for(transition: TransitionRow, brain: TickingBrain) -> Armed:
    """Return the triggers that a guard which holds read armed when it was asked last in this tick."""
    return brain.transition_reads.get(transition.index, ())


def consume_triggers(brain: TickingBrain, transitions: Iterable[TransitionRow]) -> None:
    """Consume what the guards of transitions read armed, once these are selected: to be taken, or pending.

    It comes before anything is exited, so that a trigger which an action sets is none of those.
    """
    if not brain.transition_reads:
        return
    for transition in transitions:
        consume(brain.transition_reads.pop(transition.index, ()), brain, transition)
