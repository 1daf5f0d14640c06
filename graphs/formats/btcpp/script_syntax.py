"""Read scripts of BehaviorTree.CPP into a syntax tree, by the tokens and binding powers of its own parser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

MOST_TOKENS, DEEPEST = 2_000, 40
"""How long a script may be, and how deep it may be nested."""

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
_SPACE = re.compile(r"[ \t\r\n]*")

COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">="})
ASSIGNMENTS = frozenset({":=", "=", "+=", "-=", "*=", "/="})
_POWERS = {
    **dict.fromkeys(ASSIGNMENTS, 2),
    "?": 4,
    "||": 6,
    "&&": 8,
    **dict.fromkeys(COMPARISONS, 10),
    "|": 12,
    "^": 12,
    "&": 14,
    "+": 16,
    "-": 16,
    "..": 16,
    "*": 18,
    "/": 18,
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
        statements.append(parser.expression(0, 0))
        while parser.takes(";"):
            pass
    if not statements:
        raise ScriptError("It is empty.")
    return tuple(statements)


def _tokens(text: str) -> list[tuple[str, str]]:
    found = []
    place = 0
    while place < (end := len(text)):
        match = _PATTERN.match(text, place)
        if match is None or match.lastgroup is None:
            space = _SPACE.match(text, place)
            if space is not None and space.end() == end:
                break
            raise ScriptError(f"It has {text[place:].strip()[:12]!r}, which is no part of a script.")
        found.append((match.lastgroup, match[match.lastgroup]))
        if len(found) > MOST_TOKENS:
            raise ScriptError(f"It has more than {MOST_TOKENS} parts.")
        place = match.end()
    return found


class _ScriptParser:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens, self._place = tokens, 0

    @property
    def at_end(self) -> bool:
        return self._place == len(self._tokens)

    @property
    def _operator(self) -> str:
        sort, text = ("", "") if self.at_end else self._tokens[self._place]
        return text if sort == "operator" else ""

    def takes(self, operator: str) -> bool:
        """Go on behind an operator, if it is next."""
        found = self._operator == operator
        self._place += found
        return found

    def expression(self, least: int, depth: int) -> ScriptNode:
        """Read on as far as operators bind at least as tightly."""
        if depth > DEEPEST:
            raise ScriptError(f"It is nested more than {DEEPEST} deep.")
        left = self._prefix(depth)
        while (power := _POWERS.get(self._operator, -1)) >= max(least, 0):
            operator = self._operator
            if operator in ASSIGNMENTS:
                self._place += 1
                return ScriptNode("assign", operator, (left, self.expression(0, depth + 1)))
            if operator == "?":
                return self._choice(left, depth)
            if operator in COMPARISONS:
                left = self._comparison(left, depth)
                continue
            self._place += 1
            left = ScriptNode("binary", operator, (left, self.expression(power + 1, depth + 1)))
        return left

    def _choice(self, test: ScriptNode, depth: int) -> ScriptNode:
        self._place += 1
        then = self.expression(0, depth + 1)
        if not self.takes(":"):
            raise ScriptError("A ':' is missing behind '?'.")
        return ScriptNode("choose", "?", (test, then, self.expression(_POWERS["?"], depth + 1)))

    def _comparison(self, left: ScriptNode, depth: int) -> ScriptNode:
        operators, operands = [], [left]
        while self._operator in COMPARISONS:
            operators.append(self._operator)
            self._place += 1
            operands.append(self.expression(_POWERS["=="] + 1, depth + 1))
        return ScriptNode("compare", " ".join(operators), tuple(operands))

    def _prefix(self, depth: int) -> ScriptNode:
        if self.at_end:
            raise ScriptError("It breaks off.")
        sort, text = self._tokens[self._place]
        self._place += 1
        if sort == "operator":
            if text in ("-", "~", "!"):
                return ScriptNode("unary", text, (self.expression(_PREFIX_POWER, depth + 1),))
            if text == "(":
                inner = self.expression(0, depth + 1)
                if not self.takes(")"):
                    raise ScriptError("A ')' is missing.")
                return inner
            raise ScriptError(f"A value is missing before {text!r}.")
        if sort == "name":
            is_bool = text in ("true", "false")
            return ScriptNode("literal", text == "true") if is_bool else ScriptNode("name", text)
        if sort == "string":
            return ScriptNode("literal", text[1:-1])
        if sort == "hex":
            return ScriptNode("literal", int(text, 16) if len(text) < 20 else 0.0)
        return ScriptNode("literal", int(text) if sort == "int" and len(text) < 19 else _real(text))


def _real(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ScriptError(f"The number {text[:20]} is too large.")
    return value
