"""Refuse an edit, with a reason and a remedy."""

from __future__ import annotations

from graphs.structure.rules import Verdict


class EditRefused(Exception):
    """Say why an edit cannot be made; the document stays as it was.

    `reason` says what is so, `remedy` what to do instead; both are full sentences, the remedy may be empty.
    """

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(reason, remedy)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.reason} {self.remedy}".rstrip()


def require(verdict: Verdict) -> None:
    """Raise `EditRefused` with the reason and remedy of a verdict that is not ok."""
    if not verdict.ok:
        raise EditRefused(verdict.reason, verdict.remedy)
