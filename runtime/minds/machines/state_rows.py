"""The rows of a machine: the machine itself and its states (rule 4.1).

What a transition holds is in `transition_rows.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from runtime.basics.status import Status
from runtime.minds.machines.transition_rows import TransitionRow
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.basics.context import Slot
    from runtime.minds.machines.choices import OutcomeDecider
    from runtime.minds.machines.configuration_table import ConfigurationTable
    from runtime.minds.program.code import ActionBlock
    from runtime.minds.program.ticking_brain import TickingBrain
    from runtime.minds.trees.subtree import Binding


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
    eventless, branches of choices included. `table` holds what was looked up so far; it changes nothing.
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
    table: ConfigurationTable | None = None

    def can_run(self) -> bool:
        """Tell that it runs until a root final state."""
        return True

    def can_skip(self) -> bool:
        """Tell that it never gives SKIPPED."""
        return False

    def enter(self, brain: TickingBrain) -> None:
        """Begin an activation: the initial configuration is entered by the first tick."""
        from runtime.minds.machines.game_tick import begin

        begin(self, brain)

    def tick(self, brain: TickingBrain) -> Status:
        """Run the machine's game tick, by its table unless the brain is to be interpreted."""
        from runtime.minds.machines.game_tick import run_game_tick
        from runtime.minds.machines.table_tick import run_table_tick

        return run_game_tick(self, brain) if brain.interpreted else run_table_tick(self, brain)

    def stop(self, brain: TickingBrain) -> None:
        """Exit every state, in exit order."""
        from runtime.minds.machines.microstep import exit_all

        exit_all(self, brain)

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
