"""Check what goal selectors weigh and what slots say of goals (rules 10.9, 10.10)."""

from __future__ import annotations

from graphs.basics.frozen import NumberOrExpression
from graphs.checks.rules.expression_checks import TextPlace, check_number, check_text
from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.problem import Fix
from graphs.curves.curve_tables import is_too_large
from graphs.expressions.names import is_name, name_remedy
from graphs.expressions.types import BOOL, FLOAT, ValueType
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.curves import LARGEST
from graphs.model.graph_parts import ChildSlot
from graphs.structure.queries import parent_of


def check_goal_slot(place: TextPlace, slot: ChildSlot) -> None:
    """Report wrong expressions in what a slot says of effects, time, considerations and feasibility."""
    for need, effect in slot.effects.items():
        what = f"The effect on {need}"
        check_number(place.at(f"slot.effects.{need}"), effect, what=what, minimum=None)
        _check_size(place.at(f"slot.effects.{need}"), effect, what)
    check_number(place.at("slot.duration"), slot.duration, what="The duration")
    _check_size(place.at("slot.duration"), slot.duration, "The duration")
    for number, each in enumerate(slot.considerations):
        inner = place.at(f"slot.considerations.{number}")
        check_text(inner.at("score"), each.score, FLOAT)
        check_number(inner.at("weight"), each.weight, what="The weight")
        _check_size(inner.at("weight"), each.weight, "The weight")
    check_text(place.at("slot.feasible"), slot.feasible, BOOL)


def _check_size(place: TextPlace, value: NumberOrExpression, what: str) -> None:
    if not isinstance(value, dict) and is_too_large(value):
        said = f"{what} is beyond {LARGEST:g}."
        place.check.report("E022", place.element, place.path, said, "Take a smaller number.")


def check_needs(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str, node: TreeNode) -> None:
    """Report what breaks a rule of nodes that weigh needs: the needs, and what children say of them."""
    for number, need in enumerate(node.needs):
        _check_need(check, node_id, f"needs.{number}", need, is_second=need in node.needs[:number])
    by = node.params.get("by", "discontentment")
    if by == "discontentment" and not node.needs:
        said = f"{check.title(node_id)} compares by needs and has none."
        remedy = "Name the variables that it weighs, or compare by considerations."
        check.report("E072", node_id, "needs", said, remedy)
    for child_id in dict.fromkeys(node.children):
        child = graph.nodes.get(child_id)
        if child is None or parent_of(graph, child_id) != node_id:
            continue
        slot = child.slot or ChildSlot()
        _check_effects(check, child_id, slot, node)
        if by != "discontentment":
            _check_considerations(check, child_id, slot, by == "sum")


def _check_need(check: GraphCheck, node_id: str, path: str, need: str, *, is_second: bool) -> None:
    known = check.texts.scope.variables
    info = known.get(need)
    if is_second:
        check.report("E070", node_id, path, f"The need '{need}' stands twice.", "Remove one of the two.")
    elif info is None:
        fix = None
        if is_name(need):
            fix = Fix(f"Declare {need} as float", "declare_variable", {"name": need, "type_name": "float"})
        remedy = name_remedy(need, known, "Declare a variable of this name.")
        check.report("E102", node_id, path, f"Unknown name '{need}'.", remedy, fix=fix)
    elif info.type.kind is not ValueType.FLOAT or not info.writable:
        what = info.type.phrase if info.writable else "a parameter that cannot be written"
        check.report(
            "E070",
            node_id,
            path,
            f"The need '{need}' is {what}.",
            "Name a variable of type float that can be written.",
            why="The success of a child adds its effects to the needs.",
        )


def _check_effects(check: GraphCheck, child_id: str, slot: ChildSlot, node: TreeNode) -> None:
    for need in slot.effects:
        if need not in node.needs:
            check.report(
                "E071",
                child_id,
                f"slot.effects.{need}",
                f"{check.title(child_id)} has an effect on '{need}', which is no need of its parent.",
                name_remedy(need, node.needs, "Add it to the needs, or remove the effect."),
            )


def _check_considerations(check: GraphCheck, child_id: str, slot: ChildSlot, is_sum: bool) -> None:
    if not slot.considerations:
        said = f"{check.title(child_id)} has no considerations."
        remedy = "Add the scores that its parent combines, or let the parent compare by needs."
        check.report("E072", child_id, "slot.considerations", said, remedy)
    elif is_sum and not any(each.weight for each in slot.considerations):
        said = f"All considerations of {check.title(child_id)} weigh nothing."
        remedy = "Give one of them a weight above 0."
        why = "The sum is divided by the weights."
        check.report("E072", child_id, "slot.considerations", said, remedy, why=why)


def weighs_needs(kind: NodeKind) -> bool:
    """Tell whether nodes of a kind weigh needs."""
    return "needs" in kind.fields
