"""Collect what a watched brain does in one tick."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from runtime.basics.status import TransitionOutcome
from runtime.records.reasons import Reason
from runtime.records.trace_frame import Candidate, DecisionRecord, Passage, PassageKind, Visit


class Considered(Protocol):
    """Hold that a transition was considered, as facts."""

    def told(self, log: BrainLog, /) -> Candidate:
        """Put it into words."""


class BrainLog:
    """Gather visits with reasons, what was entered, exited and halted, and the transitions considered.

    Visits are in the order in which they ended, passages in that in which they happened, `decisions` are the
    evaluations of decision trees. `considered` is what was taken down since candidates were last asked for; a
    number in it is the row of a transition that was taken. `agent` and `time` are what guards may have read.
    `tests` are those of conditions in the block that runs: the line from 1 on, and what the test saw.
    """

    __slots__ = ("_candidates", "agent", "considered", "decisions", "passages", "tests", "time", "visits")

    def __init__(self) -> None:
        self.agent, self.time = "", 0.0
        self.visits: list[Visit] = []
        self.passages: list[Passage] = []
        self.decisions: list[DecisionRecord] = []
        self.considered: list[Considered | int] = []
        self.tests: list[tuple[int, str]] = []
        self._candidates: dict[int, Candidate] = {}

    @property
    def candidates(self) -> dict[int, Candidate]:
        """Return the transitions considered with the parts of their guards, by row."""
        for note in self.considered:
            if isinstance(note, int):
                _mark_taken(self._candidates, note)
            else:
                _consider(self._candidates, note.told(self))
        self.considered.clear()
        return self._candidates

    def note_visit(self, row: int, outcome: int, reason: Reason | None) -> None:
        """Take a visit that ended."""
        self.visits.append(Visit(row, outcome, reason))

    def note_passage(self, row: int, kind: PassageKind) -> None:
        """Take something that was entered, exited or halted."""
        self.passages.append((row, kind))


def _consider(candidates: dict[int, Candidate], candidate: Candidate) -> None:
    """Keep a considered transition; the strongest outcome of the tick stays (rule 7.2).

    Of two equal ones the later stays: it knows what the transition lost to.
    """
    known = candidates.get(candidate.row)
    if known is None or candidate.outcome >= known.outcome:
        candidates[candidate.row] = candidate


def _mark_taken(candidates: dict[int, Candidate], row: int) -> None:
    """Say that a considered transition was taken."""
    known = candidates.get(row)
    if known is not None:
        candidates[row] = replace(known, outcome=TransitionOutcome.TAKEN)
