"""Compile the transitions of a machine, their groups, and what leads where (rules 4.1 to 4.11)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import combinations

from graphs.checks.rules.scopes import transition_scope
from graphs.model import Edge, InitialTransition, StateMachineGraph
from runtime.minds.compile.code_builder import CodeBuilder, CodePlace, expression_text
from runtime.minds.compile.tree_kinds import RowFields
from runtime.minds.machines.configuration import domain_of, may_be_active_together
from runtime.minds.machines.machine_rows import (
    EVENTLESS,
    POLLED,
    AfterCode,
    CooldownCode,
    DelayCode,
    HistoryCode,
    MachineRow,
    Owner,
    StateRow,
    TransitionRow,
    WeightedGroup,
    is_below,
)
from runtime.minds.program.code import ActionBlock, ControlValue
from runtime.minds.program.row_fields import places_of

_TIMES = ("after", "delay", "cooldown")


class TransitionCompiler:
    """Turn edges of one machine into rows; their targets are joined later."""

    def __init__(self, code: CodeBuilder, graph_id: str, graph: StateMachineGraph) -> None:
        self._code = code
        self._graph_id = graph_id
        self._graph = graph
        self._groups: dict[str, list[tuple[TransitionRow, Edge]]] = {}

    def compile(self, edge_id: str, edge: Edge, owner: Owner, fields: RowFields) -> TransitionRow:
        """Return the row of an edge that is enabled."""
        is_branch = owner.kind == "choice"
        if is_branch:
            self._check_branch(edge_id, edge, owner)
        elif edge.interrupt:
            self._check_interrupt(edge_id, edge, owner)
        code = self._code
        scope = transition_scope(code.scope, edge)
        guard = None
        if edge.guard is not None and not (is_branch and edge.else_):
            guard = code.condition(edge.guard, self._place(edge_id, "guard"), scope)
        grouped = edge.group is not None
        row = TransitionRow(
            **fields,
            source=owner,
            events=(EVENTLESS,) if is_branch else edge.events,
            guard=guard,
            actions=code.block(edge.actions, self._place(edge_id, "actions"), scope),
            priority=edge.priority,
            weight=self._weight(edge_id, edge) if grouped else ControlValue(constant=1),
            interrupt=edge.interrupt,
            internal=edge.internal,
            reenter=edge.reenter,
            outcome=edge.outcome,
            is_else=is_branch and edge.else_,
        )
        self._add_timing(row, edge_id, edge)
        if edge.group is not None:
            self._groups.setdefault(edge.group, []).append((row, edge))
        return row

    def disabled(self, edge: Edge, owner: Owner, fields: RowFields) -> TransitionRow:
        """Return the row of an edge that is never asked; nothing of it is compiled."""
        return TransitionRow(
            **fields,
            source=owner,
            events=(),
            guard=None,
            actions=ActionBlock(),
            priority=edge.priority,
            weight=ControlValue(constant=1),
            interrupt=edge.interrupt,
        )

    def form_groups(self, asked: Iterable[TransitionRow]) -> None:
        """Join the members of each group that can be asked; refuse members that differ (4.11)."""
        known = {row.index for row in asked}
        for name, members in self._groups.items():
            first, first_edge = members[0]
            for member, edge in members[1:]:
                differing = _differing(member, edge, first, first_edge)
                if differing:
                    self._code.refuse(
                        self._place(member.node, "group"),
                        f"This member of the weighted group '{name}' differs from the first in "
                        f"{', '.join(differing)}.",
                        "Make them equal, or take it out of the group.",
                    )
            rows = tuple(row for row, _ in members if row.index in known)
            group = WeightedGroup(self._code.draw_counter(first.source.node), rows, name)
            for row in rows:
                row.group = group

    def _place(self, edge_id: str, field: str = "") -> CodePlace:
        return CodePlace(self._graph_id, edge_id, field)

    def _weight(self, edge_id: str, edge: Edge) -> ControlValue:
        place = self._place(edge_id, "weight")
        text = expression_text(edge.weight)
        if text is not None:
            return ControlValue(expression=self._code.expression(text, place))
        if isinstance(edge.weight, (int, float)) and edge.weight >= 0:
            return ControlValue(constant=edge.weight)
        self._code.refuse(place, f"Expected a weight from 0 on, found {json.dumps(edge.weight)}.")
        return ControlValue(constant=0)

    def _add_timing(self, row: TransitionRow, edge_id: str, edge: Edge) -> None:
        code, layout = self._code, self._code.layout
        if edge.after is not None:
            ticks = code.duration(edge.after, self._place(edge_id, "after"))
            row.after = AfterCode(ticks, **places_of(AfterCode, layout))
        if edge.cooldown is not None:
            ticks = code.duration(edge.cooldown, self._place(edge_id, "cooldown"))
            row.cooldown = CooldownCode(ticks, **places_of(CooldownCode, layout))
        if edge.delay is not None:
            ticks = code.duration(edge.delay, self._place(edge_id, "delay"))
            jitter = code.duration(edge.jitter, self._place(edge_id, "jitter"))
            row.delay = DelayCode(ticks, jitter, edge.recheck, code.draw_counter(edge_id))

    def _check_interrupt(self, edge_id: str, edge: Edge, owner: Owner) -> None:
        node = self._graph.nodes.get(owner.node) if isinstance(owner, StateRow) else None
        if node is not None and not (node.kind == "state" and node.children):
            self._code.refuse(
                self._place(edge_id), "Only a compound or the machine owns an any-state transition."
            )
        if EVENTLESS in edge.events:
            self._code.refuse(
                self._place(edge_id, "event"),
                "An any-state transition is polled or has an event, never eventless.",
            )

    def _check_branch(self, edge_id: str, edge: Edge, owner: Owner) -> None:
        """Refuse what would let a machine rest in a choice (rule 4.12)."""
        choice = self._graph.nodes[owner.node]
        refuse = self._code.refuse
        if not edge.targets:
            refuse(self._place(edge_id, "targets"), "A branch of a choice needs a target.", "Give it one.")
        if edge.events != (POLLED,) or edge.interrupt:
            refuse(
                self._place(edge_id, "event"),
                "A branch of a choice waits for no event.",
                "Remove it; a choice is left at once.",
            )
        for field in _TIMES:
            if getattr(edge, field) is not None:
                refuse(self._place(edge_id, field), f"A branch of a choice has no {field}.", "Remove it.")
        if edge.else_ and edge.guard is not None:
            refuse(self._place(edge_id, "guard"), "The else branch has no guard.", "Remove it.")
        if choice.decision is not None and edge.outcome is None and not edge.else_:
            refuse(
                self._place(edge_id, "outcome"),
                "This branch names no outcome of the choice's decision tree.",
                "Give it the outcome that leads here.",
            )


def _differing(member: TransitionRow, edge: Edge, first: TransitionRow, first_edge: Edge) -> list[str]:
    same = {
        "source": member.source is first.source,
        "event": edge.events == first_edge.events,
        "interrupt": edge.interrupt == first_edge.interrupt,
        "outcome": edge.outcome == first_edge.outcome and edge.else_ == first_edge.else_,
        "recheck": edge.recheck == first_edge.recheck,
        "priority": edge.priority == first_edge.priority,
    }
    for field in ("after", "delay", "jitter"):
        same[field] = json.dumps(getattr(edge, field)) == json.dumps(getattr(first_edge, field))
    return [word for word, equal in same.items() if not equal]


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
        place = CodePlace(self._graph_id, row.node, "targets")
        row.targets = self._targets(edge.targets, place)
        if row.targets and all(target.history is None for target in row.targets):
            row.domain = domain_of(row, list(row.targets))

    def join_owner(self, owner: Owner) -> None:
        """Give a compound, or the machine, the states it enters by default."""
        if not owner.child_states or (isinstance(owner, StateRow) and owner.is_parallel):
            return
        source = self._graph.nodes[owner.node] if isinstance(owner, StateRow) else self._graph
        place = CodePlace(self._graph_id, owner.node, "initial")
        name = owner.name if isinstance(owner, StateRow) else "the machine"
        targets, owner.initial_actions = self._named(source.initial, place)
        owner.initial = self._targets((each for each in targets if each in self._states), place)
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
        place = CodePlace(self._graph_id, row.node, "default")
        named, actions = self._named(node.default, place)
        default = self._targets((item for item in named if item in self._states), place)
        beside = [each for each in default if is_below(each, row.owner) and each.kind != "history"]
        if not default or len(beside) < len(default):
            self._code.refuse(
                place,
                "The history has no default state, or one that is not beside it.",
                "Choose a state in the same box, to be entered when the box was never left.",
            )
        self._refuse_disabled(default, place, "The default of the history")
        deep = node.depth == "deep"
        places = tuple((entry, self._code.layout.allocate("byte")) for entry in _kept(row.owner, deep))
        row.history = HistoryCode(deep, places, tuple(beside), actions or ActionBlock())

    def _named(
        self, given: str | InitialTransition | None, place: CodePlace
    ) -> tuple[tuple[str, ...], ActionBlock | None]:
        if isinstance(given, InitialTransition):
            return given.targets, self._code.block(given.actions, place)
        return (() if given is None else (given,)), None

    def _targets(self, names: Iterable[str], place: CodePlace) -> tuple[StateRow, ...]:
        targets: list[StateRow] = []
        for name in names:
            state = self._states.get(name)
            if state is None:
                self._code.refuse(place, f"There is no state {name!r}.")
            elif state not in targets:
                targets.append(state)
        for first, other in combinations(targets, 2):
            if not may_be_active_together(first, other):
                said = f"{first.name} and {other.name} cannot be active at once."
                self._code.refuse(place, said, _ONE_CONFIGURATION)
        return tuple(targets)

    def _refuse_disabled(self, targets: tuple[StateRow, ...], place: CodePlace, what: str) -> None:
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
