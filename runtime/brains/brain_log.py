"""Collect what a watched brain does in one tick."""

from __future__ import annotations

from dataclasses import replace

from runtime.status import TransitionOutcome
from runtime.trace.decision_record import DecisionRecord
from runtime.trace.trace_frame import Candidate, Passage, Visit


class BrainLog:
    """Gather visits with reasons, what was entered, exited and halted, and the transitions considered.

    `visits` stand in the order in which they ended, `passages` in the order in which they happened;
    `candidates` hold the parts of their guards, by row; `decisions` are the evaluations of decision trees.
    """

    __slots__ = ("candidates", "decisions", "passages", "visits")

    def __init__(self) -> None:
        self.visits: list[Visit] = []
        self.passages: list[Passage] = []
        self.candidates: dict[int, Candidate] = {}
        self.decisions: list[DecisionRecord] = []

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
