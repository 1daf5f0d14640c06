"""Ask one transition whether it is enabled: its `after`, its cooldown, its guard (rules 4.7, 4.10, 4.11).

A weighted group is asked through its first member: it is enabled while any of its members can be drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import DrawError, draw_weighted
from runtime.basics.status import TransitionOutcome
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.machines.considered_transitions import note, note_wait
from runtime.minds.machines.state_rows import Owner
from runtime.minds.machines.tick_state import raise_execution_error
from runtime.minds.machines.transition_rows import TransitionRow
from runtime.minds.machines.transition_triggers import ask_transition
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
        brain.record_error(transition, str(error), error.detail)
        raise_execution_error(transition, brain, guard)
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
        after = transition.after
        if after is None:
            continue
        try:
            length = after.ticks.ticks(brain, transition)
        except EvaluationError as error:
            brain.record_error(transition, str(error), error.detail)
            raise_execution_error(transition, brain, after)
            length = MOST_TICKS
        brain.ints[after.length] = length
        brain.ints[after.enabled_from] = brain.due_after(length)


def start_cooldown(transition: TransitionRow, brain: TickingBrain) -> None:
    """Start the cooldown of a transition just taken; one that fails is none."""
    cooldown = transition.cooldown
    if cooldown is None:
        return
    try:
        length = cooldown.ticks.ticks(brain, transition)
    except EvaluationError as error:
        brain.record_error(transition, str(error), error.detail)
        raise_execution_error(transition, brain, cooldown)
        length = 0
    brain.ints[cooldown.ready_from] = brain.due_after(length)


def stay(member: TransitionRow, brain: TickingBrain) -> None:
    """Start the `after` of a group anew: its member without target was drawn."""
    if member.group is not None and not member.targets:
        after = member.group.members[0].after
        if after is not None:
            brain.ints[after.enabled_from] = brain.due_after(brain.ints[after.length])


def _weight(member: TransitionRow, brain: TickingBrain) -> float:
    """Return the weight of a member; one that fails or makes no sense is 0 and recorded."""
    try:
        value = member.weight.value(brain, member)
    except EvaluationError as error:
        brain.record_error(member, str(error), error.detail)
        raise_execution_error(member, brain, member.weight)
        return 0
    assert isinstance(value, (int, float))
    if value < 0:
        brain.record_error(member, f"A weight is 0 or more, but it is {value:g}.")
        raise_execution_error(member, brain, member.weight)
        return 0
    return value
