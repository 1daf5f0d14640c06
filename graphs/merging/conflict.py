"""Hold what could not be merged, and the result of a merge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphs.basics.plain_json import ABSENT, Entry
from graphs.checks.rules.problem import Place
from graphs.model.document import Document

Cause = Literal["changed", "removed", "moved", "duplicate", "reference", "structure"]
"""Why two sides do not go together.

*changed*: both set the same field. *removed*: one removed what the other changed or uses. *moved*: both hung
the same thing elsewhere, or put it at another place of its list. *duplicate*: both added different things of
one id or name. *reference*: a side names what is not in the result. *structure*: together they would make a
circle or a second root, or a thing would hang nowhere.
"""

Kept = Literal["ours", "theirs"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Hold one conflict: where, why, what each of the three says there, and which is in the result.

    The values are as they stand in a file; for a removed subtree they are objects with its `nodes` and
    `edges`, for a move with `parent` and `list`. `covers` has the ids of all nodes and transitions that the
    conflict is about. `message` is a sentence for people.
    """

    place: Place
    cause: Cause
    base: Entry = ABSENT
    ours: Entry = ABSENT
    theirs: Entry = ABSENT
    kept: Kept = "ours"
    covers: frozenset[str] = frozenset()
    message: str = ""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """Hold the merged document and what could not be merged, in the order of the document."""

    document: Document
    conflicts: tuple[Conflict, ...] = ()
