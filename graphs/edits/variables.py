"""Add, change, rename and remove variables and parameters."""

from __future__ import annotations

from typing import Literal

from graphs.basics.ids import free_name
from graphs.edits.curves import checked_name, with_defaults
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.name_uses import variable_parameters
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, put, renamed, with_graph, with_node, without
from graphs.expressions.rename import rename_variable as rename_in_text
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.model.graph_parts import GraphParameter
from graphs.model.variables_and_events import USUAL_ITEMS, DeclaredType, Variable, VariableType
from graphs.structure.expression_places import rewritten_document, rewritten_sheets
from graphs.structure.references import references_to

Owner = str | None
"""The graph whose variable it is, or None for a variable of the document."""


@edit
def add_variable(
    document: Document, name: str, type_name: DeclaredType, *, graph_id: Owner = None
) -> tuple[Document, str]:
    """Add a variable and return the document and its name, which gets a number if it is taken."""
    free = free_name(_checked_name(name), _names_beside(document, graph_id))
    values = ("first", "second") if type_name == "enum" else ()
    variable = Variable(type=type_name, values=values)
    return _with_variables(document, graph_id, {**_variables(document, graph_id), free: variable}), free


@edit
def declare_variable(document: Document, name: str, type_name: VariableType) -> Document:
    """Add a variable of the document under this very name; refused where the name is taken."""
    _require_free(_checked_name(name), _names_beside(document, None))
    return add_variable(document, name, type_name)[0]


@edit
def remove_variable(document: Document, name: str, *, graph_id: Owner = None) -> Document:
    """Remove a variable; expressions that name it are kept and reported by the check."""
    variables = _variables(document, graph_id)
    _need(variables, name)
    return _with_variables(document, graph_id, without(variables, {name}))


@edit
def set_variable_field(
    document: Document, name: str, path: str, value: object, *, graph_id: Owner = None
) -> Document:
    """Set a field of a variable: `type`, `default`, `scope`, `min`, `max`, `unit`, `values`, `latched`,
    `rise`.

    A new type drops what it cannot keep: a default or range of another type.
    """
    variables = _variables(document, graph_id)
    old = _need(variables, name)
    new = with_field(old, path, value)
    if path == "type" and new is not old:
        numbers = {"int", "float"}
        keeps_range = old.type in numbers and new.type in numbers
        new = put(
            new,
            default=old.default if old.type == "int" and new.type == "float" else None,
            min=old.min if keeps_range else None,
            max=old.max if keeps_range else None,
            values=(new.values or ("first", "second")) if new.type == "enum" else (),
            of="entity",
            most=USUAL_ITEMS,
            latched=False,
            rise=old.rise if new.type == "float" else 0,
        )
    if path == "of" and new.of != old.of:
        values = (new.values or ("first", "second")) if new.of == "enum" else ()
        new = put(new, default=None, values=values)
    return document if new is old else _with_variables(document, graph_id, {**variables, name: new})


@edit
def rename_variable(
    document: Document, name: str, new_name: str, *, graph_id: Owner = None, registry: Registry | None = None
) -> Document:
    """Rename a variable in its declaration, and in every expression and parameter that means it.

    A graph that declares a variable or parameter of the same name means its own and is left alone. Which
    parameters hold the name of a variable, the `registry` knows; left out, the built-in kinds are known.
    """
    variables = _variables(document, graph_id)
    _need(variables, name)
    if new_name == name:
        return document
    _require_free(_checked_name(new_name), _names_beside(document, graph_id))
    if graph_id is not None:
        meaning: tuple[str, ...] = (graph_id,)
    else:
        meaning = tuple(
            item
            for item, graph in document.graphs.items()
            if name not in graph.variables and name not in graph.parameters
        )
        hiding = [each for each in meaning if new_name in _own_names(document, each)]
        if hiding:
            title = document.graphs[hiding[0]].title or hiding[0]
            raise EditRefused(f"{title} has a variable {new_name!r} of its own.", "Choose another name.")

    def rewrite(text: str) -> str:
        return rename_in_text(text, name, new_name)

    changed = with_defaults(renamed(variables, name, new_name), rewrite)
    document = rewritten_document(_with_variables(document, graph_id, changed), rewrite, meaning)
    if graph_id is None:
        document = rewritten_sheets(document, rewrite)
    return _with_named_variable(document, meaning, name, new_name, registry or builtin_registry())


@edit
def add_parameter(
    document: Document,
    graph_id: str,
    name: str,
    type_name: VariableType,
    direction: Literal["in", "out", "inout"] = "in",
) -> tuple[Document, str]:
    """Add a parameter to a graph and return the document and its name, numbered if it is taken."""
    graph = need_graph(document, graph_id)
    free = free_name(_checked_name(name), _own_names(document, graph_id))
    values = ("first", "second") if type_name == "enum" else ()
    parameter = GraphParameter(type=type_name, direction=direction, values=values)
    changed = put(graph, parameters={**graph.parameters, free: parameter})
    return with_graph(document, graph_id, changed), free


@edit
def remove_parameter(document: Document, graph_id: str, name: str) -> Document:
    """Remove a parameter of a graph; arguments given for it are kept and reported by the check."""
    graph = need_graph(document, graph_id)
    if name not in graph.parameters:
        raise EditRefused("This parameter is no longer there.", "Choose another one.")
    return with_graph(document, graph_id, put(graph, parameters=without(graph.parameters, {name})))


@edit
def set_parameter_field(document: Document, graph_id: str, name: str, path: str, value: object) -> Document:
    """Set a field of a graph's parameter: `type`, `direction`, `default`, `min`, `max`, `values`, `note`."""
    graph = need_graph(document, graph_id)
    old = graph.parameters.get(name)
    if old is None:
        raise EditRefused("This parameter is no longer there.", "Choose another one.")
    new = with_field(old, path, value)
    changed = graph if new is old else put(graph, parameters={**graph.parameters, name: new})
    return with_graph(document, graph_id, changed)


@edit
def rename_parameter(
    document: Document, graph_id: str, name: str, new_name: str, *, registry: Registry | None = None
) -> Document:
    """Rename a graph's parameter, in its own expressions and in the arguments of all who call it here.

    The `registry` knows which parameters of nodes hold the name of a variable; left out, the built-in kinds
    are known.
    """
    graph = need_graph(document, graph_id)
    if name not in graph.parameters:
        raise EditRefused("This parameter is no longer there.", "Choose another one.")
    if new_name == name:
        return document
    _require_free(_checked_name(new_name), _own_names(document, graph_id))
    parameters = renamed(graph.parameters, name, new_name)
    document = with_graph(document, graph_id, put(graph, parameters=parameters))
    document = rewritten_document(document, lambda text: rename_in_text(text, name, new_name), (graph_id,))
    document = _with_named_variable(document, (graph_id,), name, new_name, registry or builtin_registry())
    for call in references_to(document, graph_id):
        if name in call.arguments:
            arguments = renamed({**call.arguments}, name, new_name)
            caller = document.graphs[call.graph]
            node = with_field(caller.nodes[call.node], call.arguments_field, arguments)
            nodes = {**caller.nodes, call.node: node}
            document = with_graph(document, call.graph, put(caller, nodes=nodes))
    return document


def _with_named_variable(
    document: Document, graph_ids: tuple[str, ...], name: str, new_name: str, registry: Registry
) -> Document:
    """Return the document with parameters of type variable, such as a switch's, naming the new name."""
    for graph_id in graph_ids:
        graph = document.graphs[graph_id]
        for node_id, node in graph.nodes.items():
            for path, _, value in tuple(variable_parameters(node, graph, registry)):
                if value == name:
                    graph = with_node(graph, node_id, with_field(graph.nodes[node_id], path, new_name))
        document = with_graph(document, graph_id, graph)
    return document


def _variables(document: Document, graph_id: Owner) -> dict[str, Variable]:
    return document.variables if graph_id is None else need_graph(document, graph_id).variables


def _with_variables(document: Document, graph_id: Owner, variables: dict[str, Variable]) -> Document:
    if graph_id is None:
        return put(document, variables=variables)
    return with_graph(document, graph_id, put(need_graph(document, graph_id), variables=variables))


def _own_names(document: Document, graph_id: str) -> set[str]:
    graph = need_graph(document, graph_id)
    return {*graph.variables, *graph.parameters}


def _names_beside(document: Document, graph_id: Owner) -> set[str]:
    return {*document.variables} if graph_id is None else _own_names(document, graph_id)


def _need(variables: dict[str, Variable], name: str) -> Variable:
    variable = variables.get(name)
    if variable is None:
        raise EditRefused("This variable is no longer there.", "Choose another one.")
    return variable


def _checked_name(name: str) -> str:
    return checked_name(name, "a variable's name")


def _require_free(name: str, taken: set[str]) -> None:
    if name in taken:
        raise EditRefused(f"There is a variable {name!r} already.", "Choose another name.")
