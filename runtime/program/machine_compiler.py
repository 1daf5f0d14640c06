"""Compile one use of a state machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphs.model import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.validation.scopes import transition_scope
from runtime.program.code import ActionBlock
from runtime.program.code_builder import CodeBuilder, Place, refuse_at_once
from runtime.program.decision_compiler import activity_pace
from runtime.program.rows import RowFamily
from runtime.program.tree_compiler import build_action_row
from runtime.state_machines.state_rows import (
    Activity,
    FinalStatus,
    MachineRow,
    StateRow,
    TransitionRow,
    is_below,
)
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.program.compiler import ProgramCompiler

Owner = StateRow | MachineRow


class MachineCompiler:
    """Turn the states and transitions of one machine into rows: each state, its transitions, its activity,
    then its children.
    """

    def __init__(
        self,
        program: ProgramCompiler,
        code: CodeBuilder,
        graph_id: str,
        graph: StateMachineGraph,
        path: str,
    ) -> None:
        self._program = program
        self._code = code
        self._graph_id = graph_id
        self._graph = graph
        self._path = path
        self._states: dict[str, StateRow] = {}
        self._transitions: list[tuple[TransitionRow, Edge]] = []
        self._seen: set[str] = set()

    def compile(self, parent: int) -> MachineRow:
        """Compile the machine and join transitions to their targets."""
        index = self._program.next_index()
        machine = MachineRow(
            **self._fields("", "state_machine", RowFamily.MACHINE, parent, index),
            entered_slot=self._code.layout.allocate("int"),
        )
        self._program.rows.append(machine)
        self._add_transitions(machine, self._graph.transitions, machine)
        machine.child_states = self._add_states(self._graph.children, machine, machine)
        machine.states = tuple(self._states.values())
        machine.has_eventless = any(transition.eventless for transition, _ in self._transitions)
        if not machine.child_states:
            self._code.refuse(Place(self._graph_id, "", "children"), "The machine has no states.", "Add one.")
        machine.children = tuple(child.index for child in machine.child_states)
        machine.end = self._program.next_index()
        self._set_initial(machine, self._graph.initial, Place(self._graph_id, "", "initial"))
        for state_id, state in self._states.items():
            place = Place(self._graph_id, state_id, "initial")
            self._set_initial(state, self._graph.nodes[state_id].initial, place)
        for transition, edge in self._transitions:
            self._join(transition, edge, machine)
        return machine

    def _fields(
        self, node_id: str, kind: str, family: RowFamily, parent: int, machine: int
    ) -> dict[str, Any]:
        return {
            "index": self._program.reserve(parent),
            "family": family,
            "kind": kind,
            "path": f"{self._path}/{node_id}" if self._path else node_id,
            "graph": self._graph_id,
            "node": node_id,
            "parent": parent,
            "enclosing_machine": machine,
        }

    def _add_states(self, ids: tuple[str, ...], owner: Owner, machine: MachineRow) -> tuple[StateRow, ...]:
        return tuple(
            self._add_state(state_id, self._graph.nodes[state_id], owner, machine)
            for state_id in ids
            if state_id in self._graph.nodes
        )

    def _add_state(self, state_id: str, node: StateNode, owner: Owner, machine: MachineRow) -> StateRow:
        layout = self._code.layout
        self._check_place(state_id, node, owner)
        final: FinalStatus | None = None
        if node.kind == "final":
            final = Status.SUCCESS if node.status == "success" else Status.FAILURE
        row = StateRow(
            **self._fields(state_id, node.kind, RowFamily.STATE, owner.index, machine.index),
            name=node.name or state_id,
            machine=machine,
            owner=owner,
            entry=self._block(state_id, "entry", node.entry),
            update=self._block(state_id, "update", node.update),
            exit=self._block(state_id, "exit", node.exit),
            entered_slot=layout.allocate("int"),
            activation_slot=layout.allocate("int"),
            transient=node.transient,
            final_status=final,
        )
        self._states[state_id] = row
        self._program.rows.append(row)
        self._add_transitions(row, node.transitions, machine)
        if node.activity is not None:
            row.activity = self._activity(state_id, node, row, machine)
        row.child_states = self._add_states(node.children, row, machine)
        row.children = tuple(child.index for child in row.child_states)
        row.end = self._program.next_index()
        return row

    def _check_place(self, state_id: str, node: StateNode, owner: Owner) -> None:
        """Refuse, at once, a state in two places or too deep; refuse a final state with parts of others."""
        place = Place(self._graph_id, state_id)
        if state_id in self._seen:
            refuse_at_once(place, "The state stands in the machine twice.", "Take it out of one list.")
        self._seen.add(state_id)
        self._program.check_depth(owner.index, place)
        if node.kind == "final":
            for field in ("children", "transitions", "activity", "update", "exit"):
                if getattr(node, field):
                    inner = Place(self._graph_id, state_id, field)
                    self._code.refuse(inner, f"A final state has no {field}.", "Take it out.")

    def _block(self, node_id: str, field: str, lines: tuple[str, ...]) -> ActionBlock:
        return self._code.block(lines, Place(self._graph_id, node_id, field))

    def _activity(
        self, state_id: str, node: StateNode, state: StateRow, machine: MachineRow
    ) -> Activity | None:
        activity = node.activity
        assert activity is not None
        ended = self._code.layout.allocate("byte")
        place = Place(self._graph_id, state_id, "activity")
        called = self._program.document.graphs.get(activity.graph or "")
        pace = activity_pace(activity, called, self._code, place)
        if activity.graph is not None:
            is_machine = called is not None and called.kind == "state_machine"
            first_default = len(self._program.defaults)
            root, bindings, _ = self._program.instance(
                activity.graph,
                state.path,
                state.index,
                machine.index,
                activity.arguments,
                place,
                self._code,
                pace=pace,
            )
            fresh = tuple(self._program.defaults[first_default:])
            loop = (not is_machine) if activity.loop is None else activity.loop
            return Activity(root, loop, ended, bindings, fresh)
        fields = self._fields(state_id, "activity", RowFamily.TREE_NODE, state.index, machine.index)
        self._program.rows.append(state)
        row = build_action_row(self._code, fields, activity.action, activity.params, place)
        self._program.rows[row.index] = row
        row.end = self._program.next_index()
        return Activity(row, bool(activity.loop), ended)

    def _add_transitions(self, owner: Owner, ids: tuple[str, ...], machine: MachineRow) -> None:
        rows = []
        for position, edge_id in enumerate(ids):
            edge = self._graph.edges.get(edge_id)
            if edge is None:
                continue
            if edge_id in self._seen:
                place = Place(self._graph_id, edge_id)
                refuse_at_once(place, "The transition stands in two lists.", "Take it out of one of them.")
            self._seen.add(edge_id)
            row = self._transition(edge_id, edge, owner, machine)
            row.position = position
            self._program.rows.append(row)
            row.end = self._program.next_index()
            self._transitions.append((row, edge))
            if not edge.disabled:
                rows.append(row)
        rows.sort(key=lambda row: (-row.priority, row.position))
        owner.transitions = tuple(row for row in rows if not row.interrupt)
        owner.interrupts = tuple(row for row in rows if row.interrupt)

    def _transition(self, edge_id: str, edge: Edge, owner: Owner, machine: MachineRow) -> TransitionRow:
        place = Place(self._graph_id, edge_id)
        if edge.disabled:
            edge = Edge(disabled=True, priority=edge.priority, interrupt=edge.interrupt)
        scope = transition_scope(self._code.scope, edge)
        guard = None
        if edge.guard is not None:
            guard = self._code.condition(edge.guard, Place(self._graph_id, edge_id, "guard"), scope)
        after = None
        if edge.after is not None:
            after = self._code.duration(edge.after, Place(self._graph_id, edge_id, "after"))
        if edge.interrupt and isinstance(owner, StateRow) and not self._graph.nodes[owner.node].children:
            self._code.refuse(place, "Only a compound or the machine owns an any-state transition.")
        if edge.interrupt and "always" in edge.events:
            inner = Place(self._graph_id, edge_id, "event")
            self._code.refuse(inner, "An any-state transition is polled or has an event, never eventless.")
        return TransitionRow(
            **self._fields(edge_id, "transition", RowFamily.TRANSITION, owner.index, machine.index),
            source=owner,
            events=edge.events,
            guard=guard,
            actions=self._code.block(edge.actions, Place(self._graph_id, edge_id, "actions"), scope),
            priority=edge.priority,
            interrupt=edge.interrupt,
            reenter=edge.reenter,
            after=after,
            enabled_from=self._code.layout.allocate("int"),
        )

    def _join(self, transition: TransitionRow, edge: Edge, machine: MachineRow) -> None:
        targets = []
        for target in edge.targets:
            state = self._states.get(target)
            if state is None:
                self._code.refuse(
                    Place(self._graph_id, transition.node, "targets"), f"There is no state {target!r}."
                )
            else:
                targets.append(state)
        transition.targets = tuple(targets)
        transition.domain = _domain(transition, edge, machine) if targets else None

    def _set_initial(self, owner: Owner, initial: str | InitialTransition | None, place: Place) -> None:
        if not owner.child_states:
            return
        target = (
            initial
            if isinstance(initial, str)
            else (initial.targets[0] if initial and initial.targets else None)
        )
        state = self._states.get(target or "")
        if state is None or not is_below(state, owner):
            name = owner.name if isinstance(owner, StateRow) else "The machine"
            self._code.refuse(place, f"{name} has no initial state.", "Mark one of its states as initial.")
            return
        owner.initial = state
        if isinstance(initial, InitialTransition):
            owner.initial_actions = self._code.block(initial.actions, place)


def _domain(transition: TransitionRow, edge: Edge, machine: MachineRow) -> Owner:
    """Return the compound whose descendants a transition exits (SEMANTICS 4.5, 4.9 for interrupts)."""
    source = transition.source
    if isinstance(source, MachineRow):
        return machine
    inside = all(is_below(target, source) for target in transition.targets)
    if inside and (edge.internal or edge.interrupt):
        return source
    for ancestor in source.ancestors():
        if all(is_below(target, ancestor) for target in transition.targets):
            return ancestor
    return machine
