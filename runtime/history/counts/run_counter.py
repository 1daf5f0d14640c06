"""Count a recording piece by piece, and go on counting where the run goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from runtime.basics.status import StateOutcome, TransitionOutcome
from runtime.history.counts.draw_counter import DrawCounter
from runtime.history.counts.statistics import Counts, RowStatistics, Stays
from runtime.history.recording.outcome_table import NOT_TICKED
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_history import ByteArray, outcome_matrix
from runtime.minds.machines.machine_rows import TransitionRow, WeightedGroup
from runtime.minds.memory.row_matching import NOWHERE, match_rows
from runtime.minds.program.program import Program

_CHANGES = (StateOutcome.ENTERED, StateOutcome.EXITED, StateOutcome.REENTERED, StateOutcome.PASSED)

Moves = tuple[tuple[int, int], ...]
"""The states that a brain tick entered or left, with what happened to each."""

CELLS = 400_000
"""Outcome bytes looked at in one piece: some milliseconds of work."""
UNTIL_NOW = 1 << 62
"""The end of a range that grows with the run."""


class StayCounter:
    """Take the codes of agents in order, and keep since when each is in which state.

    A state that was active before the counting began has a stay only from its next entry on.
    """

    def __init__(self, program: Program, agents: int) -> None:
        self._stays = Stays.none(len(program.rows))
        self._since: list[dict[int, int]] = [{} for _ in range(agents)]
        self._moves: dict[int, Moves] = {}
        self._ran: Program | None = None

    def learn(self, ran: Program, codes: NDArray[np.int64], matrix: ByteArray) -> None:
        """Note what some codes mean for states: `matrix` has their outcome bytes, (codes, rows)."""
        if ran is not self._ran:
            self._ran, self._moves = ran, {}
        states = np.array(ran.state_indices, np.int64)
        if not len(states):
            return
        part = matrix[:, states]
        moved = np.isin(part, _CHANGES)
        for place in np.flatnonzero(moved.any(axis=1)).tolist():
            columns = np.flatnonzero(moved[place]).tolist()
            self._moves[int(codes[place])] = tuple(
                (int(states[column]), int(part[place, column])) for column in columns
            )

    def add(self, codes: NDArray[np.int64], first: int, ran: Program, new_of: NDArray[np.int64]) -> None:
        """Take the codes of ticks from `first` on, (ticks, agents), all of them learned."""
        self._keep_known(ran, new_of)
        if not self._moves:
            return
        wanted = np.isin(codes, list(self._moves))
        for tick, agent in np.argwhere(wanted).tolist():
            since = self._since[agent]
            for row, byte in self._moves[int(codes[tick, agent])]:
                place = int(new_of[row])
                if place != NOWHERE:
                    self._move(since, place, byte, first + tick)

    def stays(self, until: int) -> Stays:
        """Return the stays seen so far; those that go on are measured up to tick `until`."""
        seen = self._stays
        open_count, open_ticks = np.zeros_like(seen.count), np.zeros_like(seen.count)
        for since in self._since:
            for row, tick in since.items():
                open_count[row] += 1
                open_ticks[row] += until - tick
        return Stays(
            seen.count.copy(),
            seen.ticks.copy(),
            seen.shortest.copy(),
            seen.longest.copy(),
            open_count,
            open_ticks,
        )

    def _keep_known(self, ran: Program, new_of: NDArray[np.int64]) -> None:
        """Forget stays in states that this version of the mind does not have."""
        known = {int(place) for place in new_of[list(ran.state_indices)]} if ran.state_indices else set()
        for since in self._since:
            for row in since.keys() - known:
                del since[row]

    def _move(self, since: dict[int, int], row: int, byte: int, tick: int) -> None:
        if byte == StateOutcome.PASSED:
            self._end(row, 0)
            return
        if byte in (StateOutcome.EXITED, StateOutcome.REENTERED):
            begun = since.pop(row, None)
            if begun is not None:
                self._end(row, tick - begun)
        if byte in (StateOutcome.ENTERED, StateOutcome.REENTERED):
            since[row] = tick

    def _end(self, row: int, ticks: int) -> None:
        stays = self._stays
        shortest = stays.shortest[row]
        stays.shortest[row] = min(int(shortest), ticks) if stays.count[row] else ticks
        stays.longest[row] = max(int(stays.longest[row]), ticks)
        stays.count[row] += 1
        stays.ticks[row] += ticks


class RunCounter:
    """Count what agents with the same mind did in ticks first ≤ tick < end of a recording.

    What older versions of the mind did is counted for the nodes that `program` still has. The work is done
    by `go_on`; what was counted stays counted when the recording lets go of its oldest ticks.
    """

    def __init__(
        self,
        recording: Recording,
        agents: Iterable[str],
        program: Program,
        first: int = 0,
        end: int = UNTIL_NOW,
    ) -> None:
        """Begin with nothing counted; raise KeyError for an agent without a mind."""
        self.recording = recording
        self.agents = tuple(agents)
        self.program = program
        self.end = end
        self.next_tick = max(first, recording.first_tick)
        self._columns = [recording.column(agent) for agent in self.agents]
        none = RowStatistics.none(program)
        self._counts, self._ticks = none.counts, 0
        self._taken, self._draws, self._expected = none.taken, none.draws, none.expected
        self._pieces: Iterator[None] | None = None
        self._stays = StayCounter(program, len(self._columns))
        self._draws_in_trees = DrawCounter(program, len(self._columns), is_start=self.next_tick == 0)

    @property
    def mind_file(self) -> str:
        """Return the file name of the document that the agents think with."""
        return self.recording.cast.minds[self.agents[0]].partition("#")[0]

    @property
    def is_done(self) -> bool:
        """Tell whether everything recorded by now is counted."""
        return self.next_tick >= min(self.end, self.recording.end_tick)

    @property
    def statistics(self) -> RowStatistics:
        """Return what was counted so far; what is counted later does not show in it."""
        return RowStatistics(
            self.program,
            self._counts.copy(),
            self._ticks,
            self._stays.stays(self.next_tick),
            self._taken.copy(),
            self._draws.copy(),
            self._expected.copy(),
            self._draws_in_trees.draws.copy(),
        )

    def go_on(self) -> Iterator[None]:
        """Count everything recorded by now, yielding after every piece of some milliseconds.

        Whoever stops in between may go on by another call: nothing is counted twice.
        """
        while not self.is_done:
            if self._pieces is None:
                self._pieces = self._count_block()
            for _ in self._pieces:
                yield
            self._pieces = None

    def _count_block(self) -> Iterator[None]:
        self.next_tick = max(self.next_tick, self.recording.first_tick)
        block = self.recording.block_of(self.next_tick)
        stop = min(block.end, self.end, *self._next_segments())
        part = block.codes[self.next_tick - block.first : stop - block.first, self._columns]
        yield from self._count(part.astype(np.int64), self.next_tick)
        self.next_tick = stop

    def _next_segments(self) -> list[int]:
        starts = (segment.first_tick for segment in self.recording.segments)
        return [start for start in starts if start > self.next_tick]

    def _count(self, codes: NDArray[np.int64], first: int) -> Iterator[None]:
        if not self.agents:
            return
        ran = self.recording.program(self.agents[0], first)
        new_of = self._places(ran)
        distinct, times = np.unique(codes, return_counts=True)
        ticked = distinct != NOT_TICKED
        distinct, times = distinct[ticked], times[ticked]
        self._ticks += int(times.sum())
        stride = max(1, CELLS // max(1, len(ran.rows)))
        for start in range(0, len(distinct), stride):
            some, often = distinct[start : start + stride], times[start : start + stride]
            matrix = outcome_matrix(self.recording, some, len(ran.rows))
            self._add_bytes(matrix, often, new_of)
            self._add_taken(some, often, matrix, ran, new_of)
            self._stays.learn(ran, some, matrix)
            self._draws_in_trees.learn(ran, some, matrix)
            yield
        self._stays.add(codes, first, ran, new_of)
        self._draws_in_trees.add(codes, new_of)

    def _places(self, ran: Program) -> NDArray[np.int64]:
        if ran is self.program:
            return np.arange(len(ran.rows))
        return np.array(match_rows(ran, self.program).new_of, np.int64)

    def _add_bytes(self, matrix: ByteArray, often: Counts, new_of: NDArray[np.int64]) -> None:
        rows = matrix.shape[1]
        flat = (np.arange(rows) * 256)[None, :] + matrix
        weights = np.broadcast_to(often[:, None], matrix.shape).ravel()
        counted = np.bincount(flat.ravel(), weights, rows * 256).astype(np.int64).reshape(rows, 256)
        known = new_of != NOWHERE
        self._counts[new_of[known]] += counted[known]

    def _add_taken(
        self,
        codes: NDArray[np.int64],
        often: Counts,
        matrix: ByteArray,
        ran: Program,
        new_of: NDArray[np.int64],
    ) -> None:
        for place, (code, times) in enumerate(zip(codes.tolist(), often.tolist(), strict=True)):
            for row in self.recording.table.taken(code):
                new = new_of[row]
                if new != NOWHERE:
                    self._taken[new] += times
                one = ran.rows[row]
                if isinstance(one, TransitionRow) and one.group is not None:
                    self._add_draw(one.group, matrix[place], times, new_of)

    def _add_draw(
        self, group: WeightedGroup, outcomes: ByteArray, times: int, new_of: NDArray[np.int64]
    ) -> None:
        """Add what the weights of the members that could be drawn let one expect."""
        drawable = [
            member for member in group.members if outcomes[member.index] >= TransitionOutcome.TRUE_BUT_LOST
        ]
        weights = [_weight(each) for each in drawable]
        total = sum(weight for weight in weights if weight is not None)
        if None in weights or total <= 0:
            return
        for row, weight in zip(drawable, weights, strict=True):
            new = new_of[row.index]
            if new != NOWHERE and weight is not None:
                self._draws[new] += times
                self._expected[new] += times * weight / total


def _weight(row: TransitionRow) -> float | None:
    """Return the weight of a member of a group, None where it is an expression."""
    constant = row.weight.constant
    if row.weight.expression is not None or not isinstance(constant, (int, float)):
        return None
    return max(0.0, float(constant))
