"""Add things to a world; each function returns the world and what was added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from graphs.basics.frozen import Point
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.worlds.edits.places import refuse_bad_places
from graphs.worlds.edits.shapes import checked_outline, tidy, tidy_point
from graphs.worlds.model.elements import Element, Group, free_id, with_element, with_elements
from graphs.worlds.model.world_file import (
    AgentEntry,
    Door,
    Link,
    Obstacle,
    ProjectileEntry,
    SensorEntry,
    Source,
    Wall,
    Waypoint,
    WorldDocument,
    WorldPath,
    Zone,
)

Added = tuple[WorldDocument, Element]

SIGHT_OF_FOES = SensorEntry(kind="sight", params={"looks_for": "foes"})
"""What an agent that thinks is given when it is made."""

LEAST_RADIUS = 0.05
"""Least radius, in units, of what is drawn."""


@edit
def add_wall(world: WorldDocument, corners: Iterable[Point]) -> Added:
    """Add a solid polygon; refuse an outline that is none, and one with an agent inside."""
    added = Element("walls", free_id(world, "walls"))
    changed = with_element(world, added, Wall(polygon=checked_outline(corners)))
    return refuse_bad_places(changed, (added,)), added


@edit
def add_door(world: WorldDocument, corners: Iterable[Point]) -> Added:
    """Add a wall that opens and closes; it is closed at the start. Refuses what `add_wall` refuses."""
    added = Element("doors", free_id(world, "doors", "door"))
    changed = with_element(world, added, Door(polygon=checked_outline(corners)))
    return refuse_bad_places(changed, (added,)), added


@edit
def add_link(
    world: WorldDocument, start: Point, end: Point, kind: Literal["walk", "jump", "ladder"] = "jump"
) -> Added:
    """Add a way where none could be walked, from `start` to `end`; refuse one without length."""
    added = Element("links", free_id(world, "links", kind))
    entry = Link(start=tidy_point(*start), end=tidy_point(*end), kind=kind)
    if entry.start == entry.end:
        raise EditRefused("The link has no length.", "Drag from where it begins to where it ends.")
    return with_element(world, added, entry), added


@edit
def add_waypoint(world: WorldDocument, at: Point) -> Added:
    """Add a named place that no path leads along yet."""
    added = Element("waypoints", free_id(world, "waypoints", "point"))
    return with_element(world, added, Waypoint(at=tidy_point(*at))), added


@edit
def add_obstacle(world: WorldDocument, center: Point, radius: float) -> Added:
    """Add a solid circle; refuse one without size, and one with an agent inside."""
    if radius < LEAST_RADIUS:
        raise EditRefused("The obstacle has no size.", "Drag from its center to its rim.")
    added = Element("obstacles", free_id(world, "obstacles"))
    entry = Obstacle(center=tidy_point(*center), radius=tidy(radius))
    return refuse_bad_places(with_element(world, added, entry), (added,)), added


@edit
def add_zone(world: WorldDocument, corners: Iterable[Point]) -> Added:
    """Add a named area; refuse an outline that is none."""
    added = Element("zones", free_id(world, "zones", "zone"))
    return with_element(world, added, Zone(polygon=checked_outline(corners))), added


@edit
def add_path(
    world: WorldDocument,
    stops: Sequence[Point | str],
    mode: Literal["open", "loop", "ping_pong"] = "ping_pong",
) -> Added:
    """Add a way along places; a stop is a position, which becomes a new waypoint, or the id of a waypoint."""
    if len(stops) < 2:
        raise EditRefused("A path leads somewhere.", "Click at least two places.")
    path_id = free_id(world, "paths", "path")
    ids: list[str] = []
    added: dict[Element, Waypoint] = {}
    for stop in stops:
        if isinstance(stop, str):
            if stop not in world.waypoints:
                raise EditRefused(f"The waypoint {stop} is no longer in the world.", "Click another place.")
            ids.append(stop)
            continue
        element = Element("waypoints", free_id(with_elements(world, added), "waypoints", "point"))
        added[element] = Waypoint(at=tidy_point(*stop))
        ids.append(element.id)
    path = Element("paths", path_id)
    changed = with_elements(with_elements(world, added), {path: WorldPath(waypoints=tuple(ids), mode=mode)})
    return changed, path


@edit
def add_agent(
    world: WorldDocument, at: Point, heading: float = 0.0, *, like: str | None = None, mind: str | None = None
) -> Added:
    """Add an agent, the same as the agent `like` but for place and name, else one that thinks with `mind`.

    One that thinks and is like nobody sees foes, and is of another team than the player. Refuses a place off
    the map or in something solid.
    """
    model = world.agents.get(like) if like is not None else None
    entry = put(model, name="") if model is not None else _new_agent(world, mind)
    entry = put(entry, at=tidy_point(*at), heading=tidy(heading % 360.0))
    added = Element("agents", free_id(world, "agents", "agent"))
    return refuse_bad_places(with_element(world, added, entry), (added,)), added


def _new_agent(world: WorldDocument, mind: str | None) -> AgentEntry:
    if mind is None:
        return AgentEntry(at=(0, 0))
    player = world.agents.get(world.player or "")
    team = "red" if player is not None and player.team != "red" else "blue"
    return AgentEntry(at=(0, 0), mind=mind, team=team, sensors=(SIGHT_OF_FOES,))


@edit
def add_source(world: WorldDocument, at: Point, kind: str = "noise") -> Added:
    """Add something that can be heard, seen or smelled from afar."""
    group: Group = "sources"
    added = Element(group, free_id(world, group, kind or "source"))
    return with_element(world, added, Source(at=tidy_point(*at), kind=kind)), added


@edit
def add_projectile(world: WorldDocument, at: Point, velocity: Point = (0, 0)) -> Added:
    """Add something that lies, rolls or flies from the start, such as a ball; `velocity` in units/s."""
    added = Element("projectiles", free_id(world, "projectiles", "ball"))
    entry = ProjectileEntry(at=tidy_point(*at), velocity=tidy_point(*velocity))
    return with_element(world, added, entry), added
