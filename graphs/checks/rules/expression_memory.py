"""Remember which texts were found right or wrong in which scope, so that a re-check costs what changed."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from graphs.expressions.action_blocks import check_action_block
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import parse_expression
from graphs.expressions.scope import Scope
from graphs.expressions.types import Type

SCOPES_KEPT = 256


@dataclass(frozen=True, slots=True)
class TextProblem:
    """Hold what is wrong in a text: the code of the problem, its words, the characters it is about."""

    code: str
    message: str
    remedy: str
    start: int
    end: int


@dataclass(slots=True)
class ExpressionMemory:
    """Hold the verdicts on texts of one scope; a scope is a value, so a verdict on it stays right.

    `inner` holds the memories of the same scope with an event that is taken, by the event's names.
    """

    scope: Scope
    expressions: dict[tuple[str, Type | None], Type | TextProblem] = field(default_factory=dict)
    lines: dict[str, TextProblem | None] = field(default_factory=dict)
    inner: dict[tuple[str, ...], ExpressionMemory] = field(default_factory=dict)

    def expression(self, text: str, expected: Type | None) -> Type | TextProblem:
        """Return the type of an expression, or what is wrong with it."""
        key = (text, expected)
        verdict = self.expressions.get(key)
        if verdict is None:
            verdict = self.expressions[key] = self._checked(text, expected)
        return verdict

    def line(self, text: str) -> TextProblem | None:
        """Return what is wrong with an action line, or None."""
        if text not in self.lines:
            try:
                check_action_block((text,), self.scope)
                self.lines[text] = None
            except ExpressionError as error:
                self.lines[text] = _text_problem(error, "E103")
        return self.lines[text]

    def _checked(self, text: str, expected: Type | None) -> Type | TextProblem:
        if not text.strip():
            return TextProblem("E101", "The expression is empty.", "Write one.", 0, len(text))
        try:
            syntax = parse_expression(text)
        except ExpressionError as error:
            return _text_problem(error, "E101")
        try:
            return check_expression(syntax, self.scope, expected).type
        except ExpressionError as error:
            return _text_problem(error, "E103")


class ScopeMemories:
    """Keep the memories of the scopes used last, found again by the identity of what they are made of."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, ...], tuple[tuple[object, ...], ExpressionMemory]] = OrderedDict()

    def find(self, parts: tuple[object, ...]) -> ExpressionMemory | None:
        """Return the memory of the scope that was made of these very objects, or None."""
        key = tuple(map(id, parts))
        entry = self._kept.get(key)
        if entry is None:
            return None
        self._kept.move_to_end(key)
        return entry[1]

    def keep(self, parts: tuple[object, ...], scope: Scope) -> ExpressionMemory:
        """Keep a new memory for a scope and return it; `parts` are held, so that no id is used again."""
        memory = ExpressionMemory(scope)
        self._kept[tuple(map(id, parts))] = (parts, memory)
        while len(self._kept) > SCOPES_KEPT:
            self._kept.popitem(last=False)
        return memory


def _text_problem(error: ExpressionError, code: str) -> TextProblem:
    message, remedy = error.message, error.remedy
    if message.startswith("Unknown "):
        code = "E102"
        if remedy.startswith("Use '"):
            message = f"{message} Did you mean {remedy.removeprefix('Use ').removesuffix('.')}?"
    return TextProblem(code, message, remedy, error.start, error.end)
