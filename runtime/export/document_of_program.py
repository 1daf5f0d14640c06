"""Draw a program again as a document, for the canvas, where the document it was exported from is not there.

Nodes, states and transitions have the ids that the names of the program give, so that what rows did is shown
on them. Such a document is to be looked at: titles, comments and places are not in a program.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphs.expressions.types import TRIGGER, Items, Value
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import FORMAT, NEWEST_VERSION, Document
from runtime.basics.context import Slot
from runtime.export.forms import value_to_json
from runtime.export.load_program import LoadedExport
from runtime.export.told_code import Told, block_rows, bound, curve_name, shown_seconds, told, told_fields
from runtime.export.told_nodes import action_of, calls_graph, ends_of, node_of, question_of, slots_of
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.leaves import TreeOutcome
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.machines.machine_rows import ActivityRow, MachineRow, Owner, StateRow, TransitionRow
from runtime.minds.program.code import ActionBlock
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.leaves import ActionRow

_REGISTRY = builtin_registry()


def document_of_program(export: LoadedExport) -> Document:
    """Return a document with the graphs of a program whose rows have names.

    Raises ValueError for names that fit no document, such as one name for two nodes.
    """
    return Document.model_validate(_Drawing(export).document())


class _Drawing:
    """Draw each graph at its first use; `waiting` are roots of graphs that are called."""

    def __init__(self, export: LoadedExport) -> None:
        self._program, self._needs = export.program, export.needs
        self._first = dict(export.program.defaults)
        self._waiting: list[TreeRow] = [export.program.root]
        self._rows: dict[str, int] = {}

    def document(self) -> Told:
        graphs: Told = {}
        while self._waiting:
            root = self._waiting.pop()
            if root.graph not in graphs:
                graphs[root.graph] = self._graph(root)
        slots = {**self._program.variables, **self._program.world_variables}
        return {
            "format": FORMAT,
            "version": NEWEST_VERSION,
            "rounds": self._program.rounds,
            "root": self._program.root.graph,
            "graphs": graphs,
            "curves": {curve_name(name): _curve(*table) for name, table in self._program.curves.items()},
            "variables": {name: self._variable(slot, name) for name, slot in slots.items()},
            "events": {
                name: {"payload": {field: kind.kind.value for field, kind in each.payload.items()}}
                for name, each in self._needs.events.items()
            },
        }

    def _graph(self, root: TreeRow) -> Told:
        nodes: Told = {}
        self._rows.clear()
        graph = {**self._declared(root.graph), "nodes": nodes}
        if isinstance(root, MachineRow):
            return {**graph, "kind": "state_machine", **self._machine(root, nodes)}
        if isinstance(root, DecisionTreeRow):
            self._question(root.top, nodes)
            return {**graph, "kind": "decision_tree", "root": root.top.node}
        self._node(root, None, nodes)
        return {**graph, "kind": "behavior_tree", "root": root.node}

    def _declared(self, graph: str) -> Told:
        """Return the variables and parameters of a graph, as its first use has them."""
        declared: Told = {"variables": {}, "parameters": {}}
        uses = self._program.instances_of(graph)
        for key, slot in uses[0].slots.items() if uses else ():
            scope, _, name = key.partition(":")
            if scope == "graph":
                declared["variables"][name] = self._variable(slot)
            else:
                type_ = {"type": slot.type.kind.value, "values": slot.type.values}
                declared["parameters"][name] = {**type_, "direction": "in"}
        return declared

    def _variable(self, slot: Slot, name: str = "") -> Told:
        declared, known = slot.type, self._needs.variables.get(name)
        variable: Told = {"type": declared.kind.value, "values": declared.values}
        variable["scope"] = "world" if slot.shared else "agent"
        if declared.item is not None:
            variable |= {"of": declared.item.value, "most": declared.most}
        first: Value = known.default if known is not None and slot.shared else self._first.get(slot)
        if first is not None:
            items = [*map(value_to_json, first.values)] if isinstance(first, Items) else None
            variable["default"] = value_to_json(first) if items is None else items
        trigger = self._program.triggers.get(slot.index) if declared == TRIGGER else None
        if trigger is not None:
            variable["latched"] = shown_seconds(trigger.latch_ticks / self._program.rate) or trigger.latched
        rises = next((each for each in self._program.rising if each.slot == slot), None)
        if rises is not None:
            variable["rise"] = rises.rate
        if known is not None:
            variable |= {"min": known.minimum, "max": known.maximum, "unit": known.unit}
        return variable

    def _claim(self, row: Row) -> str:
        """Return the name of a row; refuse one of two rows: what is drawn by it could lie in itself."""
        if self._rows.setdefault(row.node, row.index) != row.index:
            raise ValueError(f"Two rows of {row.graph} are called {row.node}.")
        return row.node

    def _called(self, root: Row) -> str:
        """Return the name of a graph that is called, which is drawn later."""
        assert isinstance(root, TreeRow)
        self._waiting.append(root)
        return root.graph

    def _node(self, row: TreeRow, slot: Told | None, nodes: Told) -> None:
        nodes[self._claim(row)] = node_of(row, _REGISTRY.kind("behavior_tree", row.kind), slot)
        if calls_graph(row):
            self._called(row.child_rows[0])
            return
        for child, known in zip(row.child_rows, slots_of(row), strict=True):
            self._node(child, known, nodes)

    def _question(self, row: Row, nodes: Told) -> None:
        if self._claim(row) in nodes:
            return
        nodes[row.node] = node = question_of(row)
        if calls_graph(row):
            node["graph"] = self._called(self._program.rows[row.children[0]])
        elif isinstance(row, QuestionRow):
            for branch in row.branches:
                self._question(branch, nodes)

    # -- machines ---------------------------------------------------------------------------------------

    def _machine(self, machine: MachineRow, nodes: Told) -> Told:
        below: dict[int, list[Row]] = {}
        for row in self._program.rows[machine.index + 1 : machine.end]:
            below.setdefault(row.parent, []).append(row)
        nodes.update((self._claim(row), self._state(row, below)) for row in machine.states)
        inside = (row for owner in (machine, *machine.states) for row in below.get(owner.index, ()))
        edges = {self._claim(row): _edge(row) for row in inside if isinstance(row, TransitionRow)}
        return {"edges": edges, **_inside(machine, below)}

    def _state(self, row: StateRow, below: dict[int, list[Row]]) -> Told:
        same = ("kind", "entry", "update", "exit", "disabled", "transient")
        state = _inside(row, below) | told_fields(row, *same)
        if row.kind not in ("history", "choice") or row.name != row.node:
            state["name"] = row.name
        if row.final_status is not None:
            state["status"] = told(row.final_status)
        if row.activity is not None:
            state["activity"] = self._activity(row, row.activity)
        if row.history is not None:
            state["depth"] = "deep" if row.history.deep else "shallow"
            state["default"] = _entered(row.history.default, row.history.default_actions)
        if isinstance(row.decision, TreeOutcome):
            graph = self._called(row.decision.tree)
            state["decision"] = {"graph": graph, "arguments": bound(row.decision.bindings)}
        return state

    def _activity(self, state: StateRow, activity: ActivityRow) -> Told:
        row = activity.row
        found: Told = {"loop": activity.loop, **ends_of(row, state)}
        if row.kind == "activity" and isinstance(row, ActionRow):
            return {**found, **action_of(row)}
        if isinstance(row, DecisionTreeRow):
            found["every"] = row.pace.every.constant
            found["commit"] = "until_done" if row.pace.commit else "none"
        return {**found, "graph": self._called(row), "arguments": bound(activity.bindings)}


def _curve(places: Sequence[float], values: Sequence[float]) -> Told:
    """Return a table as a curve."""
    points = (*zip(places, values, strict=True),)
    return {"shape": "points", "low": places[0], "high": max(places[-1], places[0] + 1), "points": points}


def _inside(owner: Owner, below: dict[int, list[Row]]) -> Told:
    rows = below.get(owner.index, ())
    inside: Told = {"children": tuple(row.node for row in rows if isinstance(row, StateRow))}
    inside["transitions"] = tuple(row.node for row in rows if isinstance(row, TransitionRow))
    return inside | ({"initial": _entered(owner.initial, owner.initial_actions)} if owner.initial else {})


def _entered(states: Sequence[StateRow], actions: ActionBlock | None) -> str | Told:
    rows = block_rows(actions)
    if len(states) == 1 and not rows:
        return states[0].node
    return {"targets": tuple(each.node for each in states), "actions": rows}


def _edge(row: TransitionRow) -> Told:
    same = ("priority", "internal", "interrupt", "reenter", "outcome", "guard", "actions")
    edge = told_fields(row, *same) | {"else": row.is_else, "disabled": not row.events}
    edge["targets"] = tuple(each.node for each in row.targets)
    if row.events and row.source.kind != "choice":
        edge["event"] = row.events[0] if len(row.events) == 1 else row.events
    for name in ("after", "cooldown", "delay"):
        if (timer := getattr(row, name)) is not None:
            edge |= {name: told(timer.ticks), **told_fields(timer, "jitter", "recheck")}
    if row.group is not None:
        edge["group"] = row.group.name or f"group of {row.group.members[0].node}"
        edge["weight"] = told(row.weight)
    return edge
