"""Plan the graphs of an import: what trees are called, their variables and their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue, shortest_number
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.btcpp.blackboard import Blackboards, Entry
from graphs.formats.btcpp.names import legal_name, unique
from graphs.formats.btcpp.node_models import PortModel
from graphs.formats.btcpp.script_translation import ScriptScope
from graphs.formats.btcpp.source_files import ReadFiles, TreeElement
from graphs.formats.btcpp.value_types import ZERO, EntryType, key_of, literal
from graphs.model.graph_parts import Direction, GraphParameter
from graphs.model.variables_and_events import Variable


@dataclass(slots=True)
class TreePlan:
    """Hold how a tree comes out; `names` and `types` are by key, `ports` are parameters by port."""

    tree: TreeElement
    graph_id: str
    names: dict[str, str] = field(default_factory=dict)
    types: dict[str, EntryType] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    ports: dict[str, GraphParameter] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)

    @property
    def scope(self) -> ScriptScope:
        """Return what scripts of the tree can name."""
        return ScriptScope(self.names, self.types, self.typed)

    def hold(self, name: str, type_name: EntryType, value: JsonValue) -> str:
        """Return a new variable that holds a constant for a port that is written."""
        own = legal_name(name, {*self.variables, *self.names.values()})
        self.variables[own] = Variable(type=type_name, default=value)
        return own


def main_tree(files: ReadFiles) -> tuple[str, FormatRow | None]:
    """Return the ID of the tree that is run, and a row where the file does not say it."""
    said = files.root.attributes.get("main_tree_to_execute", "")
    ids = [tree.id for tree in files.trees]
    if said in ids or not ids:
        return said, None
    nodes = (element for tree in files.trees for element in tree.nodes)
    called = {element.attributes.get("ID") for element in nodes if element.tag == "SubTree"}
    free = [each for each in ids if each not in called] or ids
    if len(free) == 1:
        return free[0], None
    reason = f"It does not say which tree is run; {free[0]} is taken, the first that no other calls."
    row = FormatRow("changed", "main_tree_to_execute", reason, "Set the root of the document.")
    return free[0], row


def plan_trees(files: ReadFiles, boards: Blackboards) -> dict[str, TreePlan]:
    """Return the plans of all trees by ID; of two with one ID the last counts, as in the library."""
    plans: dict[str, TreePlan] = {}
    taken: set[str] = set()
    for tree in {each.id: each for each in files.trees}.values():
        graph_id = unique(tree.id.replace("/", "_").replace("#", "_") or "tree", taken)
        plans[tree.id] = TreePlan(tree, graph_id)
        taken.add(graph_id)
    for plan in sorted(plans.values(), key=lambda plan: plan.tree.id != boards.main):
        _plan_entries(plan, plans, files, boards)
    return plans


def _plan_entries(
    plan: TreePlan, plans: Mapping[str, TreePlan], files: ReadFiles, boards: Blackboards
) -> None:
    tree_id = plan.tree.id
    main = plans.get(boards.main, plan)
    for key, name in main.names.items():
        plan.names[f"@{key}"] = name
        plan.types[f"@{key}"] = main.types[key]
    ports = {} if plan is main else _ports(tree_id, files, boards)
    # What the tree names by `@` must not be hidden by an entry of its own.
    taken = {
        name for key, name in main.names.items() if plan is not main and (tree_id, key) in boards.of_root
    }
    for key in dict.fromkeys([*boards.keys(tree_id), *ports]):
        entry = boards.entry(tree_id, key)
        name = legal_name(key, taken)
        taken.add(name)
        plan.typed |= {key} if entry.declared else set()
        plan.names[key], plan.types[key] = name, entry.type or "string"
        if key in ports:
            plan.ports[key] = _parameter(tree_id, key, ports[key], entry, boards)
        else:
            default = _shortest(plan.tree.defaults.get(key))
            plan.variables[name] = Variable(type=plan.types[key], default=default)
    if plan is main:
        plan.names.update({f"@{key}": name for key, name in list(plan.names.items())})
        plan.types.update({f"@{key}": kind for key, kind in list(plan.types.items())})


def _ports(tree_id: str, files: ReadFiles, boards: Blackboards) -> dict[str, PortModel | None]:
    """Return the ports of a tree: those of its model, and those that any call gives."""
    declared = files.tree_ports(tree_id)
    given = [port for call in boards.calls_of.get(tree_id, []) for port in call.ports]
    return {port: declared.get(port) for port in dict.fromkeys([*given, *declared])}


def _shortest(value: JsonValue) -> JsonValue:
    return shortest_number(value) if isinstance(value, float) else value


def _parameter(
    tree_id: str, port: str, model: PortModel | None, entry: Entry, boards: Blackboards
) -> GraphParameter:
    calls = boards.calls_of.get(tree_id, [])
    given = [call.ports[port] for call in calls if port in call.ports]
    kind = entry.type or "string"
    gives_back = entry.written or (
        model is not None and model.direction != "input" and all(key_of(text) is not None for text in given)
    )
    note = "" if model is None else model.description
    if gives_back:
        direction: Direction = "inout" if len(given) == len(calls) and calls else "out"
        return GraphParameter(type=kind, direction=direction, note=note)
    default: JsonValue = None
    if model is not None and model.default is not None and key_of(model.default) is None:
        default = literal(model.default, kind)
    if default is None and (len(given) < len(calls) or not calls):
        default = _shortest(ZERO[kind])
    return GraphParameter(type=kind, direction="in", default=default, note=note)
