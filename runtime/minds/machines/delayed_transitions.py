"""Let enabled transitions wait for their delay (rule 4.10).

| moment | what happens |
|---|---|
| a delayed transition is enabled | it becomes pending; the walk goes on as if it were not there |
| its source has a pending one | other delayed transitions of that source are not asked |
| start of step 5 (interrupts: step 4) | its guard is tested again, if it says `recheck`; false cancels it |
| that step, from its due tick on | it takes part in selection at its place in the order |
| its source exits, or it is taken | it is forgotten |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import draw_int
from runtime.basics.status import TransitionOutcome
from runtime.minds.machines.considered_transitions import note, note_wait
from runtime.minds.machines.enabling import guard_holds
from runtime.minds.machines.state_rows import MachineRow
from runtime.minds.machines.tick_state import raise_execution_error
from runtime.minds.machines.transition_rows import DelayCode, TransitionRow
from runtime.minds.machines.transition_triggers import armed_for
from runtime.minds.program.machine_memory import PendingTransition
from runtime.records.reasons import Reason, ReasonForm, own_words

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


def start_pending(entry: TransitionRow, brain: TickingBrain) -> bool:
    """Let an enabled transition wait for its delay, which is drawn now; tell whether it does.

    A delay that fails is recorded and keeps the transition from waiting, and so from being taken.
    """
    assert entry.delay is not None
    try:
        ticks = _drawn_delay(entry, entry.delay, brain)
    except EvaluationError as error:
        brain.record_error(entry, str(error), error.detail)
        raise_execution_error(entry, brain, entry.delay)
        note(brain, entry, TransitionOutcome.TRUE_BUT_LOST, own_words(str(error)))
        return False
    due = brain.due_after(ticks)
    armed = tuple(sorted({place for member in entry.members for place in armed_for(member, brain)}))
    waiting = PendingTransition(entry.index, brain.tick_now, due, brain.event, armed)
    brain.machine_memory.pending[entry.source.index] = waiting
    note_wait(brain, entry, TransitionOutcome.PENDING, due)
    return True


def pending_of(entry: TransitionRow, brain: TickingBrain) -> PendingTransition | None:
    """Return what waits at the source of a transition, itself or another one."""
    return brain.machine_memory.pending.get(entry.source.index)


def recheck_pending(machine: MachineRow, brain: TickingBrain, *, interrupts: bool) -> None:
    """Cancel the pending transitions of a machine whose guard is false by now; note the others.

    `interrupts` tells whether those are meant or ordinary transitions.
    """
    rows = brain.program.rows
    for source, waiting in sorted(brain.machine_memory.pending.items()):
        entry = rows[waiting.transition]
        assert isinstance(entry, TransitionRow)
        if entry.enclosing_machine != machine.index or entry.interrupt is not interrupts:
            continue
        if entry.delay is not None and entry.delay.recheck and not _still_holds(entry, waiting, brain):
            del brain.machine_memory.pending[source]
            note(brain, entry, TransitionOutcome.GUARD_FALSE, Reason(ReasonForm.CANCELED))
        else:
            note_wait(brain, entry, TransitionOutcome.PENDING, max(waiting.due, brain.tick_now))


def _still_holds(entry: TransitionRow, waiting: PendingTransition, brain: TickingBrain) -> bool:
    brain.event = waiting.event
    holds = any(guard_holds(member, brain) for member in entry.members)
    brain.event = None
    return holds


def _drawn_delay(entry: TransitionRow, delay: DelayCode, brain: TickingBrain) -> int:
    """Return the delay in ticks; raise `EvaluationError` where it, or its jitter, fails."""
    ticks = delay.ticks.ticks(brain, entry)
    spread = delay.jitter.ticks(brain, entry)
    if spread == 0:
        return ticks
    place = (brain.seed, brain.agent_hash, entry.draw_key, brain.draw_count(delay.draws))
    return max(draw_int(*place, ticks - spread, ticks + spread), 0)
