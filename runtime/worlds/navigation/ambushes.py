"""Lead several agents to one place along different ways, each by what the others have taken (rule 11.42).

One after the other is led by the shortest way, on which each cell near the ways of the others costs as many
times more as there are such ways (TAC-02); with `nearest_first` those who ask in one step are taken by their
distance (TAC-03).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from runtime.basics.values import Value, Vector
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.navigation.free_lines import pull_straight
from runtime.worlds.navigation.grounds import Grounds
from runtime.worlds.navigation.walkable_grid import WalkableGrid
from runtime.worlds.parts.world_part import ApplyEffect, WorldView

AMBUSH = "ambush:"

_CHUNK = 12
"""Cells within which a way is pulled straight, so that it keeps off the ways of others."""

Key = tuple[str, str]
"""An agent and the path of the node that asks."""


class AmbushView(WorldView, Protocol):
    """Say what the part may ask of its world beside what all parts may."""

    @property
    def grounds(self) -> Grounds:
        """Return the ground that ways lead over."""


@dataclass(frozen=True, slots=True)
class Lurker:
    """Hold one agent's part in an ambush.

    Its `group` shares ways: a team, or all without one. `cells` is its way by numbers of cells, () while none
    is known, `corners` the same as places. `problem` says why none leads there.
    """

    since: int
    group: str
    start: Vector
    goal: Vector
    radius: float
    spread: float
    distance: float
    cells: tuple[int, ...] = ()
    corners: tuple[Vector, ...] = ()
    problem: str = ""

    @property
    def waits(self) -> bool:
        """Tell whether its way is still to be searched."""
        return not self.cells and not self.problem


class Ambushes:
    """Be the part of a world that spreads the ways of those who lie in ambush."""

    def __init__(self, world: AmbushView) -> None:
        self._world = world
        self.lurkers: dict[Key, Lurker] = {}

    @property
    def fields(self) -> Sequence[str]:
        """Return the starts of the fields it answers."""
        return (AMBUSH,)

    @property
    def is_at_work(self) -> bool:
        """Tell whether anyone lies in ambush."""
        return bool(self.lurkers)

    @property
    def effects(self) -> Mapping[str, ApplyEffect]:
        """Return what lets an agent take part, and leave."""
        return {"join_ambush": self._join, "leave_ambush": self._leave}

    def field(self, entity: str, start: str, rest: str) -> Value:
        """Return how the part of a node is: `searching`, `way: ` and its corners, `none: ` and why."""
        lurker = self.lurkers.get((entity, rest))
        if lurker is None:
            return ""
        if lurker.problem:
            return f"none: {lurker.problem}"
        return "searching" if lurker.waits else f"way: {corner_text(lurker.corners)}"

    def step(self) -> Sequence[WorldEvent]:
        """Search the way of the one that is next, one in each step."""
        waiting = [(each.since, each.distance, key) for key, each in self.lurkers.items() if each.waits]
        if waiting:
            _, _, key = min(waiting)
            self.lurkers[key] = self._led(key)
        return ()

    def snapshot(self) -> object:
        """Return a copy of everything that changes."""
        return dict(self.lurkers)

    def restore(self, saved: object) -> None:
        """Take back what `snapshot` returned."""
        assert isinstance(saved, dict)
        self.lurkers = dict(saved)

    def state(self) -> object:
        """Return everything that decides how it goes on."""
        return tuple(sorted(self.lurkers.items()))

    # -- inside ------------------------------------------------------------------------------------

    def _join(self, effect: Effect) -> str | None:
        world, agent, given = self._world, effect.agent_id, effect.arguments
        goal = given.get("target")
        if isinstance(goal, str):
            goal = world.entity_field(goal, "position")
        here, radius = world.entity_field(agent, "position"), world.entity_field(agent, "radius")
        if not isinstance(goal, tuple) or not isinstance(here, tuple) or not isinstance(radius, float):
            return "An ambush needs a place or an entity to close in on."
        spread = given.get("spread")
        self.lurkers[agent, effect.node_path] = Lurker(
            world.tick,
            str(world.entity_field(agent, "team")),
            here,
            goal,
            radius,
            float(spread) if isinstance(spread, (int, float)) else 0.0,
            math.dist(here, goal) if given.get("nearest_first") is True else 0.0,
        )
        return None

    def _leave(self, effect: Effect) -> str | None:
        self.lurkers.pop((effect.agent_id, effect.node_path), None)
        return None

    def _led(self, key: Key) -> Lurker:
        lurker, grounds = self.lurkers[key], self._world.grounds
        grid = grounds.grid(lurker.radius, ())
        reach = 2.0 * lurker.radius + 2.0 * grid.size
        start = grid.cell_in_sight(grounds.shapes, lurker.start, reach)
        region = None if start is None else int(grid.region[start])
        ends = grid.free_cells_near(*lurker.goal, math.inf, region) if start is not None else []
        goal = grid.cell_of(*lurker.goal)
        if start is None or not ends or (grid.free[goal] and int(grid.region[goal]) != region):
            return replace(lurker, problem="No way leads there.")
        taken = self._taken_near(key, lurker, grid)
        cells = spread_way(grid, grid.number_of(start), grid.number_of(ends[0]), taken)
        places = [grid.place(divmod(cell, grid.rows)) for cell in cells]
        corners: list[Vector] = []
        for first in range(0, max(1, len(places) - 1), _CHUNK):
            corners += pull_straight(grounds.to_come, places[first : first + _CHUNK + 1], lurker.radius)[1:]
        return replace(lurker, cells=cells, corners=(*corners, lurker.goal))

    def _taken_near(self, key: Key, lurker: Lurker, grid: WalkableGrid) -> Mapping[int, int]:
        """Return how many ways of others of its group lead near each cell, by number."""
        taken: dict[int, int] = {}
        for other_key, other in sorted(self.lurkers.items()):
            if other_key == key or other.group != lurker.group or other.radius != lurker.radius:
                continue
            near = {cell for number in other.cells for cell in _around(grid, number, lurker.spread)}
            for cell in near:
                taken[cell] = taken.get(cell, 0) + 1
        return taken


def _around(grid: WalkableGrid, number: int, spread: float) -> Iterator[int]:
    """Yield the cells within some units of a cell."""
    reach = int(spread / grid.size)
    column, row = divmod(number, grid.rows)
    columns = grid.free.shape[0]
    for right in range(max(column - reach, 0), min(column + reach + 1, columns)):
        for up in range(max(row - reach, 0), min(row + reach + 1, grid.rows)):
            if (right - column) ** 2 + (up - row) ** 2 <= reach * reach:
                yield right * grid.rows + up


def spread_way(grid: WalkableGrid, start: int, end: int, taken: Mapping[int, int]) -> tuple[int, ...]:
    """Return the cheapest way where a step into a cell costs 1 + `taken` times its length (Dijkstra).

    Cells by number, both ends included; () where no way leads there. Of equal ways always the same is found.
    """
    costs, before, done = {start: 0}, {start: start}, set()
    queue = [(0, start)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        if cell == end:
            break
        for neighbor, step in grid.steps_from(cell):
            further = cost + step * (1 + taken.get(neighbor, 0))
            known = costs.get(neighbor)
            if known is None or further < known:
                costs[neighbor], before[neighbor] = further, cell
                heapq.heappush(queue, (further, neighbor))
    if end not in before:
        return ()
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def corner_text(corners: Sequence[Vector]) -> str:
    """Write corners as a text, a space between and a comma in each."""
    return " ".join(f"{x!r},{y!r}" for x, y in corners)
