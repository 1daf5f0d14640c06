"""The rows of a machine: itself, its states, its transitions (rules 4.1, 4.2, 4.10, 4.11).

They hold data and answer questions about it. What runs them imports them (`table_tick.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from runtime.basics.status import Status
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.basics.context import Slot
    from runtime.minds.program.code import ActionBlock, ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain
    from runtime.minds.trees.subtree import Binding


class OutcomeDecider(Protocol):
    """Be a decision tree that a choice asks, compiled for that choice with its arguments."""

    def decide(self, brain: TickingBrain, row: Row) -> str | None:
        """Evaluate the tree as a new run and return the name of the outcome it came to.

        `row` is the choice, for errors. None stands for `none`, for a leaf of another kind, and for
        arguments that could not be evaluated: these are recorded. Raises nothing.
        """


FinalStatus = Literal[Status.SUCCESS, Status.FAILURE]
"""What a final state says of its owner."""


@dataclass(slots=True, frozen=True)
class Activity:
    """Say what a state does while it is active (rule 6.1).

    `fresh` lists the places that are made anew at each entry, with their values: the `graph` variables of
    the called graphs. `ended` is the byte slot that tells that the activity ended and is not to loop.
    """

    row: TreeRow
    loop: bool
    ended: int
    bindings: tuple[Binding, ...] = ()
    fresh: tuple[tuple[Slot, Value], ...] = ()


@dataclass(slots=True, frozen=True)
class HistoryCode:
    """Hold what a history needs (rules 4.1, 4.6).

    `places` pairs each state that can be remembered with its byte slot: 1 for one that was active when the
    owner was last left. They are children of the owner, or, with `deep`, its atomic descendants. Where none
    is remembered, the `default` states are entered, after `default_actions`.
    """

    deep: bool
    places: tuple[tuple[StateRow, int], ...]
    default: tuple[StateRow, ...]
    default_actions: ActionBlock


@dataclass(slots=True, eq=False, kw_only=True)
class StateRow(Row):
    """Be one state: of kind `state` (atomic or compound), `parallel`, `final`, `choice` or `history`.

    `transitions` and `interrupts` are sorted as they are asked: priority high to low, then document order,
    an `else` last; a weighted group stands there with its first member. `child_states` are the states that
    can be active; `histories` those that stand for others. `initial` are the targets entered by default,
    after `initial_actions` ran. `entered_slot` holds the tick of the last entry, `activation_slot` counts
    entries. `completed` is the byte slot with the status of the last completion of this activation (4.15).
    A disabled state is never entered; nothing of it is compiled.
    """

    name: str
    machine: MachineRow
    owner: StateRow | MachineRow
    entry: ActionBlock
    update: ActionBlock
    exit: ActionBlock
    entered_slot: int
    activation_slot: int
    completed: int
    disabled: bool = False
    transient: bool = False
    final_status: FinalStatus | None = None
    child_states: tuple[StateRow, ...] = ()
    histories: tuple[StateRow, ...] = ()
    transitions: tuple[TransitionRow, ...] = ()
    interrupts: tuple[TransitionRow, ...] = ()
    initial: tuple[StateRow, ...] = ()
    initial_actions: ActionBlock | None = None
    activity: Activity | None = None
    history: HistoryCode | None = None
    decision: OutcomeDecider | None = None

    @property
    def is_atomic(self) -> bool:
        """Tell whether it has no states inside."""
        return not self.child_states

    @property
    def is_parallel(self) -> bool:
        """Tell whether all of its children are active at once."""
        return self.kind == "parallel"

    @property
    def is_compound(self) -> bool:
        """Tell whether exactly one of its children is active."""
        return bool(self.child_states) and self.kind == "state"

    def active(self, brain: TickingBrain) -> bool:
        """Tell whether the state is active."""
        return bool(brain.bytes_[self.index])

    def ancestors(self) -> Iterator[StateRow]:
        """Yield the states around it, innermost first."""
        owner = self.owner
        while isinstance(owner, StateRow):
            yield owner
            owner = owner.owner


@dataclass(slots=True, eq=False, kw_only=True)
class MachineRow(TreeRow):
    """Be one machine instance: it is ticked like a tree node and ends at a root final state.

    `states` lists all states in document order, `all_transitions` all that are enabled in the document.
    `transitions` and `interrupts` are the root's own. `has_eventless` tells whether any transition is
    eventless, branches of choices included.
    """

    entered_slot: int
    has_eventless: bool = False
    states: tuple[StateRow, ...] = ()
    all_transitions: tuple[TransitionRow, ...] = ()
    child_states: tuple[StateRow, ...] = ()
    histories: tuple[StateRow, ...] = ()
    transitions: tuple[TransitionRow, ...] = ()
    interrupts: tuple[TransitionRow, ...] = ()
    initial: tuple[StateRow, ...] = ()
    initial_actions: ActionBlock | None = None

    def can_run(self) -> bool:
        """Tell that it runs until a root final state."""
        return True

    def can_skip(self) -> bool:
        """Tell that it never gives SKIPPED."""
        return False

    def active_states(self, brain: TickingBrain) -> Iterator[StateRow]:
        """Yield the active states in document order, parents before children."""
        stored = brain.bytes_
        pending = list(reversed(self.child_states))
        while pending:
            state = pending.pop()
            if stored[state.index]:
                yield state
                pending.extend(reversed(state.child_states))


Owner = StateRow | MachineRow
"""What owns transitions and states."""


def is_below(state: Row, ancestor: Row) -> bool:
    """Tell whether `state` is a proper descendant of `ancestor`; rows stand in pre-order."""
    return ancestor.index < state.index < ancestor.end


POLLED = "tick"
EVENTLESS = "always"


@dataclass(slots=True, frozen=True)
class DelayCode:
    """Hold the delay of a transition (rule 4.10).

    `draws` is the int slot that counts the draws of its jitter.
    """

    ticks: ControlValue
    jitter: ControlValue
    recheck: bool
    draws: int


@dataclass(slots=True, frozen=True)
class CooldownCode:
    """Hold the cooldown of a transition; `ready_from` is the int slot with the tick it is over on."""

    ticks: ControlValue
    ready_from: int


@dataclass(slots=True, frozen=True)
class AfterCode:
    """Hold the `after` of a transition.

    Int slots, both set when the source is entered: `enabled_from` holds the tick from which the transition
    is enabled, `length` the ticks that it waits.
    """

    ticks: ControlValue
    enabled_from: int
    length: int


@dataclass(slots=True, eq=False)
class WeightedGroup:
    """Hold a weighted group (rule 4.11).

    The first member stands for the group where transitions are asked; timing and event are its own. `draws`
    is the int slot that counts the draws of the group's source.
    """

    name: str
    draws: int
    members: tuple[TransitionRow, ...] = ()


@dataclass(slots=True, eq=False, kw_only=True)
class TransitionRow(Row):
    """Be one transition.

    `targets` is empty for a targetless one. `domain` is the compound whose descendants are exited (the
    machine's own row for the root), None for a targetless one (rule 4.5) and where a target is a
    history: it then depends on what is remembered. `outcome` and `is_else` are of branches of a choice.
    """

    source: StateRow | MachineRow
    events: tuple[str, ...]
    guard: Expression | None
    actions: ActionBlock
    priority: int
    weight: ControlValue
    interrupt: bool = False
    internal: bool = False
    reenter: bool = False
    after: AfterCode | None = None
    cooldown: CooldownCode | None = None
    delay: DelayCode | None = None
    group: WeightedGroup | None = None
    outcome: str | None = None
    is_else: bool = False
    targets: tuple[StateRow, ...] = ()
    domain: StateRow | MachineRow | None = None
    position: int = 0

    @property
    def polled(self) -> bool:
        """Tell whether it is asked every tick."""
        return POLLED in self.events

    @property
    def eventless(self) -> bool:
        """Tell whether it is asked in every round of a macrostep."""
        return EVENTLESS in self.events

    @property
    def members(self) -> tuple[TransitionRow, ...]:
        """Return the members of its weighted group, or itself where it is in none."""
        return (self,) if self.group is None else self.group.members

    def matches(self, event: str) -> bool:
        """Tell whether a descriptor matches `event`: equal, a dotted prefix, or `*` (rule 4.2)."""
        return any(
            descriptor == "*"
            or descriptor == event
            or (event.startswith(descriptor) and event[len(descriptor)] == ".")
            for descriptor in self.events
            if descriptor not in (POLLED, EVENTLESS)
        )
