"""Select transitions: who is asked, in which order, and which of several win (SEMANTICS 4.4, 4.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from runtime.brains.host import Event
from runtime.expressions.context import EvaluationError
from runtime.state_machines.machine_tick import Completion, raise_execution_error
from runtime.state_machines.state_rows import MachineRow, StateRow, TransitionRow, is_below
from runtime.status import TransitionOutcome
from runtime.trace.trace_frame import Candidate

if TYPE_CHECKING:
    from runtime.brains.brain import Brain

Applies = Callable[[TransitionRow], bool]
"""Tell whether a transition is asked at all in this selection."""


def select_for_event(machine: MachineRow, brain: Brain, event: Event | Completion) -> list[TransitionRow]:
    """Return the transitions an event takes, interrupts and ordinary ones together (4.9 step 3).

    Completions are no matter of interrupts.
    """
    applies = _applies_to(event)
    interrupts = _pick_interrupts(machine, brain, applies) if isinstance(event, Event) else []
    picked = list(interrupts)
    for transition in _pick_inner_first(machine, brain, applies):
        winner = _interrupt_over(transition, interrupts, machine, brain)
        if winner is None:
            picked.append(transition)
        else:
            _note_loss(brain, transition, winner)
    return picked


def select_eventless(machine: MachineRow, brain: Brain) -> list[TransitionRow]:
    """Return the eventless transitions that are enabled now."""
    return _pick_inner_first(machine, brain, lambda transition: transition.eventless)


def select_polled_interrupts(machine: MachineRow, brain: Brain) -> list[TransitionRow]:
    """Return the polled interrupts that are enabled now (4.9 step 4)."""
    return _pick_interrupts(machine, brain, lambda transition: transition.polled)


def select_polled(
    machine: MachineRow, brain: Brain, skip: set[int], only: set[int] | None = None
) -> list[TransitionRow]:
    """Return the polled transitions that are enabled now, outer levels asked first (4.9 step 5).

    States whose index is in `skip` are not asked; with `only`, no others are.
    """
    picked: list[TransitionRow] = []
    for atomic in _active_atomic(machine, brain):
        chain: list[StateRow | MachineRow] = [machine, *reversed(list(atomic.ancestors())), atomic]
        for owner in chain:
            if owner.index in skip or (only is not None and owner.index not in only):
                continue
            if _pick_polled_of(owner, brain, picked):
                break
    return _without_conflicts(picked, machine, brain, outer_wins=True)


def _pick_polled_of(owner: StateRow | MachineRow, brain: Brain, picked: list[TransitionRow]) -> bool:
    """Add what `owner` offers to `picked`; tell whether the walk ends here."""
    for transition in owner.transitions:
        if not transition.polled:
            continue
        if transition in picked:
            if transition.targets:
                return True
            continue
        if _enabled(transition, brain):
            picked.append(transition)
            if transition.targets:
                return True
    return False


def _pick_inner_first(machine: MachineRow, brain: Brain, applies: Applies) -> list[TransitionRow]:
    picked: list[TransitionRow] = []
    for atomic in _active_atomic(machine, brain):
        chain: list[StateRow | MachineRow] = [atomic, *atomic.ancestors(), machine]
        found = _first_enabled(
            (transition for owner in chain for transition in owner.transitions), brain, applies
        )
        if found is not None and found not in picked:
            picked.append(found)
    return _without_conflicts(picked, machine, brain, outer_wins=False)


def _pick_interrupts(machine: MachineRow, brain: Brain, applies: Applies) -> list[TransitionRow]:
    """Walk active owners outside in; each offers its first enabled interrupt (4.9 step 3)."""
    picked: list[TransitionRow] = []
    owners: list[StateRow | MachineRow] = [machine, *machine.active_states(brain)]
    for owner in owners:
        found = _first_enabled(owner.interrupts, brain, applies)
        if found is None:
            continue
        if found.targets and not found.reenter and all(target.active(brain) for target in found.targets):
            _note(brain, found, TransitionOutcome.TRUE_BUT_LOST, "its target is active already")
            continue
        rival = next((one for one in picked if _exit_sets_meet(found, one, machine, brain)), None)
        if rival is not None:
            _note_loss(brain, found, rival)
            continue
        picked.append(found)
    return picked


def _first_enabled(
    transitions: Iterable[TransitionRow], brain: Brain, applies: Applies
) -> TransitionRow | None:
    for transition in transitions:
        if applies(transition) and _enabled(transition, brain):
            return transition
    return None


def _enabled(transition: TransitionRow, brain: Brain) -> bool:
    """Ask one transition: its `after`, then its guard; a failing guard is false (SEMANTICS 4.7)."""
    if transition.after is not None and brain.tick_now < brain.ints[transition.enabled_from]:
        if brain.log is not None:
            left = (brain.ints[transition.enabled_from] - brain.tick_now) / brain.rate
            _note(brain, transition, TransitionOutcome.GUARD_FALSE, f"{left:.2f} s to go")
        else:
            _note(brain, transition, TransitionOutcome.GUARD_FALSE)
        return False
    guard = transition.guard
    if guard is None:
        _note(brain, transition, TransitionOutcome.TRUE_BUT_LOST)
        return True
    brain.state_row = transition.source
    try:
        holds = bool(guard.run(brain))
    except EvaluationError as error:
        brain.record_error(transition, str(error), error.detail)
        raise_execution_error(transition, brain, guard)
        _note(brain, transition, TransitionOutcome.GUARD_FALSE, str(error))
        return False
    _note(brain, transition, TransitionOutcome.TRUE_BUT_LOST if holds else TransitionOutcome.GUARD_FALSE)
    return holds


def _note(brain: Brain, transition: TransitionRow, outcome: TransitionOutcome, sentence: str = "") -> None:
    """Keep the strongest outcome of the tick, and the candidate for the log (SEMANTICS 4.14, 7.2)."""
    if outcome > brain.outcomes[transition.index]:
        brain.outcomes[transition.index] = outcome
    if brain.log is not None:
        guard = transition.guard
        brain.state_row = transition.source
        parts = guard.parts(brain) if guard is not None else ()
        words = sentence or (guard.sentence(brain) if guard is not None else "no guard")
        brain.log.consider(Candidate(transition.index, outcome, parts, words))


def _note_loss(brain: Brain, loser: TransitionRow, winner: TransitionRow) -> None:
    source = winner.source
    name = source.name if isinstance(source, StateRow) else "the machine"
    what = "any-state transition" if winner.interrupt else "transition"
    _note(brain, loser, TransitionOutcome.TRUE_BUT_LOST, f"lost to the {what} {winner.node} of {name}")


def _active_atomic(machine: MachineRow, brain: Brain) -> list[StateRow]:
    return [
        state
        for state in machine.active_states(brain)
        if state.is_atomic or not any(child.active(brain) for child in state.child_states)
    ]


def _applies_to(event: Event | Completion) -> Applies:
    if isinstance(event, Event):
        name = event.name
        return lambda transition: transition.matches(name)
    completion = event
    name = f"done.{completion.status.name.lower()}"
    return lambda transition: transition.source is completion.state and transition.matches(name)


def _without_conflicts(
    picked: list[TransitionRow], machine: MachineRow, brain: Brain, *, outer_wins: bool
) -> list[TransitionRow]:
    """Drop losers among transitions whose exit sets meet (SEMANTICS 4.4; 4.9 step 5 when outer wins)."""
    kept: list[TransitionRow] = []
    for transition in picked:
        rivals = [other for other in kept if _exit_sets_meet(transition, other, machine, brain)]
        if all(_beats(transition, rival, outer_wins) for rival in rivals):
            for rival in rivals:
                kept.remove(rival)
                _note_loss(brain, rival, transition)
            kept.append(transition)
        else:
            _note_loss(brain, transition, rivals[0])
    return kept


def _beats(later: TransitionRow, earlier: TransitionRow, outer_wins: bool) -> bool:
    inner, outer = (earlier, later) if outer_wins else (later, earlier)
    return isinstance(inner.source, StateRow) and is_below(inner.source, outer.source)


def _exit_sets_meet(a: TransitionRow, b: TransitionRow, machine: MachineRow, brain: Brain) -> bool:
    if a.domain is None or b.domain is None:
        return False
    return any(
        is_below(state, a.domain) and is_below(state, b.domain) for state in machine.active_states(brain)
    )


def _interrupt_over(
    transition: TransitionRow, interrupts: list[TransitionRow], machine: MachineRow, brain: Brain
) -> TransitionRow | None:
    """Return the interrupt that exits the transition's source, or whose exit set meets its own."""
    source = transition.source
    for interrupt in interrupts:
        if interrupt.domain is None:
            continue
        if isinstance(source, StateRow) and is_below(source, interrupt.domain):
            return interrupt
        if _exit_sets_meet(transition, interrupt, machine, brain):
            return interrupt
    return None
