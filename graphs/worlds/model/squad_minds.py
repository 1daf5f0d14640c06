"""Let the minds of squads think: each is an agent without a body, under the id of its squad."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.worlds.model.ground_and_squads import Squad
from graphs.worlds.model.world_file import AgentEntry, Limits, WorldDocument

_NO_LIMITS = Limits(max_speed=0, max_acceleration=0, max_rotation=0, max_angular_acceleration=0)


def squad_minds(world: WorldDocument) -> Mapping[str, AgentEntry]:
    """Return an agent for the mind of each squad that has one, by the squad's id.

    A squad whose id an agent has already is left out: the check of the world tells of it.
    """
    return {
        squad_id: _entry(squad)
        for squad_id, squad in world.squads.items()
        if squad.mind is not None and squad_id not in world.agents
    }


def thinking_entries(world: WorldDocument) -> Mapping[str, AgentEntry]:
    """Return all agents and the minds of squads by id, in the order of the file, squads last."""
    return {**world.agents, **squad_minds(world)} if world.squads else world.agents


def entry_of(world: WorldDocument, agent: str) -> AgentEntry | None:
    """Return an agent, or the mind of a squad as one; None where there is none of that id."""
    known = world.agents.get(agent)
    return known if known is not None or agent not in world.squads else squad_minds(world).get(agent)


def thinking_entry(world: WorldDocument, agent: str) -> AgentEntry:
    """Return an agent, or the mind of a squad as one, that is known to be there."""
    found = entry_of(world, agent)
    assert found is not None
    return found


def with_squad_minds(world: WorldDocument) -> WorldDocument:
    """Return the world with the minds of squads among its agents; the very same where there are none."""
    found = squad_minds(world)
    return world.model_copy(update={"agents": {**world.agents, **found}}) if found else world


def _entry(squad: Squad) -> AgentEntry:
    return AgentEntry(
        at=(0, 0),
        mind=squad.mind,
        name=squad.name,
        radius=0,
        limits=_NO_LIMITS,
        immovable=True,
        variables=squad.variables,
    )
