"""Check what behavior trees may not say (section 3 of the rules)."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.expression_checks import (
    TextPlace,
    check_lines,
    check_number,
    check_text,
    literal_fits,
)
from graphs.checks.rules.goal_checks import check_goal_slot, check_needs, weighs_needs
from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.node_checks import check_service_action
from graphs.checks.rules.place_checks import check_measure, check_parts, check_question
from graphs.checks.rules.problem import Fix
from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT, Type
from graphs.kinds.declarations.flow import F
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.structure.queries import TOP, parent_of


def check_tree_node(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str) -> None:
    """Report what breaks a rule of behavior trees in a node, and every expression that is wrong."""
    node = graph.nodes[node_id]
    place = TextPlace(check, node_id, "", check.texts)
    if node.guard is not None:
        check_text(place.at("guard.test"), node.guard.test, BOOL)
        _check_abort(check, graph, node_id, node)
    if node.test:
        kind = check.kind(node)
        if kind is not None and "test" in kind.fields:
            check_text(place.at("test"), node.test, BOOL)
    if node.actions:
        check_lines(place.at("actions"), node.actions)
    for number, each in enumerate(node.preconditions):
        check_text(place.at(f"preconditions.{number}.test"), each.test, BOOL)
    for name, lines in node.end_lines.items():
        check_lines(place.at(name), lines)
    if node.services:
        _check_services(place, node)
    _check_slot(check, place, node)
    _check_kind(check, graph, node_id, node)


def _check_kind(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str, node: TreeNode) -> None:
    """Report what breaks a rule of one kind."""
    if node.params.get("yield") is True and node.params.get("memory") == "none":
        _report_yield(check, node_id)
    kind = check.kind(node)
    if kind is None:
        return
    if "score" in kind.slot_fields:
        _check_scores(check, graph, node_id, node)
    if weighs_needs(kind):
        check_needs(check, graph, node_id, node)
    if any(parameter.type == "threshold" for parameter in kind.parameters):
        _check_thresholds(check, graph, node_id, node)
    if "case" in kind.slot_fields:
        _check_cases(check, graph, node_id, node)
    if kind.takes_places:
        _check_claimed(check, node_id, node)
    if kind.parameter("item") is not None:
        _check_items(check, node_id, node)
    check_parts(check, graph, node_id, kind)
    if kind.parameter("into") is not None:
        check_question(check, graph, node_id, node)
    if kind.part_of and kind.parameter("by") is not None:
        check_measure(check, node_id, node)


def _check_items(check: GraphCheck, node_id: str, node: TreeNode) -> None:
    """Report a list that is none, and an item that cannot be one of its items; unknown names are told."""
    known = check.texts.scope.variables
    asks = node.params.get("query", "none") != "none"
    if asks == ("list" in node.params):
        said = f"{check.title(node_id)} has {'a list and a query' if asks else 'neither a list nor a query'}."
        check.report("E021", node_id, "params", said, "Name a list, or choose a query.")
    item_info = known.get(str(node.params.get("item")))
    if asks and item_info is not None and item_info.type != ENTITY:
        said = f"'{node.params['item']}' is {item_info.type.phrase}; queries give entities."
        check.report("E103", node_id, "params.item", said, "Name a variable of type entity.")
    listed, item = (known.get(str(node.params.get(name))) for name in ("list", "item"))
    if listed is not None and listed.type.item is None:
        said = f"'{node.params['list']}' is {listed.type.phrase}, not a list."
        check.report("E103", node_id, "params.list", said, "Name a variable of type list.")
    elif listed is not None and item is not None:
        wanted = listed.type.item_type
        said = f"'{node.params['item']}' cannot have an item of {node.params['list']}, {wanted.phrase}."
        if item.type != wanted or not item.writable or item.scope == "world":
            remedy = f"Name a variable of type {wanted} that can be written and no other agent shares."
            check.report("E103", node_id, "params.item", said, remedy)


def _check_abort(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str, node: TreeNode) -> None:
    if node.guard is None or node.guard.abort not in ("lower", "both"):
        return
    parent = parent_of(graph, node_id) or TOP
    above = graph.nodes.get(parent)
    if above is not None and check.registry.flow(above.kind).goes_on == F:
        return
    arguments: dict[str, JsonValue] = {
        "graph_id": check.graph_id,
        "element_id": node_id,
        "path": "guard.abort",
        "value": "self" if node.guard.abort == "both" else None,
    }
    check.report(
        "E030",
        node_id,
        "guard.abort",
        f"{check.title(node_id)} aborts lower branches, but its parent is no selector.",
        "Set abort to none or self, or put the node directly under a selector.",
        why="Only a selector has later children that an earlier one can take over from.",
        fix=Fix("Do not abort lower branches", "set_field", arguments),
    )


def _check_services(place: TextPlace, node: TreeNode) -> None:
    for number, service in enumerate(node.services):
        inner = place.at(f"services.{number}")
        check_number(inner.at("every"), service.every, what="The interval")
        check_number(inner.at("jitter"), service.jitter, what="The random spread")
        check_text(inner.at("guard"), service.guard, BOOL)
        check_lines(inner.at("actions"), service.actions)
        check_service_action(inner, service, f"services.{number}")


def _check_slot(check: GraphCheck, place: TextPlace, node: TreeNode) -> None:
    slot = node.slot
    if slot is not None:
        check_text(place.at("slot.score"), slot.score, FLOAT)
        check_goal_slot(place, slot)
        if slot.weight is not None and slot.weight < 0:
            said = f"The weight is {slot.weight}; the least is 0."
            check.report("E022", place.element, "slot.weight", said, "Give a larger number.")


def _check_scores(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str, node: TreeNode) -> None:
    for child_id in dict.fromkeys(node.children):
        child = graph.nodes.get(child_id)
        if child is None or parent_of(graph, child_id) != node_id:
            continue
        if child.slot is None or not child.slot.score:
            said = f"{check.title(child_id)} has no score."
            remedy = "Write the expression its parent compares."
            why = "Its parent runs the child with the highest score."
            check.report("E023", child_id, "slot.score", said, remedy, why=why)


def _check_thresholds(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str, node: TreeNode) -> None:
    for name in ("success", "failure"):
        wanted, message = node.params.get(name), ""
        if isinstance(wanted, int) and not isinstance(wanted, bool):
            if abs(wanted) > len(node.children):
                asks = f"waits for {wanted}" if wanted > 0 else f"counts {-wanted} back from its"
                message = f"{asks} children to end with {name} and has {len(node.children)}"
            elif wanted == 0 and name == "failure":
                message = "would fail with no failure at all"
        if message:
            said = f"{check.title(node_id)} {message}."
            remedy = "Give another number, or add children."
            why = f"From {'0' if name == 'success' else '1'} or -1 on, as many as it has."
            check.report("E031", node_id, f"params.{name}", said, remedy, why=why)
    children = (graph.nodes.get(child) for child in node.children)
    if node.params.get("success") == "chosen" and not any(
        child is not None and child.slot is not None and child.slot.chosen for child in children
    ):
        said = f"{check.title(node_id)} waits for its chosen children, and none is chosen."
        remedy = "Turn on Chosen at a child, under its parent, or ask for all."
        check.report("E031", node_id, "params.success", said, remedy)


def _report_yield(check: GraphCheck, node_id: str) -> None:
    arguments: dict[str, JsonValue] = {
        "graph_id": check.graph_id,
        "element_id": node_id,
        "path": "params.memory",
        "value": None,
    }
    check.report(
        "E033",
        node_id,
        "params.yield",
        f"{check.title(node_id)} yields and starts over each tick, so it never gets past its first child.",
        "Set its memory to resume or keep.",
        fix=Fix("Set the memory to resume", "set_field", arguments),
    )


def _check_claimed(check: GraphCheck, node_id: str, node: TreeNode) -> None:
    name = node.params.get("variable")
    variable = check.scope.variables.get(name) if isinstance(name, str) else None
    if variable is None or variable.type == ENTITY:
        return
    if variable.type != INT or variable.scope != "world":
        said = f"'{name}' neither counts free places nor holds an entity."
        remedy = "Name a variable of type int and scope world, or one of type entity."
        why = "Only what all agents share can be claimed."
        check.report("E038", node_id, "params.variable", said, remedy, why=why)


def _check_cases(check: GraphCheck, graph: BehaviorTreeGraph, node_id: str, node: TreeNode) -> None:
    """Check the cases of a switch: each child has one of the variable's type, none twice, one default."""
    name = node.params.get("variable")
    variable = check.scope.variables.get(name) if isinstance(name, str) else None
    seen: list[JsonValue] = []
    defaults = 0
    for child_id in node.children:
        child = graph.nodes.get(child_id)
        if child is None:
            continue
        if child.slot is not None and child.slot.default:
            defaults += 1
            continue
        case = None if child.slot is None else child.slot.case
        wrong = _wrong_case(
            check, child_id, case, seen, str(name), None if variable is None else variable.type
        )
        if wrong is None:
            seen.append(case)
        else:
            message, remedy, why = wrong
            check.report("E053", child_id, "slot.case", message, remedy, why=why)
    if defaults > 1:
        said = f"{check.title(node_id)} has {defaults} defaults."
        check.report("E053", node_id, "children", said, "Keep one of them and give the others a case.")


def _wrong_case(
    check: GraphCheck, child_id: str, case: JsonValue, seen: list[JsonValue], name: str, wanted: Type | None
) -> tuple[str, str, str] | None:
    """Return what is wrong with the case of a child, what to do and why; None for nothing."""
    if case is None:
        remedy = f"Give it the value of {name} it is for, or make it the default."
        return f"{check.title(child_id)} has no case.", remedy, ""
    if wanted is not None and not literal_fits(case, wanted):
        message = f"The case {case!r} is not {wanted.phrase} that {name} can have."
        return message, "Give a value of the variable's type.", ""
    if any(type(each) is type(case) and each == case for each in seen):
        message = f"The case {case!r} stands twice."
        return message, "Change or remove one of the two.", "The first one is always taken."
    return None
