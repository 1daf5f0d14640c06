"""Keep the typed trees of guards, so that a text is read once per scope however often it is looked at."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from graphs.checks.lints.guard_answers import GuardAnswers
from graphs.expressions.action_blocks import ActionLine, check_action_block
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import Scope
from graphs.expressions.typed import ConditionCall, TypedExpression
from graphs.expressions.types import BOOL

SCOPES_KEPT = 256

UNREADABLE: TypedExpression = ConditionCall(BOOL, 0, 0, "", ())
"""Stands for a guard with an error in it: the check reports it, and nothing can be said of its truth."""


@dataclass(slots=True)
class TypedTexts:
    """Hold what the texts of one scope mean, and `answers` about its guards; a scope is a value and stays."""

    scope: Scope
    _guards: dict[str, TypedExpression] = field(default_factory=dict)
    _lines: dict[str, ActionLine | None] = field(default_factory=dict)
    answers: GuardAnswers = field(default_factory=GuardAnswers)

    def guard(self, text: str) -> TypedExpression:
        """Return the typed tree of a bool expression, `UNREADABLE` if it is wrong."""
        found = self._guards.get(text)
        if found is None:
            try:
                found = check_expression(text, self.scope, BOOL)
            except ExpressionError:
                found = UNREADABLE
            self._guards[text] = found
        return found

    def line(self, text: str) -> ActionLine | None:
        """Return the typed form of an action line, None if it is empty or wrong."""
        if text not in self._lines:
            try:
                lines = check_action_block((text,), self.scope)
            except ExpressionError:
                lines = ()
            self._lines[text] = lines[0] if lines else None
        return self._lines[text]


_kept: OrderedDict[int, TypedTexts] = OrderedDict()


def typed_texts(scope: Scope) -> TypedTexts:
    """Return what is known of the texts of a scope; the same while the very scope is in use."""
    found = _kept.get(id(scope))
    if found is None:
        found = _kept[id(scope)] = TypedTexts(scope)
        while len(_kept) > SCOPES_KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(id(scope))
    return found
