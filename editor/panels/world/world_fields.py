"""Build rows for one thing in a world or the world itself, and the sections that several groups have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import UnionType
from typing import Literal, TypeAlias, Union, get_args, get_origin

from editor.documents.open.joint_steps import JointEdit
from editor.panels.inspector.field_builders import Choices, RowBuilder, label_of
from editor.panels.inspector.field_spec import ActionOf, ContentOf, FieldKind, FieldOf, SectionOf
from editor.panels.world.new_names import new_term, new_thing, picked_name, tag_choices, with_thing
from graphs.basics.frozen import JsonValue, shortest_number
from graphs.edits.refusal import EditRefused
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.worlds.checks.sense_check import filter_names
from graphs.worlds.checks.world_mind_check import entity_variables_of
from graphs.worlds.edits.references import FILTER, EntityVariables, group_named_by, rename_element
from graphs.worlds.edits.setting import set_element_field, set_world_field
from graphs.worlds.minds.world_minds import mind_file
from graphs.worlds.model.elements import ENTITY_GROUPS, Element, Entry, entries_of
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import AgentEntry, Source, Waypoint, WorldDocument, Zone
from graphs.worlds.model.world_schema import WORLD_DESCRIPTIONS

WorldField: TypeAlias = FieldOf[WorldDocument]
WorldAction: TypeAlias = ActionOf[WorldDocument]
WorldSection: TypeAlias = SectionOf[WorldDocument]
WorldContent: TypeAlias = ContentOf[WorldDocument]
WorldFieldEdit: TypeAlias = Callable[[WorldDocument, JsonValue], WorldDocument]


@dataclass(frozen=True)
class MindAction(ActionOf[WorldDocument]):
    """Describe a button that edits the world and the mind of an agent together.

    What the edit refuses is said under the row `row`; `edit` changes nothing.
    """

    joint: JointEdit | None = None
    agent: str = ""
    row: str = ""


_PARAMETER_KINDS = {
    "bool": FieldKind.SWITCH,
    "int": FieldKind.INTEGER,
    "float": FieldKind.NUMBER,
    "seconds": FieldKind.NUMBER,
    "enum": FieldKind.CHOICE,
}


@dataclass(frozen=True)
class WorldContext:
    """Hold what the rows of a world need beside it.

    `minds` are the documents of its agents by file, `offered` the files an agent can think with.
    """

    world: WorldDocument
    registry: Registry
    minds: Mapping[str, Document] = field(default_factory=dict)
    offered: tuple[str, ...] = ()


class WorldFields(RowBuilder[WorldDocument]):
    """Build rows that set fields of one thing, or with None of the world itself."""

    def __init__(self, context: WorldContext, element: Element | None) -> None:
        self.context, self.element = context, element

    @property
    def world(self) -> WorldDocument:
        """Return the world."""
        return self.context.world

    def setter(self, path: str) -> WorldFieldEdit:
        """Return an edit that sets the field at `path`."""
        element = self.element
        if element is None:
            return lambda world, value: set_world_field(world, path, value)
        return lambda world, value: set_element_field(world, element, path, value)

    def number(
        self,
        path: str,
        label: str,
        value: float | int | None,
        default: JsonValue = None,
        *,
        unit: str = "",
        minimum: float | None = None,
        maximum: float | None = None,
        whole: bool = False,
        hint: str = "",
        placeholder: str = "",
        required: bool = False,
        edit: WorldFieldEdit | None = None,
    ) -> WorldField:
        """Return a number."""
        kind = FieldKind.INTEGER if whole else FieldKind.NUMBER
        shown = None if value == default and not required else value
        row = WorldField(path, label, kind, shown, edit or self.setter(path), default=default, unit=unit)
        row = replace(row, minimum=minimum, maximum=maximum, help=hint)
        return replace(row, placeholder=placeholder, required=required)

    def place(
        self, path: str, label: str, value: tuple[int | float, int | float], *, hint: str = ""
    ) -> WorldField:
        """Return a position that must be given."""
        row = WorldField(path, label, FieldKind.VALUE, list(value), self.setter(path), required=True)
        return replace(row, literal="vector", help=hint)

    def words(self, path: str, label: str, value: Sequence[str], *, hint: str = "") -> WorldField:
        """Return a list of words, a line each."""
        lines: JsonValue = list(value) or None
        return WorldField(path, label, FieldKind.LINES, lines, self.setter(path), default=[], help=hint)

    def corners(self, path: str, label: str, value: Sequence[tuple[int | float, int | float]]) -> WorldField:
        """Return a list of positions, a line each."""
        setter = self.setter(path)

        def edit(world: WorldDocument, lines: JsonValue) -> WorldDocument:
            return setter(world, [_position(line) for line in lines] if isinstance(lines, list) else lines)

        shown: JsonValue = [f"{x:g}, {y:g}" for x, y in value]
        hint = "The corners in order, x and y in units, a line each."
        return WorldField(path, label, FieldKind.LINES, shown, edit, required=True, help=hint)

    def literal(
        self, path: str, label: str, value: JsonValue, *, hint: str = "", placeholder: str = ""
    ) -> WorldField:
        """Return any value: a number, a text, true, false or x, y."""
        row = WorldField(path, label, FieldKind.VALUE, value, self.setter(path), literal="any", help=hint)
        return replace(row, placeholder=placeholder)

    def _undeclared(self, key: str, label: str, value: JsonValue) -> WorldField:
        return self.literal(key, label, value, hint="Nothing declares this; it is kept as it is.")

    def _parameter(self, parameter: Parameter, value: JsonValue, key: str, variables: Choices) -> WorldField:
        choices = self._choices_of(parameter, variables)
        if choices is not None:
            if not parameter.required and parameter.type != "enum":
                choices = ((None, "none"), *choices)
            label, default, required = parameter.label, parameter.default, parameter.required
            edit = self._picker(key)
            row = self.choice(
                key, label, value, choices, default, hint=parameter.help, required=required, edit=edit
            )
            return replace(row, placeholder="choose", on_map=_on_map(parameter))
        kind = _PARAMETER_KINDS.get(parameter.type, FieldKind.VALUE)
        is_text = parameter.type == "string" or parameter.name == FILTER
        kind = FieldKind.TEXT if is_text else kind
        row = self._declared(parameter, value, key, kind, self.setter(key))
        row = replace(row, default=_tidy(parameter.default), placeholder="none" if parameter.optional else "")
        if parameter.name == FILTER:
            names = sorted(filter_names(self.world))
            row = replace(row, choices=(*((name, name) for name in names), *new_term(self.world)))
            row = replace(row, on_map=_FILTERED)
        return replace(row, literal="vector" if parameter.type == "vector" else "any")

    def _picker(self, key: str) -> WorldFieldEdit:
        """Return an edit that sets a field to what was picked, new or not."""
        setter, element = self.setter(key), self.element

        def pick(world: WorldDocument, value: JsonValue) -> WorldDocument:
            world, named = with_thing(world, value, element)
            return setter(world, picked_name(named) if isinstance(named, dict) else named)

        return pick

    def _choices_of(self, parameter: Parameter, variables: Choices) -> Choices | None:
        """Return what a parameter can name, None for one that takes any value of its type."""
        if parameter.type == "enum":
            return tuple((choice, choice.replace("_", " ")) for choice in parameter.choices)
        if parameter.type == "variable":
            return tuple(variables)
        group = group_named_by(parameter)
        if group == "paths":
            paths = tuple((path_id, entry.name or path_id) for path_id, entry in self.world.paths.items())
            return (*paths, *new_thing("paths"))
        if group != "agents":
            return None
        return (*entity_choices(self.world), *new_thing("zones" if parameter.name == "zone" else "waypoints"))


class PartFields(WorldFields):
    """Build rows that set fields of a part of the world itself, such as a layer or a squad.

    The part is at `path`; `put` sets a field of it, which is named by its place in the part.
    """

    def __init__(
        self,
        fields: WorldFields,
        path: str,
        put: Callable[[WorldDocument, str, JsonValue], WorldDocument],
    ) -> None:
        super().__init__(fields.context, None)
        self._path, self._put = path, put

    def setter(self, path: str) -> WorldFieldEdit:
        """Return an edit that sets the field at `path`."""
        name, put = path.removeprefix(f"{self._path}."), self._put
        return lambda world, value: put(world, name, value)


_FILTERED = frozenset({"team", "entity"})


def _on_map(parameter: Parameter) -> frozenset[str] | None:
    """Return what of the map a parameter with a list names."""
    group = group_named_by(parameter)
    kind = "path" if group == "paths" else "zone" if parameter.name == "zone" else "entity"
    return frozenset({kind}) if group is not None else None


def entity_choices(world: WorldDocument) -> Choices:
    """Return everything a mind can name, agents first."""
    return tuple(
        (entity_id, entry.name or entity_id)
        for group in ENTITY_GROUPS
        for entity_id, entry in sorted(entries_of(world, group).items())
    )


def _position(line: JsonValue) -> JsonValue:
    """Return a line as a position; what is none is left to the edit to refuse."""
    parts = str(line).strip("[]() ").split(",")
    try:
        return [float(part) for part in parts]
    except ValueError:
        return line


def _tidy(value: JsonValue) -> JsonValue:
    return shortest_number(value) if isinstance(value, float) else value


ID_KEY = "world.id"
"""The key of the row that renames a thing."""

NEW_FIELD_KEY = "world.new_field"


def id_row(fields: WorldFields, element: Element) -> WorldField:
    """Return the row for the id, which renames it wherever the world names it."""
    variables = entity_variables(fields)

    def rename(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return rename_element(world, element, str(value or ""), variables)

    hint = "What minds and sensors call it. Everything in this world that names it follows."
    return WorldField(ID_KEY, "Id", FieldKind.TEXT, element.id, rename, required=True, help=hint)


def name_row(fields: WorldFields, entry: Entry) -> WorldField:
    """Return the row for the name people read."""
    placeholder = fields.element.id if fields.element is not None else ""
    return fields.text("name", "Name", entry.name, hint="What is shown on the map.", placeholder=placeholder)


def entity_variables(fields: WorldFields) -> EntityVariables:
    """Return which variables of each mind hold entities."""
    found: dict[str, frozenset[str]] = {}
    for agent in thinking_entries(fields.world).values():
        document = fields.context.minds.get(mind_file(agent.mind or ""))
        if agent.mind is not None and document is not None:
            found[agent.mind] = entity_variables_of(document)
    return found


def further_section(fields: WorldFields, entry: AgentEntry | Waypoint | Zone | Source) -> WorldSection:
    """Return the rows for further values that expressions can read, and one to add another."""
    declared = fields.context.registry.entity_fields
    rows = []
    for name in sorted({*entry.fields, *declared}):
        title, hint = label_of(name), f"Read as .{name} in expressions."
        if name in declared:
            title, hint = declared[name].title, declared[name].help
        value = entry.fields.get(name)
        rows.append(fields.literal(f"fields.{name}", title, value, hint=hint, placeholder="not set"))
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
        words = [(value, str(value).replace("_", " ")) for value in get_args(kind)]
        return fields.choice(name, label, str(value), words, str(default), hint=hint)
    if kind is bool:
        return fields.switch(name, label, value is True, default is True, hint=hint)
    if kind is str:
        return fields.text(name, label, str(value), hint=hint)
    if kind == tuple[str, ...] and isinstance(value, tuple):
        choices = tag_choices(fields.world) if name == "tags" else ()
        return replace(fields.words(name, label, value, hint=hint), choices=choices)
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

    hint = "A name and a value for expressions to read."
    row = WorldField(NEW_FIELD_KEY, "Add", FieldKind.TEXT, None, add, help=hint)
    return replace(row, placeholder="health = 100")


def _literal(text: str) -> JsonValue:
    stripped = text.strip()
    if stripped in ("true", "false"):
        return stripped == "true"
    try:
        return float(stripped) if "." in stripped or "e" in stripped else int(stripped)
    except ValueError:
        return stripped
