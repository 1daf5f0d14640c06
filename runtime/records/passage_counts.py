"""Count how often each row was entered, exited and halted (rule 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runtime.records.trace_frame import Passage


class Counts(NamedTuple):
    """Hold how often a row was entered, exited and halted; a state is never halted."""

    enter: int = 0
    exit: int = 0
    halt: int = 0


class PassageCounts:
    """Add up the passages of a program's rows; `counts[row]` are the counts so far."""

    def __init__(self, row_count: int) -> None:
        self._counts = [Counts()] * row_count

    def __getitem__(self, row: int) -> Counts:
        return self._counts[row]

    def carry_over(self, old: PassageCounts, old_of: Sequence[int]) -> None:
        """Go on from the counts of another version of the program; `old_of` are its rows, -1 for none."""
        for row, place in enumerate(old_of):
            if place >= 0:
                self._counts[row] = old._counts[place]

    def add(self, passages: Iterable[Passage]) -> None:
        """Add the passages of one tick."""
        for row, kind in passages:
            entered, exited, halted = self._counts[row]
            if kind == "enter":
                self._counts[row] = Counts(entered + 1, exited, halted)
            elif kind == "exit":
                self._counts[row] = Counts(entered, exited + 1, halted)
            else:
                self._counts[row] = Counts(entered, exited, halted + 1)
