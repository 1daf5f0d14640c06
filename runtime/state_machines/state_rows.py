"""The rows of a machine: the machine itself, its states and its transitions (SEMANTICS 4.1, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from runtime.behavior_trees.tree_row import TreeRow
from runtime.program.rows import Row
from runtime.status import Status

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.behavior_trees.subtree import Binding
    from runtime.brains.brain import Brain
    from runtime.expressions.context import Slot
    from runtime.program.code import ActionBlock, ControlValue, Expression


FinalStatus = Literal[Status.SUCCESS, Status.FAILURE]
"""What a final state says of its owner."""


@dataclass(slots=True, eq=False, kw_only=True)
class TransitionRow(Row):
    """Be one transition.

    `targets` is empty for a targetless one. `domain` is the compound whose descendants are exited (the
    machine's own row for the root), None for a targetless one (SEMANTICS 4.5). `after` counts from the
    entry of the source; `enabled_from` is the int slot with the tick from which it is enabled.
    """

    source: StateRow | MachineRow
    events: tuple[str, ...]
    guard: Expression | None
    actions: ActionBlock
    priority: int
    interrupt: bool
    reenter: bool
    after: ControlValue | None
    enabled_from: int
    targets: tuple[StateRow, ...] = ()
    domain: StateRow | MachineRow | None = None
    position: int = 0

    @property
    def polled(self) -> bool:
        """Tell whether it is asked every tick."""
        return "tick" in self.events

    @property
    def eventless(self) -> bool:
        """Tell whether it is asked in every round of a macrostep."""
        return "always" in self.events

    def matches(self, event: str) -> bool:
        """Tell whether a descriptor matches `event`: equal, a dotted prefix, or `*` (SEMANTICS 4.2)."""
        return any(
            descriptor == "*"
            or descriptor == event
            or (event.startswith(descriptor) and event[len(descriptor)] == ".")
            for descriptor in self.events
            if descriptor not in ("tick", "always")
        )


@dataclass(slots=True, frozen=True)
class Activity:
    """Say what a state does while it is active (SEMANTICS 6.1).

    `fresh` lists the places that are made anew at each entry, with their values: the `graph` variables of
    the called graphs. `ended` is the byte slot that tells that the activity ended and is not to loop.
    """

    row: TreeRow
    loop: bool
    ended: int
    bindings: tuple[Binding, ...] = ()
    fresh: tuple[tuple[Slot, Value], ...] = ()


@dataclass(slots=True, eq=False, kw_only=True)
class StateRow(Row):
    """Be one state.

    `transitions` and `interrupts` are sorted as they are asked: priority high to low, then document order.
    `initial` is entered by default, after `initial_actions` ran. `entered_slot` holds the tick of the last
    entry, `activation_slot` counts entries.
    """

    name: str
    machine: MachineRow
    owner: StateRow | MachineRow
    entry: ActionBlock
    update: ActionBlock
    exit: ActionBlock
    entered_slot: int
    activation_slot: int
    transient: bool = False
    final_status: FinalStatus | None = None
    child_states: tuple[StateRow, ...] = ()
    transitions: tuple[TransitionRow, ...] = ()
    interrupts: tuple[TransitionRow, ...] = ()
    initial: StateRow | None = None
    initial_actions: ActionBlock | None = None
    activity: Activity | None = None

    @property
    def is_atomic(self) -> bool:
        """Tell whether it has no states inside."""
        return not self.child_states

    def active(self, brain: Brain) -> bool:
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

    `states` lists all states in document order. `transitions` and `interrupts` are the root's own.
    `has_eventless` tells whether any transition is eventless.
    """

    entered_slot: int
    has_eventless: bool = False
    states: tuple[StateRow, ...] = ()
    child_states: tuple[StateRow, ...] = ()
    transitions: tuple[TransitionRow, ...] = ()
    interrupts: tuple[TransitionRow, ...] = ()
    initial: StateRow | None = None
    initial_actions: ActionBlock | None = None

    def can_run(self) -> bool:
        """Tell that it runs until a root final state."""
        return True

    def can_skip(self) -> bool:
        """Tell that it never gives SKIPPED."""
        return False

    def enter(self, brain: Brain) -> None:
        """Begin an activation: the initial configuration is entered by the first tick."""
        from runtime.state_machines.game_tick import begin

        begin(self, brain)

    def tick(self, brain: Brain) -> Status:
        """Run the machine's game tick."""
        from runtime.state_machines.game_tick import run_game_tick

        return run_game_tick(self, brain)

    def stop(self, brain: Brain) -> None:
        """Exit every state, in exit order."""
        from runtime.state_machines.microstep import exit_all

        exit_all(self, brain)

    def active_states(self, brain: Brain) -> Iterator[StateRow]:
        """Yield the active states in document order, parents before children."""
        stored = brain.bytes_
        pending = list(reversed(self.child_states))
        while pending:
            state = pending.pop()
            if stored[state.index]:
                yield state
                pending.extend(reversed(state.child_states))


def is_below(state: StateRow, ancestor: StateRow | MachineRow) -> bool:
    """Tell whether `state` is a proper descendant of `ancestor`; rows stand in pre-order."""
    return ancestor.index < state.index < ancestor.end
