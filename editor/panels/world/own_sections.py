"""Build the sections that things of several groups have: name and id, further fields, what models add."""

from __future__ import annotations

from collections.abc import Collection
from types import UnionType
from typing import Literal, Union, get_args, get_origin

from editor.panels.inspector.field_builders import label_of
from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.world_fields import WorldField, WorldFields, WorldSection
from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused
from graphs.worlds.checks.world_mind_check import entity_variables_of
from graphs.worlds.edits.references import EntityVariables, rename_element
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.model.elements import Element, Entry
from graphs.worlds.model.world_file import AgentEntry, Source, Waypoint, WorldDocument, Zone
from graphs.worlds.model.world_schema import WORLD_DESCRIPTIONS

ID_KEY = "world.id"
"""The key of the row that renames a thing."""

NEW_FIELD_KEY = "world.new_field"


def id_row(fields: WorldFields, element: Element) -> WorldField:
    """Return the row for the id, which renames it wherever the world names it."""
    variables = entity_variables(fields)

    def rename(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return rename_element(world, element, str(value or ""), variables)

    return WorldField(
        ID_KEY,
        "Id",
        FieldKind.TEXT,
        element.id,
        rename,
        required=True,
        help="What minds and sensors call it. Everything in this world that names it follows.",
    )


def name_row(fields: WorldFields, entry: Entry) -> WorldField:
    """Return the row for the name people read."""
    placeholder = fields.element.id if fields.element is not None else ""
    return fields.text("name", "Name", entry.name, hint="What is shown on the map.", placeholder=placeholder)


def entity_variables(fields: WorldFields) -> EntityVariables:
    """Return which variables of each mind hold entities."""
    found: dict[str, frozenset[str]] = {}
    for agent in fields.world.agents.values():
        document = fields.context.minds.get((agent.mind or "").partition("#")[0])
        if agent.mind is not None and document is not None:
            found[agent.mind] = entity_variables_of(document)
    return found


def further_section(fields: WorldFields, entry: AgentEntry | Waypoint | Zone | Source) -> WorldSection:
    """Return the rows for further values that expressions can read, and one to add another."""
    declared = fields.context.registry.entity_fields
    names = sorted({*entry.fields, *declared})
    rows = [
        fields.literal(
            f"fields.{name}",
            declared[name].title if name in declared else label_of(name),
            entry.fields.get(name),
            hint=declared[name].help if name in declared else f"Read as .{name} in expressions.",
            placeholder="not set",
        )
        for name in names
    ]
    return WorldSection("fields", "Further values", (*rows, _new_field_row(fields)), open=bool(entry.fields))


def model_rows(fields: WorldFields, entry: Entry, known: Collection[str]) -> tuple[WorldField, ...]:
    """Return rows for the plain fields of a thing that no other row is for.

    They are read from its model with the descriptions of the published schema, so that a field added there
    can be edited at once.
    """
    model = type(entry)
    help_of = WORLD_DESCRIPTIONS.get(model.__name__, {})
    rows: list[WorldField] = []
    for name, info in model.model_fields.items():
        if name in known:
            continue
        value, default, hint = getattr(entry, name), info.get_default(), help_of.get(name, "")
        row = _plain_row(fields, name, info.annotation, value, default, hint)
        if row is not None:
            rows.append(row)
    return tuple(rows)


def _plain_row(
    fields: WorldFields, name: str, kind: object, value: object, default: object, hint: str
) -> WorldField | None:
    label = label_of(name)
    if get_origin(kind) is Literal:
        words = [(one, str(one).replace("_", " ")) for one in get_args(kind)]
        return fields.choice(name, label, str(value), words, str(default), hint=hint)
    if kind is bool:
        return fields.switch(name, label, value is True, default is True, hint=hint)
    if kind is str:
        return fields.text(name, label, str(value), hint=hint)
    if kind == tuple[str, ...] and isinstance(value, tuple):
        return fields.words(name, label, value, hint=hint)
    numbers = set(get_args(kind)) if get_origin(kind) in (Union, UnionType) else {kind}
    is_number = isinstance(default, (int, float)) and not isinstance(default, bool)
    if numbers & {int, float} and is_number and isinstance(value, (int, float)):
        plain: JsonValue = default if isinstance(default, (int, float)) else None
        return fields.number(name, label, value, plain, hint=hint, whole=numbers == {int})
    return None


def _new_field_row(fields: WorldFields) -> WorldField:
    element = fields.element

    def add(world: WorldDocument, value: JsonValue) -> WorldDocument:
        name, equals, text = str(value or "").partition("=")
        if not name.strip():
            return world
        if element is None or not name.strip().isidentifier():
            raise EditRefused(f"{name.strip()!r} cannot be the name of a value.", "Type health = 100.")
        return set_element_field(world, element, f"fields.{name.strip()}", _literal(text) if equals else 0)

    return WorldField(
        NEW_FIELD_KEY,
        "Add",
        FieldKind.TEXT,
        None,
        add,
        placeholder="health = 100",
        help="A name and a value for expressions to read.",
    )


def _literal(text: str) -> JsonValue:
    stripped = text.strip()
    if stripped in ("true", "false"):
        return stripped == "true"
    try:
        return float(stripped) if "." in stripped or "e" in stripped else int(stripped)
    except ValueError:
        return stripped
