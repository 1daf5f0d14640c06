"""Check what is typed into a field while it is typed; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphs.expressions.action_blocks import check_action_lines
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import Scope
from graphs.expressions.types import Type

Check = Callable[[str], str]


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
        try:
            check_expression(text, self.scope, self.expected)
        except ExpressionError as error:
            return str(error)
        return ""


@dataclass(frozen=True, eq=False)
class BlockCheck:
    """Check an action block, a line each. `scope` is what it may name."""

    scope: Scope

    def __call__(self, text: str) -> str:
        """Return what is wrong with a text, "" for nothing."""
        problems = check_action_lines(text.splitlines(), self.scope)
        return str(problems[0]) if problems else ""


def expression_check(scope: Scope, expected: Type | None = None, *, required: bool = False) -> Check:
    """Return a check for one expression; an empty text is right unless `required`."""
    return ExpressionCheck(scope, expected, required)


def expressions_check(scope: Scope) -> Check:
    """Return a check for expressions, one a line."""
    one = expression_check(scope)
    return lambda text: next((problem for problem in map(one, text.splitlines()) if problem), "")


def block_check(scope: Scope) -> Check:
    """Return a check for an action block, a line each."""
    return BlockCheck(scope)
