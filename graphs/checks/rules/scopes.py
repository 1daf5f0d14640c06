"""Build the scope of each place of a document where an expression or an action block can be.

The validator checks with these scopes and the compiler of the runtime compiles with them, so that what is
accepted and what is run cannot differ. A variable's `slot_key` is its scope and name, `agent:health`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from graphs.expressions.scope import (
    ENTITY_FIELDS,
    ActionSignature,
    CallParameter,
    Scope,
    Signature,
    VariableInfo,
    VariableScope,
)
from graphs.expressions.types import (
    BOOL,
    ENTITY,
    FLOAT,
    INT,
    STRING,
    VECTOR,
    Type,
    Value,
    enum_type,
    list_type,
    type_from_name,
)
from graphs.kinds.declarations.parameter import Parameter as DeclaredParameter
from graphs.kinds.declarations.parameter import is_vector
from graphs.kinds.declarations.registry import EventDeclaration, Registry, ValueShape
from graphs.model import Document, Edge, GraphParameter, Variable
from graphs.model.variables_and_events import POLLED_OR_EVENTLESS, matching_events


def document_scope(document: Document, registry: Registry) -> Scope:
    """Return what every expression of `document` may name: agent and world variables, events, calls.

    Events of the game can be named without being declared; a document's own declaration comes first.
    """
    return Scope(
        variables={name: _variable(name, variable) for name, variable in document.variables.items()},
        events={
            **{name: _payload(event) for name, event in registry.events.items()},
            **{
                name: {field: type_from_name(kind) for field, kind in event.payload.items()}
                for name, event in document.events.items()
            },
        },
        entity_fields={
            **ENTITY_FIELDS,
            **{name: type_of_shape(key.shape) for name, key in registry.entity_fields.items()},
        },
        conditions={
            condition.id: Signature(tuple(map(_parameter, condition.parameters)))
            for condition in registry.conditions.values()
        },
        actions={
            action.id: ActionSignature(tuple(map(_parameter, action.parameters)), action.instant)
            for action in registry.actions.values()
        },
        curves=document.curves.keys(),
        sheets=tuple(document.sheets.values()),
    )


def graph_scope(document: Document, graph_id: str, registry: Registry, base: Scope | None = None) -> Scope:
    """Return what expressions of one graph may name; `base` is `document_scope`, when at hand.

    Graph variables and parameters hide agent variables of the same name. A graph of another file, whose id
    is `other.mind.json#g3` in a joined document, sees no agent variables and no sheets.
    """
    graph = document.graphs[graph_id]
    base = base or document_scope(document, registry)
    is_joined = "#" in graph_id
    variables = {name: key for name, key in base.variables.items() if not is_joined or key.scope == "world"}
    for name, variable in graph.variables.items():
        variables[name] = replace(_variable(name, variable), scope="graph", slot_key=f"graph:{name}")
    for name, parameter in graph.parameters.items():
        variables[name] = VariableInfo(
            type=parameter_type_of(parameter),
            slot_key=f"parameter:{name}",
            scope="parameter",
            writable=parameter.direction != "in",
        )
    scope = replace(base, variables=variables, allow_state_time=graph.kind == "state_machine")
    # What is read in a sheet, or by a graph of another file, is no matter of this graph's variables.
    return replace(scope, sheets=()) if is_joined else replace(scope, of_document=base)


def transition_scope(scope: Scope, edge: Edge) -> Scope:
    """Return the scope of a transition's guard and actions: its event's payload is readable."""
    descriptors = [event for event in edge.events if event not in POLLED_OR_EVENTLESS]
    if not descriptors:
        return scope
    return replace(scope, current_event=tuple(matching_events(descriptors, scope.events)), allow_event=True)


def type_of_variable(variable: Variable) -> Type:
    """Return the type a variable is declared with."""
    if variable.type == "list":
        return list_type(variable.of, variable.most, variable.values)
    return type_from_name(variable.type, variable.values)


def parameter_type_of(parameter: GraphParameter) -> Type:
    """Return the type a graph's parameter is declared with."""
    return type_from_name(parameter.type, parameter.values)


def type_of_shape(shape: ValueShape) -> Type:
    """Return the type of a value that a game declares."""
    return type_from_name(shape.type, shape.values)


def argument_type(parameter: DeclaredParameter) -> Type | None:
    """Return the type an expression must have as argument of a declared parameter.

    None means that the type alone does not decide: a point takes a vector or an entity.
    """
    if parameter.type == "enum":
        return enum_type(parameter.choices)
    return _ARGUMENT_TYPES.get(parameter.type)


_ARGUMENT_TYPES: Mapping[str, Type] = {
    "bool": BOOL,
    "int": INT,
    "float": FLOAT,
    "seconds": FLOAT,
    "string": STRING,
    "path": STRING,
    "variable": STRING,
    "vector": VECTOR,
    "entity": ENTITY,
}


def _payload(event: EventDeclaration) -> dict[str, Type]:
    return {field: type_of_shape(shape) for field, shape in event.payload.items()}


def _variable(name: str, variable: Variable) -> VariableInfo:
    scope: VariableScope = variable.scope
    return VariableInfo(type=type_of_variable(variable), slot_key=f"{scope}:{name}", scope=scope)


def _parameter(parameter: DeclaredParameter) -> CallParameter:
    kind = argument_type(parameter) or VECTOR
    default: Value = None
    if isinstance(parameter.default, (bool, int, float, str)):
        default = float(parameter.default) if kind == FLOAT else parameter.default
    elif is_vector(parameter.default):
        x, y = cast("tuple[float, float]", parameter.default)
        default = (float(x), float(y))
    return CallParameter(parameter.name, kind, default, parameter.required)
