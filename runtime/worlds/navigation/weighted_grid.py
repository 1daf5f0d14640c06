"""Lay what areas cost an agent, and the links of a world, over the cells of a grid."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphs.worlds.model.world_file import Link
from runtime.basics.values import Vector
from runtime.basics.vectors import length
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.navigation.area_map import LEAVING, AreaMap
from runtime.worlds.navigation.walkable_grid import DIAGONAL, STRAIGHT, Cell, Steps, WalkableGrid

_IDS = itertools.count()


@dataclass(frozen=True, slots=True)
class GridLink:
    """Hold one way along a link: from a cell, by number, to another, the places, and what it costs."""

    id: str
    first: int
    second: int
    start: Vector
    end: Vector
    cost: int


MOST_STEPS = 32_768
"""Of so many cells the steps are kept, about 15 MB, then they are worked out again."""


class KnownSteps:
    """Keep the steps of the cells of several grids, few enough that a long run does not grow."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, bool], Steps] = {}
        self.get = self._known.get

    def __len__(self) -> int:
        return len(self._known)

    def keep(self, key: tuple[int, int, bool], steps: Steps) -> Steps:
        """Keep the steps of a cell: by grid, number, and whether they lead into it; return them."""
        if len(self._known) >= MOST_STEPS:
            self._known.clear()
        self._known[key] = steps
        return steps


class WeightedGrid:
    """Hold a grid with what steps cost an agent, and with links as further steps.

    `base` has the cells that links join in one region. `known` keeps steps, for all grids of a ground.
    """

    def __init__(
        self, base: WalkableGrid, areas: AreaMap | None, links: Sequence[GridLink], known: KnownSteps
    ) -> None:
        self.base = replace(base, region=_joined(base, links)) if links else base
        self.areas = areas
        self.least = min(
            areas.least if areas is not None else 1.0, *(_ratio(base, link) for link in links), 1.0
        )
        self._known, self._id = known, next(_IDS)
        self._links = {(link.first, link.second): link for link in reversed(links)}
        self._ends: dict[int, list[GridLink]] = {}
        self._starts: dict[int, list[GridLink]] = {}
        for link in self._links.values():
            self._ends.setdefault(link.second, []).append(link)
            self._starts.setdefault(link.first, []).append(link)
        if areas is not None:
            columns, rows = base.free.shape
            x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5, indexing="ij")
            middles = np.column_stack((x.ravel(), y.ravel())) * base.size
            if base.asides is not None:
                asides = np.flatnonzero(base.asides.place_of >= 0)
                places = base.asides.place_of[asides]
                middles[asides] = np.column_stack((base.asides.x[places], base.asides.y[places]))
            self._factors: Sequence[float] = areas.factors_at(middles).tolist()
            self._mixed: Sequence[bool] = areas.near_edges(middles, 2.0 * base.size).tolist()

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return self.base.rows

    def number_of(self, cell: Cell) -> int:
        """Return the number of a cell."""
        return self.base.number_of(cell)

    def steps_from(self, number: int) -> Steps:
        """Return the steps from a cell, by number."""
        key = self._id, number, False
        steps = self._known.get(key)
        if steps is None:
            further = [(link.second, link.cost) for link in self._starts.get(number, ())]
            steps = self._known.keep(key, (*self._weighted(number, leads_here=False), *further))
        return steps

    def steps_into(self, number: int) -> Steps:
        """Return the cells from which one can step into a cell, with what it costs."""
        key = self._id, number, True
        steps = self._known.get(key)
        if steps is None:
            further = [(link.first, link.cost) for link in self._ends.get(number, ())]
            steps = self._known.keep(key, (*self._weighted(number, leads_here=True), *further))
        return steps

    def link_between(self, first: Cell, second: Cell) -> GridLink | None:
        """Return the link that a way takes from one cell to another, None where it walks."""
        link = self._links.get((self.number_of(first), self.number_of(second)))
        if link is None:
            return None
        walked = [cost for cell, cost in self._weighted(link.first, leads_here=False) if cell == link.second]
        return link if not walked or link.cost < min(walked) else None

    def _weighted(self, number: int, *, leads_here: bool) -> Steps:
        plain = self.base.steps_from(number)
        if self.areas is None or not plain:
            return plain
        if not self._mixed[number]:
            factor = self._factors[number]
            factor = LEAVING if math.isinf(factor) else factor
            return plain if factor == 1.0 else tuple((cell, _scaled(cost, factor)) for cell, cost in plain)
        here = np.array([self._place(number)] * len(plain))
        there = np.array([self._place(cell) for cell, _ in plain])
        costs = self.areas.costs(there, here) if leads_here else self.areas.costs(here, there)
        factors = (costs / np.maximum(length(there - here), 1e-12)).tolist()
        return tuple(
            (cell, _scaled(cost, factor))
            for (cell, cost), factor in zip(plain, factors, strict=True)
            if not math.isinf(factor)
        )

    def _place(self, number: int) -> Vector:
        return self.base.place((number // self.rows, number % self.rows))


def grid_links(
    grid: WalkableGrid, shapes: SolidShapes, links: Mapping[str, Link], active: Mapping[str, bool]
) -> tuple[GridLink, ...]:
    """Return the ways along the active links whose both ends bodies of the grid's size can get to."""
    found = []
    reach = 2.0 * grid.radius + 2.0 * grid.size
    for link_id in sorted(links):
        link = links[link_id]
        start = (float(link.start[0]), float(link.start[1]))
        end = (float(link.end[0]), float(link.end[1]))
        first, second = (grid.cell_in_sight(shapes, place, reach) for place in (start, end))
        if not active[link_id] or first is None or second is None or first == second:
            continue
        here, there = grid.number_of(first), grid.number_of(second)
        away = math.dist(start, grid.place(first)) + math.dist(end, grid.place(second))
        units = math.dist(start, end) * max(float(link.cost), 0.0) + away
        cost = max(1, round(units / grid.size * STRAIGHT))
        found.append(GridLink(link_id, here, there, start, end, cost))
        if link.both_ways:
            found.append(GridLink(link_id, there, here, end, start, cost))
    return tuple(found)


def ways_along(
    ground: WalkableGrid | WeightedGrid, cells: Sequence[Cell]
) -> tuple[list[list[Vector]], tuple[str, ...]]:
    """Return the places of a way, cut where it goes along links, and the links between the pieces."""
    if isinstance(ground, WalkableGrid):
        return [[ground.place(cell) for cell in cells]], ()
    pieces, links = [[ground.base.place(cells[0])]], []
    for first, second in itertools.pairwise(cells):
        link = ground.link_between(first, second)
        if link is not None:
            pieces[-1].append(link.start)
            pieces.append([link.end])
            links.append(link.id)
        pieces[-1].append(ground.base.place(second))
    return pieces, tuple(links)


def _scaled(cost: int, factor: float) -> int:
    return max(1, int(cost * factor + 0.5))


def _ratio(grid: WalkableGrid, link: GridLink) -> float:
    """Return what a link costs as a share of the least that its ends are apart."""
    across = abs(link.first // grid.rows - link.second // grid.rows)
    along = abs(link.first % grid.rows - link.second % grid.rows)
    return link.cost / (STRAIGHT * max(across, along) + (DIAGONAL - STRAIGHT) * min(across, along))


def _joined(grid: WalkableGrid, links: Sequence[GridLink]) -> np.ndarray:
    """Return the regions of a grid, those that links join as one."""
    region = grid.region.copy()
    flat = region.reshape(-1)
    for link in links:
        first, second = int(flat[link.first]), int(flat[link.second])
        if first != second:
            flat[flat == max(first, second)] = min(first, second)
    return region
