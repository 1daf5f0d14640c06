"""Compile one use of a state machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphs.model import Edge, StateMachineGraph, StateNode
from runtime.basics.status import Status
from runtime.minds.compile.code_builder import CodeBuilder, CodePlace, refuse_at_once
from runtime.minds.compile.decision_compiler import activity_pace, compile_outcome
from runtime.minds.compile.transition_compiler import TargetJoining, TransitionCompiler
from runtime.minds.compile.tree_compiler import build_action_row
from runtime.minds.compile.tree_kinds import RowFields
from runtime.minds.machines.machine_rows import (
    ActivityRow,
    FinalStatus,
    MachineRow,
    Owner,
    StateRow,
    TransitionRow,
)
from runtime.minds.machines.table_tick import TickedMachineRow
from runtime.minds.program.code import ActionBlock
from runtime.minds.program.row_fields import places_of

if TYPE_CHECKING:
    from runtime.minds.compile.compiler import ProgramCompiler

_NOT_OF_KIND = {
    "final": ("children", "transitions", "activity", "update", "exit"),
    "history": ("children", "transitions", "activity", "entry", "update", "exit"),
    "choice": ("children", "activity", "update"),
}
"""Fields of other kinds, which may hold nothing."""


class MachineCompiler:
    """Turn the states and transitions of one machine into rows: each state, its transitions, its activity,
    then its children.
    """

    def __init__(
        self, program: ProgramCompiler, code: CodeBuilder, graph_id: str, graph: StateMachineGraph, path: str
    ) -> None:
        self._program = program
        self._code = code
        self._graph_id = graph_id
        self._graph = graph
        self._path = path
        self._states: dict[str, StateRow] = {}
        self._edges: list[tuple[TransitionRow, Edge]] = []
        self._transitions = TransitionCompiler(code, graph_id, graph)
        self._seen: set[str] = set()

    def compile(self, parent: int) -> MachineRow:
        """Compile the machine and join everything to the states it leads to."""
        index = self._program.next_index()
        machine = TickedMachineRow(
            **self._fields("", "state_machine", parent, index),
            **places_of(TickedMachineRow, self._code.layout),
        )
        self._program.rows.append(machine)
        self._add_transitions(machine, self._graph.transitions, machine)
        self._add_children(machine, self._graph.children, machine)
        machine.states = tuple(self._states.values())
        if not machine.child_states:
            self._code.refuse(
                CodePlace(self._graph_id, "", "children"), "The machine has no states.", "Add one."
            )
        machine.end = self._program.next_index()
        self._join(machine)
        return machine

    def _fields(self, node_id: str, kind: str, parent: int, machine: int) -> RowFields:
        return self._program.head(self._graph_id, self._path, node_id, kind, parent, machine)

    # -- states -----------------------------------------------------------------------------------

    def _add_children(self, owner: Owner, ids: tuple[str, ...], machine: MachineRow) -> None:
        rows = [
            self._add_state(state_id, self._graph.nodes[state_id], owner, machine)
            for state_id in ids
            if state_id in self._graph.nodes
        ]
        owner.children = tuple(row.index for row in rows)
        enabled = [row for row in rows if not row.disabled]
        owner.child_states = tuple(row for row in enabled if row.kind != "history")
        owner.histories = tuple(row for row in enabled if row.kind == "history")

    def _add_state(self, state_id: str, node: StateNode, owner: Owner, machine: MachineRow) -> StateRow:
        self._check_place(state_id, node, owner)
        final: FinalStatus | None = None
        if node.kind == "final":
            final = Status.SUCCESS if node.status == "success" else Status.FAILURE
        disabled = node.disabled or (isinstance(owner, StateRow) and owner.disabled)
        row = StateRow(
            **self._fields(state_id, node.kind, owner.index, machine.index),
            name=node.name or state_id,
            machine=machine,
            owner=owner,
            entry=ActionBlock() if disabled else self._block(state_id, "entry", node.entry),
            update=ActionBlock() if disabled else self._block(state_id, "update", node.update),
            exit=ActionBlock() if disabled else self._block(state_id, "exit", node.exit),
            **places_of(StateRow, self._code.layout),
            disabled=disabled,
            transient=node.transient,
            final_status=final,
        )
        self._states[state_id] = row
        self._program.rows.append(row)
        self._add_transitions(row, node.transitions, machine)
        if not disabled:
            self._check_fields(state_id, node, owner)
            if node.activity is not None:
                row.activity = self._activity(state_id, node, row, machine)
            if node.kind == "choice" and node.decision is not None:
                place = CodePlace(self._graph_id, state_id, "decision")
                row.decision = compile_outcome(self._program, self._code, node.decision, row, place)
        self._add_children(row, node.children, machine)
        row.end = self._program.next_index()
        return row

    def _check_place(self, state_id: str, node: StateNode, owner: Owner) -> None:
        """Refuse, at once, a state in two places or too deep."""
        place = CodePlace(self._graph_id, state_id)
        if state_id in self._seen:
            refuse_at_once(place, "The state stands in the machine twice.", "Take it out of one list.")
        self._seen.add(state_id)
        self._program.check_depth(owner.index, place)

    def _check_fields(self, state_id: str, node: StateNode, owner: Owner) -> None:
        """Refuse parts that a kind cannot have, and regions that cannot be one."""
        for field in _NOT_OF_KIND.get(node.kind, ()):
            if getattr(node, field):
                inner = CodePlace(self._graph_id, state_id, field)
                self._code.refuse(inner, f"A {node.kind} state has no {field}.", "Take it out.")
        if node.kind in ("final", "choice") and isinstance(owner, StateRow) and owner.is_parallel:
            self._code.refuse(
                CodePlace(self._graph_id, state_id),
                f"A {node.kind} state cannot be a region of {owner.name}.",
                "Put it into a state that is one.",
            )

    def _block(self, node_id: str, field: str, lines: tuple[str, ...]) -> ActionBlock:
        return self._code.block(lines, CodePlace(self._graph_id, node_id, field))

    def _activity(
        self, state_id: str, node: StateNode, state: StateRow, machine: MachineRow
    ) -> ActivityRow | None:
        activity = node.activity
        assert activity is not None
        ended = places_of(ActivityRow, self._code.layout)["ended"]
        place = CodePlace(self._graph_id, state_id, "activity")
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
            root.ends = (*root.ends, *self._code.end_lines(activity, place, state))
            return ActivityRow(root, loop, ended, bindings, fresh)
        fields = self._fields(state_id, "activity", state.index, machine.index)
        self._program.rows.append(state)
        row = build_action_row(self._code, fields, activity.action, activity.params, place)
        self._program.rows[row.index] = row
        row.end = self._program.next_index()
        row.ends = self._code.end_lines(activity, place, state)
        return ActivityRow(row, bool(activity.loop), ended)

    # -- transitions ------------------------------------------------------------------------------

    def _add_transitions(self, owner: Owner, ids: tuple[str, ...], machine: MachineRow) -> None:
        for position, edge_id in enumerate(ids):
            edge = self._graph.edges.get(edge_id)
            if edge is None:
                continue
            if edge_id in self._seen:
                place = CodePlace(self._graph_id, edge_id)
                refuse_at_once(place, "The transition stands in two lists.", "Take it out of one of them.")
            self._seen.add(edge_id)
            fields = self._fields(edge_id, "transition", owner.index, machine.index)
            if edge.disabled or (isinstance(owner, StateRow) and owner.disabled):
                row = self._transitions.disabled(edge, owner, fields)
            else:
                row = self._transitions.compile(edge_id, edge, owner, fields)
                self._edges.append((row, edge))
            row.position = position
            self._program.rows.append(row)
            row.end = self._program.next_index()

    # -- what leads where -------------------------------------------------------------------------

    def _join(self, machine: MachineRow) -> None:
        joining = TargetJoining(self._code, self._graph_id, self._graph, machine, self._states)
        enabled = [row for row in machine.states if not row.disabled]
        for row in enabled:
            if row.kind == "history":
                joining.join_history(row)
        owners: list[Owner] = [machine, *enabled]
        for owner in owners:
            joining.join_owner(owner)
        for transition, edge in self._edges:
            joining.join_transition(transition, edge)
        asked = [row for row, _ in self._edges if not any(target.disabled for target in row.targets)]
        self._transitions.form_groups(asked)
        machine.all_transitions = tuple(asked)
        machine.has_eventless = any(row.eventless for row in asked)
        for owner in owners:
            self._sort_transitions(owner, asked)

    def _sort_transitions(self, owner: Owner, asked: list[TransitionRow]) -> None:
        """Give an owner what is asked of it, in order, each group where its first member is."""
        rows = [row for row in asked if row.source is owner and row.members[0] is row]
        rows.sort(key=lambda row: (row.is_else, -row.priority, row.position))
        owner.transitions = tuple(row for row in rows if not row.interrupt)
        owner.interrupts = tuple(row for row in rows if row.interrupt)
        if owner.kind == "choice" and sum(row.is_else for row in asked if row.source is owner) != 1:
            place = CodePlace(self._graph_id, owner.node, "transitions")
            said = "A choice needs one else branch that leads to an enabled state."
            self._code.refuse(place, said, "Mark one of its transitions as else.")
