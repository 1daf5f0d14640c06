"""Turn a node into one of another kind, with all that still means something."""

from __future__ import annotations

from typing import cast

from graphs.edits.adding import unique_name
from graphs.edits.attaching import is_state
from graphs.edits.edit_calls import edit
from graphs.edits.part_places import with_parts_in_place
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, need_node, put, with_graph, with_node
from graphs.edits.setting import declared_parameters
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.parameter import parameter_problem
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model.behavior_tree import TreeNode
from graphs.model.decision_tree import Branch, DecisionNode
from graphs.model.document import Document, Graph, Node
from graphs.model.state_machine import StateMachineGraph, StateNode
from graphs.structure.queries import child_ids, initial_targets, parents_of

_OWN_FIELDS: dict[type[Node], tuple[str, ...]] = {
    TreeNode: ("test", "actions", "action", "graph", "arguments"),
    DecisionNode: ("test", "value", "inputs", "policy", "timeout", "graph", "arguments", "outcome", "action"),
    StateNode: ("initial", "activity", "entry", "update", "exit", "transient", "status", "depth", "default",
                "decision"),
}  # fmt: skip
"""Fields of a node that only some kinds use."""

_BRANCH_FIELDS = {"when": "when", "upto": "upto", "case": "case", "test": "test", "weight": "weight",
                  "row": "row", "else": "else_"}  # fmt: skip


@edit
def change_kind(document: Document, graph_id: str, node_id: str, kind: str, registry: Registry) -> Document:
    """Return the document with a node of another kind, under the same id and in the same place.

    Children, transitions, guard, services, notes and whatever else is not the kind's own stay. Fields and
    parameters stay where the new kind has them too and their value fits; others take their default. Raises
    `EditRefused` where the new kind cannot have the children or transitions that are there.
    """
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    new = registry.kind(graph.kind, kind)
    if new is None:
        raise EditRefused(f"There is no kind {kind!r} in this graph.", "Choose another one.")
    if node.kind == kind:
        return document
    title = node_title(node, graph.kind, registry, document)
    _require_room(node, new, title)
    if isinstance(graph, StateMachineGraph):
        _require_place(graph, node_id, new, title)
    changed = _with_own_fields(put(node, kind=kind), new, document)
    if isinstance(changed, DecisionNode):
        changed = put(changed, branches=_branches(changed.branches, new))
    if isinstance(changed, StateNode) and isinstance(graph, StateMachineGraph):
        changed = _named(changed, graph, node_id, new)
    changed = put(changed, params=_fitting_params(changed, graph, registry))
    after = with_graph(document, graph_id, with_node(graph, node_id, changed))
    return with_parts_in_place(document, after, graph_id, registry)


def _require_room(node: Node, new: NodeKind, title: str) -> None:
    """Refuse a kind that takes fewer children than the node has."""
    count = len(node.branches if isinstance(node, DecisionNode) else node.children)
    if isinstance(node, DecisionNode) and not child_ids(node):
        count = 0 if new.children.maximum == 0 else count
    if new.children.maximum is None or count <= new.children.maximum:
        return
    key, many = ("branch", "branches") if isinstance(node, DecisionNode) else ("child", "children")
    takes = new.children.describe().replace("children", many).replace("child", key)
    said = f"{title} has {'one ' + key if count == 1 else f'{count} {many}'}; {_a(new)} takes {takes}."
    raise EditRefused(said, "Disconnect what is too much, or choose a kind that takes it.")


def _a(kind: NodeKind) -> str:
    """Return the title of a kind with its article: "an inverter"."""
    title = kind.title.lower()
    return f"{'an' if title[0] in 'aeiou' else 'a'} {title}"


def _require_place(graph: StateMachineGraph, node_id: str, new: NodeKind, title: str) -> None:
    """Refuse a kind that cannot have the transitions of a state, or cannot be where a machine begins."""
    if graph.nodes[node_id].transitions and "transitions" not in new.fields:
        said = f"{title} has transitions of its own; {_a(new)} has none."
        raise EditRefused(said, "Remove them, or let them start at another state.")
    owners = [
        graph.initial,
        *(graph.nodes[parent].initial for parent in parents_of(graph, node_id) if parent),
    ]
    begins = any(node_id in initial_targets(initial) for initial in owners)
    if begins and new.id not in ("state", "parallel", "choice"):
        said = f"{title} is initial, and a machine cannot begin at {_a(new)}."
        raise EditRefused(said, "Make another state initial first.")


def _with_own_fields(node: Node, new: NodeKind, document: Document) -> Node:
    """Return the node with the fields that its new kind does not use at their defaults."""
    used = set(new.fields)
    called = getattr(node, "graph", None)
    if isinstance(called, str) and not _may_call(document, called, new):
        used -= {"graph", "arguments"}
    fields = type(node).model_fields
    reset = {
        name: fields[name].get_default(call_default_factory=True)
        for name in _OWN_FIELDS[type(node)]
        if name not in used
    }
    changed = {name: value for name, value in reset.items() if getattr(node, name) != value}
    return put(node, **changed)


def _may_call(document: Document, called: str, new: NodeKind) -> bool:
    graph = document.graphs.get(called)
    return bool(new.calls) and (graph is None or graph.kind in new.calls)


def _fitting_params(node: Node, graph: Graph, registry: Registry) -> dict[str, object]:
    """Return the parameters that the node's new kind, or its action, declares and that fit there."""
    declared = {parameter.name: parameter for parameter in declared_parameters(node, graph, registry)}
    kept = {
        name: value
        for name, value in node.params.items()
        if name in declared and not parameter_problem(declared[name], value)
    }
    return cast("dict[str, object]", node.params if len(kept) == len(node.params) else kept)


def _branches(branches: tuple[Branch, ...], new: NodeKind) -> tuple[Branch, ...]:
    """Return the branches with what the new kind can keep of what decides for each."""
    if new.children.maximum == 0:
        return ()
    kept = {_BRANCH_FIELDS[name] for name in new.branch_fields if name in _BRANCH_FIELDS}
    made = [
        Branch(child=branch.child, **{name: getattr(branch, name) for name in kept}) for branch in branches
    ]
    if "closed" in new.branch_fields:
        made = [put(branch, closed=old.closed) for branch, old in zip(made, branches, strict=True)]
    last = branches[-1] if branches else Branch()
    open_end = last.upto is None and any(branch.upto is not None for branch in branches)
    if "else_" in kept and open_end and not any(branch.else_ for branch in made):
        made[-1] = put(made[-1], else_=True)
    if "when" in kept:
        free = [answer for answer in (False, True) if answer not in {branch.when for branch in made}]
        made = [
            branch if branch.when is not None or not free else put(branch, when=free.pop(0))
            for branch in made
        ]
    return tuple(_same_or(new_one, old) for new_one, old in zip(made, branches, strict=True))


def _same_or(new: Branch, old: Branch) -> Branch:
    """Return the old branch where nothing changed; else the new one, with unknown fields kept."""
    return old if new == old else put(old, **{name: getattr(new, name) for name in Branch.model_fields})


def _named(node: StateNode, graph: StateMachineGraph, node_id: str, new: NodeKind) -> StateNode:
    """Return the state with a name where its kind has one, and where it begins among its children."""
    if "name" not in new.fields:
        return put(node, name="", title=node.title or node.name)
    if not node.name and new.id != "final":
        wanted = node.title or ("State" if new.id == "state" else new.title)
        node = put(node, name=unique_name(graph, wanted, node_id), title="")
    first = next((child for child in node.children if is_state(graph.nodes.get(child))), None)
    if new.id == "state" and node.initial is None and first is not None:
        node = put(node, initial=first)
    return node
