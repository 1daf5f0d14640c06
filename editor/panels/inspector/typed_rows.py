"""Build the rows that everything declared with a type has: variables and parameters; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from editor.panels.inspector.field_spec import Edit, FieldKind, FieldSpec
from graphs.basics.frozen import JsonValue, Number
from graphs.model.variables_and_events import VariableType

NUMBERS = ("int", "float")
TYPES: tuple[VariableType, ...] = ("float", "int", "bool", "vector", "entity", "string", "enum", "trigger")
"""Types in the order in which they are offered."""

Setter = Callable[[str], Edit]
"""Returns the edit that sets one field of what is declared, by the field's path."""


class Declared(Protocol):
    """Be something declared with a type."""

    @property
    def type(self) -> VariableType:
        """Return the type."""

    @property
    def default(self) -> JsonValue:
        """Return the value at the start."""

    @property
    def values(self) -> tuple[str, ...]:
        """Return what an enum may be."""

    @property
    def min(self) -> Number | None:
        """Return the least value."""

    @property
    def max(self) -> Number | None:
        """Return the greatest value."""

    @property
    def unit(self) -> str:
        """Return the unit."""


def choice_row(
    key: str, label: str, value: str, names: tuple[str, ...], edit: Edit, default: str = "", hint: str = ""
) -> FieldSpec:
    """Return a row that offers names."""
    return FieldSpec(
        key,
        label,
        FieldKind.CHOICE,
        None if value == default else value,
        edit,
        default=default or None,
        choices=tuple((one, one) for one in names),
        required=not default,
        help=hint,
    )


def value_rows(declared: Declared, setter: Setter, prefix: str = "") -> list[FieldSpec]:
    """Return the rows for what a typed value may be: enum values, default, range, unit.

    `prefix` stands before the keys of the rows.
    """
    rows = []
    if declared.type == "enum":
        rows.append(
            FieldSpec(
                f"{prefix}values",
                "Values",
                FieldKind.LINES,
                list(declared.values) or None,
                setter("values"),
                default=[],
                help="What it may be, a line each.",
            )
        )
    rows.append(default_row(declared, setter("default"), f"{prefix}default"))
    if declared.type in NUMBERS:
        rows.append(_number(f"{prefix}min", "Least", declared.min, setter("min")))
        rows.append(_number(f"{prefix}max", "Most", declared.max, setter("max")))
        rows.append(
            FieldSpec(
                f"{prefix}unit", "Unit", FieldKind.TEXT, declared.unit or None, setter("unit"), default=""
            )
        )
    return rows


def default_row(declared: Declared, edit: Edit, key: str) -> FieldSpec:
    """Return the row for the value at the start, edited as its type is."""
    value = declared.default
    if declared.type in ("bool", "trigger"):
        return FieldSpec(key, "Default", FieldKind.SWITCH, value, edit, default=False)
    if declared.type in NUMBERS:
        return FieldSpec(
            key,
            "Default",
            FieldKind.INTEGER if declared.type == "int" else FieldKind.NUMBER,
            value,
            edit,
            default=0,
            unit=declared.unit,
            minimum=declared.min,
            maximum=declared.max,
        )
    if declared.type == "enum" and declared.values:
        choices = tuple((one, one) for one in declared.values)
        return FieldSpec(
            key, "Default", FieldKind.CHOICE, value, edit, default=declared.values[0], choices=choices
        )
    literal = "vector" if declared.type == "vector" else "string"
    placeholder = "0, 0" if literal == "vector" else "none" if declared.type == "entity" else ""
    return FieldSpec(key, "Default", FieldKind.VALUE, value, edit, literal=literal, placeholder=placeholder)


def note_row(value: str, edit: Edit, key: str = "note") -> FieldSpec:
    """Return the row for a note."""
    return FieldSpec(key, "Note", FieldKind.NOTE, value or None, edit, default="")


def name_row(key: str, value: str, edit: Edit, hint: str) -> FieldSpec:
    """Return the row for a name, which renames it wherever it is used."""
    return FieldSpec(key, "Name", FieldKind.TEXT, value, edit, required=True, help=hint)


def _number(key: str, label: str, value: JsonValue, edit: Edit) -> FieldSpec:
    return FieldSpec(key, label, FieldKind.NUMBER, value, edit, placeholder="none")
