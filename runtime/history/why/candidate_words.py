"""Read what the log says of a transition that was considered, and say it by titles instead of ids.

The log names transitions by the ids of their edges (`runtime.minds.machines.considered_transitions`), as
cases do; who looks at a graph knows them by the states they join.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from runtime.minds.machines.machine_rows import StateRow, TransitionRow
from runtime.minds.program.program import Program


class CandidateForm(StrEnum):
    """Be one way to say what became of a transition apart from what its guard saw."""

    NO_GUARD = "no guard"
    LOST = "lost to the {what} {edge} of {source}"
    ALREADY_THERE = "its target is active already"
    WAITS = "{seconds} s to go"
    WEIGHT_0 = "its weight is 0"
    DRAWN = "weight {weight} of {total}, drawn"
    NOT_DRAWN = "weight {weight} of {total}, {edge} was drawn"
    DECIDED = "the decision tree gave {outcome}"
    NO_OUTCOME = "the decision tree gave no outcome"
    CANCELED = "was pending; its guard is false by now"


@dataclass(frozen=True, slots=True)
class CandidateWords:
    """Hold what the log said: its form, None for a guard's own words, with its parts.

    `other` is the row of the transition that came first, None for none.
    """

    form: CandidateForm | None
    sentence: str
    parts: Mapping[str, str]
    other: int | None = None


_FIELDS = {"what": "transition|any-state transition", "seconds": r"-?[\d.]+", "edge": r"\S+"}
_WORDS = re.compile(r"\{(\w+)\}")


def _pattern(form: CandidateForm) -> re.Pattern[str]:
    pieces = [
        f"(?P<{part}>{_FIELDS.get(part, '.+')})" if place % 2 else re.escape(part)
        for place, part in enumerate(_WORDS.split(form.value))
    ]
    return re.compile("".join(pieces))


_PATTERNS = {
    form: _pattern(form) for form in sorted(CandidateForm, key=lambda one: one is CandidateForm.DECIDED)
}
"""The most general one comes last: an outcome may be called anything."""


def read_candidate(sentence: str, program: Program, row: int) -> CandidateWords:
    """Return what a sentence of the log about the transition at `row` says."""
    for form, pattern in _PATTERNS.items():
        found = pattern.fullmatch(sentence)
        if found is not None:
            parts = found.groupdict()
            other = _edge(program, row, parts["edge"]) if "edge" in parts else None
            return CandidateWords(form, sentence, parts, other)
    return CandidateWords(None, sentence, {})


def titled_sentence(sentence: str, program: Program, row: int) -> str:
    """Return a sentence of the log with the states that the other transition joins in place of its id."""
    read = read_candidate(sentence, program, row)
    other = program.rows[read.other] if read.other is not None else None
    if not isinstance(other, TransitionRow):
        return sentence
    source = other.source.name if isinstance(other.source, StateRow) else "any state"
    named = f"'{source} → {' and '.join(one.name for one in other.targets) or 'no other state'}'"
    if read.form is CandidateForm.LOST:
        return f"{named} came first"
    return f"weight {read.parts['weight']} of {read.parts['total']}, {named} was drawn"


def _edge(program: Program, row: int, edge: str) -> int | None:
    """Return the transition with an id in the machine of the transition at `row`."""
    around = program.rows[row].path.rpartition("/")[0]
    found = (one for one in program.rows if isinstance(one, TransitionRow) and one.node == edge)
    return next((one.index for one in found if one.path.rpartition("/")[0] == around), None)
