"""Check the states of a machine (rules 4.1, 4.12, 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.expression_checks import TextPlace, check_lines
from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.node_checks import check_action
from graphs.checks.rules.problem import Fix
from graphs.checks.rules.target_checks import check_together
from graphs.model.graph_parts import Activity
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.structure.queries import TOP, ancestors, initial_targets, parent_of

_RESTING = ("state", "parallel")


def check_start(check: GraphCheck, graph: StateMachineGraph) -> None:
    """Report what is wrong with where a machine begins."""
    _check_initial(check, graph, TOP, graph.initial, graph.children)


def check_state(check: GraphCheck, graph: StateMachineGraph, node_id: str) -> None:
    """Report what breaks a rule of states in a node, and every action line that is wrong."""
    node = graph.nodes[node_id]
    place = TextPlace(check, node_id, "", check.texts)
    for name, block in (("entry", node.entry), ("update", node.update), ("exit", node.exit)):
        if block:
            check_lines(place.at(name), block)
    if node.activity is not None:
        _check_activity(place, node.activity)
    if node.kind == "state" and node.children:
        _check_initial(check, graph, node_id, node.initial, node.children)
    elif node.kind == "state" and node.initial is not None:
        _report_stray_initial(check, node_id)
    if node.kind in ("final", "history", "choice"):
        _check_pseudo_state(check, graph, node_id, node)
    if node.kind in ("final", "choice"):
        _check_region(check, graph, node_id, node)


def check_names(check: GraphCheck, name: str, members: Sequence[str]) -> None:
    """Report states that share their name with one before them; `members` are in document order."""
    for node_id in members[1:]:
        said = f"Another state is called {name!r} too."
        why = "The transition log and the preview could not tell them apart."
        check.report("W210", node_id, "name", said, "Rename one of the two.", why=why)


def has_name(node: StateNode) -> bool:
    """Tell whether no other state should have the name of this one."""
    return bool(node.name) and node.kind in _RESTING


def _check_initial(
    check: GraphCheck,
    graph: StateMachineGraph,
    owner: str,
    initial: str | InitialTransition | None,
    children: tuple[str, ...],
) -> None:
    """Check that a compound, or the machine, says where it begins, and that this is inside it."""
    title = check.name if owner == TOP else check.title(owner)
    place = TextPlace(check, owner, "initial", check.texts)
    if isinstance(initial, InitialTransition):
        check_lines(place.at("actions"), initial.actions)
    targets = initial_targets(initial)
    check_together(check, graph, owner, "initial", targets)
    if not targets:
        if children:
            _report_no_initial(check, graph, owner, title, children)
        return
    for target in targets:
        if target not in graph.nodes:
            said = f"{title} begins at {target!r}, which is not in the graph."
            check.report("E009", owner, "initial", said, "Choose another initial state.")
        elif owner != TOP and owner not in ancestors(graph, target):
            said = f"{title} begins at {check.title(target)}, which is not inside it."
            check.report("E010", owner, "initial", said, "Choose a state inside.")
        elif graph.nodes[target].disabled:
            _report_disabled(check, owner, "initial", f"{title} begins at", target)
        elif isinstance(initial, str) and target not in children:
            said = f"{title} begins at {check.title(target)}, which is not directly inside it."
            remedy = "Choose a direct child, or give an initial transition with targets."
            check.report("E010", owner, "initial", said, remedy)


def _report_no_initial(
    check: GraphCheck, graph: StateMachineGraph, owner: str, title: str, children: tuple[str, ...]
) -> None:
    first = next(
        (child for child in children if child in graph.nodes and graph.nodes[child].kind in _RESTING), None
    )
    fix = None
    if first is not None:
        arguments: dict[str, JsonValue] = {"graph_id": check.graph_id, "parent": owner, "child": first}
        fix = Fix(f"Begin at {check.title(first)}", "set_initial", arguments)
    remedy = "Make one of the states inside it initial."
    why = "Entering it would leave none of its states active."
    check.report("E011", owner, "initial", f"{title} has no initial state.", remedy, why=why, fix=fix)


def _report_stray_initial(check: GraphCheck, node_id: str) -> None:
    said = f"{check.title(node_id)} has an initial state, but no states inside."
    check.report("W206", node_id, "initial", said, "Add a state inside, or remove the field.")


def _report_disabled(check: GraphCheck, element: str, path: str, what: str, target: str) -> None:
    said = f"{what} {check.title(target)}, which is disabled."
    remedy = "Enable it, or choose another state."
    check.report("E042", element, path, said, remedy, why="A disabled state is never entered.")


def _check_region(check: GraphCheck, graph: StateMachineGraph, node_id: str, node: StateNode) -> None:
    """Report a final or a choice that is directly in a parallel state (rule 4.1)."""
    owner = parent_of(graph, node_id)
    if owner and graph.nodes[owner].kind == "parallel":
        said = f"{check.title(node_id)} cannot be a region of {check.title(owner)}."
        why = f"All regions are active at once; a {node.kind} is one place among others."
        check.report("E041", node_id, "", said, "Put it into a state of the parallel state.", why=why)


def _check_activity(place: TextPlace, activity: Activity) -> None:
    check = place.check
    inner = place.at("activity")
    if (activity.action is None) == (activity.graph is None):
        what = "nothing" if activity.action is None else "both an action and a graph"
        said = f"The activity of {check.title(place.element)} runs {what}."
        check.report("E026", place.element, "activity", said, "Choose an action or a graph.")
    if activity.action is not None:
        check_action(inner.at("params"), activity.action, activity.params, "activity.action")
    for name, lines in activity.end_lines.items():
        check_lines(inner.at(name), lines)
    if activity.every < 0:
        said = f"The activity is evaluated every {activity.every} ticks; the least is 0."
        remedy = "Give 0 to ask on demand, 1 for every tick, or more."
        check.report("E022", place.element, "activity.every", said, remedy)


def _check_pseudo_state(check: GraphCheck, graph: StateMachineGraph, node_id: str, node: StateNode) -> None:
    title = check.title(node_id)
    if node.kind != "choice" and node.transitions:
        said = f"{title} has transitions of its own; a {node.kind} has none."
        check.report("E043", node_id, "transitions", said, "Remove them, or let them start at a state.")
    if node.kind == "history":
        _check_history(check, graph, node_id, node)
    if node.kind == "choice":
        _check_choice(check, graph, node_id, node)


def _check_history(check: GraphCheck, graph: StateMachineGraph, node_id: str, node: StateNode) -> None:
    place = TextPlace(check, node_id, "default", check.texts)
    if isinstance(node.default, InitialTransition):
        check_lines(place.at("actions"), node.default.actions)
    targets = initial_targets(node.default)
    check_together(check, graph, node_id, "default", targets)
    if not targets:
        remedy = "Choose the state to enter when its parent was never active."
        check.report("E045", node_id, "default", "The history has no default state.", remedy)
    parents = ancestors(graph, node_id)
    if not parents:
        said = "The history stands directly in the machine, so it always leads to its default."
        remedy = "Put it into the state whose children it is to remember."
        why = "Nothing leaves the machine while it runs, and one that starts again remembers nothing."
        check.report("W227", node_id, "kind", said, remedy, why=why)
    for target in targets:
        if target not in graph.nodes:
            said = f"The history's default {target!r} is not in the graph."
            check.report("E009", node_id, "default", said, "Choose another state.")
        elif target == node_id or (parents and parents[0] not in ancestors(graph, target)):
            said = f"The history's default {check.title(target)} is not beside it."
            check.report("E010", node_id, "default", said, "Choose a state in the same box.")
        elif graph.nodes[target].disabled:
            _report_disabled(check, node_id, "default", "The history's default is", target)


def _check_choice(check: GraphCheck, graph: StateMachineGraph, node_id: str, node: StateNode) -> None:
    """Check that a choice always has a way on (rule 4.12)."""
    title = check.title(node_id)
    branches = [(each, graph.edges[each]) for each in node.transitions if each in graph.edges]
    others = [item for item, edge in branches if edge.else_ and not edge.disabled]
    if not others:
        said = f"{title} has no else branch."
        remedy = "Mark one of its transitions as else."
        check.report("E032", node_id, "transitions", said, remedy, why="A machine cannot rest in a choice.")
    elif len(others) > 1:
        check.report("E032", node_id, "transitions", f"{title} has {len(others)} else branches.", "Keep one.")
    for edge_id, edge in branches:
        _check_branch(check, node, edge_id, edge, title)


def _check_branch(check: GraphCheck, choice: StateNode, edge_id: str, edge: Edge, title: str) -> None:
    """Report what could keep a machine in a choice (rule 4.12)."""
    if not edge.targets:
        check.report(
            "E034", edge_id, "targets", f"This branch of {title} leads nowhere.", "Give it a target."
        )
    if edge.event != "tick":
        said = f"This branch of {title} waits for an event."
        check.report("E035", edge_id, "event", said, "Remove the event; a choice is left at once.")
    for field in ("after", "delay", "cooldown"):
        if getattr(edge, field) is not None:
            said = f"This branch of {title} waits."
            check.report("E035", edge_id, field, said, f"Remove {field}; a choice is left at once.")
    if edge.else_ and edge.guard is not None:
        said = f"The else branch of {title} has a guard."
        check.report("E035", edge_id, "guard", said, "Remove it; else is taken where no other branch is.")
    if choice.decision is not None and edge.outcome is None and not edge.else_:
        said = f"This branch of {title} names no outcome of its decision tree."
        check.report("E046", edge_id, "outcome", said, "Give it the outcome that leads here.")
