"""Tell which names events may have, and what a transition's event descriptor means (SEMANTICS 4.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable

RESERVED_EVENTS = frozenset({"tick", "always", "done", "error"})
"""First parts that no event of a document may have."""

COMPLETIONS = frozenset({"done", "done.success", "done.failure"})
"""Descriptors of a state's completion (SEMANTICS 4.15)."""

ERRORS = frozenset({"error", "error.execution"})
"""Descriptors of a failing expression (SEMANTICS 4.7)."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*\Z")


def is_event_name(name: str) -> bool:
    """Tell whether a document may declare an event of this name."""
    return bool(_NAME.match(name)) and name.partition(".")[0] not in RESERVED_EVENTS


def is_known_descriptor(descriptor: str, declared: Iterable[str]) -> bool:
    """Tell whether anything can ever match a transition's descriptor."""
    if descriptor in ("tick", "always", "*") or descriptor in COMPLETIONS or descriptor in ERRORS:
        return True
    prefix = descriptor.removesuffix(".*")
    return any(name == prefix or name.startswith(prefix + ".") for name in declared)
