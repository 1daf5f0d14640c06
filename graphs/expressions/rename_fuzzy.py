"""Rename curves, fuzzy inputs and outputs, and sets in expressions and action lines, by their tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import FUZZY_FUNCTIONS
from graphs.expressions.names import HEDGES
from graphs.expressions.tokens import Token, TokenKind, tokenize


def rename_curve_in_text(text: str, old: str, new: str) -> str:
    """Return a text with `curve old(…)` reading the curve `new`."""
    return _replaced(text, [token for token in _curve_names(_tokens(text)) if token.text == old], new)


def rename_axis_in_text(text: str, old: str, new: str) -> str:
    """Return a text with the fuzzy input or output `old` called `new` in `old is …` and `number(old)`."""
    return _replaced(text, [token for token in _axis_names(_tokens(text)) if token.text == old], new)


def rename_set_in_text(text: str, axis: str, old: str, new: str) -> str:
    """Return a text with the set `old` of an input or output called `new` in `axis is old`."""
    tokens = _tokens(text)
    named = [name for owner, name in _set_names(tokens) if owner.text == axis and name.text == old]
    return _replaced(text, named, new)


def _tokens(text: str) -> Sequence[Token]:
    try:
        return tokenize(text)
    except ExpressionError:
        return ()


def _replaced(text: str, found: Sequence[Token], new: str) -> str:
    for token in reversed(found):
        text = text[: token.start] + new + text[token.end :]
    return text


def _curve_names(tokens: Sequence[Token]) -> Iterator[Token]:
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if before.is_word("curve") and token.kind is TokenKind.NAME and after.is_operator("("):
            yield token


def _axis_names(tokens: Sequence[Token]) -> Iterator[Token]:
    for index, token in enumerate(tokens[:-1]):
        if token.kind is not TokenKind.NAME:
            continue
        is_field = index > 0 and tokens[index - 1].is_operator(".")
        asked = index > 1 and tokens[index - 1].is_operator("(") and tokens[index - 2].text in FUZZY_FUNCTIONS
        if asked or (tokens[index + 1].is_word("is") and not is_field):
            yield token


def _set_names(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    for index in range(1, len(tokens) - 1):
        if not tokens[index].is_word("is") or tokens[index - 1].kind is not TokenKind.NAME:
            continue
        place = index + 1
        while tokens[place].text in HEDGES and place + 1 < len(tokens):
            place += 1
        if tokens[place].kind is TokenKind.NAME:
            yield tokens[index - 1], tokens[place]
