"""Count what nodes of trees drew, beside what their weights and chances let one expect.

A draw is a choice among the children that are left: a random selector draws its first child when it is
entered and another one where that failed. Bytes do not tell in which order children failed within one tick;
where several did, draws are averaged over the orders they may have had, each as likely as the weights make
it. What bytes cannot tell at all is left out: a node that was halted in the same tick, one that was under
way when the counting began. Of a chance that is an expression they do not tell what it came to: its draws
and hits are counted, and NaN stands for how many were to be expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations
from math import nan
from typing import cast

import numpy as np
from numpy.typing import NDArray

from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, Status
from runtime.history.recording.outcome_table import NOT_TICKED
from runtime.history.recording.row_history import ByteArray
from runtime.minds.memory.row_matching import NOWHERE
from runtime.minds.program.program import Program
from runtime.minds.trees.tree_rows import DrawsChance, DrawsOrder

MOST_ORDERED = 5
"""How many children may have failed in one tick: more of them have too many orders to go through."""


DrawingRow = DrawsOrder | DrawsChance

_RUNNING = int(NodeOutcome.RUNNING)


@dataclass(frozen=True, slots=True)
class ChildDraws:
    """Hold, by the row of a child, in how many draws it could be drawn, in how many it was, and should be.

    NaN are those expected of a chance that bytes do not tell.
    """

    draws: NDArray[np.float64]
    drawn: NDArray[np.float64]
    expected: NDArray[np.float64]

    @classmethod
    def none(cls, rows: int) -> ChildDraws:
        """Return the draws of a program of so many rows, none seen yet."""
        return cls(*(np.zeros(rows, np.float64) for _ in range(3)))

    def plus(self, other: ChildDraws) -> ChildDraws:
        """Return the draws of both."""
        return ChildDraws(self.draws + other.draws, self.drawn + other.drawn, self.expected + other.expected)

    def copy(self) -> ChildDraws:
        """Return the same numbers, which do not change any more."""
        return ChildDraws(self.draws.copy(), self.drawn.copy(), self.expected.copy())

    def add(self, place: int, draws: float, drawn: float, expected: float) -> None:
        """Add to a child."""
        self.draws[place] += draws
        self.drawn[place] += drawn
        self.expected[place] += expected


@dataclass(frozen=True, slots=True)
class _Visit:
    """Hold what a brain tick did with a node that draws: its byte, and the results of children visited."""

    row: DrawingRow
    byte: int
    children: dict[int, int]


@dataclass(slots=True)
class _Agent:
    """Hold what is under way in one brain: by row the children tried, None where they are not known.

    Of rows in `unsure` it is not known whether they run.
    """

    unsure: set[int]
    tried: dict[int, frozenset[int] | None] = field(default_factory=dict)
    last: int = NOT_TICKED


class DrawCounter:
    """Take the codes of agents in order and count draws.

    `is_start` tells that the first codes are of the first tick of a run: nothing can be under way.
    """

    def __init__(self, program: Program, agents: int, *, is_start: bool) -> None:
        self.draws = ChildDraws.none(len(program.rows))
        self._count, self._is_start = agents, is_start
        self._agents: list[_Agent] = []
        self._visits: dict[int, tuple[_Visit, ...]] = {}
        self._ran: Program | None = None
        self._rows: tuple[DrawingRow, ...] = ()

    def learn(self, ran: Program, codes: NDArray[np.int64], matrix: ByteArray) -> None:
        """Note what some codes mean for nodes that draw: `matrix` has their outcome bytes, (codes, rows)."""
        if ran is not self._ran:
            self._begin(ran)
        found: dict[int, list[_Visit]] = {}
        for row in self._rows:
            for place in np.flatnonzero(matrix[:, row.index]).tolist():
                found.setdefault(int(codes[place]), []).append(_visit_of(row, matrix[place]))
        self._visits |= {code: tuple(visits) for code, visits in found.items()}

    def _begin(self, ran: Program) -> None:
        is_start = self._is_start and self._ran is None
        self._ran, self._visits = ran, {}
        self._rows = tuple(row for row in ran.rows if isinstance(row, DrawingRow) and not row.disabled)
        unsure = () if is_start else tuple(row.index for row in self._rows)
        self._agents = [_Agent(set(unsure)) for _ in range(self._count)]

    def add(self, codes: NDArray[np.int64], new_of: NDArray[np.int64]) -> None:
        """Take the codes of some ticks, (ticks, agents), all of them learned."""
        if not self._visits:
            return
        wanted = np.isin(codes, list(self._visits))
        for column, agent in enumerate(self._agents):
            for tick in np.flatnonzero(wanted[:, column]).tolist():
                code = int(codes[tick, column])
                if code == agent.last and all(each.byte == _RUNNING for each in self._visits[code]):
                    continue
                agent.last = code
                for visit in self._visits[code]:
                    self._take(agent, visit, new_of)

    def _take(self, agent: _Agent, visit: _Visit, new_of: NDArray[np.int64]) -> None:
        row, result = visit.row.index, visit.byte & RESULT_MASK
        if visit.byte & HALTED:
            agent.tried.pop(row, None)
            agent.unsure.discard(row)
            if result == _RUNNING:
                agent.unsure.add(row)
            return
        was_running = row in agent.tried
        tried = agent.tried.get(row, None if row in agent.unsure else frozenset())
        agent.unsure.discard(row)
        if tried is not None:
            if isinstance(visit.row, DrawsOrder):
                self._add_choices(visit.row, visit.children, tried, new_of)
            elif not was_running:
                self._add_chance(visit.row, result, bool(visit.children), new_of)
            tried |= visit.children.keys()
        if result == _RUNNING:
            agent.tried[row] = tried
        else:
            agent.tried.pop(row, None)

    def _add_choices(
        self,
        row: DrawsOrder,
        children: dict[int, int],
        tried: frozenset[int],
        new_of: NDArray[np.int64],
    ) -> None:
        fresh = {child: result for child, result in children.items() if child not in tried}
        places = new_of[[child.index for child in row.child_rows]]
        if not fresh or (places == NOWHERE).any():
            return
        for child, draws, drawn, expected in choices(row, tried, fresh):
            self.draws.add(int(places[child]), draws, drawn, expected)

    def _add_chance(self, row: DrawsChance, result: int, is_hit: bool, new_of: NDArray[np.int64]) -> None:
        chance, guard = row.chance.constant, row.guard
        place = int(new_of[row.child_rows[0].index])
        is_refusal = guard is not None and not is_hit and result == guard.refused
        hides_misses = guard is not None and guard.refused == row.refused
        if place == NOWHERE or is_refusal or hides_misses:
            return
        is_known = row.chance.expression is None and isinstance(chance, (int, float))
        expected = min(1.0, max(0.0, float(cast(float, chance)))) if is_known else nan
        self.draws.add(place, 1.0, float(is_hit), expected)


def _visit_of(row: DrawingRow, outcomes: NDArray[np.uint8]) -> _Visit:
    results = (int(outcomes[child.index]) & RESULT_MASK for child in row.child_rows)
    children = {place: result for place, result in enumerate(results) if result}
    return _Visit(row, int(outcomes[row.index]), children)


def choices(
    row: DrawsOrder, tried: Iterable[int], fresh: dict[int, int]
) -> Iterator[tuple[int, float, float, float]]:
    """Yield of each child in how many draws it could be drawn, was drawn and was to be expected.

    `tried` are the children drawn in ticks before, `fresh` the results of those that were visited in this one
    for the first time. Nothing comes of results that no single walk over the children gives.
    """
    goes_on = (Status.SKIPPED, Status.FAILURE if row.ending == Status.SUCCESS else Status.SUCCESS)
    passed = [child for child, result in fresh.items() if result in goes_on]
    last = [child for child in fresh if child not in passed]
    left = [child for child in range(len(row.child_rows)) if child not in set(tried)]
    if len(last) > 1 or len(passed) > MOST_ORDERED:
        return
    weights = row.weights or (1.0,) * len(row.child_rows)
    sums = {child: [0.0, 0.0, 0.0] for child in left}
    total = 0.0
    for order in permutations(passed):
        likely, parts = _along(weights, left, (*order, *last))
        total += likely
        for child, part in parts.items():
            for place, value in enumerate(part):
                sums[child][place] += likely * value
    if total > 0.0:
        for child, (draws, drawn, expected) in sums.items():
            yield child, draws / total, drawn / total, expected / total


def _along(
    weights: tuple[float, ...], left: list[int], order: tuple[int, ...]
) -> tuple[float, dict[int, list[float]]]:
    """Return how likely an order of draws is, and of each child the draws, drawn and expected along it."""
    rest, likely = list(left), 1.0
    parts = {child: [0.0, 0.0, 0.0] for child in left}
    for drawn in order:
        total = sum(weights[child] for child in rest)
        if len(rest) > 1 and total > 0.0:
            likely *= weights[drawn] / total
            for child in rest:
                part = parts[child]
                part[0] += 1.0
                part[1] += child == drawn
                part[2] += weights[child] / total
        elif drawn != rest[0]:
            # The last that is left is not drawn; a child of weight 0 never is.
            return 0.0, parts
        rest.remove(drawn)
    return likely, parts
