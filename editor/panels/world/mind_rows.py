"""Build the rows for a mind of an agent or a squad: its document, its graph, its variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor.panels.inspector.field_builders import label_of
from editor.panels.inspector.field_spec import FieldKind
from editor.panels.inspector.field_text import value_as_text
from editor.panels.world.world_fields import WorldContext, WorldField, WorldFields, entity_choices
from graphs.basics.frozen import JsonValue
from graphs.model import Variable
from graphs.worlds.minds.world_minds import mind_file
from graphs.worlds.model.world_file import WorldDocument
from runtime.minds.expressions.default_values import with_plain_defaults


def mind_choices(context: WorldContext) -> tuple[tuple[JsonValue, str], ...]:
    """Return the documents an agent can think with, and none."""
    return ((None, "none"), *((name, name.removesuffix(".mind.json")) for name in context.offered))


def mind_rows(
    fields: WorldFields, mind: str | None, label: str, at: str = "", *, hint: str
) -> tuple[WorldField, ...]:
    """Return the rows for the document and the graph of a mind; its fields in the file begin with `at`."""
    file, _, graph = (mind or "").partition("#")
    put = fields.setter(f"{at}mind")

    def choose_graph(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return put(world, f"{file}#{value}" if value else file)

    def choose_file(world: WorldDocument, value: JsonValue) -> WorldDocument:
        return put(world, mind if value == file else value)

    offered, chosen = mind_choices(fields.context), mind and file
    if chosen and all(chosen != name for name, _ in offered):
        offered = (*offered, (chosen, chosen))
    rows = [fields.choice(f"{at}mind", label, chosen, offered, hint=hint, edit=choose_file)]
    document = fields.context.minds.get(file)
    if document is not None:
        graphs = [(graph_id, found.title or graph_id) for graph_id, found in document.graphs.items()]
        root = document.graphs.get(document.root or "")
        whole = root.title if root is not None and root.title else "the whole document"
        choices = ((None, f"root: {whole}"), *graphs)
        hint = "The graph of the document it runs."
        rows.append(
            fields.choice(f"{at}mind.graph", "Graph", graph or None, choices, hint=hint, edit=choose_graph)
        )
    return tuple(rows)


def variable_rows(
    fields: WorldFields, mind: str | None, given: Mapping[str, JsonValue], at: str = ""
) -> tuple[WorldField, ...]:
    """Return a row for each variable of a mind, and for those that are given and it does not declare."""
    document = fields.context.minds.get(mind_file(mind or ""))
    variables = with_plain_defaults(document.variables) if document is not None else {}
    own = {name: variable for name, variable in sorted(variables.items()) if _can_be_set(variable)}
    rows = [_row(fields, f"{at}variables.{name}", name, each, given.get(name)) for name, each in own.items()]
    hint = "The mind declares no such variable of its agents; the value is kept as it is."
    rows += [
        fields.literal(f"{at}variables.{name}", label_of(name), value, hint=hint)
        for name, value in sorted(given.items())
        if name not in own
    ]
    return tuple(rows)


def _can_be_set(variable: Variable) -> bool:
    return variable.scope == "agent" and variable.type != "trigger"


def _row(fields: WorldFields, path: str, name: str, variable: Variable, value: JsonValue) -> WorldField:
    hint = variable.note or f"{name}, {variable.type}."
    if variable.type == "list":
        if variable.of not in ("entity", "string", "enum"):
            return fields.literal(path, name, value, hint=hint)
        given = value if isinstance(value, list) else []
        return fields.words(path, name, tuple(map(str, given)), hint=f"{hint} An item a line.")
    if variable.type == "entity":
        unset = "none" if variable.default is None else "as the mind says"
        choices = ((None, unset), *entity_choices(fields.world))
        row = fields.choice(path, name, value, choices, variable.default, hint=hint)
        return replace(row, on_map=frozenset({"entity"}))
    if variable.type == "enum" and variable.values:
        values, first = [(word, word) for word in variable.values], variable.default or variable.values[0]
        return fields.choice(path, name, value, values, first, hint=hint)
    kinds = {"bool": FieldKind.SWITCH, "int": FieldKind.INTEGER, "float": FieldKind.NUMBER}
    usual: dict[str, JsonValue] = {"bool": False, "int": 0, "float": 0, "string": "", "vector": [0, 0]}
    default = variable.default if variable.default is not None else usual.get(variable.type)
    kind, edit = kinds.get(variable.type, FieldKind.VALUE), fields.setter(path)
    low, high = (None if bound is None else float(bound) for bound in (variable.min, variable.max))
    row = WorldField(path, name, kind, value, edit, default=default, unit=variable.unit, help=hint)
    if variable.type == "vector":
        row = replace(row, literal="vector", placeholder=value_as_text(default))
    return replace(row, minimum=low, maximum=high)
