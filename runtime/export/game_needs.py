"""List what a game must supply so that an exported program can run in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import document_scope, type_of_variable
from graphs.expressions.scope import Scope, Signature
from graphs.expressions.typed import (
    ConditionCall,
    EntityField,
    LastField,
    Received,
    TypedExpression,
    walk_typed,
)
from graphs.expressions.types import Type, Value, declared_value
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Variable
from graphs.model.variables_and_events import matching_events
from runtime.basics.host import QUERIES
from runtime.minds.actions.action import Action
from runtime.minds.actions.action_lines import DoLine, RaiseLine, SendLine
from runtime.minds.expressions.default_values import with_plain_defaults
from runtime.minds.machines.machine_rows import TransitionRow
from runtime.minds.program.code import Expression, LineCode
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow


@dataclass(frozen=True, slots=True)
class ParameterFacts:
    """Hold what a declaration tells of a parameter beside its type.

    One that is neither `optional` nor has a default is always given. `minimum` and `maximum` are inclusive.
    """

    optional: bool = False
    default: JsonValue = None
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""


NO_FACTS = ParameterFacts()
"""What is told of a parameter whose declaration tells nothing but its type."""


@dataclass(frozen=True, slots=True)
class NeededParameter:
    """Hold one parameter of an action: its name, its type as declarations name it, an enum's choices."""

    name: str
    type: str
    choices: tuple[str, ...] = ()
    facts: ParameterFacts = NO_FACTS


@dataclass(frozen=True, slots=True)
class NeededAction:
    """Hold an action that the game must do; an `instant` one ends in the tick it starts."""

    parameters: tuple[NeededParameter, ...] = ()
    instant: bool = False
    summary: str = ""


@dataclass(frozen=True, slots=True)
class NeededCondition:
    """Hold a condition that the game must answer: the types of its arguments, by their names in order.

    `facts` tell more of those whose declaration does.
    """

    parameters: tuple[tuple[str, Type], ...] = ()
    summary: str = ""
    facts: Mapping[str, ParameterFacts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NeededEvent:
    """Hold an event: its payload, whether the program `listens` for it, and whether it raises or sends it."""

    payload: Mapping[str, Type] = field(default_factory=dict)
    listens: bool = False
    raises: bool = False
    sends: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredVariable:
    """Hold what a variable's declaration tells the game beside its type."""

    default: Value = None
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class GameNeeds:
    """Hold everything a game must supply, by name.

    `entity_fields` are the fields of entities that expressions read. `variables` are the declarations of the
    agent and world variables. `queries` are asked for lists of entities, in the order that is told.
    """

    actions: Mapping[str, NeededAction] = field(default_factory=dict)
    conditions: Mapping[str, NeededCondition] = field(default_factory=dict)
    events: Mapping[str, NeededEvent] = field(default_factory=dict)
    entity_fields: Mapping[str, Type] = field(default_factory=dict)
    variables: Mapping[str, DeclaredVariable] = field(default_factory=dict)
    queries: Mapping[str, str] = field(default_factory=dict)


def game_needs(rows: tuple[Row, ...], document: Document, registry: Registry) -> GameNeeds:
    """Return what the rows of a compiled document ask of a game."""
    scope = document_scope(document, registry)
    variables = with_plain_defaults(document.variables)
    code = list(code_of_all(rows))
    parts = [part for each in code if isinstance(each, Expression) for part in walk_typed(each.typed)]
    acting = {row.action_id for row in rows if isinstance(row, ActionRow)}
    acting |= {item.name for item in code if isinstance(item, DoLine)}
    asked_for = {query for row in rows if isinstance(query := getattr(row, "query", None), str)}
    asked = sorted({part.condition for part in parts if isinstance(part, ConditionCall)})
    read = {part.field: part.type for part in parts if isinstance(part, EntityField)}
    return GameNeeds(
        actions={name: _action(name, registry) for name in sorted(acting)},
        conditions={name: _condition(name, registry, scope) for name in asked},
        queries={name: QUERIES[name] for name in sorted(asked_for)},
        events=_events(rows, code, parts, scope),
        entity_fields=dict(sorted(read.items())),
        variables={name: _variable(key) for name, key in sorted(variables.items())},
    )


def _variable(declared: Variable) -> DeclaredVariable:
    default = declared_value(declared.default, type_of_variable(declared))
    return DeclaredVariable(default, _number(declared.min), _number(declared.max), declared.unit)


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)


def _action(name: str, registry: Registry) -> NeededAction:
    declared = registry.actions[name]
    parameters = tuple(map(needed_parameter, declared.parameters))
    return NeededAction(parameters, declared.instant, declared.summary)


def needed_parameter(parameter: Parameter) -> NeededParameter:
    """Return a declared parameter as an export tells of it."""
    return NeededParameter(parameter.name, parameter.type, parameter.choices, _facts(parameter))


def _facts(parameter: Parameter) -> ParameterFacts:
    optional = parameter.optional and parameter.default is None
    return ParameterFacts(optional, parameter.default, parameter.minimum, parameter.maximum, parameter.unit)


def _condition(name: str, registry: Registry, scope: Scope) -> NeededCondition:
    signature: Signature = scope.conditions[name]
    parameters = tuple((parameter.name, parameter.type) for parameter in signature.parameters)
    declared = registry.conditions[name]
    facts = {each.name: told for each in declared.parameters if (told := _facts(each)) != NO_FACTS}
    return NeededCondition(parameters, declared.summary, facts)


def _events(
    rows: tuple[Row, ...], code: Iterable[object], parts: Iterable[TypedExpression], scope: Scope
) -> dict[str, NeededEvent]:
    descriptors = [event for row in rows if isinstance(row, TransitionRow) for event in row.events]
    waited = [event for event in descriptors if event not in ("tick", "always")]
    heard = set(matching_events(waited, scope.events)) if waited else set()
    heard |= {part.event for part in parts if isinstance(part, (Received, LastField))}
    raised = {each.event for each in code if isinstance(each, RaiseLine)}
    sent = {item.event for item in code if isinstance(item, SendLine)}
    return {
        name: NeededEvent(scope.events.get(name, {}), name in heard, name in raised, name in sent)
        for name in sorted(heard | raised | sent)
    }


Code = Expression | LineCode


def code_of(row: Row) -> Iterator[Code]:
    """Yield every expression and line of a row, those inside of others behind them."""
    for name in _field_names(type(row)):
        yield from _inside(getattr(row, name))


def code_of_all(rows: Iterable[Row]) -> Iterator[Code]:
    """Yield every expression and line of rows, in their order."""
    for row in rows:
        yield from code_of(row)


_NAMES: dict[type, tuple[str, ...]] = {}
"""What `_field_names` found, which takes long."""


def _field_names(of: type) -> tuple[str, ...]:
    """Return the names of the fields of a class of records, none for any other class."""
    if of not in _NAMES:
        _NAMES[of] = tuple(each.name for each in fields(of)) if is_dataclass(of) else ()
    return _NAMES[of]


def _inside(value: object) -> Iterator[Code]:
    if value is None or isinstance(value, (Row, Action, str, int, float)):
        return
    if isinstance(value, Expression):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _inside(each)
    else:
        if isinstance(value, LineCode):
            yield value
        for name in _field_names(type(value)):
            yield from _inside(getattr(value, name))
