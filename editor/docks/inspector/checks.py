"""Check what is typed into a field while it is typed; no Qt."""

from __future__ import annotations

from collections.abc import Callable

from graphs.expressions.action_blocks import check_action_lines
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import Scope
from graphs.expressions.types import Type

Check = Callable[[str], str]


def expression_check(scope: Scope, expected: Type | None = None, *, required: bool = False) -> Check:
    """Return a check for one expression; an empty text is right unless `required`."""

    def check(text: str) -> str:
        if not text.strip():
            return "Write an expression." if required else ""
        try:
            check_expression(text, scope, expected)
        except ExpressionError as error:
            return str(error)
        return ""

    return check


def expressions_check(scope: Scope) -> Check:
    """Return a check for expressions, one a line."""
    one = expression_check(scope)
    return lambda text: next((problem for problem in map(one, text.splitlines()) if problem), "")


def block_check(scope: Scope) -> Check:
    """Return a check for an action block, a line each."""

    def check(text: str) -> str:
        problems = check_action_lines(text.splitlines(), scope)
        return str(problems[0]) if problems else ""

    return check
