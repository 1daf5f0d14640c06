"""Turn the value of a field into the text of its editor, check what is typed, and turn it back; no Qt."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

from editor.panels.inspector.field_spec import AnyField, Check, FieldKind
from graphs.basics.frozen import JsonValue, shortest_number
from graphs.expressions.action_blocks import check_action_lines
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import Scope
from graphs.expressions.types import Type
from graphs.expressions.unfinished import may_go_on, number_may_go_on
from graphs.kinds.declarations.parameter import expression_text
from graphs.kinds.declarations.titles import value_text
from graphs.model.action_rows import indented_rows
from graphs.worlds.kinds.sensor_kind import FILTER_WORDS


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
        typed = [line.rstrip() for line in text.splitlines() if line.strip()]
        lines: list[JsonValue] = [*indented_rows(typed)]
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
        return int(stripped) if stripped.removeprefix("-").isdecimal() else stripped
    return text if spec.kind is FieldKind.NOTE else stripped


def is_unfinished(spec: AnyField, text: str, cursor: int, *, expression: bool) -> bool:
    """Tell whether a text that is wrong for a field may become right by going on typing at the cursor."""
    check = spec.check
    is_number = spec.kind in (FieldKind.NUMBER, FieldKind.INTEGER)
    if is_number and (not spec.takes_expression or number_of(text) is not None):
        is_part = spec.kind is FieldKind.INTEGER and "." in text and not text.strip().endswith(".")
        return not is_part and number_may_go_on(text.replace(",", "."), spec.minimum, spec.maximum)
    if spec.kind is FieldKind.VALUE and not expression and spec.literal == "vector":
        parts = text.strip("[]() ").split(",")
        return len(parts) <= 2 and all(number_may_go_on(part, None, None) for part in parts)
    if not isinstance(check, ExpressionCheck | BlockCheck) or not text.strip():
        return True
    error = check.error(text)
    if error is None or error.line is None:
        return error is None or may_go_on(text, error, cursor, check.error)
    before = text[:cursor]
    column = cursor - (before.rfind("\n") + 1)
    is_here = before.count("\n") == error.line
    return is_here and may_go_on(text.splitlines()[error.line], error, column, check.error)


def number_of(text: str) -> float | None:
    """Return a text as a number, None for any other."""
    try:
        return float(text)
    except ValueError:
        return None


def with_picked(spec: AnyField, picked: JsonValue) -> JsonValue:
    """Return the value with what was picked from a list or on the map: of several words one more."""
    if not isinstance(picked, str):
        return picked
    if spec.kind is FieldKind.LINES:
        lines = spec.value if isinstance(spec.value, list) else []
        return [*lines, *([] if picked in lines else [picked])]
    if spec.is_filter and isinstance(spec.value, str) and spec.value not in FILTER_WORDS:
        terms = [term.strip() for term in spec.value.split(",") if term.strip()]
        return ", ".join(dict.fromkeys([*terms, picked]))
    return picked


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


@dataclass(frozen=True, eq=False)
class ExpressionCheck:
    """Check one expression; an empty text is right unless `required`. `scope` is what it may name."""

    scope: Scope
    expected: Type | None = None
    required: bool = False

    def __call__(self, text: str) -> str:
        """Return what is wrong with a text, "" for nothing."""
        if not text.strip():
            return "Write an expression." if self.required else ""
        return str(self.error(text) or "")

    def error(self, text: str) -> ExpressionError | None:
        """Return the first error of an expression, None for a right one."""
        try:
            check_expression(text, self.scope, self.expected)
        except ExpressionError as error:
            return error
        return None


@dataclass(frozen=True, eq=False)
class BlockCheck:
    """Check an action block, a line each. `scope` is what it may name."""

    scope: Scope

    def __call__(self, text: str) -> str:
        """Return what is wrong with a text, "" for nothing."""
        return str(self.error(text) or "")

    def error(self, text: str) -> ExpressionError | None:
        """Return the first error of a block, None for a right one."""
        return next(iter(check_action_lines(indented_rows(text.splitlines()), self.scope)), None)


def expression_check(scope: Scope, expected: Type | None = None, *, required: bool = False) -> Check:
    """Return a check for one expression; an empty text is right unless `required`."""
    return ExpressionCheck(scope, expected, required)


def expressions_check(scope: Scope) -> Check:
    """Return a check for expressions, one a line."""
    check = expression_check(scope)
    return lambda text: next((problem for problem in map(check, text.splitlines()) if problem), "")


def block_check(scope: Scope) -> Check:
    """Return a check for an action block, a line each."""
    return BlockCheck(scope)
