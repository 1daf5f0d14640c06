"""Check questions for places and their parts (rules 11.20 to 11.23)."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.checks.rules.graph_check import GraphCheck
from graphs.expressions.names import name_remedy
from graphs.expressions.types import VECTOR
from graphs.kinds.actions.finding import NUMBERS, POINTS
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.parameter import expression_text
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.structure.queries import TOP, parent_of
from graphs.structure.rules import may_be_part

_NAMED = ("area", "influence", "height")
"""Measures of something of the world that has a name."""


def check_parts(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str, kind: NodeKind) -> None:
    """Report a part that hangs elsewhere, a child that is none, and a question that asks about nothing."""
    parent = graph.nodes.get(parent_of(graph, node_id) or TOP)
    above = None if parent is None else check.kind(parent)
    if above is not None:
        verdict = may_be_part(above, kind, check.registry)
        if not verdict.ok:
            check.report("E090", node_id, "kind", verdict.reason, "Move it, or remove it.")
    elif kind.part_of and graph.root == node_id:
        said = f"{check.title(node_id)} is a part and cannot be a tree by itself."
        check.report("E090", node_id, "kind", said, "Put it below a node that takes it.")


def check_question(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str, node: TreeNode) -> None:
    """Report a question without candidates, and a variable that cannot take what is found."""
    children = [graph.nodes[child] for child in node.children if child in graph.nodes]
    kinds = [check.kind(child) for child in children if not child.disabled]
    if not any(kind is not None and kind.parameter("by") is None for kind in kinds):
        said = f"{check.title(node_id)} has no candidates: none of its parts gives points."
        check.report("E091", node_id, "children", said, "Add a part such as Points on rings.")
    _check_expressions(check, node_id, children)
    name = node.params.get("into")
    info = check.texts.scope.variables.get(str(name)) if name is not None else None
    if info is None:
        return
    is_list = node.params.get("take", "best") == "list"
    found = info.type.item_type if info.type.item is not None else info.type
    if (info.type.item is not None) != is_list or found != VECTOR or not info.writable:
        wanted = "a list of vectors" if is_list else "a vector"
        said = f"'{name}' is {info.type.phrase}; what is found is {wanted}."
        check.report("E103", node_id, "params.into", said, f"Name a variable that is {wanted}.")


def _check_expressions(check: GraphCheck, node_id: str, parts: Sequence[TreeNode]) -> None:
    counts = {"places": 0, "numbers": 0}
    for part in parts:
        kind = check.kind(part)
        for parameter in kind.parameters if kind is not None else ():
            if expression_text(part.params.get(parameter.name)) is not None:
                counts["places" if parameter.type == "point" else "numbers"] += 1
    for what, most in (("places", len(POINTS)), ("numbers", len(NUMBERS))):
        if counts[what] > most:
            said = f"{check.title(node_id)} has {counts[what]} expressions for {what}; it takes {most}."
            check.report("E093", node_id, "children", said, "Write plain values, or ask two questions.")


def check_measure(check: GraphCheck, node_id: str, node: TreeNode) -> None:
    """Report a measure whose name is missing, and a curve that the document does not have."""
    by = node.params.get("by", "distance")
    if by in _NAMED and not node.params.get("name"):
        what = "an area" if by == "area" else "a layer"
        said = f"{check.title(node_id)} measures by {by} and names no {what.split()[1]}."
        check.report("E092", node_id, "params.name", said, f"Write the name of {what} of the world.")
    curve = node.params.get("curve")
    known = check.texts.scope.curves
    if curve and curve not in known:
        said = f"Unknown curve '{curve}'."
        check.report("E092", node_id, "params.curve", said, name_remedy(str(curve), known, "Add a curve."))
