"""Collect what a watched brain does in one tick."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from graphs.expressions.types import Value
from runtime.status import TransitionOutcome
from runtime.trace.decision_record import DecisionRecord
from runtime.trace.trace_frame import Candidate, Passage, PassageKind, Visit

Note = int | Visit | Passage
"""A visit or passage, or what a generated tree notes of one (`runtime.generated.visit_codes`)."""

Told = tuple[list[Visit], list[Passage]]
"""Visits and passages as they are told."""

ReadNotes = Callable[["BrainLog", list[Visit], list[Passage]], None]
"""Add what the notes of a log say to visits and passages."""


class ConsideredNote(Protocol):
    """Be what was taken down of transitions that were considered."""

    def told(self, log: BrainLog) -> Iterable[Candidate]:
        """Put it into words, in the order in which they were considered."""
        ...


class BrainLog:
    """Gather visits with reasons, what was entered, exited and halted, and the transitions considered.

    `notes`, `seen` and `considered` are what was noted since visits and so on were last asked for; a number
    in `considered` is the row of a transition that was taken. Where a generated tree took notes, `read_notes`
    puts them into words; `agent` and `time` are what tests may have read then.
    """

    __slots__ = (
        *("_candidates", "_decisions", "_told"),
        *("agent", "considered", "notes", "read_notes", "seen", "time"),
    )

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.seen: list[Value] = []
        self.considered: list[ConsideredNote | int] = []
        self.read_notes: ReadNotes | None = None
        self._told: Told | None = None
        self._candidates: dict[int, Candidate] | None = None
        self._decisions: list[DecisionRecord] | None = None

    @property
    def visits(self) -> list[Visit]:
        """Return the visits in the order in which they ended."""
        return self._read()[0]

    @property
    def passages(self) -> list[Passage]:
        """Return what was entered, exited and halted, in the order in which it happened."""
        return self._read()[1]

    @property
    def candidates(self) -> dict[int, Candidate]:
        """Return the transitions considered with the parts of their guards, by row."""
        if self._candidates is None:
            self._candidates = {}
        for note in self.considered:
            if isinstance(note, int):
                _mark_taken(self._candidates, note)
                continue
            for candidate in note.told(self):
                _consider(self._candidates, candidate)
        self.considered.clear()
        return self._candidates

    @property
    def decisions(self) -> list[DecisionRecord]:
        """Return the evaluations of decision trees."""
        if self._decisions is None:
            self._decisions = []
        return self._decisions

    def begin(self, read_notes: ReadNotes, agent: str, time: float) -> None:
        """Let a generated tree take its notes."""
        self.read_notes, self.agent, self.time = read_notes, agent, time

    def note_visit(self, row: int, outcome: int, reason: str) -> None:
        """Take a visit that ended."""
        self.notes.append(Visit(row, outcome, reason))

    def note_passage(self, row: int, kind: PassageKind) -> None:
        """Take something that was entered, exited or halted."""
        self.notes.append((row, kind))

    def _read(self) -> Told:
        if self._told is None:
            self._told = ([], [])
        visits, passages = self._told
        if self.read_notes is not None:
            self.read_notes(self, visits, passages)
        else:
            visits += [note for note in self.notes if isinstance(note, Visit)]
            passages += [note for note in self.notes if isinstance(note, tuple)]
        self.notes.clear()
        self.seen.clear()
        return self._told


def _consider(candidates: dict[int, Candidate], candidate: Candidate) -> None:
    """Keep a considered transition; the strongest outcome of the tick stands (SEMANTICS 7.2).

    Of two equal ones the later stands: it knows what the transition lost to.
    """
    known = candidates.get(candidate.row)
    if known is None or candidate.outcome >= known.outcome:
        candidates[candidate.row] = candidate


def _mark_taken(candidates: dict[int, Candidate], row: int) -> None:
    """Say that a considered transition was taken."""
    known = candidates.get(row)
    if known is not None:
        candidates[row] = replace(known, outcome=TransitionOutcome.TAKEN)
