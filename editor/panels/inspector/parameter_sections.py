"""Build the sections for the parameters of a graph, which its callers bind (rule 2.2); no Qt."""

from __future__ import annotations

from collections.abc import Callable

from editor.panels.inspector.field_spec import Edit, FieldAction, Section
from editor.panels.inspector.typed_rows import TYPES, choice_row, name_row, note_row, value_rows
from graphs.basics.frozen import JsonValue
from graphs.edits.variables import add_parameter, remove_parameter, rename_parameter, set_parameter_field
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.graph_parts import GraphParameter

DIRECTIONS = ("in", "out", "inout")
PARAMETER_TYPES = tuple(one for one in TYPES if one != "trigger")

_DIRECTION_HELP = (
    "In: a value the caller gives, evaluated before each tick. Out and inout: another name for a variable of "
    "the caller."
)


def parameter_sections(document: Document, graph_id: str, registry: Registry) -> tuple[Section, ...]:
    """Return a heading with the way to add a parameter, then a section for each there is."""
    parameters = document.graphs[graph_id].parameters
    heading = Section(
        "parameters",
        "Parameters",
        actions=(FieldAction("Add parameter", "add", _adder(graph_id)),),
        note=str(len(parameters)) if parameters else "none",
    )
    return (heading, *(_section(graph_id, name, one, registry) for name, one in parameters.items()))


def _section(graph_id: str, name: str, parameter: GraphParameter, registry: Registry) -> Section:
    prefix = f"parameters.{name}."

    def setter(path: str) -> Edit:
        def edit(document: Document, value: JsonValue) -> Document:
            return set_parameter_field(document, graph_id, name, path, value)

        return edit

    def rename(document: Document, value: JsonValue) -> Document:
        return rename_parameter(document, graph_id, name, str(value or ""), registry=registry)

    def retype(document: Document, value: JsonValue) -> Document:
        """Set the type; what only the old type can have goes."""
        for path in ("default", "min", "max"):
            document = set_parameter_field(document, graph_id, name, path, None)
        values = ["first", "second"] if value == "enum" else None
        document = set_parameter_field(document, graph_id, name, "type", value)
        return set_parameter_field(document, graph_id, name, "values", values)

    def remove(document: Document) -> Document:
        return remove_parameter(document, graph_id, name)

    hint = "Renaming it renames it in this graph and where the graph is called."
    rows = [
        name_row(f"{prefix}name", name, rename, hint),
        choice_row(f"{prefix}type", "Type", parameter.type, PARAMETER_TYPES, retype),
        choice_row(
            f"{prefix}direction",
            "Direction",
            parameter.direction,
            DIRECTIONS,
            setter("direction"),
            hint=_DIRECTION_HELP,
        ),
    ]
    if parameter.direction == "in":
        rows += value_rows(parameter, setter, prefix)
    elif parameter.type == "enum":
        rows += value_rows(parameter, setter, prefix)[:1]
    rows.append(note_row(parameter.note, setter("note"), f"{prefix}note"))
    return Section(
        f"parameters.{name}",
        name,
        tuple(rows),
        (FieldAction(f"Remove {name}", "trash", remove),),
        note=f"{parameter.direction} · {parameter.type}",
        open=False,
    )


def _adder(graph_id: str) -> Callable[[Document], Document]:
    def edit(document: Document) -> Document:
        return add_parameter(document, graph_id, "value", "float")[0]

    return edit
