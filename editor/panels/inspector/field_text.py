"""Turn the value of a field into the text of its editor, and the text back; no Qt."""

from __future__ import annotations

import json
import math

from editor.panels.inspector.field_spec import AnyField, FieldKind
from graphs.basics.frozen import JsonValue, shortest_number
from graphs.kinds.declarations.parameter import expression_text
from graphs.kinds.declarations.titles import value_text


class FieldTextError(ValueError):
    """Say why a text cannot be the value of a field."""


def is_expression(spec: AnyField, value: JsonValue) -> bool:
    """Tell whether a VALUE or SWITCH shows an expression; an empty one starts as what is usual for it."""
    if value is not None:
        return expression_text(value) is not None
    return spec.takes_expression and spec.kind is FieldKind.VALUE and spec.literal not in ("string", "path")


def text_of(spec: AnyField) -> str:
    """Return the text an editor shows for the field's value, "" where a default stands in as placeholder."""
    if spec.mixed:
        return ""
    value = spec.value if spec.kind is not FieldKind.NUMBER or spec.value is not None else spec.default
    if spec.kind in (FieldKind.NUMBER, FieldKind.INTEGER):
        value = spec.shown
    return value_as_text(value)


def value_as_text(value: JsonValue) -> str:
    """Return a value as it is typed: an expression bare, a vector without brackets, lines as lines."""
    expression = expression_text(value)
    if expression is not None:
        return expression
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return "\n".join(str(item) for item in value)
        return ", ".join(value_text(item) for item in value)
    return value_text(value)


def value_of(spec: AnyField, text: str, *, expression: bool = False) -> JsonValue:
    """Return the value that a text stands for; None for an empty one, which takes the default.

    Raises FieldTextError with a sentence for a text that cannot be a value of the field.
    """
    stripped = text.strip()
    if spec.kind in (FieldKind.LINES,):
        lines: list[JsonValue] = [line.rstrip() for line in text.splitlines() if line.strip()]
        return lines or None
    if not stripped:
        return None
    if spec.kind in (FieldKind.NUMBER, FieldKind.INTEGER):
        return _number(spec, stripped)
    if expression:
        return {"expr": stripped}
    if spec.kind is FieldKind.VALUE:
        return _literal(spec, stripped)
    if spec.literal == "threshold":
        return int(stripped) if stripped.isdecimal() else stripped
    return text if spec.kind is FieldKind.NOTE else stripped


def _number(spec: AnyField, text: str) -> JsonValue:
    try:
        number = float(text.replace(",", ".") if text.count(",") == 1 and "(" not in text else text)
    except ValueError:
        if spec.takes_expression:
            return {"expr": text}
        raise FieldTextError(f"{spec.label} takes a number.") from None
    if not math.isfinite(number):
        raise FieldTextError(f"{spec.label} takes a finite number.")
    value = shortest_number(number)
    if spec.kind is FieldKind.INTEGER and not isinstance(value, int):
        raise FieldTextError(f"{spec.label} takes a whole number.")
    unit = f" {spec.unit}" if spec.unit else ""
    if spec.minimum is not None and value < spec.minimum:
        raise FieldTextError(f"The least is {spec.minimum:g}{unit}.")
    if spec.maximum is not None and value > spec.maximum:
        raise FieldTextError(f"The most is {spec.maximum:g}{unit}.")
    return value


def _literal(spec: AnyField, text: str) -> JsonValue:
    if spec.literal in ("vector", "point", "any"):
        vector = _vector(text)
        if vector is not None:
            return vector
        if spec.literal == "vector":
            raise FieldTextError(f"{spec.label} takes a vector, such as 3, 4.5.")
    if spec.literal == "any":
        try:
            value = json.loads(text)
        except ValueError:
            return text
        return value if isinstance(value, (int, float, bool, str)) else text
    return text


def _vector(text: str) -> JsonValue:
    parts = text.strip("[]()").split(",")
    if len(parts) != 2:
        return None
    try:
        return [shortest_number(float(part)) for part in parts]
    except ValueError:
        return None
