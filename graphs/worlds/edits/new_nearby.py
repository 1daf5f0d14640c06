"""Add to a world what a field lacks to choose from: a path, a zone or a waypoint near the thing in hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from graphs.basics.frozen import Point
from graphs.edits.edit_calls import edit
from graphs.worlds.edits.adding import Added, add_path, add_waypoint, add_zone
from graphs.worlds.model.elements import Element, entries_of
from graphs.worlds.model.world_file import WorldDocument

NewGroup = Literal["paths", "zones", "waypoints"]

NEW_WORDS: Mapping[NewGroup, str] = {"paths": "path", "zones": "zone", "waypoints": "waypoint"}
"""What a new thing of a group is called in a list."""

_AWAY = 2.0
"""How far from the thing in hand a new one lies, in units."""


@edit
def add_nearby(world: WorldDocument, group: NewGroup, element: Element | None) -> Added:
    """Add a path, a zone or a waypoint around a thing, or in the middle of the map."""
    x, y = _place_of(world, element)
    left, right = (_inside(world, (x + step, y)) for step in (-_AWAY, _AWAY))
    if group == "paths":
        return add_path(world, (left, right))
    if group == "zones":
        low, high = _inside(world, (x - _AWAY, y - _AWAY)), _inside(world, (x + _AWAY, y + _AWAY))
        return add_zone(world, (low, (high[0], low[1]), high, (low[0], high[1])))
    return add_waypoint(world, right)


def _place_of(world: WorldDocument, element: Element | None) -> Point:
    entry = entries_of(world, element.group).get(element.id) if element is not None else None
    at = getattr(entry, "at", None)
    return at if at is not None else (world.size[0] / 2, world.size[1] / 2)


def _inside(world: WorldDocument, at: Point) -> Point:
    return min(max(at[0], 0), world.size[0]), min(max(at[1], 0), world.size[1])
