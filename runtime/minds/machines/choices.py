"""Let a decision tree pick the branch of a choice (rule 4.12).

The tree is asked once for each time the choice is entered, as a new run. A branch whose `outcome` is the
answer may be taken if its guard holds; the `else` branch stands last and may always be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from runtime.basics.status import TransitionOutcome
from runtime.minds.machines.considered_transitions import note
from runtime.minds.machines.state_rows import StateRow
from runtime.minds.machines.tick_state import tick_under_way
from runtime.minds.machines.transition_rows import TransitionRow
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain


def is_answer(entry: TransitionRow, brain: TickingBrain) -> bool:
    """Tell whether a transition may be taken as far as a decision tree of its source is concerned."""
    choice = entry.source
    if not isinstance(choice, StateRow) or choice.decision is None:
        return True
    outcome = answer_of(choice, brain)
    if entry.is_else or (outcome is not None and entry.outcome == outcome):
        return True
    reason = None
    if brain.log is not None:
        decided = Reason(ReasonForm.DECIDED, (outcome,))
        reason = decided if outcome is not None else Reason(ReasonForm.NO_OUTCOME)
    for member in entry.members:
        note(brain, member, TransitionOutcome.GUARD_FALSE, reason)
    return False


def answer_of(choice: StateRow, brain: TickingBrain) -> str | None:
    """Return the outcome that the tree of a choice came to in this activation of the choice."""
    assert choice.decision is not None
    tick = tick_under_way(brain, choice.machine.index)
    assert tick is not None, "choices are asked in a tick"
    answers = tick.answers
    activation = brain.ints[choice.activation_slot]
    known = answers.get(choice.index)
    if known is None or known[0] != activation:
        known = answers[choice.index] = (activation, choice.decision.decide(brain, choice))
    return known[1]


class OutcomeDecider(Protocol):
    """Be a decision tree that a choice asks, compiled for that choice with its arguments."""

    def decide(self, brain: TickingBrain, row: Row) -> str | None:
        """Evaluate the tree as a new run and return the name of the outcome it came to.

        `row` is the choice, for errors. None stands for `none`, for a leaf of another kind, and for
        arguments that could not be evaluated: these are recorded. Raises nothing.
        """
