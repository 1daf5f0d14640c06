"""Check calls of graphs: what is called exists and may be called there, arguments fit, no recursion."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from graphs.basics.frozen import JsonValue
from graphs.basics.identity_cache import IdentityCache
from graphs.checks.rules.expression_checks import TextPlace, check_text, literal_fits
from graphs.checks.rules.graph_check import GraphCheck, listed
from graphs.checks.rules.problem import Fix
from graphs.checks.rules.scopes import parameter_type_of
from graphs.expressions.names import nearest_name
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.parameter import expression_text
from graphs.model.document import Document, Graph
from graphs.model.graph_parts import GraphParameter
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.graph_index import calls_of
from graphs.structure.queries import index_of
from graphs.structure.references import GraphReference, callable_kinds

_KIND_WORDS: dict[GraphKind, str] = {
    "behavior_tree": "a behavior tree",
    "state_machine": "a state machine",
    "decision_tree": "a decision tree",
}


def check_calls(check: GraphCheck, node_id: str) -> None:
    """Report calls of a node that cannot be made."""
    for field, target, arguments in calls_of(check.graph.nodes[node_id]):
        call = GraphReference(check.graph_id, node_id, field, target, arguments)
        if call.external:
            _check_file_reference(check, call)
            continue
        callee = check.document.graphs.get(call.target)
        if callee is None:
            _report_missing(check, call)
            continue
        _check_kind(check, call, callee)
        if call.field in check.recursive.get(call.node, ()):
            runs = f"{check.title(call.node)} runs {callee.title or call.target}"
            said = f"{runs}, which runs {check.name} again."
            remedy = "Call another graph, or take the call out on the way back."
            why = "Every instance of a graph is made before the run begins, so a circle has no end."
            check.report("E017", call.node, call.field, said, remedy, why=why)
        _check_arguments(check, call, callee)


def _check_file_reference(check: GraphCheck, call: GraphReference) -> None:
    """Check a call of a graph of another file: for form, and against the graph where it was read."""
    callee = check.referenced.graphs.get(call.target)
    refusal = check.referenced.refusals.get(call.target)
    if callee is not None:
        _check_kind(check, call, callee)
        _check_arguments(check, call, callee)
    if refusal is not None:
        fix = None
        if refusal.instead:
            place: dict[str, JsonValue] = {"graph_id": check.graph_id, "element_id": call.node}
            arguments = {**place, "path": call.field, "value": refusal.instead}
            fix = Fix(f"Use {refusal.instead}", "set_field", arguments)
        check.report("E015", call.node, call.field, refusal.message, refusal.remedy, why=refusal.why, fix=fix)
    elif callee is None:
        _check_form(check, call)


def _check_form(check: GraphCheck, call: GraphReference) -> None:
    path, _, graph = call.target.partition("#")
    absolute = path.startswith(("/", "\\")) or ":" in path
    if not path or not graph or absolute:
        said = f"'{call.target}' names no graph of another file."
        remedy = "Write a relative path and the id of a graph, as in other.mind.json#g3."
        check.report("E015", call.node, call.field, said, remedy)


def _report_missing(check: GraphCheck, call: GraphReference) -> None:
    nearest = nearest_name(call.target[:60], check.document.graphs)
    hint = f" Did you mean '{nearest}'?" if nearest else ""
    check.report(
        "E015",
        call.node,
        call.field,
        f"There is no graph '{call.target}' in this document.{hint}",
        f"Use '{nearest}'." if nearest else "Choose a graph in the inspector.",
    )


def _check_kind(check: GraphCheck, call: GraphReference, callee: Graph) -> None:
    if isinstance(check.graph, StateMachineGraph):
        wanted = callable_kinds(check.graph.kind, call.field)
    else:
        kind = check.kind(check.graph.nodes[call.node])
        wanted = kind.calls if kind else ()
    if wanted and callee.kind not in wanted:
        check.report(
            "E016",
            call.node,
            call.field,
            f"{callee.title or call.target} is {_KIND_WORDS[callee.kind]}; "
            f"expected {' or '.join(_KIND_WORDS[each] for each in wanted)}.",
            "Choose another graph, or another kind of node.",
        )


def _check_arguments(check: GraphCheck, call: GraphReference, callee: Graph) -> None:
    name = callee.title or call.target
    place = TextPlace(check, call.node, call.arguments_field, check.texts)
    for argument, value in call.arguments.items():
        parameter = callee.parameters.get(argument)
        if parameter is None:
            nearest = nearest_name(argument[:60], callee.parameters)
            hint = f" Did you mean '{nearest}'?" if nearest else ""
            check.report(
                "E018",
                call.node,
                f"{call.arguments_field}.{argument}",
                f"{name} has no parameter '{argument}'.{hint}",
                f"Remove it; known are {listed(list(callee.parameters))}."
                if callee.parameters
                else "Remove it.",
            )
        else:
            _check_argument(place.at(argument), argument, parameter, value)
    for parameter_name, parameter in callee.parameters.items():
        needed = parameter.direction == "inout" or (parameter.direction == "in" and parameter.default is None)
        if needed and parameter_name not in call.arguments:
            said = f"{name} needs a value for '{parameter_name}'."
            remedy = "Set it in the inspector, or give the parameter a default."
            check.report("E018", call.node, call.arguments_field, said, remedy)


def _check_argument(place: TextPlace, name: str, parameter: GraphParameter, value: JsonValue) -> None:
    wanted = parameter_type_of(parameter)
    if parameter.direction != "in":
        _check_alias(place, name, parameter, value)
        return
    text = expression_text(value)
    if text is not None:
        check_text(place.at("expr"), text, wanted)
    elif not literal_fits(value, wanted):
        said = f"'{name}' is {wanted.phrase}; this value is none."
        remedy = 'Give a value of that type, or {"expr": "…"}.'
        place.check.report("E018", place.element, place.path, said, remedy)


def _check_alias(place: TextPlace, name: str, parameter: GraphParameter, value: JsonValue) -> None:
    variable = value.get("variable") if isinstance(value, dict) else None
    if not isinstance(variable, str):
        said = f"'{name}' gives a value back and needs a variable to write."
        place.check.report("E018", place.element, place.path, said, 'Write {"variable": "name"}.')
        return
    info = place.texts.scope.variables.get(variable)
    wanted = parameter_type_of(parameter)
    if info is None:
        nearest = nearest_name(variable[:60], place.texts.scope.variables)
        hint = f" Did you mean '{nearest}'?" if nearest else ""
        message, remedy = f"Unknown variable '{variable}'.{hint}", "Declare a variable of this name."
    elif info.type != wanted:
        message = f"'{variable}' is {info.type.phrase}, but '{name}' is {wanted.phrase}."
        remedy = "Name a variable of that type."
    elif not info.writable:
        message, remedy = f"'{variable}' can only be read.", "Name a variable that can be written."
    else:
        return
    code = "E102" if info is None else "E018"
    place.check.report(code, place.element, f"{place.path}.variable", message, remedy)


Recursive = frozenset[tuple[str, str]]
"""Calls that lead back to their graph: the node and its field."""


def recursion_in(document: Document) -> Mapping[str, Recursive]:
    """Return the calls of each graph that lead back to it; graphs without such calls are left out."""
    callees = {graph_id: _callees(graph) for graph_id, graph in document.graphs.items()}
    found: dict[str, Recursive] = {}
    for graph_id in document.graphs:
        back = {
            callee
            for callee in callees[graph_id]
            if callee == graph_id or _leads_to(callee, graph_id, callees)
        }
        if back:
            calls = index_of(document.graphs[graph_id]).calls
            found[graph_id] = frozenset(
                (node, field) for node, own in calls.items() for field, target, _ in own if target in back
            )
    return found


def _find_callees(graph: Graph) -> frozenset[str]:
    return frozenset(target for own in index_of(graph).calls.values() for _, target, _ in own)


_callees: IdentityCache[Graph, frozenset[str]] = IdentityCache(_find_callees)


def _leads_to(start: str, goal: str, callees: Mapping[str, Collection[str]]) -> bool:
    waiting, seen = [start], {start}
    while waiting:
        for each in callees.get(waiting.pop(), ()):
            if each == goal:
                return True
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return False
