"""Read scripts of BehaviorTree.CPP into a syntax tree, by the tokens and binding powers of its own parser."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

MOST_TOKENS, MOST_IN_STATEMENT, DEEPEST = 2_000, 400, 40
"""How long a script and a statement may be, and how deep it may be nested."""

_PATTERN = re.compile(
    r"""
  [ \t\r\n]*
  (?:
    (?P<string>'[^']*')
  | (?P<hex>0[xX][0-9a-fA-F]+(?![\w.]))
  | (?P<real>[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+(?![\w])|[0-9]+\.[0-9]+(?![\w]))
  | (?P<int>[0-9]+(?![\w])(?!\.[^.]))
  | (?P<name>[A-Za-z_@][A-Za-z0-9_]*)
  | (?P<operator>\.\.|&&|\|\||==|!=|<=|>=|:=|\+=|-=|\*=|/=|[-+*/&|^~!<>=?:();])
  )
    """,
    re.VERBOSE,
)

COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">="})
ASSIGNMENTS = frozenset({":=", "=", "+=", "-=", "*=", "/="})
_POWERS = {
    **dict.fromkeys(ASSIGNMENTS, 2),
    "?": 4,
    "||": 6,
    "&&": 8,
    **dict.fromkeys(COMPARISONS, 10),
    **dict.fromkeys(("|", "^"), 12),
    "&": 14,
    **dict.fromkeys(("+", "-", ".."), 16),
    **dict.fromkeys(("*", "/"), 18),
}
_PREFIX_POWER = 20


class ScriptError(ValueError):
    """Say why a text is no script."""


ScriptSort = Literal["literal", "name", "unary", "binary", "compare", "choose", "assign"]


@dataclass(frozen=True, slots=True)
class ScriptNode:
    """Hold a part of a script: a value, the key of an entry, or operators with the parts that they join.

    `value` is that of a literal, the key of a name, else the operator; of a comparison the operators, one
    between each two parts, joined by spaces.
    """

    sort: ScriptSort
    value: bool | int | float | str
    parts: tuple[ScriptNode, ...] = ()

    def walk(self) -> Iterator[ScriptNode]:
        """Yield this part and all inside."""
        yield self
        for part in self.parts:
            yield from part.walk()


@lru_cache(maxsize=1024)
def parse_script(text: str) -> tuple[ScriptNode, ...]:
    """Return the statements of a script, one at least; raise `ScriptError` for what is none."""
    parser = _ScriptParser(_tokens(text))
    statements = []
    while not parser.at_end:
        begin = parser.place
        statements.append(parser.expression(0, 0))
        if parser.place - begin > MOST_IN_STATEMENT:
            raise ScriptError(f"A statement has more than {MOST_IN_STATEMENT} parts.")
        while parser.takes(";"):
            pass
    if not statements:
        raise ScriptError("It is empty.")
    return tuple(statements)


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    place, text = 0, text.rstrip(" \t\r\n")
    while place < len(text):
        match = _PATTERN.match(text, place)
        if match is None or match.lastgroup is None:
            raise ScriptError(f"It has {text[place:].strip()[:12]!r}, which is no part of a script.")
        found.append((match.lastgroup, match[match.lastgroup]))
        if len(found) > MOST_TOKENS:
            raise ScriptError(f"It has more than {MOST_TOKENS} parts.")
        place = match.end()
    return found


class _ScriptParser:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens, self.place = tokens, 0

    @property
    def at_end(self) -> bool:
        return self.place == len(self._tokens)

    @property
    def _operator(self) -> str:
        sort, text = ("", "") if self.at_end else self._tokens[self.place]
        return text if sort == "operator" else ""

    def takes(self, operator: str) -> bool:
        """Go on behind an operator, if it is next."""
        found = self._operator == operator
        self.place += found
        return found

    def expression(self, least: int, depth: int) -> ScriptNode:
        """Read on as far as operators bind at least as tightly."""
        if depth > DEEPEST:
            raise ScriptError(f"It is nested more than {DEEPEST} deep.")
        left = self._prefix(depth)
        while (power := _POWERS.get(self._operator, -1)) >= least:
            operator = self._operator
            self.place += 1
            if operator in ASSIGNMENTS:
                return ScriptNode("assign", operator, (left, self.expression(0, depth + 1)))
            if operator == "?":
                then = self.expression(0, depth + 1)
                if not self.takes(":"):
                    raise ScriptError("A ':' is missing behind '?'.")
                return ScriptNode("choose", "?", (left, then, self.expression(power, depth + 1)))
            right = self.expression(power + 1, depth + 1)
            if operator in COMPARISONS:
                left = self._comparison(operator, [left, right], depth)
            else:
                left = ScriptNode("binary", operator, (left, right))
        return left

    def _comparison(self, operators: str, operands: list[ScriptNode], depth: int) -> ScriptNode:
        """Read on where more is compared: `0 < a < 3`."""
        while (operator := self._operator) in COMPARISONS:
            operators = f"{operators} {operator}"
            self.place += 1
            operands.append(self.expression(_POWERS[operator] + 1, depth + 1))
        return ScriptNode("compare", operators, tuple(operands))

    def _prefix(self, depth: int) -> ScriptNode:
        if self.at_end:
            raise ScriptError("It breaks off.")
        sort, text = self._tokens[self.place]
        self.place += 1
        if text in ("-", "~", "!"):
            return ScriptNode("unary", text, (self.expression(_PREFIX_POWER, depth + 1),))
        if text == "(":
            inner = self.expression(0, depth + 1)
            if not self.takes(")"):
                raise ScriptError("A ')' is missing.")
            return inner
        if sort == "operator":
            raise ScriptError(f"A value is missing before {text!r}.")
        if sort == "name" and text not in ("true", "false"):
            return ScriptNode("name", text)
        return ScriptNode("literal", _literal(sort, text))


def _literal(sort: str, text: str) -> bool | int | float | str:
    if sort == "name":
        return text == "true"
    if sort == "string":
        return text[1:-1]
    if sort == "hex":
        return int(text, 16) if len(text) < 20 else 0.0
    if sort == "int" and len(text) < 19:
        return int(text)
    value = float(text)
    if math.isinf(value):
        raise ScriptError(f"The number {text[:20]} is too large.")
    return value
