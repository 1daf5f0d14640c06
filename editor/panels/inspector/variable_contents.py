"""Say what the inspector shows of a variable; no Qt."""

from __future__ import annotations

from collections.abc import Sequence

from editor.panels.inspector.field_spec import Edit, FieldKind, FieldSpec, InspectorContent, Section
from editor.panels.inspector.typed_rows import TYPES, choice_row, name_row, note_row, value_rows
from editor.panels.inspector.use_sections import variable_use_sections
from editor.widgets.element_words import TYPE_ICONS
from graphs.basics.frozen import JsonValue
from graphs.edits.variables import rename_variable, set_variable_field
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Variable

LATCHES = (("tick", "for one tick"), ("used", "until it is used"), ("time", "for a time"))
"""How long a trigger stays armed that nobody uses."""


def latch_rows(trigger: Variable, edit: Edit) -> list[FieldSpec]:
    """Return the rows for how long a trigger stays armed (rule 2.3)."""
    latched = trigger.latched
    is_timed = not isinstance(latched, bool) and latched > 0

    def choose(changed: Document, value: JsonValue) -> Document:
        return edit(changed, {"used": True, "time": latched if is_timed else 1}.get(str(value), False))

    rows = [
        FieldSpec(
            "latched",
            "Stays armed",
            FieldKind.CHOICE,
            "time" if is_timed else "used" if latched is True else None,
            choose,
            default="tick",
            choices=LATCHES,
            help="When nobody uses it: to the end of the first tick after it was set, or longer.",
        )
    ]
    if is_timed:
        rows.append(
            FieldSpec(
                "latched.time", "Time", FieldKind.NUMBER, latched, edit, unit="s", minimum=0, required=True
            )
        )
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
        def edit(changed: Document, value: JsonValue) -> Document:
            return set_variable_field(changed, name, path, value, graph_id=owner)

        return edit

    def rename(changed: Document, value: JsonValue) -> Document:
        return rename_variable(changed, name, str(value or ""), graph_id=owner)

    rows: list[FieldSpec] = [
        name_row("variable.name", name, rename, "Renaming it renames it in every expression too."),
        choice_row("type", "Type", variable.type, TYPES, setter("type")),
        *value_rows(variable, setter),
    ]
    if variable.type == "trigger":
        rows += latch_rows(variable, setter("latched"))
    if not graph_id and variable.type != "trigger":
        rows.append(
            choice_row("scope", "Scope", variable.scope, ("agent", "world"), setter("scope"), "agent")
        )
    rows.append(note_row(variable.note, setter("note")))
    where = f"of the graph {graph.title or graph_id}" if graph is not None else "of the document"
    icon = TYPE_ICONS.get(variable.type, "value")
    return InspectorContent(
        name,
        f"{variable.type} {where}",
        icon,
        "value",
        (
            Section("variable", "Variable", tuple(rows)),
            *variable_use_sections(document, name, graph_id, registry or builtin_registry(), sensors),
        ),
    )
