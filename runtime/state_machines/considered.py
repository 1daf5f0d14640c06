"""Note which transitions were considered and what became of them (SEMANTICS 4.14, 7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.brains.triggers import held_while_pending, holding
from runtime.state_machines.state_rows import StateRow
from runtime.state_machines.transition_rows import TransitionRow
from runtime.status import TransitionOutcome
from runtime.trace.trace_frame import Candidate

if TYPE_CHECKING:
    from runtime.brains.brain import Brain


def note(brain: Brain, transition: TransitionRow, outcome: TransitionOutcome, sentence: str = "") -> None:
    """Keep the strongest outcome of the tick, and the candidate for the log.

    Without a `sentence` the guard's own words stand in the log.
    """
    if outcome > brain.outcomes[transition.index]:
        brain.outcomes[transition.index] = outcome
    if brain.log is not None:
        guard = transition.guard
        brain.state_row = transition.source
        with holding(held_while_pending(transition, brain), brain):
            parts = guard.parts(brain) if guard is not None else ()
            words = sentence or (guard.sentence(brain) if guard is not None else "no guard")
        brain.log.consider(Candidate(transition.index, outcome, parts, words))


def note_loss(brain: Brain, loser: TransitionRow, winner: TransitionRow) -> None:
    """Say that an enabled transition was not taken because of another one."""
    if brain.log is None:
        note(brain, loser, TransitionOutcome.TRUE_BUT_LOST)
        return
    source = winner.source
    name = source.name if isinstance(source, StateRow) else "the machine"
    what = "any-state transition" if winner.interrupt else "transition"
    note(brain, loser, TransitionOutcome.TRUE_BUT_LOST, f"lost to the {what} {winner.node} of {name}")


def note_wait(brain: Brain, transition: TransitionRow, outcome: TransitionOutcome, due: int) -> None:
    """Say that a transition waits for tick `due`."""
    if brain.log is None:
        note(brain, transition, outcome)
        return
    note(brain, transition, outcome, f"{(due - brain.tick_now) / brain.rate:.2f} s to go")
