"""Mend what a problem offers to mend."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import cast

from graphs import edits
from graphs.checks.rules.problem import Fix
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document


def apply_fix(document: Document, fix: Fix, registry: Registry | None = None) -> Document:
    """Return the document with a fix made; raise `EditRefused` if the document changed in between.

    `registry` is for edits that take one. Raises ValueError for a fix that names no edit, or one that needs a
    registry when none is given.
    """
    if fix.edit not in edits.__all__ or fix.edit == "EditRefused":
        raise ValueError(f"there is no edit {fix.edit!r}")
    edit = cast(Callable[..., Document], getattr(edits, fix.edit))
    if "registry" not in inspect.signature(edit).parameters:
        return edit(document, **fix.arguments)
    if registry is None:
        raise ValueError(f"the edit {fix.edit!r} needs a registry")
    return edit(document, **fix.arguments, registry=registry)
