"""Put texts of users into pages written in Markdown. Without Qt."""

from __future__ import annotations

import re

_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")


def plain_markdown(text: str) -> str:
    """Return a text for a line of a page in Markdown, in which nothing is markup."""
    return _PUNCTUATION.sub(r"\\\g<0>", " ".join(text.split()))
