"""Join the states and transitions of a compiled machine to the states they lead to (rules 4.1, 4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from graphs.model import Edge, InitialTransition, StateMachineGraph
from runtime.minds.compile.code_builder import CodeBuilder, Place
from runtime.minds.machines.configuration import domain_of, may_be_active_together
from runtime.minds.machines.machine_rows import (
    HistoryCode,
    MachineRow,
    Owner,
    StateRow,
    TransitionRow,
    is_below,
)
from runtime.minds.program.code import ActionBlock

_ONE_CONFIGURATION = "Choose states of different regions of a parallel state."


class TargetJoining:
    """Give rows the rows they lead to; refuse what could not be active together."""

    def __init__(
        self,
        code: CodeBuilder,
        graph_id: str,
        graph: StateMachineGraph,
        machine: MachineRow,
        states: Mapping[str, StateRow],
    ) -> None:
        self._code = code
        self._graph_id = graph_id
        self._graph = graph
        self._machine = machine
        self._states = states

    def join_transition(self, row: TransitionRow, edge: Edge) -> None:
        """Give a transition its targets and, where none is a history, its domain."""
        place = Place(self._graph_id, row.node, "targets")
        row.targets = self._targets(edge.targets, place)
        if row.targets and all(target.history is None for target in row.targets):
            row.domain = domain_of(row, list(row.targets))

    def join_owner(self, owner: Owner) -> None:
        """Give a compound, or the machine, the states it enters by default."""
        if not owner.child_states or (isinstance(owner, StateRow) and owner.is_parallel):
            return
        source = self._graph.nodes[owner.node] if isinstance(owner, StateRow) else self._graph
        place = Place(self._graph_id, owner.node, "initial")
        name = owner.name if isinstance(owner, StateRow) else "the machine"
        targets, owner.initial_actions = self._named(source.initial, place)
        owner.initial = self._targets((one for one in targets if one in self._states), place)
        if not owner.initial or not all(is_below(target, owner) for target in owner.initial):
            self._code.refuse(
                place,
                f"{name.capitalize() if owner is self._machine else name} has no initial state.",
                "Mark one of its states as initial.",
            )
            owner.initial = owner.child_states[:1]
        self._refuse_disabled(owner.initial, place, f"The initial state of {name}")

    def join_history(self, row: StateRow) -> None:
        """Give a history the states it can remember, and its default."""
        node = self._graph.nodes[row.node]
        place = Place(self._graph_id, row.node, "default")
        named, actions = self._named(node.default, place)
        default = self._targets((one for one in named if one in self._states), place)
        beside = [one for one in default if is_below(one, row.owner) and one.kind != "history"]
        if not default or len(beside) < len(default):
            self._code.refuse(
                place,
                "The history has no default state, or one that is not beside it.",
                "Choose a state in the same box, to be entered when the box was never left.",
            )
        self._refuse_disabled(default, place, "The default of the history")
        deep = node.depth == "deep"
        places = tuple((one, self._code.layout.allocate("byte")) for one in _kept(row.owner, deep))
        row.history = HistoryCode(deep, places, tuple(beside), actions or ActionBlock())

    def _named(
        self, given: str | InitialTransition | None, place: Place
    ) -> tuple[tuple[str, ...], ActionBlock | None]:
        if isinstance(given, InitialTransition):
            return given.targets, self._code.block(given.actions, place)
        return (() if given is None else (given,)), None

    def _targets(self, names: Iterable[str], place: Place) -> tuple[StateRow, ...]:
        targets: list[StateRow] = []
        for name in names:
            state = self._states.get(name)
            if state is None:
                self._code.refuse(place, f"There is no state {name!r}.")
            elif state not in targets:
                targets.append(state)
        for one, other in combinations(targets, 2):
            if not may_be_active_together(one, other):
                said = f"{one.name} and {other.name} cannot be active at once."
                self._code.refuse(place, said, _ONE_CONFIGURATION)
        return tuple(targets)

    def _refuse_disabled(self, targets: tuple[StateRow, ...], place: Place, what: str) -> None:
        for target in targets:
            if target.disabled:
                said = f"{what}, {target.name}, is disabled."
                self._code.refuse(place, said, "Enable it, or choose another.")


def _kept(owner: Owner, deep: bool) -> list[StateRow]:
    """Return the states that a history of `owner` can remember, in document order."""
    if not deep:
        return list(owner.child_states)
    found: list[StateRow] = []
    waiting = list(reversed(owner.child_states))
    while waiting:
        state = waiting.pop()
        if state.is_atomic:
            found.append(state)
        waiting.extend(reversed(state.child_states))
    return found
