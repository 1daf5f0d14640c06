"""Look up when something last happened to a row, or what became of it over time (rule 7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from runtime.history.recording.recording import Recording
from runtime.minds.memory.row_matching import NOWHERE, match_rows
from runtime.minds.program.program import Program

NEVER = -1
"""In place of a tick: it has not happened."""

ByteArray = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Hold the codes of one agent over ticks run by one program, from `first` on."""

    first: int
    codes: NDArray[np.int64]
    program: Program

    @property
    def end(self) -> int:
        """Return the tick after the last."""
        return self.first + len(self.codes)


def stretches(recording: Recording, agent: str, first: int, end: int) -> Iterator[Stretch]:
    """Return what an agent did in ticks first ≤ tick < end, one stretch per program, in order.

    Ticks that are not recorded are left out.
    """
    first, end = max(first, recording.first_tick), min(end, recording.end_tick)
    if first >= end:
        return
    codes = codes_of(recording, agent, first, end)
    starts = [segment.first_tick for segment in recording.segments if first < segment.first_tick < end]
    edges = [first, *starts, end]
    for start, stop in pairwise(edges):
        yield Stretch(start, codes[start - first : stop - first], recording.program(agent, start))


def codes_of(recording: Recording, agent: str, first: int, end: int) -> NDArray[np.int64]:
    """Return the codes of an agent in recorded ticks first ≤ tick < end."""
    column = recording.column(agent)
    parts = [
        block.codes[max(0, first - block.first) : end - block.first, column]
        for block in recording.blocks
        if block.end > first and block.first < end
    ]
    return np.concatenate(parts).astype(np.int64) if parts else np.zeros(0, np.int64)


def held_codes(recording: Recording, agent: str, stretch: Stretch) -> NDArray[np.int64]:
    """Return the codes of a stretch in which each lasts until the agent's mind ticks again.

    Ticks before its first one in the stretch have what it did last before, with the same program.
    """
    codes = stretch.codes
    if not len(codes) or codes.all():
        return codes
    begin = recording.segment_at(stretch.first).first_tick
    before = codes_of(recording, agent, max(begin, recording.first_tick), stretch.first)
    ticked = np.flatnonzero(before)
    known = np.concatenate((before[ticked[-1:]], codes))
    last = np.maximum.accumulate(np.where(known > 0, np.arange(len(known)), 0))
    held: NDArray[np.int64] = known[last][len(known) - len(codes) :]
    return held


def outcome_matrix(recording: Recording, codes: NDArray[np.int64], row_count: int) -> ByteArray:
    """Return the outcome bytes of some codes, (codes, rows); zeros for brains that did not tick."""
    nothing = bytes(row_count)
    lines = [recording.table.outcomes(int(code)) or nothing for code in codes]
    return np.frombuffer(b"".join(lines), np.uint8).reshape(len(lines), row_count)


def row_history(recording: Recording, agent: str, row: int, at: int) -> ByteArray:
    """Return what became of a row in every recorded tick, 0 where nothing did.

    `row` is of the program that ran at tick `at`; in stretches run by another version the same node is
    looked up, by id, kind and call path.
    """
    wanted = recording.program(agent, at)
    parts = [np.zeros(0, np.uint8)]
    for stretch in stretches(recording, agent, recording.first_tick, recording.end_tick):
        place = row if stretch.program is wanted else match_rows(wanted, stretch.program).new_of[row]
        if place == NOWHERE:
            parts.append(np.zeros(len(stretch.codes), np.uint8))
            continue
        distinct, places = np.unique(stretch.codes, return_inverse=True)
        column = outcome_matrix(recording, distinct, len(stretch.program.rows))[:, place]
        parts.append(column[places])
    return np.concatenate(parts)


def next_change(recording: Recording, agent: str, row: int, tick: int, *, forwards: bool = True) -> int:
    """Return the nearest tick after (or before) `tick` in which a row's outcome changed, `NEVER` for none.

    A change is a tick with another outcome byte than the tick before it.
    """
    history = row_history(recording, agent, row, tick)
    changes = np.flatnonzero(history[1:] != history[:-1]) + 1 + recording.first_tick
    if forwards:
        later = changes[changes > tick]
        return int(later[0]) if len(later) else NEVER
    earlier = changes[changes < tick]
    return int(earlier[-1]) if len(earlier) else NEVER


def last_tick_with(
    recording: Recording, agent: str, row: int, outcomes: frozenset[int], tick: int, *, before: bool = False
) -> int:
    """Return the last tick up to `tick` in which a row's byte was one of `outcomes`, `NEVER` for none.

    `row` is of the program that ran at `tick`. With `before` that tick itself is not looked at.
    """
    end = tick if before else tick + 1
    history = row_history(recording, agent, row, tick)[: end - recording.first_tick]
    found = np.flatnonzero(np.isin(history, list(outcomes)))
    return int(found[-1]) + recording.first_tick if len(found) else NEVER


@dataclass(frozen=True, slots=True)
class LastOnes:
    """Hold, for every row of a program, the last tick of something and the byte it had then."""

    ticks: NDArray[np.int64]
    values: ByteArray


def last_ones(recording: Recording, stretch: Stretch, wanted: NDArray[np.bool_]) -> LastOnes:
    """Return when each row last had one of the bytes wanted of it, `wanted` being (rows, 256)."""
    count = len(stretch.program.rows)
    distinct, from_end = np.unique(stretch.codes[::-1], return_index=True)
    ticks = stretch.end - 1 - from_end
    matrix = outcome_matrix(recording, distinct, count)
    rows = np.arange(count)
    times = np.where(wanted[rows[None, :], matrix], ticks[:, None], NEVER)
    best = times.argmax(axis=0)
    latest = times[best, rows]
    values = np.where(latest == NEVER, 0, matrix[best, rows]).astype(np.uint8)
    return LastOnes(latest, values)
