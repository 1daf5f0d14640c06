"""Rename an event in the text of an expression or action line, leaving every other byte as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
