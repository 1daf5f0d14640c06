"""The rows of a machine: itself, its states, its transitions (rules 4.1, 4.2, 4.10, 4.11).

They hold data and answer questions about it. What runs them imports them (`table_tick.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from runtime.basics.status import Status
from runtime.minds.program.row_fields import Meaning, PartPage, Sort, counts_draws, given, holds, remembers
from runtime.minds.program.rows import Row, RowFamily, RowPage
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
class ActivityRow:
    """Say what a state does while it is active (rule 6.1).

    `fresh` are the `graph` variables of the called graphs, with their values.
    """

    about: ClassVar[PartPage] = PartPage("Activity", "What a state does while it is active.", "activity")

    row: TreeRow = given(Sort.NODE, "What is ticked.")
    loop: bool = given(Sort.BOOL, "It begins again when it has ended.")
    ended: int = remembers(
        Meaning.FLAG, "1 once it has ended and is not to begin again.", names=("activity_ended",)
    )
    bindings: tuple[Binding, ...] = given(
        Sort.BINDINGS, "The parameters of the graph, bound before every tick.", default=()
    )
    fresh: tuple[tuple[Slot, Value], ...] = given(
        Sort.FIRST_VALUES, "What is made again when the state is entered.", default=()
    )


@dataclass(slots=True, frozen=True)
class HistoryCode:
    """Hold what a history needs (rules 4.1, 4.6).

    The byte of a place is 1 for a state that was active when the owner was last left. The states are children
    of the owner, or, with `deep`, its atomic descendants.
    """

    about: ClassVar[PartPage] = PartPage("History", "What a history remembers.", "history")

    deep: bool = given(Sort.BOOL, "It remembers atomic states, not only children.")
    places: tuple[tuple[StateRow, int], ...] = remembers(
        Meaning.STATES, "The states it can remember, each with its byte.", names=("states",), lasting=True
    )
    default: tuple[StateRow, ...] = given(Sort.STATES, "What is entered where nothing is remembered.")
    default_actions: ActionBlock = given(Sort.BLOCK, "What is done then.")


def _states_inside() -> Any:
    return given(
        Sort.STATES, "The states directly inside that can be active, in order.", name="states", default=()
    )


def _histories() -> Any:
    return given(Sort.STATES, "The histories directly inside.", default=())


def _transitions() -> Any:
    return given(Sort.TRANSITIONS, "Its transitions, as they are asked.", default=())


def _interrupts() -> Any:
    return given(Sort.TRANSITIONS, "Its any-state transitions, as they are asked.", default=())


def _initial() -> Any:
    return given(Sort.STATES, "The states that are entered by default.", default=())


@dataclass(slots=True, eq=False, kw_only=True)
class StateRow(Row):
    """Be one state: of kind `state` (atomic or compound), `parallel`, `final`, `choice` or `history`.

    `transitions` and `interrupts` are sorted as they are asked: priority high to low, then document order,
    an `else` last; a weighted group is in its place with its first member. A disabled state is never entered;
    nothing of it is compiled.
    """

    about: ClassVar[RowPage] = RowPage(
        "state",
        ("state", "parallel", "final", "choice", "history"),
        "Is a state of a machine; `kind` says which sort.",
    )
    family: ClassVar[RowFamily] = RowFamily.STATE

    name: str = given(Sort.TEXT, "Its name, for people.", for_people="")
    machine: MachineRow
    owner: StateRow | MachineRow
    disabled: bool = given(Sort.BOOL, "It is never entered.", default=False)
    transient: bool = given(Sort.BOOL, "Entered by a poll, it is polled in the same tick.", default=False)
    final_status: FinalStatus | None = given(
        Sort.END, "What a final state says of its owner.", name="status", optional=True, default=None
    )
    entered_slot: int = remembers(
        Meaning.TICK, "The tick of its last entry.", names=("entered",), name="entered"
    )
    activation_slot: int = remembers(
        Meaning.NUMBER, "Counts its entries.", names=("activations",), name="activation", lasting=True
    )
    completed: int = remembers(Meaning.RESULT, "How it completed: 2 success, 3 failure, 0 not yet.")
    child_states: tuple[StateRow, ...] = _states_inside()
    histories: tuple[StateRow, ...] = _histories()
    transitions: tuple[TransitionRow, ...] = _transitions()
    interrupts: tuple[TransitionRow, ...] = _interrupts()
    initial: tuple[StateRow, ...] = _initial()
    initial_actions: ActionBlock | None = given(
        Sort.BLOCK, "What is done before that.", optional=True, default=None
    )
    entry: ActionBlock = given(Sort.BLOCK, "What is done when it is entered.")
    update: ActionBlock = given(Sort.BLOCK, "What is done every tick while it is active.")
    exit: ActionBlock = given(Sort.BLOCK, "What is done when it is left.")
    activity: ActivityRow | None = holds(
        ActivityRow, "What it does while it is active.", optional=True, default=None
    )
    history: HistoryCode | None = holds(HistoryCode, "What a history remembers.", optional=True, default=None)
    decision: OutcomeDecider | None = given(
        Sort.CHOICE_DECISION, "What picks the branch of a choice.", optional=True, default=None
    )

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

    `transitions` and `interrupts` are the root's own. `has_eventless` counts branches of choices as well.
    """

    about: ClassVar[RowPage] = RowPage(
        "machine", ("state_machine",), "Runs a state machine until a final state of its own."
    )
    family: ClassVar[RowFamily] = RowFamily.MACHINE

    child_rows: tuple[TreeRow, ...] = ()
    entered_slot: int = remembers(
        Meaning.TICK, "The tick of its start; -1 before its first tick.", names=("entered",), name="entered"
    )
    has_eventless: bool = given(
        Sort.BOOL, "Some of its transitions are eventless.", name="eventless", default=False
    )
    child_states: tuple[StateRow, ...] = _states_inside()
    histories: tuple[StateRow, ...] = _histories()
    transitions: tuple[TransitionRow, ...] = _transitions()
    interrupts: tuple[TransitionRow, ...] = _interrupts()
    initial: tuple[StateRow, ...] = _initial()
    initial_actions: ActionBlock | None = given(
        Sort.BLOCK, "What is done before that.", optional=True, default=None
    )
    states: tuple[StateRow, ...] = given(
        Sort.STATES, "All of its states in document order.", name="all_states", default=()
    )
    all_transitions: tuple[TransitionRow, ...] = given(Sort.TRANSITIONS, "All that can be asked.", default=())
    eventless_from: dict[int, tuple[TransitionRow, ...]] | None = field(default=None, init=False, repr=False)
    """The eventless transitions of a state and all around it, inside out, by its row; filled as asked."""

    def can_run(self) -> bool:
        """Tell that it runs until a root final state."""
        return True

    def can_skip(self) -> bool:
        """Tell that it never gives SKIPPED."""
        return False

    def active_states(self, brain: TickingBrain) -> list[StateRow]:
        """Return the active states in document order, parents before children."""
        stored = brain.bytes_
        if len(self.states) <= FEW_STATES:
            return [state for state in self.states if stored[state.index]]
        found: list[StateRow] = []
        pending = list(reversed(self.child_states))
        while pending:
            state = pending.pop()
            if stored[state.index]:
                found.append(state)
                pending.extend(reversed(state.child_states))
        return found


FEW_STATES = 24
"""Up to so many states it is faster to look at all than to go down to the active ones."""

Owner = StateRow | MachineRow
"""What owns transitions and states."""


def is_below(state: Row, ancestor: Row) -> bool:
    """Tell whether `state` is a proper descendant of `ancestor`; rows stand in pre-order."""
    return ancestor.index < state.index < ancestor.end


POLLED = "tick"
EVENTLESS = "always"


@dataclass(slots=True, frozen=True)
class DelayCode:
    """Hold the delay of a transition (rule 4.10)."""

    about: ClassVar[PartPage] = PartPage(
        "Delay", "How long an enabled transition waits before it can be taken."
    )

    ticks: ControlValue = given(Sort.SECONDS, "How long, fixed when it becomes pending.", name="time")
    jitter: ControlValue = given(Sort.SECONDS, "How far that is drawn to both sides.")
    recheck: bool = given(Sort.BOOL, "It is canceled when its guard is false meanwhile.")
    draws: int = counts_draws()


@dataclass(slots=True, frozen=True)
class CooldownCode:
    """Hold the cooldown of a transition."""

    about: ClassVar[PartPage] = PartPage(
        "Cooldown", "How long after it was taken a transition is not enabled."
    )

    ticks: ControlValue = given(Sort.SECONDS, "How long, fixed when it is taken.", name="time")
    ready_from: int = remembers(
        Meaning.TICK, "The tick from which on it is enabled again.", counts="ticks", lasting=True
    )


@dataclass(slots=True, frozen=True)
class AfterCode:
    """Hold the `after` of a transition.

    What it remembers belongs to the entry of its source: it is told although no transition ever runs.
    """

    about: ClassVar[PartPage] = PartPage(
        "After", "How long after the entry of its source a transition is enabled."
    )

    ticks: ControlValue = given(Sort.SECONDS, "How long, fixed when the source is entered.", name="time")
    enabled_from: int = remembers(
        Meaning.TICK, "The tick from which on it is enabled.", counts="ticks", lasting=True
    )
    length: int = remembers(
        Meaning.NUMBER, "The ticks as fixed.", names=("after_length",), counts="ticks", lasting=True
    )


@dataclass(slots=True, eq=False)
class WeightedGroup:
    """Hold a weighted group (rule 4.11); timing and event are those of the first member."""

    about: ClassVar[PartPage] = PartPage("Weighted group", "Transitions of which one is drawn.")

    draws: int = counts_draws("Counts the draws of the source of its members.")
    members: tuple[TransitionRow, ...] = given(
        Sort.TRANSITIONS, "Its members; the first stands for the group.", default=()
    )
    name: str = given(Sort.TEXT, "Its name, for people.", for_people="", default="")


@dataclass(slots=True, eq=False, kw_only=True)
class TransitionRow(Row):
    """Be one transition.

    `domain` is the compound whose descendants are exited (the machine's own row for the root), None for a
    targetless one (rule 4.5) and where a target is a history: it then depends on what is remembered.
    """

    about: ClassVar[RowPage] = RowPage("transition", ("transition",), "Leads from its source to its targets.")
    family: ClassVar[RowFamily] = RowFamily.TRANSITION

    source: StateRow | MachineRow = given(Sort.OWNER, "The state it leaves, or the machine.")
    events: tuple[str, ...] = given(Sort.TEXTS, "What it is asked for: tick, always, or events.")
    guard: Expression | None = given(Sort.TEST, "What must hold.", optional=True)
    actions: ActionBlock = given(Sort.BLOCK, "What is done when it is taken.")
    priority: int = given(Sort.PRIORITY, "Larger ones are asked first.")
    position: int = given(Sort.POSITION, "Its place among the transitions of its source.", default=0)
    weight: ControlValue = given(Sort.FRACTION, "Its weight in its group.")
    group: WeightedGroup | None = given(Sort.GROUP, "Its weighted group.", optional=True, default=None)
    interrupt: bool = given(Sort.BOOL, "It is an any-state transition.", default=False)
    internal: bool = given(Sort.BOOL, "It does not leave its source.", default=False)
    reenter: bool = given(Sort.BOOL, "It is taken although its targets are active.", default=False)
    after: AfterCode | None = holds(AfterCode, "The time it waits for.", optional=True, default=None)
    cooldown: CooldownCode | None = holds(CooldownCode, "The time it rests.", optional=True, default=None)
    delay: DelayCode | None = holds(DelayCode, "The time it is pending.", optional=True, default=None)
    outcome: str | None = given(
        Sort.TEXT, "The outcome of the decision tree that it is for.", optional=True, default=None
    )
    is_else: bool = given(Sort.BOOL, "It is the else branch of a choice.", name="else", default=False)
    targets: tuple[StateRow, ...] = given(
        Sort.STATES, "The states it leads to; none for actions only.", default=()
    )
    domain: StateRow | MachineRow | None = given(
        Sort.OWNER, "What it exits everything below of.", optional=True, default=None
    )

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
