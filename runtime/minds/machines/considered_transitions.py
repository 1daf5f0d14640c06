"""Note which transitions were considered and what became of them (rules 4.14, 7.2).

While the tick is under way only facts are taken down: the transition, what came of it, what its guard read.
They are put into words when the log is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from graphs.expressions.types import Value
from runtime.basics.context import EvaluationContext
from runtime.basics.status import TransitionOutcome
from runtime.minds.expressions.explain import Explanation
from runtime.minds.expressions.tested_values import TakenDown, take_down
from runtime.minds.machines.machine_rows import StateRow, TransitionRow
from runtime.minds.program.triggers import Armed, ask, consume, holding
from runtime.records.reasons import Reason, ReasonForm, own_words
from runtime.records.trace_frame import Candidate

if TYPE_CHECKING:
    from runtime.minds.program.brain_log import BrainLog
    from runtime.minds.program.code import Expression
    from runtime.minds.program.ticking_brain import TickingBrain


ALREADY_THERE = Reason(ReasonForm.ALREADY_THERE)
"""The reason of an any-state transition that leads only to where the machine is (4.9 step 3)."""


@dataclass(slots=True, frozen=True, eq=False)
class Consideration:
    """Hold that a transition was considered: what came of it, and what its guard read.

    Without a `reason` the guard's own words are in the log. `seen` are the values at the guard's
    `readings`, with the triggers `held` armed then, or its explanation where it has no readings.
    """

    transition: TransitionRow
    outcome: TransitionOutcome
    reason: Reason | None
    seen: Sequence[Value] | Explanation = ()
    held: Collection[int] = ()

    def told(self, log: BrainLog) -> Candidate:
        """Put it into words."""
        return candidate_of(self.transition, self.outcome, self.reason, self._explanation(log))

    def _explanation(self, log: BrainLog) -> Explanation | None:
        guard, seen = self.transition.guard, self.seen
        if guard is None:
            return None
        return seen if isinstance(seen, Explanation) else explanation_of(guard, seen, log, self.held)


def explanation_of(
    guard: Expression, seen: Sequence[Value], log: BrainLog, held: Collection[int] = ()
) -> Explanation:
    """Explain a guard by the values that stood at its readings."""
    values = dict(zip(guard.readings or (), seen, strict=True))
    return guard.explanation(cast(EvaluationContext, TakenDown(log.agent, log.time, values, held)))


def candidate_of(
    transition: TransitionRow,
    outcome: TransitionOutcome,
    reason: Reason | None,
    explanation: Explanation | None,
) -> Candidate:
    """Return what the log tells of a transition; `explanation` is of its guard."""
    guard = transition.guard
    if guard is None or explanation is None:
        return Candidate(transition.index, outcome, (), reason or Reason(ReasonForm.NO_GUARD))
    parts = guard.parts_of(explanation)
    return Candidate(transition.index, outcome, parts, reason or own_words(guard.sentence_of(explanation)))


def note(
    brain: TickingBrain, transition: TransitionRow, outcome: TransitionOutcome, reason: Reason | None = None
) -> None:
    """Keep the strongest outcome of the tick, and the candidate for the log.

    Without a `reason` the guard's own words are in the log.
    """
    if outcome > brain.outcomes[transition.index]:
        brain.outcomes[transition.index] = outcome
    if brain.log is not None:
        brain.log.considered.append(consideration(brain, transition, outcome, reason))


def consideration(
    brain: TickingBrain, transition: TransitionRow, outcome: TransitionOutcome, reason: Reason | None
) -> Consideration:
    """Take down what a transition that is considered now reads."""
    guard = transition.guard
    if guard is None:
        return Consideration(transition, outcome, reason)
    brain.state_row = transition.source
    held = held_while_pending(transition, brain)
    if guard.readings is not None:
        return Consideration(transition, outcome, reason, take_down(guard.readings, brain), held)
    with holding(held, brain):
        return Consideration(transition, outcome, reason, guard.explanation(brain))


def note_loss(brain: TickingBrain, loser: TransitionRow, winner: TransitionRow) -> None:
    """Say that an enabled transition was not taken because of another one."""
    if brain.log is None:
        note(brain, loser, TransitionOutcome.TRUE_BUT_LOST)
        return
    source = winner.source
    name = source.name if isinstance(source, StateRow) else "the machine"
    form = ReasonForm.LOST_TO_ANY_STATE if winner.interrupt else ReasonForm.LOST
    note(brain, loser, TransitionOutcome.TRUE_BUT_LOST, Reason(form, (winner.node, name), winner.index))


def note_wait(brain: TickingBrain, transition: TransitionRow, outcome: TransitionOutcome, due: int) -> None:
    """Say that a transition waits for tick `due`."""
    if brain.log is None:
        note(brain, transition, outcome)
        return
    seconds = (due - brain.tick_now) / brain.rate
    note(brain, transition, outcome, Reason(ReasonForm.WAITS, (seconds,)))


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
    waiting = brain.machines.pending.get(transition.source.index)
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
