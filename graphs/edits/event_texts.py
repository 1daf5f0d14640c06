"""Rename events, and what they carry, in the text of an expression or action line.

Every other byte stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import EVENT_FUNCTIONS
from graphs.expressions.tokens import Token, TokenKind, tokenize


def rename_event_in_text(text: str, old: str, new: str) -> str:
    """Return the text with the event `old` called `new` in `raise`, `send`, `received(…)` and `last(…)`.

    A text that cannot be cut into tokens is returned as it is.
    """
    for start, end in reversed(event_spans(text, old)):
        text = text[:start] + new + text[end:]
    return text


def event_spans(text: str, name: str) -> tuple[tuple[int, int], ...]:
    """Return the character spans at which a text names an event, in order."""
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return ()
    return tuple(span for found, span in _event_names(tokens) if found == name)


def events_sent_in(text: str, word: Literal["raise", "send"]) -> tuple[str, ...]:
    """Return the event that an action line raises, or sends; nothing for every other text."""
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return ()
    if not tokens[0].is_word(word):
        return ()
    return tuple(name for name, (start, _) in _event_names(tokens) if start == tokens[1].start)


def rename_payload_field_in_text(text: str, event: str, old: str, new: str, *, taken: bool) -> str:
    """Return the text with a field that an event carries called `new`.

    That is in `raise event(old = …)`, `send event(old = …)` and `last(event).old`, and, where the text
    belongs to the taking of the event (`taken`), in `event.old`.
    """
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return text
    spans = sorted({*_argument_spans(tokens, event, old), *_read_spans(tokens, event, old, taken)})
    for start, end in reversed(spans):
        text = text[:start] + new + text[end:]
    return text


def _argument_spans(tokens: Sequence[Token], event: str, field: str) -> Iterator[tuple[int, int]]:
    """Yield where a line that raises or sends an event gives a value to one of its fields."""
    named = [span for name, span in _event_names(tokens) if name == event and span[0] == tokens[1].start]
    if tokens[0].text not in ("raise", "send") or not named:
        return
    depth = 0
    for index, token in enumerate(tokens[:-1]):
        depth += token.is_operator("(") - token.is_operator(")")
        begins = index > 0 and (tokens[index - 1].is_operator("(") or tokens[index - 1].is_operator(","))
        if depth == 1 and begins and token.is_word(field) and tokens[index + 1].is_operator("="):
            yield token.start, token.end


def _read_spans(tokens: Sequence[Token], event: str, field: str, taken: bool) -> Iterator[tuple[int, int]]:
    ends = {span[1] for name, span in _event_names(tokens) if name == event}
    for index in range(2, len(tokens) - 1):
        token = tokens[index]
        if not token.is_word(field) or not tokens[index - 1].is_operator("."):
            continue
        before = tokens[index - 2]
        own = taken and before.is_word("event") and not (index > 2 and tokens[index - 3].is_operator("."))
        last = before.is_operator(")") and index > 4 and tokens[index - 3].end in ends
        if own or (last and _is_last_call(tokens, index - 2)):
            yield token.start, token.end


def _is_last_call(tokens: Sequence[Token], closing: int) -> bool:
    """Tell whether the parenthesis at an index closes `last(…)` with nothing but a name in it."""
    index = closing - 1
    while index > 1 and not tokens[index].is_operator("("):
        index -= 1
    return tokens[index - 1].is_word("last")


def _event_names(tokens: Sequence[Token]) -> Iterator[tuple[str, tuple[int, int]]]:
    for index, token in enumerate(tokens):
        if token.kind is not TokenKind.NAME or index == 0:
            continue
        raised = index == 1 and tokens[0].text in ("raise", "send")
        asked = index > 1 and tokens[index - 1].is_operator("(") and tokens[index - 2].text in EVENT_FUNCTIONS
        if raised or asked:
            last = index
            while tokens[last + 1].is_operator(".") and tokens[last + 2].kind is TokenKind.NAME:
                last += 2
            name = "".join(part.text for part in tokens[index : last + 1])
            yield name, (token.start, tokens[last].end)
