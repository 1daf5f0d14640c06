"""Write values as the language of expressions does."""

from __future__ import annotations

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}


def quoted(text: str) -> str:
    """Return a text as a string literal of the language."""
    return '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'
