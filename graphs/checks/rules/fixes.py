"""Mend what a problem offers to mend."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

from graphs.checks.rules.problem import Fix
from graphs.edits.curves import remove_curve
from graphs.edits.events import declare_event, remove_event
from graphs.edits.fuzzy_sheets import remove_sheet
from graphs.edits.removing import remove_and_heal
from graphs.edits.setting import set_field, set_initial
from graphs.edits.variables import declare_variable, remove_variable
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document

_EDITS: Mapping[str, Callable[..., Document]] = {
    edit.__name__: edit
    for edit in (
        declare_event,
        declare_variable,
        remove_and_heal,
        remove_curve,
        remove_event,
        remove_sheet,
        remove_variable,
        set_field,
        set_initial,
    )
}


def apply_fix(document: Document, fix: Fix, registry: Registry | None = None) -> Document:
    """Return the document with a fix made; raise `EditRefused` if the document changed in between.

    `registry` is for edits that take one. Raises ValueError for a fix that names no edit, or one that needs a
    registry when none is given.
    """
    edit = _EDITS.get(fix.edit)
    if edit is None:
        raise ValueError(f"there is no edit {fix.edit!r}")
    if "registry" not in inspect.signature(edit).parameters:
        return edit(document, **fix.arguments)
    if registry is None:
        raise ValueError(f"the edit {fix.edit!r} needs a registry")
    return edit(document, **fix.arguments, registry=registry)
