"""Say in words what a game did that cannot be done."""

from __future__ import annotations


class EmbeddingError(ValueError):
    """Say what was asked for that is not there or does not fit, and what would."""
