"""Turn manifests into declarations and add them to a registry, refusing what does not fit together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import get_args

from graphs.checks.rules.declaration_checks import check_declarations
from graphs.checks.rules.graph_check import Findings
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS, RANDOM_DRAWS
from graphs.expressions.scope import ENTITY_FIELDS, REDECLARABLE_FIELDS
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter, ParameterType, expression_text, parameter_problem
from graphs.kinds.declarations.registry import (
    EntityFieldDeclaration,
    EventDeclaration,
    Registry,
    SharedVariable,
    ValueTypeDeclaration,
)
from graphs.kinds.declarations.titles import placeholders
from graphs.model.document import empty_document
from graphs.model.variables_and_events import Event, Variable, VariableType
from graphs.projects.manifest_file import (
    ManifestAction,
    ManifestCondition,
    ManifestEntityField,
    ManifestEvent,
    ManifestFile,
    ManifestParameter,
    ManifestVariable,
)
from graphs.projects.manifest_reading import ManifestReading, title_of
from graphs.projects.manifest_stand_ins import stand_in_of

PARAMETER_TYPES: tuple[ParameterType, ...] = tuple(
    arg for arg in get_args(ParameterType) if arg != "threshold"
)
"""Built-in types of a game's parameters; a threshold counts the children of a node."""

_NUMBERS = ("int", "float", "seconds")

_FUNCTIONS = frozenset({*PURE_FUNCTIONS, *EVENT_FUNCTIONS, *RANDOM_DRAWS})


def registry_with(manifests: Iterable[ManifestFile], base: Registry) -> Registry:
    """Return `base` with everything the manifests declare, in their order.

    Raises `FileProblem` for the first declaration that does not fit: a name that is taken or no name, a type
    or default that does not fit, a stand-in that is no built-in action or gives it other parameters.
    """
    registry = base
    origins: dict[tuple[str, str], Path | None] = {}
    for file in manifests:
        reading = ManifestReading(file, base, registry, dict(origins))
        registry = _extended(reading)
        for sort, names in _names(file).items():
            origins.update({(sort, name): file.path for name in names})
    return registry


def _names(file: ManifestFile) -> Mapping[str, Iterable[str]]:
    manifest = file.manifest
    return {
        "type": manifest.types,
        "action": manifest.actions,
        "condition": manifest.conditions,
        "event": manifest.events,
        "variable": manifest.variables,
        "entity field": manifest.entity_fields,
    }


def _extended(reading: ManifestReading) -> Registry:
    registry = reading.registry
    taken: Mapping[str, Iterable[str]] = {
        "type": {**registry.value_types, **dict.fromkeys((*PARAMETER_TYPES, *get_args(VariableType)))},
        "action": registry.actions,
        "condition": {**registry.conditions, **dict.fromkeys(_FUNCTIONS)},
        "event": registry.events,
        "variable": registry.variables,
        "entity field": {*registry.entity_fields, *(set(ENTITY_FIELDS) - REDECLARABLE_FIELDS)},
    }
    for sort, names in _names(reading.file).items():
        section = "entity_fields" if sort == "entity field" else f"{sort}s"
        for name in names:
            reading.check_free(sort, f"{section}.{name}", name, taken[sort])
    manifest = reading.file.manifest
    _check_types(reading)
    actions = [_action(reading, name, key) for name, key in manifest.actions.items()]
    conditions = [_condition(reading, name, each) for name, each in manifest.conditions.items()]
    events = [_event(reading, name, item) for name, item in manifest.events.items()]
    variables = [_variable(reading, name, entry) for name, entry in manifest.variables.items()]
    types = [
        ValueTypeDeclaration(name, value.title or title_of(name), value.values, value.help)
        for name, value in manifest.types.items()
    ]
    entity_fields = [_entity_field(reading, name, thing) for name, thing in manifest.entity_fields.items()]
    _check_as_document(reading, events, variables)
    reading.raise_first()
    return registry.extended(
        actions=actions,
        conditions=conditions,
        events=events,
        variables=variables,
        value_types=types,
        entity_fields=entity_fields,
    )


def _action(reading: ManifestReading, name: str, action: ManifestAction) -> ActionDeclaration:
    where = f"actions.{name}"
    parameters = _parameters(reading, where, action.parameters)
    known = {parameter.name for parameter in parameters}
    for field, template in (
        ("title_template", action.title_template),
        ("line_template", action.line_template),
    ):
        for placeholder in placeholders(template):
            if placeholder not in known:
                reading.refuse(
                    f"{where}.{field}",
                    f"{{{placeholder}}} is no parameter of the action.",
                    f"Known are {', '.join(sorted(known))}." if known else "Write the text without braces.",
                )
    title = action.title or title_of(name)
    return ActionDeclaration(
        id=name,
        title=title,
        summary=action.summary or f"{title.rstrip('.')}.",
        icon=action.icon,
        family=action.family,
        parameters=parameters,
        instant=action.instant,
        title_template=action.title_template,
        line_template=action.line_template,
        help=action.help,
        stand_in=stand_in_of(reading, f"{where}.stand_in", action, parameters),
    )


def _condition(reading: ManifestReading, name: str, condition: ManifestCondition) -> ConditionDeclaration:
    title = condition.title or title_of(name)
    return ConditionDeclaration(
        id=name,
        title=title,
        summary=condition.summary or f"{title.rstrip('.')}.",
        parameters=_parameters(reading, f"conditions.{name}", condition.parameters),
        help=condition.help,
        stand_in=condition.stand_in,
    )


def _event(reading: ManifestReading, name: str, event: ManifestEvent) -> EventDeclaration:
    payload = {
        field: reading.shape(f"events.{name}.payload.{field}", type_name)
        for field, type_name in event.payload.items()
    }
    return EventDeclaration(name, event.title or title_of(name), payload, event.help)


def _variable(reading: ManifestReading, name: str, one: ManifestVariable) -> SharedVariable:
    where = f"variables.{name}.type"
    type_name: VariableType = "trigger"
    values = one.values
    if one.type != "trigger":
        shape = reading.shape(where, one.type, one.values)
        type_name, values = shape.type, shape.values
    variable = Variable(
        type=type_name,
        default=one.default,
        scope=one.scope,
        min=one.min,
        max=one.max,
        unit=one.unit,
        values=values,
        note=one.help,
    )
    return SharedVariable(name, one.title or title_of(name), variable, one.help)


def _entity_field(reading: ManifestReading, name: str, one: ManifestEntityField) -> EntityFieldDeclaration:
    shape = reading.shape(f"entity_fields.{name}.type", one.type, one.values)
    return EntityFieldDeclaration(name, one.title or title_of(name), shape, one.help)


def _parameters(
    reading: ManifestReading, where: str, given: tuple[ManifestParameter, ...]
) -> tuple[Parameter, ...]:
    parameters: list[Parameter] = []
    for place, each in enumerate(given):
        inner = f"{where}.parameters.{place}"
        reading.check_free("parameter", f"{inner}.name", each.name, ())
        if any(each.name == former.name for former in parameters):
            reading.refuse(f"{inner}.name", f"{each.name!r} is declared twice.", "Rename one of the two.")
        parameters.append(_parameter(reading, inner, each))
    return tuple(parameters)


def _parameter(reading: ManifestReading, where: str, one: ManifestParameter) -> Parameter:
    type_name, choices = _parameter_type(reading, where, one)
    parameter = Parameter(
        name=one.name,
        type=type_name,
        default=one.default,
        help=one.help,
        minimum=one.min,
        maximum=one.max,
        unit=one.unit,
        choices=choices,
        evaluated=one.evaluated,
        optional=one.optional,
    )
    if (one.min is not None or one.max is not None) and type_name not in _NUMBERS:
        field = "max" if one.min is None else "min"
        reading.refuse(
            f"{where}.{field}", f"{one.name!r} is no number and has no range.", "Remove the range."
        )
    elif one.min is not None and one.max is not None and one.min > one.max:
        reading.refuse(f"{where}.min", f"The range runs from {one.min} to {one.max}.", "Swap the two.")
    if expression_text(one.default) is not None:
        reading.refuse(f"{where}.default", "A default is a literal, not an expression.", "Give a value.")
    elif one.default is not None:
        problem = parameter_problem(parameter, one.default)
        if problem:
            reading.refuse(f"{where}.default", problem, "Give a default that fits, or none.")
    return parameter


def _parameter_type(
    reading: ManifestReading, where: str, one: ManifestParameter
) -> tuple[ParameterType, tuple[str, ...]]:
    named = reading.named_type(one.type)
    if named is not None:
        if one.choices:
            reading.refuse(
                f"{where}.choices", f"The type {one.type!r} has its values already.", "Remove them."
            )
        return "enum", named
    if one.type != "enum" and one.choices:
        reading.refuse(
            f"{where}.choices", "Only an enum has choices.", 'Write "type": "enum", or remove them.'
        )
    for known in PARAMETER_TYPES:
        if one.type == known:
            _check_values(reading, f"{where}.choices", one.choices, wanted=known == "enum")
            return known, one.choices
    reading.unknown_type(f"{where}.type", one.type, PARAMETER_TYPES)
    return "string", ()


def _check_types(reading: ManifestReading) -> None:
    for name, key in reading.file.manifest.types.items():
        _check_values(reading, f"types.{name}.values", key.values, wanted=True)


def _check_values(reading: ManifestReading, where: str, values: tuple[str, ...], *, wanted: bool) -> None:
    if wanted and not values:
        reading.refuse(where, "An enum needs at least one value.", "List what it may be.")
    if len(set(values)) < len(values):
        reading.refuse(where, "A value is listed twice.", "Remove one of the two.")


def _check_as_document(
    reading: ManifestReading, events: list[EventDeclaration], variables: list[SharedVariable]
) -> None:
    """Hold variables and events to the very rules that a document's own are held to."""
    document = empty_document().model_copy(
        update={
            "events": {
                event.id: Event(payload={name: shape.type for name, shape in event.payload.items()})
                for event in events
            },
            "variables": {variable.id: variable.variable for variable in variables},
        }
    )
    findings = Findings()
    check_declarations(document, findings)
    known = {where for where, _, _ in reading.problems}
    for problem in findings.problems:
        if problem.severity == "error" and problem.place.field not in known:
            reading.refuse(problem.place.field, problem.message, problem.remedy)
