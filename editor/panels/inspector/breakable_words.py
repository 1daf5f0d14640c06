"""Let long names break where their parts end, so that they do not widen what they stand in."""

from __future__ import annotations

import re

_LONGEST = 24
_BREAK = "\u200b"


def breakable_words(words: str) -> str:
    """Return words in which those longer than 24 characters, such as file names, may break after `. _ - / #`.

    The places are marked with spaces of no width, so that what is read stays the same.
    """
    return " ".join(
        re.sub(r"([._/#-]+)(?=.)", rf"\1{_BREAK}", word) if len(word) > _LONGEST else word
        for word in words.split(" ")
    )
