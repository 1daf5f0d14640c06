"""Tell names the language keeps for itself and find the known name nearest to a misspelled one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

WORDS = frozenset({"and", "else", "false", "if", "none", "not", "or", "true"})
"""Words of the grammar; no variable can have one of these names."""

HEDGES = ("fairly", "not", "very")
"""Words before the name of a fuzzy set: the root of its degree, its opposite, its square (rule 10.4)."""

READ_ONLY_NAMES = frozenset({"event", "self", "state_time", "time"})
"""Names every expression may read where they have a meaning (rule 2.4)."""

EVENT_FUNCTIONS = frozenset({"last", "received"})
"""Calls that take an event's name instead of a value (rule 6.5)."""

RANDOM_DRAWS = frozenset({"bell", "chance", "random", "random_int"})
"""Calls allowed only as the whole right side of an assignment in an action block (rule 2.5)."""

RESERVED_NAMES = WORDS | READ_ONLY_NAMES
"""Names a document must not give to a variable or parameter."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def is_name(text: str) -> bool:
    """Tell whether a text can be used as a name: ASCII letters, digits and underscores, no word."""
    return _NAME.match(text) is not None and text not in WORDS


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like the given one, or None when nothing is alike."""
    ordered = sorted(set(known))
    by_lower = {candidate.lower(): candidate for candidate in reversed(ordered)}
    matches = difflib.get_close_matches(name.lower(), sorted(by_lower), n=1, cutoff=0.6)
    return by_lower[matches[0]] if matches else None


def name_remedy(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the sentence that proposes the nearest known name, or lists the few there are."""
    ordered = sorted(set(known))
    nearest = nearest_name(name[:60], ordered)
    if nearest is not None:
        return f"Use '{nearest}'."
    if otherwise:
        return otherwise
    if not ordered:
        return "None is declared."
    listed = ", ".join(f"'{candidate}'" for candidate in ordered[:8])
    return f"Known: {listed}{', …' if len(ordered) > 8 else ''}."
