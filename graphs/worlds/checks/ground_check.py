"""Check what a world says of the layers of its ground."""

from __future__ import annotations

import math
from collections.abc import Iterator

from graphs.worlds.checks.sense_check import filter_names
from graphs.worlds.kinds.sensor_kind import filter_terms
from graphs.worlds.model.ground_and_squads import Layer, LayerSource
from graphs.worlds.model.world_file import WorldDocument
from graphs.worlds.model.world_problem import WorldProblem, known_names

MOST_CELLS = 1_000_000
"""Most cells of one layer."""

MOST_SECONDS = 3600
"""Longest time between two workings out of a layer."""

_RELATIVE = ("foes", "friends")


def layer_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield what is wrong with the layers of a world."""
    for layer_id, layer in world.layers.items():
        where = f"layers.{layer_id}"
        yield from _size_problems(world, where, layer)
        if not layer.sources and layer.kind != "height":
            yield WorldProblem(
                f"{where}.sources",
                "Nothing gives this layer a value: it is 0 everywhere.",
                "Add a source: a team, a tag, an agent.",
                "warning",
            )
        if layer.sources and layer.kind == "height":
            yield WorldProblem(
                f"{where}.sources",
                "A layer of heights has no sources: it is read from walls and obstacles.",
                "Remove the sources, or choose another kind.",
                "warning",
            )
        for index, source in enumerate(layer.sources):
            yield from _source_problems(world, f"{where}.sources.{index}", layer, source)


def _size_problems(world: WorldDocument, where: str, layer: Layer) -> Iterator[WorldProblem]:
    width, height = world.size
    cell = float(layer.cell)
    cells = math.ceil(width / cell) * math.ceil(height / cell) if cell > 0.0 else math.inf
    if not cells <= MOST_CELLS:
        yield WorldProblem(
            f"{where}.cell",
            f"The side of a cell is {layer.cell}; expected one that gives at most {MOST_CELLS} cells.",
            "Write 1, or half the size of an agent.",
        )
    if not 0 <= layer.every <= MOST_SECONDS:
        yield WorldProblem(
            f"{where}.every",
            f"The interval is {layer.every}; expected 0 to {MOST_SECONDS} seconds.",
            "Write 0.25.",
        )
    if layer.half_life < 0:
        yield WorldProblem(
            f"{where}.half_life",
            f"The half-life is {layer.half_life}; expected 0 or more seconds.",
            "Write 0 where nothing stays.",
        )


def _source_problems(
    world: WorldDocument, where: str, layer: Layer, source: LayerSource
) -> Iterator[WorldProblem]:
    names = filter_names(world)
    for term, _ in filter_terms(source.who):
        if term in _RELATIVE:
            yield WorldProblem(
                f"{where}.who",
                f"{term!r} means nothing here: a layer is the same for all who read it.",
                "Name a team.",
            )
        elif term not in names:
            yield WorldProblem(
                f"{where}.who",
                f"{term!r} is none of the world's agents, sources, teams and tags.",
                known_names("names", names),
                "warning",
            )
    if source.radius < 0:
        yield WorldProblem(
            f"{where}.radius", f"The radius is {source.radius}; expected 0 or more units.", "Write 4."
        )
    if source.fall_off == "steps" and not source.steps and layer.kind != "visits":
        yield WorldProblem(
            f"{where}.steps",
            "The fall-off goes by steps, and there are none: the source gives nothing.",
            "Write the shares for each unit of distance, such as [1, 0.5, 0.25].",
        )
