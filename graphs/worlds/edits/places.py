"""Refuse edits that would leave agents where no agent can stand."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from graphs.basics.frozen import Point
from graphs.edits.refusal import EditRefused
from graphs.worlds.edits.shapes import bounds, is_inside
from graphs.worlds.model.elements import WORDS, Element, Group, entries_of, title_of
from graphs.worlds.model.world_file import AgentEntry, Door, Obstacle, Wall, WorldDocument, Zone

SOLID_GROUPS: tuple[Group, ...] = ("walls", "obstacles", "doors")
"""What nobody can stand in, doors as they are at the start."""


def refuse_bad_places(world: WorldDocument, changed: Collection[Element]) -> WorldDocument:
    """Return the world, unless an edit of `changed` put an agent off the map or into something solid.

    Agents that stand badly for other reasons are none of the edit's business. What merely touches a wall may
    stand: the run starts it at the nearest free place.
    """
    moved = {element.id for element in changed if element.group == "agents"}
    for agent_id in moved:
        agent = world.agents.get(agent_id)
        if agent is not None and not is_on_map(world, agent.at):
            raise EditRefused(
                f"{title_of(world, Element('agents', agent_id))} would be off the map.",
                "Keep it on the map, or make the map larger first.",
            )
    solids = [element for element in changed if element.group in SOLID_GROUPS]
    for element in all_solids(world) if moved else solids:
        everyone = element in solids
        for agent_id, agent in world.agents.items():
            if (everyone or agent_id in moved) and is_in_solid(world, element, agent):
                raise EditRefused(
                    f"{title_of(world, Element('agents', agent_id))} would stand inside "
                    f"{_solid_words(world, element, edited=everyone)}.",
                    "Leave room for it, or move it first.",
                )
    return world


def _solid_words(world: WorldDocument, solid: Element, *, edited: bool) -> str:
    """Return a wall or obstacle as people call it; the one in hand needs no id."""
    if edited and not entries_of(world, solid.group)[solid.id].name:
        return f"the {WORDS[solid.group]}"
    return title_of(world, solid)


def is_on_map(world: WorldDocument, at: Point) -> bool:
    """Tell whether a place is on the map."""
    return 0 <= at[0] <= world.size[0] and 0 <= at[1] <= world.size[1]


def all_solids(world: WorldDocument) -> Iterator[Element]:
    """Yield the walls, obstacles and doors of a world."""
    for group in SOLID_GROUPS:
        yield from (Element(group, key) for key in entries_of(world, group))


def is_in_solid(world: WorldDocument, solid: Element, agent: AgentEntry) -> bool:
    """Tell whether the middle of an agent is inside a wall, an obstacle or a door that stands there."""
    entry = entries_of(world, solid.group).get(solid.id)
    if isinstance(entry, Obstacle):
        return math.dist(entry.center, agent.at) < entry.radius
    if isinstance(entry, Door) and entry.open:
        x, y = entry.slide or (0, 0)
        return entry.slide is not None and _is_in_outline(entry.polygon, (agent.at[0] - x, agent.at[1] - y))
    return isinstance(entry, (Wall, Door, Zone)) and _is_in_outline(entry.polygon, agent.at)


def _is_in_outline(outline: tuple[Point, ...], at: Point) -> bool:
    if len(outline) < 3:
        return False
    box = bounds(outline)
    return box.left <= at[0] <= box.right and box.bottom <= at[1] <= box.top and is_inside(outline, at)
