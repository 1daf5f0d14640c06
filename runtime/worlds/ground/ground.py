"""Keep the layers of a world's ground up to date, a slice of the sources in each step (rules 11.10 to 11.13).

| layer | each source gives a cell | a cell is |
|---|---|---|
| influence | strength · share left at its distance | the sum |
| strongest | the same | the largest |
| territory | the same, where it is at least the threshold | the largest, and belongs to whose it is |
| visits | its strength each second, where it is | the sum |
| height | nothing | the height of the highest wall or obstacle over its middle |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphs.worlds.model.ground_and_squads import Layer, LayerSource
from runtime.basics.context import EvaluationError
from runtime.basics.time_ticks import duration_to_ticks
from runtime.basics.values import Value
from runtime.basics.vectors import FloatArray, IntArray
from runtime.formulas.fall_offs import share_left
from runtime.records.world_records import WorldEvent
from runtime.worlds.bodies.geometry import point_in_polygon
from runtime.worlds.bodies.things import chosen_things
from runtime.worlds.ground.cell_field import Cell, CellField, Window
from runtime.worlds.parts.world_part import ApplyEffect, WorldView

INFLUENCE, OWNER = "influence:", "owner:"

NO_OWNER = -1


@dataclass(frozen=True, slots=True)
class LayerSnapshot:
    """Hold a copy of what changes about a layer; see `GroundLayer`."""

    values: FloatArray
    owners: IntArray
    next_values: FloatArray
    next_owners: IntArray
    step: int


class GroundLayer:
    """Hold one layer.

    `values` (columns, rows) and `owners`, numbers of `Ground.owner_names`, are what is read; `next_values`
    and `next_owners` are worked on, and take their place at the end of a pass. `step` is that of the pass.
    """

    def __init__(self, layer: Layer, field: CellField, steps: int) -> None:
        self.layer, self.field, self.steps = layer, field, steps
        self.values = np.zeros(field.shape)
        self.owners = np.full(field.shape, NO_OWNER, dtype=np.int64)
        self.next_values = self.values.copy()
        self.next_owners = self.owners.copy()
        self.step = 0

    def add(self, given: FloatArray, owner: int, window: Window) -> None:
        """Add what one source gives the cells of a window to the pass under way."""
        where = window.of_field
        if self.layer.kind in ("influence", "visits"):
            self.next_values[where] += given
            return
        if self.layer.kind == "territory":
            given = np.where(given >= float(self.layer.threshold), given, 0.0)
        known = self.next_values[where]
        stronger = given > known
        self.next_owners[where] = np.where(stronger, owner, self.next_owners[where])
        self.next_values[where] = np.where(stronger, given, known)

    def end_pass(self, seconds: float) -> None:
        """Take over what was worked on, and keep what is left of what was there before."""
        half_life = float(self.layer.half_life)
        left = self.values * 0.5 ** (seconds / half_life) if half_life > 0.0 else None
        if self.layer.kind == "visits":
            self.next_values *= seconds
            self.next_values += self.values if left is None else left
        elif left is not None:
            older = left > self.next_values
            self.next_owners = np.where(older, self.owners, self.next_owners)
            self.next_values = np.where(older, left, self.next_values)
        self.values, self.owners = self.next_values, self.next_owners
        self.next_values = np.zeros_like(self.values)
        self.next_owners = np.full_like(self.owners, NO_OWNER)
        self.step = 0

    def value_at(self, x: float, y: float) -> float:
        """Return the value of the cell of a place."""
        return float(self.values[self.field.cell_of(x, y)])

    def values_at(self, points: FloatArray) -> FloatArray:
        """Return the values of the cells of points (n, 2)."""
        columns, rows = self.field.shape
        cells = np.floor(points / self.field.size).astype(np.int64)
        across, along = np.clip(cells[:, 0], 0, columns - 1), np.clip(cells[:, 1], 0, rows - 1)
        return self.values[across, along]

    def snapshot(self) -> LayerSnapshot:
        """Return a copy of what changes."""
        return LayerSnapshot(
            self.values.copy(),
            self.owners.copy(),
            self.next_values.copy(),
            self.next_owners.copy(),
            self.step,
        )

    def restore(self, saved: LayerSnapshot) -> None:
        """Take back what `snapshot` returned."""
        self.values, self.owners = saved.values.copy(), saved.owners.copy()
        self.next_values, self.next_owners = saved.next_values.copy(), saved.next_owners.copy()
        self.step = saved.step


class Ground:
    """Be the part of a world that holds its layers, by id in ascending order."""

    def __init__(self, world: WorldView) -> None:
        self._world = world
        things = world.things
        owners = {team or name for team, name in zip(things.teams, things.ids, strict=True)}
        self.owner_names = tuple(sorted(owners))
        numbers = {name: number for number, name in enumerate(self.owner_names)}
        self._owner_of = [numbers[team or name] for team, name in zip(things.teams, things.ids, strict=True)]
        self._fields: dict[float, CellField] = {}
        self._kernels: dict[tuple[float, LayerSource], FloatArray] = {}
        self.layers: Mapping[str, GroundLayer] = {
            name: self._opened(layer) for name, layer in sorted(world.document.layers.items())
        }
        self._sources = {name: self._sources_of(each.layer) for name, each in self.layers.items()}
        for name, each in self.layers.items():
            if each.layer.kind != "height":
                self._work(name, each, 0, len(self._sources[name]))
                each.end_pass(0.0)

    @property
    def fields(self) -> Sequence[str]:
        """Return the starts of the fields it answers."""
        return (INFLUENCE, OWNER)

    @property
    def effects(self) -> Mapping[str, ApplyEffect]:
        """Return nothing: nothing is done to layers."""
        return {}

    def field(self, entity: str, start: str, rest: str) -> Value:
        """Return the value of the layer `rest` where an entity is, or whose the ground is there."""
        layer = self.layers.get(rest)
        if layer is None:
            known = ", ".join(self.layers)
            raise EvaluationError(f"This world has no layer {rest!r}. Known layers: {known}.")
        place = self._world.entity_field(entity, "position")
        assert isinstance(place, tuple)
        if start == INFLUENCE:
            return layer.value_at(*place)
        owner = int(layer.owners[layer.field.cell_of(*place)])
        return "" if owner == NO_OWNER else self.owner_names[owner]

    def step(self) -> Sequence[WorldEvent]:
        """Let each layer work on the slice of its sources that is next."""
        for name, each in self.layers.items():
            if each.layer.kind == "height":
                continue
            count = len(self._sources[name])
            self._work(name, each, count * each.step // each.steps, count * (each.step + 1) // each.steps)
            each.step += 1
            if each.step == each.steps:
                each.end_pass(each.steps / self._world.rate)
        return ()

    def snapshot(self) -> object:
        """Return a copy of everything that changes."""
        return tuple(each.snapshot() for each in self.layers.values())

    def restore(self, saved: object) -> None:
        """Take back what `snapshot` returned."""
        assert isinstance(saved, tuple)
        for each, layer in zip(saved, self.layers.values(), strict=True):
            layer.restore(each)

    def state(self) -> object:
        """Return everything that decides how the layers go on."""
        return tuple(
            (each.values.tobytes(), each.next_values.tobytes(), each.owners.tobytes(), each.step)
            for each in self.layers.values()
        )

    # -- inside ------------------------------------------------------------------------------------

    def _opened(self, layer: Layer) -> GroundLayer:
        width, height = (float(extent) for extent in self._world.document.size)
        size = float(layer.cell)
        field = self._fields.setdefault(size, CellField(width, height, size))
        steps = max(1, duration_to_ticks(float(layer.every), self._world.rate))
        opened = GroundLayer(layer, field, steps)
        if layer.kind == "height":
            opened.values = self._heights(field)
        return opened

    def _sources_of(self, layer: Layer) -> list[tuple[LayerSource, int]]:
        """Return each thing that gives a layer something, by its row, with what says so."""
        found = []
        for source in layer.sources:
            rows = np.flatnonzero(chosen_things(self._world.things, source.who, None))
            found += [(source, row) for row in rows.tolist()]
        return found

    def _work(self, name: str, layer: GroundLayer, first: int, end: int) -> None:
        """Add what the sources from `first` up to `end` give."""
        things, agents = self._world.things, self._world.agents
        for source, row in self._sources[name][first:end]:
            if not things.present[row]:
                continue
            still = row - things.agent_count
            place = agents.position[row] if still < 0 else things.still_positions[still]
            cell = layer.field.cell_of(float(place[0]), float(place[1]))
            strength = self._strength(source, things.ids[row])
            if strength != 0.0:
                window, shares = self._shares(layer, cell, source)
                layer.add(strength * shares, self._owner_of[row], window)

    def _strength(self, source: LayerSource, entity: str) -> float:
        if not isinstance(source.strength, str):
            return float(source.strength)
        try:
            value = self._world.entity_field(entity, source.strength)
        except EvaluationError:
            return 0.0
        return float(value) if isinstance(value, (int, float)) else 0.0

    def _shares(self, layer: GroundLayer, cell: Cell, source: LayerSource) -> tuple[Window, FloatArray]:
        """Return the cells that a source at a cell reaches, and the share of its strength that each gets."""
        field = layer.field
        radius = 0.0 if layer.layer.kind == "visits" else float(source.radius)
        window = field.window(cell, field.reach(radius))
        if layer.layer.around_walls:
            return window, _share_left(source, field.walked(cell, radius, self._world.solid), radius)
        kernel = self._kernels.get((field.size, source))
        if kernel is None:
            kernel = _share_left(source, field.straight(field.reach(radius)), radius)
            self._kernels[field.size, source] = kernel
        return window, kernel[window.of_kernel]

    def _heights(self, field: CellField) -> FloatArray:
        middles = field.middles()
        heights = np.zeros(len(middles))
        document = self._world.document
        for wall in document.walls.values():
            covered = point_in_polygon(middles, np.array(wall.polygon, dtype=np.float64))
            heights = np.where(covered, np.maximum(heights, float(wall.height)), heights)
        for obstacle in document.obstacles.values():
            away = middles - np.array(obstacle.center, dtype=np.float64)
            covered = np.square(away).sum(axis=1) <= float(obstacle.radius) ** 2
            heights = np.where(covered, np.maximum(heights, float(obstacle.height)), heights)
        return heights.reshape(field.shape)


def _share_left(source: LayerSource, distance: FloatArray, radius: float) -> FloatArray:
    steps = tuple(float(each) for each in source.steps)
    return share_left(source.fall_off, distance, radius, steps)


def ground_of(world: WorldView) -> Ground | None:
    """Return the ground of a world that has layers."""
    return Ground(world) if world.document.layers else None
