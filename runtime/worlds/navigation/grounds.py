"""Hold the ground that ways lead over: cells for bodies of each size, as doors, links and areas are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, length
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.bodies.solid_shapes import SolidShapes, build_solid_shapes
from runtime.worlds.navigation.agent_costs import AgentCosts
from runtime.worlds.navigation.area_map import AreaCosts
from runtime.worlds.navigation.free_lines import CostLines
from runtime.worlds.navigation.grid_building import build_walkable_grid
from runtime.worlds.navigation.walkable_grid import WalkableGrid
from runtime.worlds.navigation.waypoint_ways import WaypointWays
from runtime.worlds.navigation.weighted_grid import KnownSteps, WeightedGrid, grid_links
from runtime.worlds.parts.links import Links

REACH = 2.0
"""Units from a body within which solid shapes are found quickly."""

DoorWays = tuple[bool, ...]
"""Whether the way of each door is free."""

MOST_GROUNDS = 64
"""So many weighted grids are kept."""


class Grounds:
    """Hold the ground of one world. `shapes` are what is solid now; `ways` tells which doors are passable.

    Ways are made by `to_come`, what is solid once all doors have come to rest: one that closes is closed.
    A grid that was built stays known: a gate that opens and closes comes back to it.
    """

    def __init__(
        self, world: WorldDocument, solid: Obstructions, links: Links | None, like: Grounds | None = None
    ) -> None:
        """Hold what is `solid`; shapes and plain grids of `like`, of the same solid things, are shared."""
        self.shapes: SolidShapes = like.shapes if like is not None else build_solid_shapes(solid, REACH)
        self.costs = AgentCosts(world)
        self.waypoints = WaypointWays(world)
        self.links = links
        self.ways: DoorWays = ()
        self.at_rest: Callable[[DoorWays], SolidShapes] = lambda _: self.shapes
        self.grids: dict[tuple[float, DoorWays], WalkableGrid] = like.grids if like is not None else {}
        self._weighted: dict[tuple[float, DoorWays, AreaCosts, DoorWays], WeightedGrid] = {}
        self._steps = KnownSteps()

    @property
    def to_come(self) -> SolidShapes:
        """Return what is solid once all doors have come to rest, open or closed as told."""
        return self.at_rest(self.ways)

    @property
    def active(self) -> DoorWays:
        """Tell for each link whether it can be used."""
        return self.links.active if self.links is not None else ()

    def search_ground(self, radius: float, costs: AreaCosts) -> WalkableGrid | WeightedGrid:
        """Return what is searched for bodies of a radius to which areas cost so much."""
        grid = self._plain(radius)
        links = self.links
        if not costs and (links is None or not any(links.active)):
            return grid
        key = radius, self.ways, costs, self.active
        if key not in self._weighted:
            if len(self._weighted) >= MOST_GROUNDS:
                self._weighted.clear()
            joined = grid_links(grid, self.to_come, links.links, links.is_active) if links is not None else ()
            self._weighted[key] = WeightedGrid(grid, self.costs.area_map(costs, radius), joined, self._steps)
        return self._weighted[key]

    def grid(self, radius: float, costs: AreaCosts) -> WalkableGrid:
        """Return the cells of that ground, those that links join in one region."""
        ground = self.search_ground(radius, costs)
        return ground if isinstance(ground, WalkableGrid) else ground.base

    def has_room(self, points: FloatArray, radius: float) -> BoolArray:
        """Tell for each of n points whether it is on the map and in a cell in which a body can be."""
        grid = self.grid(radius, ())
        cells = np.floor(points / grid.size).astype(np.int64)
        columns, rows = grid.free.shape
        inside = ((cells >= 0) & (cells < np.array((columns, rows)))).all(axis=1)
        across, along = np.clip(cells[:, 0], 0, columns - 1), np.clip(cells[:, 1], 0, rows - 1)
        return inside & grid.free[across, along]

    def is_never_entered(self, place: Vector, costs: AreaCosts, radius: float) -> bool:
        """Tell whether a place is in an area that is never entered, or so near that ways keep clear of it."""
        areas = self.costs.area_map(costs, radius)
        return areas is not None and bool(np.isinf(areas.factors_at(np.array([place])))[0])

    def line_costs(self, costs: AreaCosts, radius: float) -> CostLines | None:
        """Return what tells the costs of lines, None where they cost their length."""
        areas = self.costs.area_map(costs, radius)
        return areas.costs if areas is not None else None

    def are_best(self, start: FloatArray, end: FloatArray, costs: AreaCosts, radius: float) -> BoolArray:
        """Tell for each line (n, 2) whether no other way can cost less."""
        areas = self.costs.area_map(costs, radius)
        least = self.least(costs)
        if areas is None and least >= 1.0:
            return np.ones(len(start), dtype=np.bool_)
        line = length(end - start)
        paid = line if areas is None else areas.costs(start, end)
        return paid <= line * least * (1.0 + 1e-9) + 1e-9

    def least(self, costs: AreaCosts) -> float:
        """Return the least that a unit of a way can cost."""
        least = min(1.0, *(factor for _, factor in costs)) if costs else 1.0
        if self.links is not None:
            used = (float(link.cost) for name, link in self.links.links.items() if self.links.is_active[name])
            least = min(least, *used, 1.0)
        return least

    def _plain(self, radius: float) -> WalkableGrid:
        key = radius, self.ways
        if key not in self.grids:
            self.grids[key] = build_walkable_grid(self.to_come, radius)
        return self.grids[key]
