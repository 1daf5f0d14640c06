"""Do what agents ask of ways for once: search the nearest of several (rule 11.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from graphs.worlds.kinds.sensor_kind import filter_terms
from runtime.basics.values import Vector
from runtime.records.world_records import Effect
from runtime.worlds.bodies.things import chosen_things

if TYPE_CHECKING:
    from runtime.worlds.world import World


def find_nearest(world: World, effect: Effect) -> str | None:
    """Search which of the entities that a filter `among` chooses is nearest by the way there."""
    row = world.agent_ids.index(effect.agent_id)
    among = effect.arguments.get("among")
    text = among if isinstance(among, str) else ""
    world.ask_nearest(row, text, tuple(_chosen(world, text, row)))
    return None


WAY_EFFECTS: Mapping[str, Callable[[World, Effect], str | None]] = {"find_nearest": find_nearest}
"""What does each effect, by name; it returns why it cannot be done, or None."""


def _chosen(world: World, text: str, row: int) -> list[tuple[str, Vector]]:
    """Return what a filter chooses, with places: things, in their order, then other entities it names."""
    things = world.things
    chosen = chosen_things(things, text, row) & things.present
    chosen[row] = False
    positions = things.positions(world.agents)
    names = [things.ids[each] for each in np.flatnonzero(chosen).tolist()]
    found = {name: _vector(positions[things.ids.index(name)].tolist()) for name in names}
    for term, taken_in in filter_terms(text):
        if taken_in and term not in things.ids and world.has_entity(term):
            place = world.entity_field(term, "position")
            assert isinstance(place, tuple)
            found[term] = place
    return list(found.items())


def _vector(place: list[float]) -> Vector:
    return place[0], place[1]
