"""Tell whether a text that is wrong could become right by going on typing where the cursor is."""

from __future__ import annotations

from collections.abc import Callable

from graphs.expressions.errors import ExpressionError
from graphs.expressions.tokens import tokenize

Again = Callable[[str], ExpressionError | None]
"""Checks a text again; returns its first error."""


def may_go_on(text: str, error: ExpressionError, cursor: int, again: Again) -> bool:
    """Tell whether an error of an expression or action line may be mended by typing at the cursor.

    That holds for an error that the cursor touches, unless no text has such a character, and for parentheses
    that are still open. What is wrong elsewhere stays wrong.
    """
    if _touches(error, text, cursor):
        return _is_begun(text[error.start : error.end])
    opened = _open_ones(text)
    if not opened or cursor < len(text.rstrip()):
        return False
    left = again(text + ")" * opened)
    return left is None or _touches(left, text, cursor)


def number_may_go_on(text: str, minimum: float | None, maximum: float | None) -> bool:
    """Tell whether a text that is no number in range may become one by going on typing at its end."""
    stripped = text.strip()
    try:
        number = float(f"{stripped}0") if stripped else 0.0
    except ValueError:
        return False
    if stripped.startswith("-"):
        return minimum is None or number >= minimum
    return maximum is None or number <= 10 * maximum or "e" in stripped.lower()


def _touches(error: ExpressionError, text: str, cursor: int) -> bool:
    """Tell whether the cursor is in an error or behind it with nothing but spaces between."""
    return error.start <= cursor and not text[error.end : cursor].strip()


def _is_begun(words: str) -> bool:
    """Tell whether words can be read, or begin what can be: a text in quotes, or a sign of two characters."""
    for ending in ("", "=", '"', "'"):
        try:
            tokenize(words + ending)
        except ExpressionError:
            continue
        return True
    return False


def _open_ones(text: str) -> int:
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return 0
    return sum(token.is_operator("(") - token.is_operator(")") for token in tokens)
