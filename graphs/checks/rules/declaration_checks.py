"""Check what a document declares, alone and beside what the game shares (rules 2.1 to 2.3, 4.2)."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.checks.rules.default_values import TypedDefault, typed_defaults
from graphs.checks.rules.expression_checks import literal_fits
from graphs.checks.rules.graph_check import Findings
from graphs.checks.rules.problem import Place
from graphs.checks.rules.scopes import parameter_type_of, type_of_shape, type_of_variable
from graphs.curves.curve_tables import is_too_large
from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.names import RESERVED_NAMES, is_name
from graphs.expressions.types import Type, ValueType
from graphs.kinds.declarations.parameter import is_number
from graphs.kinds.declarations.registry import Registry
from graphs.model.curves import LARGEST
from graphs.model.document import Document, Graph
from graphs.model.graph_parts import GraphParameter
from graphs.model.variables_and_events import Variable, is_event_name


def check_declarations(document: Document, findings: Findings) -> None:
    """Report what is wrong in the declarations of a document and of its graphs."""
    check_document_declarations(document, findings)
    for graph_id, graph in sorted(document.graphs.items()):
        check_graph_declarations(graph_id, graph, findings)


def check_document_declarations(document: Document, findings: Findings) -> None:
    """Report what is wrong in a document's own variables and events."""
    check_variables("", document.variables, findings)
    _check_events(document, findings)


def check_root(document: Document, findings: Findings) -> None:
    """Report a document without a graph to run."""
    place = Place("", "", "root")
    if document.root is None:
        findings.add("E013", place, "No graph is the root.", "Choose the graph that runs.")
    elif document.root not in document.graphs:
        said = f"The root {document.root!r} is not among the graphs."
        findings.add("E013", place, said, "Choose the graph that runs.")


def check_graph_declarations(graph_id: str, graph: Graph, findings: Findings) -> None:
    """Report what is wrong in the variables and parameters of a graph."""
    check_variables(graph_id, graph.variables, findings)
    for name, parameter in graph.parameters.items():
        place = Place(graph_id, "", f"parameters.{name}")
        _check_name(place, name, findings)
        _check_values(place, parameter, findings)
    for name in sorted(set(graph.parameters) & set(graph.variables)):
        said = f"'{name}' is both a parameter and a variable of {graph.title or graph_id}."
        findings.add("E061", Place(graph_id, "", f"variables.{name}"), said, "Rename one of the two.")


def check_graph_id(graph_id: str, findings: Findings) -> None:
    """Report the id of a graph if it cannot be used."""
    if not graph_id or "/" in graph_id or "#" in graph_id:
        said = f"The graph id {graph_id!r} cannot be used: ids are not empty and hold no '/' and no '#'."
        findings.add("E012", Place(graph_id), said, "Give it another id in the file, wherever it is named.")


def check_variables(graph_id: str, variables: Mapping[str, Variable], findings: Findings) -> None:
    """Report wrong names, defaults, ranges and enums of variables; `graph_id` "" is the document."""
    typed = typed_defaults(variables)
    for name, variable in variables.items():
        place = Place(graph_id, "", f"variables.{name}")
        _check_name(place, name, findings)
        _check_values(place, variable, findings, typed.get(name))
        if variable.type == "trigger" and variable.scope == "world":
            said = f"The trigger '{name}' is of scope world."
            remedy = "Make it an agent's, or send an event to all."
            why = "A trigger is consumed by the one who acts on it."
            findings.add("E060", _in(place, "scope"), said, remedy, why=why)
        if variable.type == "list" and variable.scope == "world":
            said = f"The list '{name}' is of scope world."
            remedy = "Make it an agent's, or send what is in it as events."
            why = "What several agents append in one step would have no order."
            findings.add("E060", _in(place, "scope"), said, remedy, why=why)
        if graph_id and variable.scope == "world":
            said = f"'{name}' is declared in a graph and cannot be of scope world."
            findings.add("E060", _in(place, "scope"), said, "Declare it in the document.")
        if variable.rise:
            _check_rise(graph_id, place, name, variable, findings)
        if variable.latched is not False and variable.type != "trigger":
            said = f"'{name}' is latched, which only a trigger can be."
            findings.add("W206", _in(place, "latched"), said, "Remove the field, or make it a trigger.")
        if is_number(variable.latched) and variable.latched < 0:
            findings.add(
                "E060", _in(place, "latched"), f"'{name}' is latched for less than 0 s.", "Use a time."
            )


def _check_rise(graph_id: str, place: Place, name: str, variable: Variable, findings: Findings) -> None:
    if graph_id or variable.type != "float" or variable.scope != "agent":
        what = (
            "declared in a graph"
            if graph_id
            else f"of type {variable.type}"
            if variable.type != "float"
            else "of scope world"
        )
        remedy = "Make it a float of the document, of scope agent, or let it not rise."
        why = "What rises is a number that each agent has for itself."
        findings.add("E066", _in(place, "rise"), f"'{name}' rises by itself and is {what}.", remedy, why=why)
    elif is_too_large(variable.rise):
        said = f"'{name}' rises by more than {LARGEST:g} in a second."
        findings.add("E066", _in(place, "rise"), said, "Take a smaller number.")


def _check_name(place: Place, name: str, findings: Findings) -> None:
    if not is_name(name) or name in RESERVED_NAMES:
        said = f"'{name}' cannot be a name here."
        remedy = "Use letters, digits and underscores, a letter first, and no word of the language."
        findings.add("E061", place, said, remedy, why="Expressions could not name it.")
    elif name in PURE_FUNCTIONS:
        findings.add("W209", place, f"'{name}' is also the name of a function.", "Choose another name.")


def _check_values(
    place: Place,
    declared: Variable | GraphParameter,
    findings: Findings,
    typed: TypedDefault | None = None,
) -> None:
    name = place.field.rpartition(".")[2]
    wanted = type_of_variable(declared) if isinstance(declared, Variable) else parameter_type_of(declared)
    if "enum" in (declared.type, wanted.item) and not declared.values:
        findings.add("E060", _in(place, "values"), f"The enum '{name}' has no values.", "List them.")
    elif len(set(declared.values)) < len(declared.values):
        findings.add("E060", _in(place, "values"), f"'{name}' lists a value twice.", "Remove one.")
    if isinstance(typed, ExpressionError):
        field = f"{place.field}.default"
        where = Place(place.graph, place.element, field, None, typed.start, typed.end)
        findings.add("E103", where, f"The default of '{name}': {typed.message}", typed.remedy)
    elif typed is None and declared.default is not None and not literal_fits(declared.default, wanted):
        allowed = f" of {', '.join(declared.values)}" if wanted.kind is ValueType.ENUM else ""
        said = f"The default of '{name}' is not {wanted.phrase}{allowed}."
        findings.add("E060", _in(place, "default"), said, "Give a value of the declared type.")
    if declared.min is not None and declared.max is not None and declared.min > declared.max:
        said = f"The range of '{name}' runs from {declared.min} to {declared.max}."
        findings.add("E060", _in(place, "min"), said, "Swap the two.")
    elif _is_outside(declared):
        said = f"The default of '{name}' lies outside its range."
        findings.add("W208", _in(place, "default"), said, "Change the default or the range.")


def _is_outside(declared: Variable | GraphParameter) -> bool:
    value = declared.default
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    below = declared.min is not None and value < declared.min
    return below or (declared.max is not None and value > declared.max)


def _check_events(document: Document, findings: Findings) -> None:
    for name, event in document.events.items():
        place = Place("", "", f"events.{name}")
        if not is_event_name(name):
            remedy = "Use names set off by dots; the first is not tick, always, done or error."
            findings.add("E037", place, f"'{name}' cannot be an event's name.", remedy)
        for field in event.payload:
            if not is_name(field) or field == "name":
                said = f"'{field}' cannot name what an event carries."
                remedy = "Use letters, digits and underscores; event.name is the event's own name."
                findings.add("E061", _in(place, f"payload.{field}"), said, remedy)


def _in(place: Place, field: str) -> Place:
    return Place(place.graph, place.element, f"{place.field}.{field}")


def check_shared_declarations(document: Document, registry: Registry, findings: Findings) -> None:
    """Report variables and events that the game's manifests declare otherwise than the document."""
    for name, variable in document.variables.items():
        shared = registry.variables.get(name)
        if shared is None:
            continue
        own, wanted = type_of_variable(variable), type_of_variable(shared.variable)
        field = f"variables.{name}"
        if own != wanted:
            findings.add(
                "E062",
                Place("", "", f"{field}.values" if own.kind == wanted.kind else f"{field}.type"),
                f"'{name}' is {_words(own)} here and {_words(wanted)} in the game.",
                f"Declare it as {_words(wanted)}, or choose another name.",
                why="The game reads and writes it by this name.",
            )
        if variable.scope != shared.variable.scope:
            said = f"'{name}' is of scope {variable.scope} here and {shared.variable.scope} in the game."
            remedy = f"Declare it with scope {shared.variable.scope}, or choose another name."
            why = "The game reads and writes it by this name."
            findings.add("E062", Place("", "", f"{field}.scope"), said, remedy, why=why)
    _check_shared_events(document, registry, findings)


def _check_shared_events(document: Document, registry: Registry, findings: Findings) -> None:
    for name, event in document.events.items():
        shared = registry.events.get(name)
        if shared is None:
            continue
        for field in sorted({*event.payload, *shared.payload}):
            own, wanted = event.payload.get(field), shared.payload.get(field)
            if own is not None and wanted is not None and own == wanted.type:
                continue
            place = Place(
                "", "", f"events.{name}.payload" if own is None else f"events.{name}.payload.{field}"
            )
            says = f"is {own} here" if own is not None else "is missing here"
            means = (
                f"{_words(type_of_shape(wanted))} in the game" if wanted is not None else "not in the game"
            )
            said = f"What '{name}' carries as '{field}' {says} and {means}."
            remedy = f"Remove the event '{name}' from the document: the game declares it."
            findings.add("E062", place, said, remedy, why="The game posts the event as its manifest says.")


def _words(wanted: Type) -> str:
    if wanted.kind is ValueType.ENUM:
        return f"an enum of {', '.join(wanted.values)}"
    return wanted.phrase
