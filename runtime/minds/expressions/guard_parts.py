"""Mark the parts of a guard's text as true, false or not decisive (rule 4.14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from graphs.expressions.typed import Logical, Not
from runtime.minds.expressions.explain import Explanation, Outcome
from runtime.records.trace_frame import GuardPart


def guard_parts(text: str, explanation: Explanation) -> tuple[GuardPart, ...]:
    """Return `text` cut into stretches, in order: each comparison with its truth, the rest neutral."""
    parts: list[GuardPart] = []
    reached = 0
    for atom in sorted(_atoms(explanation), key=lambda one: one.start):
        if atom.start < reached:
            continue
        if atom.start > reached:
            parts.append(GuardPart(text[reached : atom.start], reached, atom.start, "neutral"))
        parts.append(GuardPart(text[atom.start : atom.end], atom.start, atom.end, _truth(atom)))
        reached = atom.end
    if reached < len(text):
        parts.append(GuardPart(text[reached:], reached, len(text), "neutral"))
    return tuple(parts)


def _atoms(explanation: Explanation) -> Iterator[Explanation]:
    if isinstance(explanation.node, (Logical, Not)):
        for part in explanation.parts:
            yield from _atoms(part)
    else:
        yield explanation


def _truth(atom: Explanation) -> Literal["true", "false", "neutral"]:
    if atom.outcome is not Outcome.VALUE or not isinstance(atom.value, bool):
        return "neutral"
    return "true" if atom.value else "false"
