"""Edit needs of goal selectors, effects of their children on these, and considerations (rule 10.9)."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue, Number
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import plain_json, with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, need_node, put, with_graph, with_node, without
from graphs.edits.variables import declare_variable, set_variable_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.document import Document
from graphs.model.graph_parts import Consideration
from graphs.structure.queries import parent_of

RISE = 1.0
"""How much a variable that is made for a need rises in a second."""


@edit
def add_need(document: Document, graph_id: str, node_id: str, name: str, rise: Number = RISE) -> Document:
    """Let a goal selector weigh a variable; a name that is new becomes a float from 0 on that rises.

    Raises `EditRefused` for a node that is no goal selector, and for a variable that is no float.
    """
    graph, node = _selector(document, graph_id, node_id)
    if name in node.needs:
        raise EditRefused(f"{name!r} is one of its needs already.", "Name another variable.")
    known = graph.parameters.get(name) or graph.variables.get(name) or document.variables.get(name)
    if known is None:
        document = declare_variable(document, name, "float")
        document = set_variable_field(document, name, "min", 0)
        document = set_variable_field(document, name, "rise", rise)
    elif known.type != "float":
        raise EditRefused(f"{name!r} is no float.", "Name a float, or a variable that is not there yet.")
    changed = put(node, needs=(*node.needs, name))
    return with_graph(document, graph_id, with_node(need_graph(document, graph_id), node_id, changed))


@edit
def remove_need(document: Document, graph_id: str, node_id: str, name: str) -> Document:
    """Take a need from a goal selector, with the effects of its children on it; the variable stays."""
    graph, node = _selector(document, graph_id, node_id)
    if name not in node.needs:
        raise EditRefused("This need is no longer there.", "Choose another one.")
    changed = with_node(graph, node_id, put(node, needs=tuple(need for need in node.needs if need != name)))
    for child_id in node.children:
        child = changed.nodes.get(child_id)
        if isinstance(child, TreeNode) and child.slot is not None and name in child.slot.effects:
            slot = put(child.slot, effects=without(child.slot.effects, {name}))
            changed = with_node(changed, child_id, put(child, slot=slot))
    return with_graph(document, graph_id, changed)


@edit
def set_effect(document: Document, graph_id: str, child_id: str, need: str, value: JsonValue) -> Document:
    """Set what a success of a child adds to a need of its parent, a number or `{"expr": …}`; None: nothing.

    An effect on what is no need of its parent can only be taken back.
    """
    child = _child(document, graph_id, child_id)
    if value is not None:
        parent_id = parent_of(need_graph(document, graph_id), child_id)
        _, parent = _selector(document, graph_id, parent_id or "")
        if need not in parent.needs:
            raise EditRefused(f"{need!r} is no need of its parent.", "Add it to the needs first.")
    return _with_child(document, graph_id, child_id, with_field(child, f"slot.effects.{need}", value))


@edit
def add_consideration(
    document: Document, graph_id: str, child_id: str, score: str = "0.5", weight: Number = 1
) -> Document:
    """Add a score, an expression from 0 to 1, behind the considerations of a child."""
    child = _child(document, graph_id, child_id)
    new = Consideration(score=score, weight=weight)
    return _with_considerations(document, graph_id, child_id, (*_considerations(child), new))


@edit
def set_consideration(
    document: Document, graph_id: str, child_id: str, index: int, path: str, value: JsonValue
) -> Document:
    """Set the `score` or the `weight` of a consideration, counted from 0."""
    each = [*_considerations(_child(document, graph_id, child_id))]
    _need_place(each, index)
    each[index] = with_field(each[index], path, value)
    return _with_considerations(document, graph_id, child_id, tuple(each))


@edit
def remove_consideration(document: Document, graph_id: str, child_id: str, index: int) -> Document:
    """Remove a consideration of a child, counted from 0."""
    each = [*_considerations(_child(document, graph_id, child_id))]
    _need_place(each, index)
    del each[index]
    return _with_considerations(document, graph_id, child_id, tuple(each))


@edit
def move_consideration(
    document: Document, graph_id: str, child_id: str, index: int, to_index: int
) -> Document:
    """Move a consideration to another place among those of its child."""
    each = [*_considerations(_child(document, graph_id, child_id))]
    _need_place(each, index)
    _need_place(each, to_index)
    each.insert(to_index, each.pop(index))
    return _with_considerations(document, graph_id, child_id, tuple(each))


def _selector(document: Document, graph_id: str, node_id: str) -> tuple[BehaviorTreeGraph, TreeNode]:
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    if not isinstance(graph, BehaviorTreeGraph) or not isinstance(node, TreeNode):
        raise EditRefused("Only nodes of behavior trees have needs.", "Open a behavior tree.")
    kind = builtin_registry().kind(graph.kind, node.kind)
    if kind is None or "needs" not in kind.fields:
        raise EditRefused("Only a goal selector has needs.", "Change its kind to goal selector first.")
    return graph, node


def _child(document: Document, graph_id: str, child_id: str) -> TreeNode:
    node = need_node(need_graph(document, graph_id), child_id)
    if not isinstance(node, TreeNode):
        raise EditRefused("Only nodes of behavior trees are weighed.", "Open a behavior tree.")
    return node


def _considerations(child: TreeNode) -> tuple[Consideration, ...]:
    return child.slot.considerations if child.slot is not None else ()


def _with_considerations(
    document: Document, graph_id: str, child_id: str, considerations: tuple[Consideration, ...]
) -> Document:
    child = _child(document, graph_id, child_id)
    changed = with_field(child, "slot.considerations", plain_json(considerations) or None)
    return _with_child(document, graph_id, child_id, changed)


def _with_child(document: Document, graph_id: str, child_id: str, child: TreeNode) -> Document:
    return with_graph(document, graph_id, with_node(need_graph(document, graph_id), child_id, child))


def _need_place(considerations: list[Consideration], index: int) -> None:
    if not 0 <= index < len(considerations):
        raise EditRefused("This consideration is no longer there.", "Choose another one.")
