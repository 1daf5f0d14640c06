"""Select transitions: who is asked, in which order, and which of several win (rules 4.4, 4.9).

| selection | who is asked | which of two wins whose exit sets meet |
|---|---|---|
| an event, eventless | from each active atomic state to the root | the inner source, else the first picked |
| polled (step 5) | from the root to each active atomic state | the outer source, else the first picked |
| interrupts | active owners, outside in | the first picked |

A transition is asked once in a selection. One with a delay becomes pending instead of being picked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from runtime.basics.host import RaisedEvent
from runtime.basics.status import TransitionOutcome
from runtime.minds.machines.configuration import (
    all_targets_active,
    atomic_states,
    exit_sets_meet,
    proper_ancestors,
    transition_domain,
)
from runtime.minds.machines.considered_transitions import ALREADY_THERE, consume_triggers, note, note_loss
from runtime.minds.machines.enabling import (
    draw_member,
    drawable_members,
    enabled_members,
    is_answer,
    pending_of,
    start_pending,
)
from runtime.minds.machines.machine_rows import MachineRow, Owner, StateRow, TransitionRow, is_below
from runtime.minds.machines.tick_state import Completion

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain

Applies = Callable[[TransitionRow], bool]
"""Tell whether a transition is asked at all in this selection."""


class Selection:
    """Be one selection: what is asked of a machine in one configuration.

    `picked` are the transitions that are to be taken, in the order they were picked; `postponed` those that
    became pending instead.
    """

    def __init__(
        self, machine: MachineRow, brain: TickingBrain, applies: Applies, *, takes_pending: bool = False
    ) -> None:
        """Begin a selection; `takes_pending` lets those take part that have waited for their delay."""
        self.machine = machine
        self.brain = brain
        self.picked: list[TransitionRow] = []
        self.postponed: list[TransitionRow] = []
        self._applies = applies
        self._takes_pending = takes_pending
        self._answers: dict[int, TransitionRow | None] = {}

    def offered(self, entry: TransitionRow) -> TransitionRow | None:
        """Return what a transition, or the group it stands for, offers; each is asked once."""
        index = entry.index
        if index not in self._answers:
            self._answers[index] = self._ask(entry)
        return self._answers[index]

    def first_offered(self, entries: Iterable[TransitionRow]) -> TransitionRow | None:
        """Return the first transition that any of the entries offers."""
        for entry in entries:
            found = self.offered(entry)
            if found is not None:
                return found
        return None

    def _ask(self, entry: TransitionRow) -> TransitionRow | None:
        if entry.delay is not None:
            return self._ask_delayed(entry)
        if not self._applies(entry) or not is_answer(entry, self.brain):
            return None
        return draw_member(entry, enabled_members(entry, self.brain), self.brain)

    def _ask_delayed(self, entry: TransitionRow) -> TransitionRow | None:
        """Let a transition with a delay become pending, or take part once it has waited (4.10)."""
        waiting = pending_of(entry, self.brain)
        if waiting is None:
            if not self._applies(entry) or not enabled_members(entry, self.brain):
                return None
            if entry.group is None and is_there_already(entry, self.brain):
                return entry
            if start_pending(entry, self.brain):
                self.postponed.append(entry)
            return None
        if waiting.transition != entry.index or not self._takes_pending or self.brain.tick_now < waiting.due:
            return None
        if entry.group is None:
            return entry
        self.brain.event = waiting.event
        drawn = draw_member(entry, drawable_members(entry, self.brain), self.brain)
        self.brain.event = None
        return drawn


def select_for_event(machine: MachineRow, brain: TickingBrain, item: RaisedEvent | Completion) -> Selection:
    """Select what an event takes, interrupts and ordinary ones together (4.9 step 3).

    Completions are no matter of interrupts.
    """
    selection = Selection(machine, brain, _applies_to(item))
    interrupts = pick_interrupts(selection) if isinstance(item, RaisedEvent) else []
    ordinary = pick_inner_first(selection)
    selection.picked = [*interrupts, *without_interrupted(ordinary, interrupts, machine, brain)]
    return _settled(selection)


def select_eventless(machine: MachineRow, brain: TickingBrain) -> Selection:
    """Select the eventless transitions that are enabled now."""
    selection = Selection(machine, brain, lambda entry: entry.eventless)
    picked: list[TransitionRow] = []
    for atomic in atomic_states(machine, brain):
        found = selection.first_offered(_eventless_from(atomic, machine))
        if found is not None and found not in picked:
            picked.append(found)
    selection.picked = remove_conflicting_transitions(picked, machine, brain, outer_wins=False)
    return _settled(selection)


def _eventless_from(atomic: StateRow, machine: MachineRow) -> tuple[TransitionRow, ...]:
    """Return the eventless transitions of a state and of all around it, inside out."""
    known = machine.eventless_from
    if known is None:
        known = machine.eventless_from = {}
    if atomic.index not in known:
        chain: list[Owner] = [atomic, *proper_ancestors(atomic, machine)]
        known[atomic.index] = tuple(
            entry for owner in chain for entry in owner.transitions if entry.eventless
        )
    return known[atomic.index]


def select_polled_interrupts(machine: MachineRow, brain: TickingBrain) -> Selection:
    """Select the polled interrupts that are enabled now (4.9 step 4)."""
    selection = Selection(machine, brain, lambda entry: entry.polled, takes_pending=True)
    selection.picked = pick_interrupts(selection)
    return _settled(selection)


def select_polled(
    machine: MachineRow, brain: TickingBrain, skip: set[int], only: set[int] | None = None
) -> Selection:
    """Select the polled transitions that are enabled now (4.9 step 5).

    States whose index is in `skip` are not asked; with `only`, no others are.
    """
    selection = Selection(machine, brain, lambda entry: entry.polled, takes_pending=True)
    selection.picked = pick_outer_first(selection, skip, only)
    return _settled(selection)


def _settled(selection: Selection) -> Selection:
    """Consume the triggers that let transitions be picked or become pending (rule 2.3).

    It comes after the selection, so that two transitions may share one.
    """
    postponed = (member for entry in selection.postponed for member in entry.members)
    consume_triggers(selection.brain, (*selection.picked, *postponed))
    return selection


def pick_inner_first(selection: Selection) -> list[TransitionRow]:
    """Walk from each active atomic state to the root; the first that is offered ends the walk (4.4)."""
    machine, brain = selection.machine, selection.brain
    picked: list[TransitionRow] = []
    for atomic in atomic_states(machine, brain):
        chain: list[Owner] = [atomic, *proper_ancestors(atomic, machine)]
        found = selection.first_offered(entry for owner in chain for entry in owner.transitions)
        if found is not None and found not in picked:
            picked.append(found)
    return remove_conflicting_transitions(picked, machine, brain, outer_wins=False)


def pick_outer_first(selection: Selection, skip: set[int], only: set[int] | None) -> list[TransitionRow]:
    """Walk from the root to each active atomic state; a targetless one does not end the walk (4.9 step 5)."""
    machine, brain = selection.machine, selection.brain
    picked: list[TransitionRow] = []
    for atomic in atomic_states(machine, brain):
        for owner in (*reversed(proper_ancestors(atomic, machine)), atomic):
            if owner.index in skip or (only is not None and owner.index not in only):
                continue
            offers = (selection.offered(entry) for entry in owner.transitions)
            if _take_offers(offers, picked):
                break
    return remove_conflicting_transitions(picked, machine, brain, outer_wins=True)


def _take_offers(offers: Iterable[TransitionRow | None], picked: list[TransitionRow]) -> bool:
    """Pick what one owner offers; tell whether the walk ends here."""
    for found in offers:
        if found is not None:
            if found not in picked:
                picked.append(found)
            if found.targets:
                return True
    return False


def pick_interrupts(selection: Selection) -> list[TransitionRow]:
    """Walk active owners outside in; each offers its first enabled interrupt (4.9 step 3)."""
    machine, brain = selection.machine, selection.brain
    picked: list[TransitionRow] = []
    owners: list[Owner] = [machine, *machine.active_states(brain)]
    for owner in owners:
        found = selection.first_offered(owner.interrupts)
        if found is None:
            continue
        if is_there_already(found, brain):
            note(brain, found, TransitionOutcome.TRUE_BUT_LOST, ALREADY_THERE)
            continue
        rival = next((each for each in picked if exit_sets_meet(found, each, machine, brain)), None)
        if rival is not None:
            note_loss(brain, found, rival)
            continue
        picked.append(found)
    return picked


def is_there_already(transition: TransitionRow, brain: TickingBrain) -> bool:
    """Tell whether an interrupt leads only to where the machine is (4.9 step 3): a dead guard stays dead."""
    return transition.interrupt and not transition.reenter and all_targets_active(transition, brain)


def remove_conflicting_transitions(
    picked: list[TransitionRow], machine: MachineRow, brain: TickingBrain, *, outer_wins: bool
) -> list[TransitionRow]:
    """Drop losers among transitions whose exit sets meet (rules 4.4; 4.9 step 5 when outer wins)."""
    if len(picked) < 2:
        return picked
    kept: list[TransitionRow] = []
    for transition in picked:
        rivals = [other for other in kept if exit_sets_meet(transition, other, machine, brain)]
        winner = next((rival for rival in rivals if not _beats(transition, rival, outer_wins)), None)
        if winner is not None:
            note_loss(brain, transition, winner)
            continue
        for rival in rivals:
            kept.remove(rival)
            note_loss(brain, rival, transition)
        kept.append(transition)
    return kept


def without_interrupted(
    picked: list[TransitionRow], interrupts: list[TransitionRow], machine: MachineRow, brain: TickingBrain
) -> list[TransitionRow]:
    """Drop ordinary transitions whose source an interrupt exits or whose exit set meets an interrupt's."""
    kept = []
    for transition in picked:
        winner = next(
            (interrupt for interrupt in interrupts if _stops(interrupt, transition, machine, brain)), None
        )
        if winner is None:
            kept.append(transition)
        else:
            note_loss(brain, transition, winner)
    return kept


def _applies_to(item: RaisedEvent | Completion) -> Applies:
    if isinstance(item, RaisedEvent):
        return lambda entry: entry.matches(item.name)
    return lambda entry: entry.source is item.state and entry.matches(item.name)


def _beats(later: TransitionRow, earlier: TransitionRow, outer_wins: bool) -> bool:
    inner, outer = (earlier, later) if outer_wins else (later, earlier)
    return is_below(inner.source, outer.source)


def _stops(
    interrupt: TransitionRow, transition: TransitionRow, machine: MachineRow, brain: TickingBrain
) -> bool:
    domain = transition_domain(interrupt, brain)
    if domain is None:
        return False
    return is_below(transition.source, domain) or exit_sets_meet(transition, interrupt, machine, brain)
