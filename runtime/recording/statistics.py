"""Count what became of every node over a run: visits, results, time spent, transitions taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runtime.program.program import Program
from runtime.program.rows import RowFamily
from runtime.recording.look_ups import outcome_matrix, stretches
from runtime.recording.recording import Recording
from runtime.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome, TransitionOutcome


@dataclass(frozen=True, slots=True)
class RowStatistics:
    """Hold how often each row of a program had each outcome: `counts` is (rows, 256).

    `ticks` are all ticks of the brains counted: of two agents twice as many.
    """

    program: Program
    counts: NDArray[np.int64]
    ticks: int

    def visits(self, row: int) -> int:
        """Return in how many ticks a row was visited, active, considered or reached."""
        family = self.program.rows[row].family
        if family is RowFamily.STATE:
            return int(self.counts[row, 1:].sum())
        if family in (RowFamily.TRANSITION, RowFamily.DECISION):
            return int(self.counts[row, 1:].sum())
        return int(sum(self.with_result(row, result) for result in _RESULTS))

    def with_result(self, row: int, result: NodeOutcome) -> int:
        """Return in how many ticks a tree node had a result, halted in the same tick or not."""
        return int(self.counts[row, result] + self.counts[row, result | HALTED])

    def halts(self, row: int) -> int:
        """Return in how many ticks a tree node was halted."""
        return int(self.counts[row, HALTED : HALTED + RESULT_MASK + 1].sum())

    def success_rate(self, row: int) -> float | None:
        """Return the share of successes among the ends of a tree node, None where it never ended."""
        ended = self.with_result(row, NodeOutcome.SUCCESS) + self.with_result(row, NodeOutcome.FAILURE)
        return self.with_result(row, NodeOutcome.SUCCESS) / ended if ended else None

    def entered(self, row: int) -> int:
        """Return how often a state was entered: at most once a tick is told apart."""
        wanted = (StateOutcome.ENTERED, StateOutcome.REENTERED, StateOutcome.PASSED)
        return int(self.counts[row, list(wanted)].sum())

    def active_ticks(self, row: int) -> int:
        """Return after how many ticks a state was active."""
        wanted = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)
        return int(self.counts[row, list(wanted)].sum())

    def mean_dwell(self, row: int) -> float | None:
        """Return for how many seconds a state stays active on average, None where it was never entered."""
        times = self.entered(row)
        return self.active_ticks(row) / times / self.program.rate if times else None

    def taken(self, row: int) -> int:
        """Return how often a transition was taken."""
        return int(self.counts[row, TransitionOutcome.TAKEN])

    def share_of_time(self, row: int) -> float:
        """Return the share of brain ticks in which a row was visited, 0 to 1."""
        return self.visits(row) / self.ticks if self.ticks else 0.0

    def never_reached(self) -> tuple[int, ...]:
        """Return the rows that were not visited, active, considered or reached in any tick."""
        return tuple(row for row in range(len(self.program.rows)) if not self.visits(row))

    def plus(self, other: RowStatistics) -> RowStatistics:
        """Return the sums of two counts of the same program."""
        return RowStatistics(self.program, self.counts + other.counts, self.ticks + other.ticks)


_RESULTS = (NodeOutcome.RUNNING, NodeOutcome.SUCCESS, NodeOutcome.FAILURE, NodeOutcome.SKIPPED)


def statistics_of(
    recording: Recording, agents: Iterable[str], program: Program, first: int, end: int
) -> RowStatistics:
    """Count what agents did in ticks first ≤ tick < end, where they ran `program`."""
    rows = len(program.rows)
    counts = np.zeros((rows, 256), np.int64)
    ticks = 0
    for agent in agents:
        for stretch in stretches(recording, agent, first, end):
            if stretch.program is not program:
                continue
            distinct, times = np.unique(stretch.codes[stretch.codes > 0], return_counts=True)
            matrix = outcome_matrix(recording, distinct, rows)
            ticks += int(times.sum())
            for line, time in zip(matrix, times.tolist(), strict=True):
                counts[np.arange(rows), line] += time
    return RowStatistics(program, counts, ticks)
