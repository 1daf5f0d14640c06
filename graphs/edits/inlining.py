"""Put the branch of a called tree in the place of the call."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.basics.ids import free_name
from graphs.edits.attaching import placed, replaced_branch_child, replaced_child
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.name_uses import NameUses, own_names, uses_in, variable_parameters
from graphs.edits.part_places import with_parts_in_place
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    TreeGraph,
    need_node,
    need_tree,
    new_element_id,
    put,
    with_graph,
    with_node,
    without,
    without_nodes,
)
from graphs.expressions.names import is_name
from graphs.expressions.rename import replace_variables, variables_in
from graphs.expressions.types import quoted
from graphs.kinds.declarations.parameter import expression_text, is_vector
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document
from graphs.model.graph_parts import Arguments, GraphParameter
from graphs.model.state_machine import StateMachineGraph
from graphs.model.variables_and_events import Variable
from graphs.structure.expression_places import rewritten_node
from graphs.structure.queries import parents_of, walk
from graphs.structure.references import references_to


@dataclass(slots=True)
class _Meaning:
    """Hold what each name of the called graph becomes: a text, and the literal where it is one."""

    texts: dict[str, str] = field(default_factory=dict)
    literals: dict[str, JsonValue] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.texts or name in self.literals


@edit
def unwrap_subgraph(
    document: Document, graph_id: str, node_id: str, registry: Registry
) -> tuple[Document, str]:
    """Put the called tree in the place of a `subtree` or `tree` node; return the document and its top's id.

    Arguments are put in for parameters, variables of the called graph become variables of this one. A graph
    that nothing else calls is removed with the call, unless it holds more than the branch. Raises
    `EditRefused` where the branch would mean something else here.
    """
    graph = need_tree(document, graph_id)
    call = need_node(graph, node_id)
    called_id, called = _called(document, graph, call)
    root = called.root or ""
    inside = tuple(walk(called, (root,)))
    arguments = call.arguments if isinstance(call, TreeNode | DecisionNode) else {}
    uses = uses_in(called, (called.nodes[item] for item in inside), registry)
    meaning = _meaning(document, graph_id, called, arguments, uses)
    _require_same_names(document, graph_id, called, uses)
    new_ids = {each: each if each not in graph.nodes else new_element_id(graph) for each in inside}
    nodes = dict(graph.nodes)
    for key in inside:
        nodes[new_ids[key]] = _moved(called, key, new_ids, meaning, registry)
    top = new_ids[root]
    variables = {**graph.variables, **meaning.variables} if meaning.variables else graph.variables
    graph = put(graph, nodes=nodes, variables=variables)
    graph, top = _in_place_of_call(graph, node_id, top)
    document = with_parts_in_place(document, with_graph(document, graph_id, graph), graph_id, registry)
    return _without_unused(document, called_id, called, inside), top


def _called(document: Document, graph: TreeGraph, call: object) -> tuple[str, TreeGraph]:
    """Return the graph that a node calls, if it can be in the node's place."""
    target = getattr(call, "graph", None)
    kind = getattr(call, "kind", "")
    if kind not in ("subtree", "tree") or not isinstance(target, str):
        raise EditRefused(
            "Only a subtree can be unwrapped, or a decision tree in a decision tree.", "Select one."
        )
    if "#" in target:
        raise EditRefused("The called graph is in another file.", "Copy it into this document first.")
    called = document.graphs.get(target)
    if called is None or called.kind != graph.kind or isinstance(called, StateMachineGraph):
        raise EditRefused("The called graph cannot stand here.", "Choose another graph in the inspector.")
    if called is graph:
        raise EditRefused("The graph calls itself.", "Call another graph.")
    if called.root is None:
        raise EditRefused(f"{called.title or target} has no root node.", "Add one, or remove the call.")
    return target, called


def _meaning(
    document: Document, graph_id: str, called: TreeGraph, arguments: Arguments, uses: NameUses
) -> _Meaning:
    meaning = _Meaning()
    graph = document.graphs[graph_id]
    taken = {*graph.variables, *graph.parameters, *document.variables}
    for name, parameter in called.parameters.items():
        if parameter.direction == "in":
            _put_in(meaning, name, parameter, arguments.get(name, parameter.default))
            continue
        given = arguments.get(name)
        variable = given.get("variable") if isinstance(given, dict) else None
        if isinstance(variable, str):
            meaning.texts[name] = variable
        elif parameter.direction == "out":
            values = {key: getattr(parameter, key) for key in ("values", "min", "max", "unit", "note")}
            _declare(meaning, name, Variable(type=parameter.type, **values), taken)
        else:
            raise EditRefused(f"The call gives no variable for {name!r}.", "Set it in the inspector.")
    for name, variable_here in called.variables.items():
        if name not in called.parameters:
            _declare(meaning, name, variable_here, taken)
    _require_steady(meaning, called, arguments, uses)
    return meaning


def _declare(meaning: _Meaning, name: str, variable: Variable, taken: set[str]) -> None:
    """Let a variable of the called graph become one of the calling graph, under a name that is free."""
    free = free_name(name, taken)
    taken.add(free)
    meaning.variables[free] = variable
    meaning.texts[name] = free


def _put_in(meaning: _Meaning, name: str, parameter: GraphParameter, value: JsonValue) -> None:
    if value is None:
        raise EditRefused(f"The call gives no value for {name!r}.", "Set it in the inspector.")
    text = expression_text(value)
    if text is not None:
        meaning.texts[name] = text.strip()
        return
    meaning.literals[name] = value
    written = _literal_text(parameter, value)
    if written is not None:
        meaning.texts[name] = written


def _literal_text(parameter: GraphParameter, value: JsonValue) -> str | None:
    """Return a literal as the language writes it; None for an entity, which has no literals there."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and is_vector(value):
        return f"vec({json.dumps(value[0])}, {json.dumps(value[1])})"
    if isinstance(value, str):
        return None if parameter.type == "entity" else quoted(value)
    return json.dumps(value) if isinstance(value, (int, float)) else None


def _require_steady(meaning: _Meaning, called: TreeGraph, arguments: Arguments, uses: NameUses) -> None:
    """Refuse arguments that the branch itself changes: they are worked out before each tick of a call."""
    written = {meaning.texts.get(name, name) for name in uses.writes}
    for name, parameter in called.parameters.items():
        text = expression_text(arguments.get(name))
        if parameter.direction != "in" or text is None or name not in uses.reads:
            continue
        changed = sorted(written.intersection(variables_in(text)))
        if changed:
            said = f"{name!r} is worked out from {changed[0]!r}, which the called graph changes."
            raise EditRefused(said, "Give it a variable that the graph leaves alone.")


def _require_same_names(document: Document, graph_id: str, called: TreeGraph, uses: NameUses) -> None:
    """Refuse a branch that names a variable of the agent which the calling graph hides."""
    here = own_names(document, graph_id)
    own = {*called.variables, *called.parameters}
    for name in (*uses.reads, *uses.writes):
        if name in here and name not in own:
            title = document.graphs[graph_id].title or graph_id
            raise EditRefused(f"{title} has a variable {name!r} of its own.", "Rename one of the two first.")


def _moved(
    called: TreeGraph, node_id: str, new_ids: Mapping[str, str], meaning: _Meaning, registry: Registry
) -> TreeNode | DecisionNode:
    node = called.nodes[node_id]
    node = _with_literals(node, meaning)
    for path, _, name in variable_parameters(node, called, registry):
        if name in meaning:
            node = with_field(node, path, _need_name(name, meaning))
    for value in node.arguments.values():
        alias = value.get("variable") if isinstance(value, dict) else None
        if isinstance(alias, str) and alias in meaning:
            _need_name(alias, meaning)
    _require_texts(node, meaning)
    node = rewritten_node(node, lambda text: replace_variables(text, meaning.texts))  # type: ignore[assignment]
    if isinstance(node, DecisionNode):
        branches = tuple(
            put(branch, child=new_ids.get(branch.child) if branch.child else None) for branch in node.branches
        )
        return put(node, branches=branches)
    return put(node, children=tuple(new_ids[child] for child in node.children if child in new_ids))


def _with_literals(node: TreeNode | DecisionNode, meaning: _Meaning) -> TreeNode | DecisionNode:
    """Return the node with literals in place of expressions that are nothing but a parameter."""
    changed: dict[str, object] = {}
    for owner in ("params", "arguments"):
        values: Arguments = getattr(node, owner)
        put_in = {
            name: meaning.literals[text]
            for name, value in values.items()
            if (text := (expression_text(value) or "").strip()) in meaning.literals
        }
        if put_in:
            changed[owner] = {**values, **put_in}
    return put(node, **changed)


def _require_texts(node: TreeNode | DecisionNode, meaning: _Meaning) -> None:
    """Refuse expressions with a parameter that is a fixed entity, which the language cannot write."""
    unwritable = {name for name in meaning.literals if name not in meaning.texts}

    def look(text: str) -> str:
        for name in variables_in(text):
            if name in unwritable:
                said = f"{name!r} is a fixed entity, which {text!r} cannot name."
                raise EditRefused(said, "Give the call a variable instead.")
        return text

    if unwritable:
        rewritten_node(node, look)


def _need_name(name: str, meaning: _Meaning) -> str:
    """Return the variable that a name becomes; refuse where it becomes a value."""
    text = meaning.texts.get(name, "")
    if not is_name(text):
        said = f"The called graph uses {name!r} as a variable, and the call gives an expression."
        raise EditRefused(said, "Give the call a variable instead.")
    return text


def _in_place_of_call(graph: TreeGraph, call_id: str, top: str) -> tuple[TreeGraph, str]:
    """Return the graph with the branch where the call was, and what is there.

    A call with services, preconditions or lines for its end stays as a sequence around the branch, which
    gives the same results, and so does one with a guard where the branch has one.
    """
    call, first = graph.nodes[call_id], graph.nodes[top]
    if isinstance(call, TreeNode) and isinstance(first, TreeNode):
        is_dressed = call.services or call.preconditions or call.end_lines
        if is_dressed or (call.guard is not None and first.guard is not None):
            around = put(call, kind="sequence", graph=None, arguments={}, params={}, children=(top,))
            return with_node(graph, call_id, around), call_id
        first = put(first, slot=call.slot, guard=first.guard or call.guard)
    kept = put(first, disabled=first.disabled or call.disabled)
    graph = with_node(graph, top, kept)
    for parent in dict.fromkeys(parents_of(graph, call_id)):
        node = graph.nodes.get(parent)
        if isinstance(node, DecisionNode):
            graph = with_node(graph, parent, replaced_branch_child(node, call_id, top))
        else:
            graph = replaced_child(graph, parent, call_id, (top,))  # type: ignore[assignment]
    at = graph.layout[call_id].at if call_id in graph.layout else None
    graph = without_nodes(graph, {call_id})
    return placed(placed(graph, call_id, None), top, at), top


def _without_unused(
    document: Document, called_id: str, called: TreeGraph, inside: tuple[str, ...]
) -> Document:
    """Return the document without the called graph, if nothing else needs it and all of it was moved."""
    needed = document.root == called_id or references_to(document, called_id)
    if needed or len(inside) < len(called.nodes) or called.notes or called.model_extra:
        return document
    return put(document, graphs=without(document.graphs, {called_id}))
