"""Cut the text of an expression or action line into tokens."""

from __future__ import annotations

import math
import re
from enum import StrEnum
from typing import NamedTuple

from graphs.expressions.errors import ExpressionError

LONGEST_TEXT = 10_000
"""Characters an expression or action line may have."""

_LARGEST_LITERAL = 2**31  # one more than the largest int: it may follow a minus sign

_PATTERN = re.compile(
    r"""
    [ \t\r\n]*
  (?:
    (?P<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<operator><=|>=|==|!=|[-+*/%<>().,=])
  )
    """,
    re.VERBOSE,
)
_SPACE = re.compile(r"[ \t\r\n]*")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {'"': '"', "'": "'", "\\": "\\", "n": "\n", "t": "\t"}
_FOREIGN = {
    "!": "Use 'not'.",
    "&": "Use 'and'.",
    "|": "Use 'or'.",
    "?": "Write 'a if condition else b'.",
    "^": "Multiply instead: there is no power operator.",
    "[": "There are no lists; use parentheses to group.",
    "{": "Use parentheses to group.",
    ";": "Put each action on a line of its own.",
}


class TokenKind(StrEnum):
    """Name the kinds of tokens."""

    NUMBER = "number"
    STRING = "string"
    NAME = "name"
    OPERATOR = "operator"
    END = "end"


_KINDS = {kind.value: kind for kind in TokenKind}


class Token(NamedTuple):
    """Hold one token: its kind, its text, its character span and, for literals, its value."""

    kind: TokenKind
    text: str
    start: int
    end: int
    value: int | float | str | None = None

    def is_operator(self, text: str) -> bool:
        """Tell whether this is the given operator or bracket."""
        return self.kind is TokenKind.OPERATOR and self.text == text

    def is_word(self, text: str) -> bool:
        """Tell whether this is the given name or word."""
        return self.kind is TokenKind.NAME and self.text == text

    @property
    def phrase(self) -> str:
        """Name the token for messages."""
        return "the end" if self.kind is TokenKind.END else f"'{_shortened(self.text)}'"


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a text, an END token last; raise ExpressionError where it cannot be read."""
    if len(text) > LONGEST_TEXT:
        raise ExpressionError(
            f"The text has {len(text)} characters; at most {LONGEST_TEXT} are allowed.",
            LONGEST_TEXT,
            len(text),
            "Split it, for example with a variable that holds a part of the result.",
        )
    tokens: list[Token] = []
    position = 0
    while match := _PATTERN.match(text, position):
        group = str(match.lastgroup)
        start, position = match.span(group)
        tokens.append(_token(text, group, start, position))
    space = _SPACE.match(text, position)
    if space is not None and space.end() < len(text):
        raise _unreadable(text, space.end())
    tokens.append(Token(TokenKind.END, "", len(text), len(text)))
    return tokens


def _token(text: str, group: str, start: int, end: int) -> Token:
    raw = text[start:end]
    if group == "number":
        return _number_token(text, raw, start, end)
    if group == "string":
        return Token(TokenKind.STRING, raw, start, end, _unescape(raw, start))
    return Token(_KINDS[group], raw, start, end)


def _number_token(text: str, raw: str, start: int, end: int) -> Token:
    if end < len(text) and (text[end].isalnum() or text[end] in "_."):
        raise ExpressionError(
            f"The number '{_shortened(raw)}' runs into {_shortened(text[end])!r}.",
            start,
            end + 1,
            "Write numbers as 3, 0.5 or 1e3 and put an operator or a space after them.",
        )
    if raw.isdigit():
        digits = raw.lstrip("0") or "0"
        if len(digits) > 10 or int(digits) > _LARGEST_LITERAL:
            raise ExpressionError(
                f"The int '{_shortened(raw)}' does not fit 32 bits.", start, end, "Write it as a float."
            )
        return Token(TokenKind.NUMBER, raw, start, end, int(digits))
    value = float(raw)
    if not math.isfinite(value):
        raise ExpressionError(f"The number '{_shortened(raw)}' is too large for a float.", start, end)
    return Token(TokenKind.NUMBER, raw, start, end, value)


def _unescape(raw: str, start: int) -> str:
    def replace(match: re.Match[str]) -> str:
        escaped = match.group(1)
        if escaped not in _ESCAPES:
            position = start + 1 + match.start()
            raise ExpressionError(
                f"Unknown escape '\\{escaped}' in a string.",
                position,
                position + 2,
                "Known are \\\" \\' \\\\ \\n and \\t; write a backslash as two.",
            )
        return _ESCAPES[escaped]

    return _ESCAPE.sub(replace, raw[1:-1])


def _unreadable(text: str, position: int) -> ExpressionError:
    character = text[position]
    if character in "\"'":
        return ExpressionError(
            "A string does not end.", position, len(text), f"Close it with {character} on the same line."
        )
    remedy = _FOREIGN.get(character, "Remove it; only text between quotes may hold any character.")
    return ExpressionError(f"Unexpected character {character!r}.", position, position + 1, remedy)


def _shortened(text: str) -> str:
    return text if len(text) <= 24 else text[:24] + "…"
