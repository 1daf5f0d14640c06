"""Parse the expressions of JavaScript that other programs write into guards and assignments.

Only what can be said in the language of Mindloom is read: literals, names and their fields, calls,
arithmetic, comparisons, `&&`, `||`, `!` and `a ? b : c`. Nothing is ever executed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

MOST_LENGTH, MOST_TOKENS, MOST_DEPTH = 4_000, 400, 40
"""How long a text may be, how many tokens it may have, and how deep it may be nested."""


class NotSaid(Exception):
    """Say why an expression cannot be said in Mindloom; the text is a full sentence."""


@dataclass(frozen=True, slots=True)
class JsLiteral:
    """Hold a number, a text, true or false, or None for null and undefined; `text` is a number as written."""

    value: int | float | str | bool | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class JsPath:
    """Hold a name and the fields behind it: `_event.data.x`."""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JsCall:
    """Hold a call of a function by its path."""

    path: tuple[str, ...]
    arguments: tuple[JsExpression, ...]


@dataclass(frozen=True, slots=True)
class JsUnary:
    """Apply `!`, `-` or `+`."""

    operator: str
    operand: JsExpression


@dataclass(frozen=True, slots=True)
class JsBinary:
    """Join two sides by an operator."""

    operator: str
    left: JsExpression
    right: JsExpression


@dataclass(frozen=True, slots=True)
class JsChoice:
    """Hold `test ? yes : no`."""

    test: JsExpression
    yes: JsExpression
    no: JsExpression


JsExpression: TypeAlias = JsLiteral | JsPath | JsCall | JsUnary | JsBinary | JsChoice

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<name>[A-Za-z_$][A-Za-z0-9_$]*)
    |(?P<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")
    |(?P<operator>===|!==|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:().,\[\]]))""",
    re.VERBOSE,
)
_BINDING = {"||": 1, "&&": 2, "==": 3, "!=": 3, "===": 3, "!==": 3, "<": 4, ">": 4, "<=": 4, ">=": 4}
_BINDING |= {"+": 5, "-": 5, "*": 6, "/": 6, "%": 6}
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "undefined": None}
_NO_NAMES = frozenset({"typeof", "new", "function", "in", "instanceof", "void", "delete", "this", "return"})
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"', "/": "/"}


def parse_javascript(text: str) -> JsExpression:
    """Return the expression that a text holds; raise `NotSaid` for any other text."""
    parser = _JsParser(_tokens(text))
    found = parser.choice(0)
    if parser.word:
        raise NotSaid(f"{parser.word!r} has no meaning in Mindloom.")
    return found


def _tokens(text: str) -> list[tuple[str, str]]:
    if len(text) > MOST_LENGTH:
        raise NotSaid(f"It is longer than {MOST_LENGTH:,} characters.")
    found: list[tuple[str, str]] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise NotSaid(f"{text[position:].strip()[:12]!r} has no meaning in Mindloom.")
        position = match.end()
        assert match.lastgroup is not None
        found.append((match.lastgroup, match[match.lastgroup]))
        if len(found) > MOST_TOKENS:
            raise NotSaid(f"It has more than {MOST_TOKENS} parts.")
    return found


class _JsParser:
    """Read an expression by precedence."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = [*tokens, ("end", "")]
        self.at = 0

    @property
    def word(self) -> str:
        return self.tokens[self.at][1]

    def take(self, word: str) -> bool:
        kind, found = self.tokens[self.at]
        if kind != "operator" or found != word:
            return False
        self.at += 1
        return True

    def expect(self, word: str) -> None:
        if not self.take(word):
            raise NotSaid(f"{word!r} is missing{f' before {self.word!r}' if self.word else ' at the end'}.")

    def need(self, kind: str, otherwise: str) -> str:
        found, word = self.tokens[self.at]
        if found != kind:
            raise NotSaid(otherwise)
        self.at += 1
        return word

    def choice(self, depth: int) -> JsExpression:
        if depth > MOST_DEPTH:
            raise NotSaid(f"It is nested deeper than {MOST_DEPTH}.")
        test = self.binary(1, depth)
        if not self.take("?"):
            return test
        yes = self.choice(depth + 1)
        self.expect(":")
        return JsChoice(test, yes, self.choice(depth + 1))

    def binary(self, least: int, depth: int) -> JsExpression:
        left = self.unary(depth)
        joined = 0
        while (binding := _BINDING.get(self.word, 0)) >= least and self.tokens[self.at][0] == "operator":
            operator = self.word
            self.at += 1
            left = JsBinary(operator, left, self.binary(binding + 1, depth + 1))
            joined += 1
            if joined > MOST_DEPTH:
                raise NotSaid(f"It joins more than {MOST_DEPTH} parts.")
        return left

    def unary(self, depth: int) -> JsExpression:
        if depth > MOST_DEPTH:
            raise NotSaid(f"It is nested deeper than {MOST_DEPTH}.")
        for operator in ("!", "-", "+"):
            if self.take(operator):
                return JsUnary(operator, self.unary(depth + 1))
        return self.operand(depth)

    def operand(self, depth: int) -> JsExpression:
        kind, word = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return JsLiteral(_number(word), word)
        if kind == "text":
            return JsLiteral(_unescaped(word[1:-1]))
        if kind == "name" and word in _WORDS:
            return JsLiteral(_WORDS[word])
        if kind == "name" and word not in _NO_NAMES:
            return self.path(word, depth)
        if word == "(" and kind == "operator":
            inner = self.choice(depth + 1)
            self.expect(")")
            return inner
        raise NotSaid(f"{word!r} has no meaning in Mindloom." if word else "It breaks off.")

    def path(self, first: str, depth: int) -> JsExpression:
        parts = [first]
        while self.word in (".", "[") and self.tokens[self.at][0] == "operator":
            if self.take("."):
                parts.append(self.need("name", "A name is missing after '.'."))
            else:
                self.expect("[")
                parts.append(_unescaped(self.need("text", "Only fields with a name can be read.")[1:-1]))
                self.expect("]")
        return JsCall(tuple(parts), self.arguments(depth)) if self.take("(") else JsPath(tuple(parts))

    def arguments(self, depth: int) -> tuple[JsExpression, ...]:
        found: list[JsExpression] = []
        while not self.take(")"):
            if found:
                self.expect(",")
            found.append(self.choice(depth + 1))
        return tuple(found)


def _number(word: str) -> int | float:
    if word[:2].lower() == "0x":
        return int(word, 16)
    if word.isdigit() and len(word) > 1 and word[0] == "0":
        raise NotSaid(f"{word!r} is no plain number.")
    return int(word) if word.isdigit() and len(word) < 16 else float(word)


def _unescaped(text: str) -> str:
    def said(match: re.Match[str]) -> str:
        if match[1] not in _ESCAPES:
            raise NotSaid(f"The escape {match[0]!r} has no meaning in Mindloom.")
        return _ESCAPES[match[1]]

    return re.sub(r"\\(.)", said, text)
