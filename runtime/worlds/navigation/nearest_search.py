"""Search the nearest of several places by the way there: one search from the agent, a slice at a time."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from runtime.basics.values import Vector
from runtime.worlds.navigation.area_map import AreaCosts
from runtime.worlds.navigation.walkable_grid import Cell, SearchGround


class NearestSearch:
    """Search outwards from a cell until a goal is met (Dijkstra): the first one is the nearest.

    `goals` are the entities in each cell, by number; of those in one cell the first counts.
    """

    def __init__(self, ground: SearchGround, start: Cell, goals: Mapping[int, str]) -> None:
        self._ground = ground
        self._goals = goals
        number = ground.number_of(start)
        self._costs = {number: 0}
        self._done: set[int] = set()
        self._open = [(0, number)]
        self.worked = 0
        self.found = ""

    @property
    def has_ended(self) -> bool:
        """Tell whether one is found, or none can be."""
        return bool(self.found) or not self._open or not self._goals

    def advance(self, most: int) -> int:
        """Work on at most `most` cells; return how many it were."""
        worked = 0
        while worked < most and not self.has_ended:
            cost, cell = heapq.heappop(self._open)
            if cell in self._done:
                continue
            self._done.add(cell)
            worked += 1
            if cell in self._goals:
                self.found = self._goals[cell]
                break
            for neighbor, step in self._ground.steps_from(cell):
                known = self._costs.get(neighbor)
                if known is None or cost + step < known:
                    self._costs[neighbor] = cost + step
                    heapq.heappush(self._open, (cost + step, neighbor))
        self.worked += worked
        return worked


@dataclass(frozen=True, slots=True)
class NearestQuestion:
    """Hold which of `goals`, entities and their places, an agent at `place` asks for the nearest of.

    The filter `among` has chosen them.
    """

    agent: int
    among: str
    since: int
    radius: float
    costs: AreaCosts
    place: Vector
    goals: tuple[tuple[str, Vector], ...]


@dataclass(frozen=True, slots=True)
class NearestSnapshot:
    """Hold a question with the cells worked on for it, and its answer, "" where there is none yet."""

    question: NearestQuestion
    worked: int
    answer: str


class NearestSearches:
    """Keep the questions for the nearest of several, by agent and filter."""

    def __init__(self, begin: Callable[[NearestQuestion], NearestSearch | str]) -> None:
        """Search as `begin` begins it, which says why where it cannot be."""
        self._begin = begin
        self._known: dict[tuple[int, str], NearestSnapshot] = {}
        self._searches: dict[tuple[int, str], NearestSearch] = {}

    def ask(self, question: NearestQuestion) -> None:
        """Let a question be answered, in place of the former one of its filter."""
        key = question.agent, question.among
        self._known[key] = NearestSnapshot(question, 0, "")
        self._searches.pop(key, None)

    def answer(self, agent: int, among: str) -> str:
        """Return `found: ` and an entity, `none: ` and why, or "" while it is searched."""
        known = self._known.get((agent, among))
        return known.answer if known is not None else ""

    @property
    def is_searching(self) -> bool:
        """Tell whether any question waits for its answer."""
        return any(not each.answer for each in self._known.values())

    def advance(self, most: int) -> int:
        """Work on at most `most` cells, for whom asked first; return how many it were."""
        left = most
        waiting = [(each.question.since, key) for key, each in self._known.items() if not each.answer]
        for _, key in sorted(waiting):
            if left <= 0:
                break
            left -= self._work_on(key, left)
        return most - left

    def begin_again(self) -> None:
        """Search again for all that are not answered: the ground has changed."""
        self._searches.clear()
        self._known = {
            key: each if each.answer else replace(each, worked=0) for key, each in self._known.items()
        }

    def snapshot(self) -> tuple[NearestSnapshot, ...]:
        """Return a copy of all questions."""
        return tuple(each for _, each in sorted(self._known.items()))

    def restore(self, saved: tuple[NearestSnapshot, ...]) -> None:
        """Take back what `snapshot` returned; searches are made again up to where they were."""
        self._searches.clear()
        self._known = {(each.question.agent, each.question.among): each for each in saved}

    def _work_on(self, key: tuple[int, str], most: int) -> int:
        known = self._known[key]
        search = self._searches.get(key)
        if search is None:
            begun = self._begin(known.question)
            if isinstance(begun, str):
                self._known[key] = replace(known, answer=f"none: {begun}")
                return 0
            search = self._searches[key] = begun
            search.advance(known.worked)
        worked = search.advance(most)
        answer = ""
        if search.has_ended:
            answer = f"found: {search.found}" if search.found else "none: No way leads to any of them."
            del self._searches[key]
        self._known[key] = replace(known, worked=search.worked, answer=answer)
        return worked
