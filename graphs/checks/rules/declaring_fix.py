"""Offer to declare a name that nobody declared, with the type that its place asks for."""

from __future__ import annotations

from dataclasses import replace

from graphs.checks.rules.problem import Fix
from graphs.expressions.action_blocks import check_action_block
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import Scope, VariableInfo
from graphs.expressions.types import BOOL, ENTITY, FLOAT, STRING, VECTOR, Type
from graphs.model.variables_and_events import VariableType

_CANDIDATES: tuple[tuple[VariableType, Type], ...] = (
    ("float", FLOAT),
    ("bool", BOOL),
    ("vector", VECTOR),
    ("entity", ENTITY),
    ("string", STRING),
)
"""Types that are tried, in this order; the first with which the text is right is offered."""


def declaring_fix(
    name: str, text: str, scope: Scope, *, expected: Type | None = None, is_line: bool = False
) -> Fix | None:
    """Return the fix that declares a variable `name` of the document, None where nothing tells its type.

    `text` is the expression that names it, of the type `expected`, or with `is_line` a line of an action
    block; `scope` is what it may name.
    """
    if not is_line and expected is None and text.strip() == name:
        return None
    for type_name, wanted in _CANDIDATES:
        info = VariableInfo(wanted, f"agent:{name}")
        tried = replace(scope, variables={**scope.variables, name: info})
        if _is_right(name, text, tried, expected, is_line=is_line):
            return Fix(
                f"Declare {name} as {type_name}", "declare_variable", {"name": name, "type_name": type_name}
            )
    return None


def _is_right(name: str, text: str, scope: Scope, expected: Type | None, *, is_line: bool) -> bool:
    """Tell whether a text is right, but for further names that nobody declared."""
    try:
        if is_line:
            check_action_block((text,), scope)
        else:
            check_expression(text, scope, expected)
    except ExpressionError as error:
        return error.message.startswith("Unknown ") and text[error.start : error.end] != name
    return True
