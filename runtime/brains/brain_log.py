"""Collect what a watched brain does in one tick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from graphs.expressions.types import Value
from runtime.status import TransitionOutcome
from runtime.trace.decision_record import DecisionRecord
from runtime.trace.trace_frame import Candidate, Passage, PassageKind, Visit

Note = int | Visit | Passage
"""A visit or passage, or what a generated tree notes of one (`runtime.generated.visit_codes`)."""


class BrainLog:
    """Gather visits with reasons, what was entered, exited and halted, and the transitions considered.

    `candidates` hold the parts of their guards, by row; `decisions` are the evaluations of decision trees.
    `notes` and `seen` are what was noted since visits and passages were last asked for; `read_notes` puts
    them into words, and is there once a generated tree has noted something.
    """

    __slots__ = ("_passages", "_visits", "candidates", "decisions", "notes", "read_notes", "seen")

    def __init__(self) -> None:
        self.candidates: dict[int, Candidate] = {}
        self.decisions: list[DecisionRecord] = []
        self.notes: list[Note] = []
        self.seen: list[Value] = []
        self.read_notes: Callable[[BrainLog, list[Visit], list[Passage]], None] | None = None
        self._visits: list[Visit] = []
        self._passages: list[Passage] = []

    @property
    def visits(self) -> list[Visit]:
        """Return the visits in the order in which they ended."""
        self._read()
        return self._visits

    @property
    def passages(self) -> list[Passage]:
        """Return what was entered, exited and halted, in the order in which it happened."""
        self._read()
        return self._passages

    def note_visit(self, row: int, outcome: int, reason: str) -> None:
        """Take a visit that ended."""
        self.notes.append(Visit(row, outcome, reason))

    def note_passage(self, row: int, kind: PassageKind) -> None:
        """Take something that was entered, exited or halted."""
        self.notes.append((row, kind))

    def _read(self) -> None:
        if not self.notes:
            return
        if self.read_notes is not None:
            self.read_notes(self, self._visits, self._passages)
        else:
            for note in self.notes:
                if isinstance(note, Visit):
                    self._visits.append(note)
                elif isinstance(note, tuple):
                    self._passages.append(note)
        self.notes.clear()
        self.seen.clear()

    def consider(self, candidate: Candidate) -> None:
        """Keep a considered transition; the strongest outcome of the tick stands (SEMANTICS 7.2).

        Of two equal ones the later stands: it knows what the transition lost to.
        """
        known = self.candidates.get(candidate.row)
        if known is None or candidate.outcome >= known.outcome:
            self.candidates[candidate.row] = candidate

    def mark_taken(self, row: int) -> None:
        """Say that a considered transition was taken."""
        known = self.candidates.get(row)
        if known is not None:
            self.candidates[row] = replace(known, outcome=TransitionOutcome.TAKEN)
