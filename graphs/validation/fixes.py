"""Mend what a problem offers to mend."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from graphs import edits
from graphs.model.document import Document
from graphs.validation.problem import Fix


def apply_fix(document: Document, fix: Fix) -> Document:
    """Return the document with a fix made; raise `EditRefused` if the document changed in between.

    Raises ValueError for a fix that names no edit.
    """
    if fix.edit not in edits.__all__ or fix.edit == "EditRefused":
        raise ValueError(f"there is no edit {fix.edit!r}")
    edit = cast(Callable[..., Document], getattr(edits, fix.edit))
    return edit(document, **fix.arguments)
