"""Set single fields of a world and of the things in it, as they are in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphs.basics.frozen import JsonValue
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.part_values import with_parts
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.worlds.checks.sense_check import signal_problems
from graphs.worlds.checks.way_checks import way_problems
from graphs.worlds.checks.world_check import agent_problems, check_world_document, map_problems
from graphs.worlds.edits.places import refuse_bad_places
from graphs.worlds.model.elements import (
    GROUPS,
    Element,
    Entry,
    element_of,
    need_agent,
    need_entry,
    with_element,
)
from graphs.worlds.model.world_file import AgentEntry, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem

_KEPT = frozenset({"format", "version", *GROUPS})


@edit
def set_world_field(world: WorldDocument, path: str, value: object) -> WorldDocument:
    """Set a field of the world itself: size, seed, rate, title, note, player; None takes the default.

    Refuses a value that does not fit the field or is out of its range, and an agent that is not there.
    """
    name = path.partition(".")[0]
    if name in _KEPT:
        raise EditRefused(f"{name} is set by editing what is on the map.", "Use the tools of the map.")
    changed = with_field(world, path, value)
    if changed is world:
        return world
    for problem in check_world_document(
        changed.model_copy(update={group: {} for group in GROUPS if group != "agents"})
    ):
        if problem.severity == "error" and problem.where in (name, path):
            raise EditRefused(problem.message, problem.remedy)
    return changed


@edit
def set_world_parts(
    world: WorldDocument, values: Mapping[str, JsonValue], without: Sequence[str] = ()
) -> WorldDocument:
    """Put parts of the world in place, and take others out, as `set_parts` does in a mind."""
    return with_parts(world, values, without)


@edit
def steer_agent(world: WorldDocument, agent_id: str) -> WorldDocument:
    """Let the user steer an agent.

    Where all are of one team, it gets another: else no agent that looks for foes would ever see it. If it
    also thinks like one of them, it stops thinking and sensing: it is an agent just made, now the player.
    """
    world = set_world_field(world, "player", agent_id)
    agent = need_agent(world, agent_id)
    others = [entry for other, entry in world.agents.items() if other != agent_id]
    if {entry.team for entry in others} != {agent.team}:
        return world
    steered = put(agent, team="player" if agent.team != "player" else "hero")
    if agent.mind is not None and any(entry.mind == agent.mind for entry in others):
        steered = put(steered, mind=None, sensors=(), variables={})
    return with_element(world, Element("agents", agent_id), steered)


@edit
def set_element_field(world: WorldDocument, element: Element, path: str, value: object) -> WorldDocument:
    """Set a field of one thing; None takes the default, or the entry out of its object.

    `path` may lead inside with dots: `limits.max_speed`, `sensors.0.params.range`, `variables.target`.
    Refuses a value that does not fit, and one that the check of worlds would call an error there.
    """
    entry = need_entry(world, element)
    new = with_field(entry, path, value)
    if new is entry:
        return world
    changed = with_element(world, element, new)
    known = {problem.where for problem in problems_of(world, element)}
    spot = f"{element.key}.{path}"
    for problem in problems_of(changed, element):
        is_here = problem.where == spot or problem.where.startswith(f"{spot}.")
        if problem.severity == "error" and is_here and problem.where not in known:
            raise EditRefused(problem.message, problem.remedy)
    if path.partition(".")[0] in ("at", "center", "radius", "polygon"):
        return refuse_bad_places(changed, (element,))
    return changed


def problems_of(world: WorldDocument, element: Element) -> tuple[WorldProblem, ...]:
    """Return what is wrong with one thing, but for where an agent stands; nothing else is looked at."""
    entry = need_entry(world, element)
    if isinstance(entry, AgentEntry):
        given_off = _without_things(world).model_copy(update={"agents": {element.id: entry}})
        costs = way_problems(given_off.model_copy(update={"zones": world.zones}))
        own = (problem for problem in costs if problem.where.startswith(f"{element.key}."))
        return (*agent_problems(world, element.key, entry), *signal_problems(given_off), *own)
    stops = world.waypoints if element.group in ("paths", "waypoints") else {}
    only = {element.group: {element.id: entry}, "player": None, "waypoints": stops}
    alone = _without_things(world).model_copy(update=only)
    found = (*check_world_document(alone), *map_problems(alone))
    return tuple(problem for problem in found if problem.where.startswith(f"{element.key}."))


def _without_things(world: WorldDocument) -> WorldDocument:
    """Return the world with nothing in it but its player, so that checking it takes no time."""
    player = {agent_id: entry for agent_id, entry in world.agents.items() if agent_id == world.player}
    nothing: dict[str, dict[str, Entry]] = {group: {} for group in GROUPS}
    return world.model_copy(update={**nothing, "agents": player})


def element_at(where: str, world: WorldDocument) -> Element | None:
    """Return the thing that a place in the file is about: `agents.tank_1` for `agents.tank_1.limits`.

    An id may hold dots, so the longest one that is there is taken.
    """
    parts = where.split(".")
    for count in range(len(parts), 1, -1):
        element = element_of(".".join(parts[:count]))
        if element is not None and element.id in getattr(world, element.group):
            return element
    return None
