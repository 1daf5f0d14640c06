"""Say what the inspector shows of variables and events, with who uses them; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from editor.panels.inspector.field_spec import (
    Edit,
    FieldAction,
    FieldKind,
    FieldSpec,
    InspectorContent,
    Section,
)
from editor.panels.inspector.field_text import expression_check
from editor.panels.inspector.want_contents import rise_row
from editor.widgets.element_words import TYPE_ICONS
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.default_values import default_scope
from graphs.checks.rules.places import place_text
from graphs.checks.rules.problem import Place
from graphs.checks.rules.scopes import type_of_variable
from graphs.edits.events import rename_event, rename_payload_field, set_event_field, set_payload_field
from graphs.edits.variables import rename_variable, set_variable_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Variable
from graphs.model.graph_parts import GraphParameter
from graphs.model.variables_and_events import MOST_ITEMS, USUAL_ITEMS, DeclaredType, VariableType
from graphs.searching.uses_of_names import uses_of_event, uses_of_variable

LATCHES = (("tick", "for one tick"), ("used", "until it is used"), ("time", "for a time"))
"""How long a trigger stays armed that is not used."""


def latch_rows(trigger: Variable, edit: Edit) -> list[FieldSpec]:
    """Return the rows for how long a trigger stays armed (rule 2.3)."""
    latched = trigger.latched
    is_timed = not isinstance(latched, bool) and latched > 0

    def choose(changed: Document, value: JsonValue) -> Document:
        return edit(changed, {"used": True, "time": latched if is_timed else 1}.get(str(value), False))

    hint = "When nothing uses it: to the end of the first tick after it was set, or longer."
    now = "time" if is_timed else "used" if latched is True else None
    stays = FieldSpec("latched", "Stays armed", FieldKind.CHOICE, now, choose, default="tick", help=hint)
    rows = [replace(stays, choices=LATCHES)]
    if is_timed:
        time = FieldSpec("latched.time", "Time", FieldKind.NUMBER, latched, edit, required=True)
        rows.append(replace(time, unit="s", minimum=0))
    return rows


def variable_content(
    document: Document,
    name: str,
    graph_id: str,
    registry: Registry | None = None,
    sensors: Sequence[str] = (),
) -> InspectorContent | None:
    """Return the rows of a variable, and who uses it; None when it is gone.

    `graph_id` "" means the document's own. Which parameters name variables the `registry` knows.
    `sensors` are the kinds of those that write it.
    """
    graph = document.graphs.get(graph_id)
    variables = document.variables if not graph_id else graph.variables if graph is not None else {}
    variable = variables.get(name)
    if variable is None:
        return None
    owner = graph_id or None

    def setter(path: str) -> Edit:
        return lambda changed, value: set_variable_field(changed, name, path, value, graph_id=owner)

    def rename(changed: Document, value: JsonValue) -> Document:
        return rename_variable(changed, name, str(value or ""), graph_id=owner)

    rows: list[FieldSpec] = [
        name_row("variable.name", name, rename, "Renaming it renames it in every expression too."),
        choice_row("type", "Type", variable.type, TYPES, setter("type")),
        *_list_rows(variable, setter),
        *(_typed_default(row, variable, variables) for row in value_rows(variable, setter)),
    ]
    if variable.type == "list":
        rows = [row for row in rows if row.key != "default"]
    if variable.type == "float" and variable.scope == "agent":
        rows.append(rise_row(variable, setter("rise")))
    if variable.type == "trigger":
        rows += latch_rows(variable, setter("latched"))
    if not graph_id and variable.type not in ("trigger", "list"):
        scopes = ("agent", "world")
        rows.append(choice_row("scope", "Scope", variable.scope, scopes, setter("scope"), "agent"))
    rows.append(note_row(variable.note, setter("note")))
    where = f"of the graph {graph.title or graph_id}" if graph is not None else "of the document"
    icon = TYPE_ICONS.get(variable.type, "value")
    used = variable_use_sections(document, name, graph_id, registry or builtin_registry(), sensors)
    own = Section("variable", "Variable", tuple(rows))
    return InspectorContent(name, f"{variable.type} {where}", icon, "value", (own, *used))


CARRIED_TYPES: tuple[VariableType, ...] = ("float", "int", "bool", "vector", "entity", "string")
"""Types of what an event can carry, in the order in which they are offered."""


def event_content(document: Document, name: str, registry: Registry | None = None) -> InspectorContent | None:
    """Return the rows of an event of the document, and who uses it; None when it is gone."""
    event = document.events.get(name)
    if event is None:
        return None

    def rename(changed: Document, value: JsonValue) -> Document:
        return rename_event(changed, name, str(value or ""))

    def note(changed: Document, value: JsonValue) -> Document:
        return set_event_field(changed, name, "note", value)

    hint = "Renaming it renames it wherever it is raised or taken."
    own_rows = (name_row("event.name", name, rename, hint), note_row(event.note, note))
    own = Section("event", "Event", own_rows)
    carried = tuple(_carried(name, field, kind) for field, kind in event.payload.items())
    actions = (FieldAction("Add what it carries", "add", lambda changed: _with_field(changed, name)),)
    number = str(len(carried)) if carried else "nothing"
    add = Section("payload", "Carries", actions=actions, note=number)
    used = event_use_sections(document, name, registry or builtin_registry())
    count = len(event.payload)
    words = "nothing" if not count else "1 value" if count == 1 else f"{count} values"
    return InspectorContent(name, f"event that carries {words}", "raise", "act", (own, add, *carried, *used))


def _carried(event: str, field: str, kind: VariableType) -> Section:
    def rename(document: Document, value: JsonValue) -> Document:
        return rename_payload_field(document, event, field, str(value or ""))

    def retype(document: Document, value: JsonValue) -> Document:
        return set_event_field(document, event, f"payload.{field}", value)

    def remove(document: Document) -> Document:
        return set_payload_field(document, event, field, None)

    types = CARRIED_TYPES if kind in CARRIED_TYPES else (*CARRIED_TYPES, kind)
    key, hint = f"payload.{field}", "Read as event.name where the event is taken."
    rows = (name_row(f"{key}.name", field, rename, hint), choice_row(key, "Type", kind, types, retype))
    return Section(key, field, rows, (FieldAction(f"Remove {field}", "trash", remove),), note=kind)


def _with_field(document: Document, event: str) -> Document:
    """Return a document whose event carries one value more."""
    known = document.events[event].payload if event in document.events else {}
    name, number = "value", 1
    while name in known:
        number += 1
        name = f"value_{number}"
    return set_payload_field(document, event, name, "float")


MOST_LISTED = 30


def variable_use_sections(
    document: Document, name: str, graph_id: str, registry: Registry, sensors: Sequence[str] = ()
) -> tuple[Section, ...]:
    """Return who writes a variable and who reads it; `sensors` of the world it runs in write it too."""
    places = uses_of_variable(document, name, graph_id, registry)
    writers = _section("writers", "Written by", places.writers, document, registry)
    if sensors:
        named = f"{'sensor' if len(sensors) == 1 else 'sensors'} {', '.join(sensors)}"
        writers = replace(writers, note=f"{len(places.writers)} and {named}" if places.writers else named)
    return (writers, _section("readers", "Read by", places.readers, document, registry))


def event_use_sections(document: Document, name: str, registry: Registry) -> tuple[Section, ...]:
    """Return who raises an event and who takes it."""
    places = uses_of_event(document, name)
    return (
        _section("writers", "Raised by", places.writers, document, registry),
        _section("readers", "Taken by", places.readers, document, registry),
    )


def _section(
    key: str, title: str, places: Sequence[Place], document: Document, registry: Registry
) -> Section:
    listed = tuple(
        FieldAction(place_text(document, place, registry), "right", lambda same: same, place=place)
        for place in places[:MOST_LISTED]
    )
    count = len(places)
    more = str(count) if count else "nothing here"
    if count > MOST_LISTED:
        more = f"the first {MOST_LISTED} of {count}"
    return Section(key, title, actions=listed, note=more, open=count <= 8)


NUMBERS = ("int", "float")
TYPES: tuple[DeclaredType, ...] = (
    *("float", "int", "bool", "vector", "entity", "string", "enum", "list", "trigger"),
)
ITEM_TYPES = tuple(kind for kind in TYPES if kind not in ("list", "trigger"))
"""Types in the order in which they are offered."""

Setter = Callable[[str], Edit]
"""Returns the edit that sets one field of what is declared, by the field's path."""


Declared: TypeAlias = Variable | GraphParameter
"""What is declared with a type."""


def choice_row(
    key: str, label: str, value: str, names: tuple[str, ...], edit: Edit, default: str = "", hint: str = ""
) -> FieldSpec:
    """Return a row that offers names."""
    row = FieldSpec(key, label, FieldKind.CHOICE, None if value == default else value, edit, help=hint)
    choices = tuple((name, name) for name in names)
    return replace(row, default=default or None, choices=choices, required=not default)


def value_rows(declared: Declared, setter: Setter, prefix: str = "") -> list[FieldSpec]:
    """Return the rows for what a typed value may be: enum values, default, range, unit.

    `prefix` comes before the keys of the rows.
    """
    rows = []
    if "enum" in (declared.type, getattr(declared, "of", "")):
        values: JsonValue = list(declared.values) or None
        row = FieldSpec(f"{prefix}values", "Values", FieldKind.LINES, values, setter("values"), default=[])
        rows.append(replace(row, help="What it may be, a line each."))
    rows.append(default_row(declared, setter("default"), f"{prefix}default"))
    if declared.type in NUMBERS:
        rows.append(_number(f"{prefix}min", "Least", declared.min, setter("min")))
        rows.append(_number(f"{prefix}max", "Most", declared.max, setter("max")))
        unit = declared.unit or None
        rows.append(FieldSpec(f"{prefix}unit", "Unit", FieldKind.TEXT, unit, setter("unit"), default=""))
    return rows


def default_row(declared: Declared, edit: Edit, key: str) -> FieldSpec:
    """Return the row for the value at the start, edited as its type is."""
    value = declared.default
    if declared.type in ("bool", "trigger"):
        return FieldSpec(key, "Default", FieldKind.SWITCH, value, edit, default=False)
    if declared.type in NUMBERS:
        kind = FieldKind.INTEGER if declared.type == "int" else FieldKind.NUMBER
        row = FieldSpec(key, "Default", kind, value, edit, default=0, unit=declared.unit)
        return replace(row, minimum=declared.min, maximum=declared.max)
    if declared.type == "enum" and declared.values:
        row = FieldSpec(key, "Default", FieldKind.CHOICE, value, edit, default=declared.values[0])
        return replace(row, choices=tuple((name, name) for name in declared.values))
    literal = "vector" if declared.type == "vector" else "string"
    placeholder = "0, 0" if literal == "vector" else "none" if declared.type == "entity" else ""
    return FieldSpec(key, "Default", FieldKind.VALUE, value, edit, literal=literal, placeholder=placeholder)


def _list_rows(variable: Variable, setter: Setter) -> list[FieldSpec]:
    """Return the rows for what a list holds and how much; others have none."""
    if variable.type != "list":
        return []
    most = FieldSpec("most", "At most", FieldKind.INTEGER, variable.most, setter("most"), default=USUAL_ITEMS)
    most = replace(most, minimum=1, maximum=MOST_ITEMS, unit="items", help="Its memory is kept for so many.")
    return [choice_row("of", "Items", variable.of, ITEM_TYPES, setter("of"), "entity"), most]


def _typed_default(row: FieldSpec, variable: Variable, beside: Mapping[str, Variable]) -> FieldSpec:
    """Return the row of a default that can be an expression of the variables beside it (rule 2.1)."""
    if row.key != "default" or row.kind is FieldKind.CHOICE:
        return row
    check = expression_check(default_scope(beside), type_of_variable(variable))
    return replace(row, takes_expression=True, check=check)


def note_row(value: str, edit: Edit, key: str = "note") -> FieldSpec:
    """Return the row for a note."""
    return FieldSpec(key, "Note", FieldKind.NOTE, value or None, edit, default="")


def name_row(key: str, value: str, edit: Edit, hint: str) -> FieldSpec:
    """Return the row for a name, which renames it wherever it is used."""
    return FieldSpec(key, "Name", FieldKind.TEXT, value, edit, required=True, help=hint)


def _number(key: str, label: str, value: JsonValue, edit: Edit) -> FieldSpec:
    return FieldSpec(key, label, FieldKind.NUMBER, value, edit, placeholder="none")
