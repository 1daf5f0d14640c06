"""Hold what became of every row of a program over a run: visits, results, times, transitions taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome
from runtime.history.counts.draw_counter import ChildDraws
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily

Counts = NDArray[np.int64]

RESULTS = (NodeOutcome.RUNNING, NodeOutcome.SUCCESS, NodeOutcome.FAILURE, NodeOutcome.SKIPPED)


@dataclass(frozen=True, slots=True)
class Stays:
    """Hold how long states stayed active, an entry per row; times are in ticks of the world.

    `count`, `ticks`, `shortest` and `longest` are of stays whose begin and end were both seen; `open_count`
    and `open_ticks` of those that go on where the counting ended.
    """

    count: Counts
    ticks: Counts
    shortest: Counts
    longest: Counts
    open_count: Counts
    open_ticks: Counts

    @classmethod
    def none(cls, rows: int) -> Stays:
        """Return stays of a program of so many rows, none seen yet."""
        return cls(*(np.zeros(rows, np.int64) for _ in range(6)))

    def plus(self, other: Stays) -> Stays:
        """Return the stays of both."""
        both = (self.count > 0) & (other.count > 0)
        least = np.minimum(self.shortest, other.shortest)
        return Stays(
            self.count + other.count,
            self.ticks + other.ticks,
            np.where(both, least, self.shortest + other.shortest),
            np.maximum(self.longest, other.longest),
            self.open_count + other.open_count,
            self.open_ticks + other.open_ticks,
        )


@dataclass(frozen=True, slots=True)
class RowStatistics:
    """Hold how often each row of a program had each outcome: `counts` is (rows, 256).

    `ticks` are all ticks of the brains counted: of two agents twice as many. `taken` tells how often each
    transition was taken, several times in a tick included. For members of weighted groups `draws` tells how
    often the group was drawn while the member could be, and `expected` how often the weights of those that
    could be drawn let it be taken (rule 4.11); a group with a weight that is an expression has no draws here.
    `children` are the draws of random selectors, random sequences and chances in trees.
    """

    program: Program
    counts: Counts
    ticks: int
    stays: Stays
    taken: Counts
    draws: Counts
    expected: NDArray[np.float64]
    children: ChildDraws

    @classmethod
    def none(cls, program: Program) -> RowStatistics:
        """Return the statistics of a program before anything was counted."""
        rows = len(program.rows)
        return cls(
            program,
            np.zeros((rows, 256), np.int64),
            0,
            Stays.none(rows),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.float64),
            ChildDraws.none(rows),
        )

    def visits(self, row: int) -> int:
        """Return in how many ticks a row was visited, active, considered or reached."""
        if self.program.rows[row].family in (RowFamily.STATE, RowFamily.TRANSITION, RowFamily.DECISION):
            return int(self.counts[row, 1:].sum())
        return int(sum(self.with_result(row, result) for result in RESULTS))

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
        """Return after how many ticks of its brain a state was active."""
        wanted = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)
        return int(self.counts[row, list(wanted)].sum())

    def mean_stay(self, row: int) -> float | None:
        """Return for how many seconds a state stays active on average, None where no stay was seen whole."""
        count = int(self.stays.count[row])
        return float(self.stays.ticks[row]) / count / self.program.rate if count else None

    def plus(self, other: RowStatistics) -> RowStatistics:
        """Return the sums of two counts of the same program."""
        return RowStatistics(
            self.program,
            self.counts + other.counts,
            self.ticks + other.ticks,
            self.stays.plus(other.stays),
            self.taken + other.taken,
            self.draws + other.draws,
            self.expected + other.expected,
            self.children.plus(other.children),
        )
