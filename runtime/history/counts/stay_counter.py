"""Measure how long states stay active, from the ticks in which agents entered and left them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from runtime.basics.status import StateOutcome
from runtime.history.counts.statistics import Stays
from runtime.history.recording.row_history import ByteArray
from runtime.minds.memory.row_matching import NOWHERE
from runtime.minds.program.program import Program

_CHANGES = (StateOutcome.ENTERED, StateOutcome.EXITED, StateOutcome.REENTERED, StateOutcome.PASSED)

Moves = tuple[tuple[int, int], ...]
"""The states that a brain tick entered or left, with what happened to each."""


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
