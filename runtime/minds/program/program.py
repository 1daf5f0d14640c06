"""The program: a document compiled to flat rows, checked, immutable, shared by all agents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, cast

from graphs.curves.curve_tables import Table
from graphs.expressions.types import Value
from graphs.model.document import ROUNDS
from runtime.basics.context import Slot
from runtime.minds.program.agent_state import AgentState, StateLayout
from runtime.minds.program.rising import RisingVariable
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.triggers import TriggerPlace

if TYPE_CHECKING:
    from runtime.minds.program.tree_row import TreeRow


@dataclass(frozen=True, slots=True)
class Instance:
    """Say where one use of a graph lies: its call path (`""` for the root graph) and its rows by id.

    `slots` are its graph variables and parameters, as `graph:name` and `parameter:name`; `draws` the int
    slots that count the draws of its nodes and transitions, by id.
    """

    graph: str
    path: str
    row_of: Mapping[str, int]
    slots: Mapping[str, Slot] = field(default_factory=dict)
    draws: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Program:
    """Hold everything agents need to run a document; nothing of any one agent.

    `variables` are the declared agent variables by name, `world_variables` those of scope world, whose
    slots lie in the world's own state. `defaults` are the values a fresh agent starts with.

    `stand_ins` are the rows of nodes that run the stand-in of an action, in an activity or a line included,
    `clicked_stand_ins` those that wait for `Session.answer_stand_in`. `stand_in_conditions` tells, for each
    condition answered by a switch, the rows that ask it. A program that runs a generator is not `resumable`:
    no snapshot holds its place (rule 3.12). `triggers` are all triggers by the place of their byte.
    `streams` are the numbers of paths in draws, by path, where names were stripped: paths are no ids then.
    `rounds` are those a machine may need to come to rest (4.3). `curves` are the tables of all curves that
    its expressions read (10.1). `rising` are the variables that rise by themselves (2.8), `risen_place` the
    int place of the tick after the one in which they last did, 0 before the first, -1 where none rises.
    `forms` is where back ends keep what they
    made of the program, each under its own name.
    """

    root: TreeRow
    rows: tuple[Row, ...]
    instances: tuple[Instance, ...]
    layout: StateLayout
    variables: Mapping[str, Slot]
    world_variables: Mapping[str, Slot]
    defaults: tuple[tuple[Slot, Value], ...]
    rate: int
    stand_ins: frozenset[int] = frozenset()
    clicked_stand_ins: frozenset[int] = frozenset()
    stand_in_conditions: Mapping[str, frozenset[int]] = field(default_factory=dict)
    resumable: bool = True
    triggers: Mapping[int, TriggerPlace] = field(default_factory=dict)
    streams: Mapping[str, int] = field(default_factory=dict)
    rounds: int = ROUNDS
    curves: Mapping[str, Table] = field(default_factory=dict)
    rising: tuple[RisingVariable, ...] = ()
    risen_place: int = -1
    forms: dict[str, object] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def timed_triggers(self) -> tuple[TriggerPlace, ...]:
        """Return the triggers that are latched for a time."""
        return tuple(place for place in self.triggers.values() if place.latch_ticks)

    @cached_property
    def claims(self) -> tuple[TreeRow, ...]:
        """Return the nodes that claim places, in document order."""
        return tuple(cast("TreeRow", row) for row in self.rows if row.claims_a_place)

    @property
    def root_is_machine(self) -> bool:
        """Tell whether the root graph is a machine, which can end for good (rule 6.7)."""
        return self.root.family is RowFamily.MACHINE

    @cached_property
    def has_machines(self) -> bool:
        """Tell whether any machine runs in it."""
        return any(row.family is RowFamily.MACHINE for row in self.rows)

    @cached_property
    def has_plain_ticks(self) -> bool:
        """Tell whether nothing but the tree itself needs anything done in a tick."""
        return not (self.triggers or self.has_machines or self.rising)

    @cached_property
    def state_indices(self) -> tuple[int, ...]:
        """Return the rows that are states, in document order."""
        return tuple(row.index for row in self.rows if row.family is RowFamily.STATE)

    def instances_of(self, graph: str) -> tuple[Instance, ...]:
        """Return every use of a graph, in the order of their rows."""
        return tuple(instance for instance in self.instances if instance.graph == graph)

    def set_initial_values(self, state: AgentState) -> None:
        """Give a fresh agent's variables their defaults."""
        for slot, value in self.defaults:
            state.write(slot, value)
