"""Say what the inspector shows of a variable; no Qt."""

from __future__ import annotations

from editor.docks.element_words import TYPE_ICONS
from editor.docks.inspector.field_spec import Edit, FieldKind, FieldSpec, InspectorContent, Section
from graphs.edits.variables import rename_variable, set_variable_field
from graphs.model import Document, Variable
from graphs.model.base import JsonValue

_NUMBERS = ("int", "float")
_TYPES = ("float", "int", "bool", "vector", "entity", "string", "enum", "trigger")


def variable_content(document: Document, name: str, graph_id: str) -> InspectorContent | None:
    """Return the rows of a variable; None when it is gone. `graph_id` "" means the document's own."""
    graph = document.graphs.get(graph_id)
    variables = document.variables if not graph_id else graph.variables if graph is not None else {}
    variable = variables.get(name)
    if variable is None:
        return None
    owner = graph_id or None
    rows: list[FieldSpec] = [
        _name_row(name, owner),
        _choice(name, owner, "type", "Type", variable.type, _TYPES),
    ]
    if variable.type == "enum":
        rows.append(_values_row(name, owner, variable))
    rows.append(_default_row(name, owner, variable))
    if variable.type in _NUMBERS:
        rows.append(_number(name, owner, "min", "Least", variable.min))
        rows.append(_number(name, owner, "max", "Most", variable.max))
        rows.append(_text(name, owner, "unit", "Unit", variable.unit))
    if not graph_id and variable.type != "trigger":
        rows.append(_choice(name, owner, "scope", "Scope", variable.scope, ("agent", "world"), "agent"))
    rows.append(
        FieldSpec(
            "note", "Note", FieldKind.NOTE, variable.note or None, _setter(name, owner, "note"), default=""
        )
    )
    where = f"of the graph {graph.title or graph_id}" if graph is not None else "of the document"
    icon = TYPE_ICONS.get(variable.type, "value")
    return InspectorContent(
        name, f"{variable.type} {where}", icon, "value", (Section("variable", "Variable", tuple(rows)),)
    )


def _setter(name: str, owner: str | None, path: str) -> Edit:
    def edit(document: Document, value: JsonValue) -> Document:
        return set_variable_field(document, name, path, value, graph_id=owner)

    return edit


def _name_row(name: str, owner: str | None) -> FieldSpec:
    def edit(document: Document, value: JsonValue) -> Document:
        return rename_variable(document, name, str(value or ""), graph_id=owner)

    return FieldSpec(
        "variable.name",
        "Name",
        FieldKind.TEXT,
        name,
        edit,
        required=True,
        help="Renaming it renames it in every expression too.",
    )


def _choice(
    name: str, owner: str | None, path: str, label: str, value: str, names: tuple[str, ...], default: str = ""
) -> FieldSpec:
    choices = tuple((one, one) for one in names)
    return FieldSpec(
        path,
        label,
        FieldKind.CHOICE,
        None if value == default else value,
        _setter(name, owner, path),
        default=default or None,
        choices=choices,
        required=not default,
    )


def _number(name: str, owner: str | None, path: str, label: str, value: JsonValue) -> FieldSpec:
    return FieldSpec(path, label, FieldKind.NUMBER, value, _setter(name, owner, path), placeholder="none")


def _text(name: str, owner: str | None, path: str, label: str, value: str) -> FieldSpec:
    return FieldSpec(path, label, FieldKind.TEXT, value or None, _setter(name, owner, path), default="")


def _values_row(name: str, owner: str | None, variable: Variable) -> FieldSpec:
    return FieldSpec(
        "values",
        "Values",
        FieldKind.LINES,
        list(variable.values) or None,
        _setter(name, owner, "values"),
        default=[],
        help="What it may be, a line each.",
    )


def _default_row(name: str, owner: str | None, variable: Variable) -> FieldSpec:
    edit = _setter(name, owner, "default")
    value = variable.default
    if variable.type in ("bool", "trigger"):
        return FieldSpec("default", "Default", FieldKind.SWITCH, value, edit, default=False)
    if variable.type in _NUMBERS:
        kind = FieldKind.INTEGER if variable.type == "int" else FieldKind.NUMBER
        return FieldSpec(
            "default",
            "Default",
            kind,
            value,
            edit,
            default=0,
            unit=variable.unit,
            minimum=variable.min,
            maximum=variable.max,
        )
    if variable.type == "enum" and variable.values:
        choices = tuple((one, one) for one in variable.values)
        first = variable.values[0]
        return FieldSpec("default", "Default", FieldKind.CHOICE, value, edit, default=first, choices=choices)
    literal = "vector" if variable.type == "vector" else "string"
    placeholder = "0, 0" if literal == "vector" else "none" if variable.type == "entity" else ""
    return FieldSpec(
        "default", "Default", FieldKind.VALUE, value, edit, literal=literal, placeholder=placeholder
    )
