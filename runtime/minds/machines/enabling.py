"""Ask one transition whether it is enabled: its `after`, its cooldown, its guard (rules 4.7, 4.10, 4.11).

A weighted group is asked through its first member: it is enabled while any of its members can be drawn. The
decision tree of a choice is asked once for each time the choice is entered, as a new run (rule 4.12): a
branch whose `outcome` is the answer may be taken if its guard holds; the `else` branch always may.

| a transition with a delay (rule 4.10) | what happens |
|---|---|
| it is enabled | it becomes pending; the walk goes on as if it were not there |
| its source has a pending one | other delayed transitions of that source are not asked |
| start of step 5 (interrupts: step 4) | its guard is tested again, if it says `recheck`; false cancels it |
| that step, from its due tick on | it takes part in selection at its place in the order |
| its source exits, or it is taken | it is forgotten |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import DrawError, draw_int, draw_weighted
from runtime.basics.status import TransitionOutcome
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.machines.considered_transitions import armed_for, ask_transition, note, note_wait
from runtime.minds.machines.machine_rows import (
    AfterCode,
    CooldownCode,
    DelayCode,
    MachineRow,
    Owner,
    StateRow,
    TransitionRow,
)
from runtime.minds.machines.tick_state import raise_execution_error, record_failure, tick_under_way
from runtime.minds.program.machines import PendingTransition
from runtime.records.reasons import Reason, ReasonForm, own_words

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


Drawable = tuple[TransitionRow, float]
"""A transition that is enabled, with its weight in its group."""

WEIGHT_0 = Reason(ReasonForm.WEIGHT_0)


def enabled_members(entry: TransitionRow, brain: TickingBrain) -> list[Drawable]:
    """Return what of an entry is enabled now, its event apart: itself, or members of its group."""
    if not is_due(entry, brain):
        return []
    if entry.group is not None:
        return drawable_members(entry, brain)
    return [(entry, 1.0)] if is_ready(entry, brain) and guard_holds(entry, brain) else []


def drawable_members(entry: TransitionRow, brain: TickingBrain) -> list[Drawable]:
    """Return the members of the group of an entry that can be drawn now.

    Those are left out that cool down, whose guard is false, and whose weight is 0 or fails.
    """
    ready = [member for member in entry.members if is_ready(member, brain) and guard_holds(member, brain)]
    weighted = [(member, _weight(member, brain)) for member in ready]
    for member, weight in weighted:
        if weight <= 0:
            note(brain, member, TransitionOutcome.TRUE_BUT_LOST, WEIGHT_0)
    return [(member, weight) for member, weight in weighted if weight > 0]


def is_due(entry: TransitionRow, brain: TickingBrain) -> bool:
    """Tell whether the `after` of a transition has passed since its source was entered."""
    after = entry.after
    if after is None or brain.tick_now >= brain.ints[after.enabled_from]:
        return True
    for member in entry.members:
        note_wait(brain, member, TransitionOutcome.GUARD_FALSE, brain.ints[after.enabled_from])
    return False


def is_ready(transition: TransitionRow, brain: TickingBrain) -> bool:
    """Tell whether a transition does not cool down."""
    cooldown = transition.cooldown
    if cooldown is None or brain.tick_now >= brain.ints[cooldown.ready_from]:
        return True
    note_wait(brain, transition, TransitionOutcome.GUARD_FALSE, brain.ints[cooldown.ready_from])
    return False


def guard_holds(transition: TransitionRow, brain: TickingBrain) -> bool:
    """Test the guard and note what came of it; a failing guard is false (rule 4.7)."""
    guard = transition.guard
    if guard is None:
        note(brain, transition, TransitionOutcome.TRUE_BUT_LOST)
        return True
    brain.state_row = transition.source
    try:
        holds = ask_transition(transition, guard, brain)
    except EvaluationError as error:
        record_failure(transition, brain, guard, error)
        note(brain, transition, TransitionOutcome.GUARD_FALSE, own_words(str(error)))
        return False
    note(brain, transition, TransitionOutcome.TRUE_BUT_LOST if holds else TransitionOutcome.GUARD_FALSE)
    return holds


def draw_member(entry: TransitionRow, members: list[Drawable], brain: TickingBrain) -> TransitionRow | None:
    """Return which of the enabled members is taken: one is drawn if the entry is a group (rule 4.11)."""
    group = entry.group
    if group is None or not members:
        return members[0][0] if members else None
    place = (brain.seed, brain.agent_hash, entry.source.draw_key, brain.draw_count(group.draws))
    try:
        drawn = draw_weighted(*place, [weight for _, weight in members])
    except DrawError as error:
        brain.record_error(entry, str(error))
        raise_execution_error(entry, brain, group)
        return None
    assert drawn is not None
    chosen = members[drawn][0]
    if brain.log is not None:
        total = sum(weight for _, weight in members)
        for member, weight in members:
            reason = Reason(ReasonForm.DRAWN, (weight, total))
            if member is not chosen:
                reason = Reason(ReasonForm.NOT_DRAWN, (weight, total, chosen.node), chosen.index)
            note(brain, member, TransitionOutcome.TRUE_BUT_LOST, reason)
    return chosen


def start_timers(source: Owner, brain: TickingBrain) -> None:
    """Fix from which tick on the timed transitions of a source just entered are enabled (4.10).

    A duration that fails keeps its transition from being enabled until the source is entered again.
    """
    for transition in (*source.transitions, *source.interrupts):
        if transition.after is not None:
            start_timer(transition, transition.after, brain.tick_now, brain)


def start_timer(transition: TransitionRow, after: AfterCode, entered: int, brain: TickingBrain) -> None:
    """Fix from which tick on a timed transition is enabled whose source was entered on tick `entered`."""
    length = brain.ints[after.length] = _length(transition, after, MOST_TICKS, brain)
    brain.ints[after.enabled_from] = min(entered + length, MOST_TICKS)


def _length(
    transition: TransitionRow, code: AfterCode | CooldownCode, otherwise: int, brain: TickingBrain
) -> int:
    """Return a duration of a transition in ticks; record one that fails and take another instead."""
    try:
        return code.ticks.ticks(brain, transition)
    except EvaluationError as error:
        record_failure(transition, brain, code, error)
        return otherwise


def start_cooldown(transition: TransitionRow, brain: TickingBrain) -> None:
    """Start the cooldown of a transition just taken; one that fails is none."""
    cooldown = transition.cooldown
    if cooldown is not None:
        brain.ints[cooldown.ready_from] = brain.due_after(_length(transition, cooldown, 0, brain))


def stay(member: TransitionRow, brain: TickingBrain) -> None:
    """Start the `after` of a group again: its member without target was drawn."""
    if member.group is not None and not member.targets:
        after = member.group.members[0].after
        if after is not None:
            brain.ints[after.enabled_from] = brain.due_after(brain.ints[after.length])


def _weight(member: TransitionRow, brain: TickingBrain) -> float:
    """Return the weight of a member; one that fails or makes no sense is 0 and recorded."""
    try:
        value = member.weight.value(brain, member)
    except EvaluationError as error:
        record_failure(member, brain, member.weight, error)
        return 0
    assert isinstance(value, (int, float))
    if value < 0:
        brain.record_error(member, f"A weight is 0 or more, but it is {value:g}.")
        raise_execution_error(member, brain, member.weight)
        return 0
    return value


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


def start_pending(entry: TransitionRow, brain: TickingBrain) -> bool:
    """Let an enabled transition wait for its delay, which is drawn now; tell whether it does.

    A delay that fails is recorded and keeps the transition from waiting, and so from being taken.
    """
    assert entry.delay is not None
    try:
        ticks = _drawn_delay(entry, entry.delay, brain)
    except EvaluationError as error:
        record_failure(entry, brain, entry.delay, error)
        note(brain, entry, TransitionOutcome.TRUE_BUT_LOST, own_words(str(error)))
        return False
    due = brain.due_after(ticks)
    armed = tuple(sorted({place for member in entry.members for place in armed_for(member, brain)}))
    waiting = PendingTransition(entry.index, brain.tick_now, due, brain.event, armed)
    brain.machines.pending[entry.source.index] = waiting
    note_wait(brain, entry, TransitionOutcome.PENDING, due)
    return True


def pending_of(entry: TransitionRow, brain: TickingBrain) -> PendingTransition | None:
    """Return what waits at the source of a transition, itself or another one."""
    return brain.machines.pending.get(entry.source.index)


def recheck_pending(machine: MachineRow, brain: TickingBrain, *, interrupts: bool) -> None:
    """Cancel the pending transitions of a machine whose guard is false by now; note the others.

    `interrupts` tells whether those are meant or ordinary transitions.
    """
    rows = brain.program.rows
    for source, waiting in sorted(brain.machines.pending.items()):
        entry = rows[waiting.transition]
        assert isinstance(entry, TransitionRow)
        if entry.enclosing_machine != machine.index or entry.interrupt is not interrupts:
            continue
        if entry.delay is not None and entry.delay.recheck and not _still_holds(entry, waiting, brain):
            del brain.machines.pending[source]
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
