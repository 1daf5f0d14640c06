"""Change the corners of walls and zones and the stops of paths, and take things out of a world."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphs.basics.frozen import Point
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.worlds.edits.moving import move_elements
from graphs.worlds.edits.places import refuse_bad_places
from graphs.worlds.edits.shapes import checked_outline, tidy_point
from graphs.worlds.edits.squad_references import without_entities
from graphs.worlds.model.elements import (
    ENTITY_GROUPS,
    WORDS,
    Element,
    Entry,
    free_id,
    need_entry,
    need_path,
    with_element,
    with_elements,
    without_elements,
)
from graphs.worlds.model.world_file import Door, Link, Wall, Waypoint, WorldDocument, WorldPath, Zone


@edit
def move_point(world: WorldDocument, element: Element, index: int, to: Point) -> WorldDocument:
    """Put a corner of a wall, door or zone, an end of a link, or a waypoint of a path, somewhere else.

    Refuses an outline that would cross itself or be flat.
    """
    entry = need_entry(world, element)
    if isinstance(entry, WorldPath):
        waypoint = _stop(entry, index)
        at = world.waypoints[waypoint].at
        moved = Element("waypoints", waypoint)
        return move_elements(world, (moved,), float(to[0]) - at[0], float(to[1]) - at[1])
    if isinstance(entry, Link):
        end = "end" if index else "start"
        return with_element(world, element, put(entry, **{end: tidy_point(*to)}))
    corners = list(_outline(element, entry))
    _need_corner(corners, index)
    corners[index] = to
    return _with_outline(world, element, corners)


@edit
def insert_point(world: WorldDocument, element: Element, index: int, at: Point) -> WorldDocument:
    """Add a corner before the corner `index`, or a new waypoint before that stop of a path; the number of
    them adds it at the end.
    """
    entry = need_entry(world, element)
    if isinstance(entry, WorldPath):
        added = Element("waypoints", free_id(world, "waypoints", "point"))
        stops = (*entry.waypoints[:index], added.id, *entry.waypoints[index:])
        changed: dict[Element, Entry] = {
            added: Waypoint(at=tidy_point(*at)),
            element: put(entry, waypoints=stops),
        }
        return with_elements(world, changed)
    corners = list(_outline(element, entry))
    corners.insert(index, at)
    return _with_outline(world, element, corners)


@edit
def remove_point(world: WorldDocument, element: Element, index: int) -> WorldDocument:
    """Take a corner away, or a stop of a path; a waypoint that no path uses any more goes with its stop.

    Refuses to leave less than three corners or two stops.
    """
    entry = need_entry(world, element)
    if isinstance(entry, WorldPath):
        return _without_stop(world, element, entry, index)
    corners = list(_outline(element, entry))
    if len(corners) <= 3:
        raise EditRefused(
            f"A {WORDS[element.group]} has at least three corners.", "Delete the whole of it instead."
        )
    _need_corner(corners, index)
    del corners[index]
    return _with_outline(world, element, corners)


def _need_corner(corners: list[Point], index: int) -> None:
    if not 0 <= index < len(corners):
        raise EditRefused("This corner is no longer there.", "Choose another one.")


@edit
def set_stops(world: WorldDocument, path_id: str, stops: tuple[str, ...]) -> WorldDocument:
    """Let a path lead along other waypoints, in this order."""
    path = need_path(world, path_id)
    for stop in stops:
        if stop not in world.waypoints:
            known = ", ".join(sorted(world.waypoints)) or "none yet"
            raise EditRefused(f"There is no waypoint {stop!r}.", f"Known waypoints: {known}.")
    if not stops:
        raise EditRefused("A path has at least one waypoint.", "Delete the whole of it instead.")
    return with_element(world, Element("paths", path_id), put(path, waypoints=stops))


@edit
def reverse_path(world: WorldDocument, path_id: str) -> WorldDocument:
    """Let a path lead the other way."""
    path = need_path(world, path_id)
    return with_element(world, Element("paths", path_id), put(path, waypoints=path.waypoints[::-1]))


def users_of_waypoint(world: WorldDocument, waypoint: str) -> tuple[str, ...]:
    """Return the paths that lead along a waypoint."""
    return tuple(path_id for path_id, path in world.paths.items() if waypoint in path.waypoints)


def _without_stop(world: WorldDocument, element: Element, path: WorldPath, index: int) -> WorldDocument:
    stop = _stop(path, index)
    if len(path.waypoints) <= 2:
        raise EditRefused("A path has at least two waypoints.", "Delete the whole of it instead.")
    left = path.waypoints[:index] + path.waypoints[index + 1 :]
    changed = with_element(world, element, put(path, waypoints=left))
    if users_of_waypoint(changed, stop) or stop not in changed.waypoints:
        return changed
    waypoints = {waypoint: entry for waypoint, entry in changed.waypoints.items() if waypoint != stop}
    return put(changed, waypoints=waypoints)


def _stop(path: WorldPath, index: int) -> str:
    if not 0 <= index < len(path.waypoints):
        raise EditRefused("This waypoint is no longer in the path.", "Choose another one.")
    return path.waypoints[index]


def _outline(element: Element, entry: object) -> tuple[Point, ...]:
    if not isinstance(entry, (Wall, Door, Zone)):
        raise EditRefused(f"A {WORDS[element.group]} has no corners.", "Move it as a whole.")
    return entry.polygon


def _with_outline(world: WorldDocument, element: Element, corners: list[Point]) -> WorldDocument:
    entry = need_entry(world, element)
    assert isinstance(entry, (Wall, Door, Zone))
    changed = with_element(world, element, put(entry, polygon=checked_outline(corners)))
    return refuse_bad_places(changed, (element,))


@edit
def remove_elements(world: WorldDocument, elements: Iterable[Element]) -> WorldDocument:
    """Take things out.

    Paths lose the waypoints that go, and go themselves without any; waypoints go with the last path that led
    along them. Ways between waypoints go with either of them, costs of agents with their zone. Squads lose
    their members, and go with the last one; fighting circles go with whom they are around. The player is no
    one when its agent goes. Sensors that name what went stay as they are: the check tells of them.
    """
    chosen = set(elements)
    chosen |= _only_of_paths(world, chosen)
    gone = {element.id for element in chosen if element.group == "waypoints"}
    paths: dict[str, WorldPath] = {}
    for path_id, path in world.paths.items():
        stops = tuple(stop for stop in path.waypoints if stop not in gone)
        if stops:
            paths[path_id] = path if stops == path.waypoints else put(path, waypoints=stops)
    if any(paths.get(path_id) is not path for path_id, path in world.paths.items()):
        world = put(world, paths=paths)
    if world.player is not None and Element("agents", world.player) in chosen:
        world = put(world, player=None)
    entities = {element.id for element in chosen if element.group in ENTITY_GROUPS}
    return without_entities(_without_ways(without_elements(world, chosen), chosen), entities)


def _without_ways(world: WorldDocument, gone: Collection[Element]) -> WorldDocument:
    """Return the world without the ways between waypoints, and the costs of zones, that are gone."""
    points = {element.id for element in gone if element.group == "waypoints"}
    zones = {element.id for element in gone if element.group == "zones"}
    changed: dict[Element, Entry] = {}
    for name, point in world.waypoints.items():
        if points.intersection(point.links):
            kept = tuple(link for link in point.links if link not in points)
            changed[Element("waypoints", name)] = put(point, links=kept)
    for name, agent in world.agents.items():
        if zones.intersection(agent.area_costs):
            costs = {zone: cost for zone, cost in agent.area_costs.items() if zone not in zones}
            changed[Element("agents", name)] = put(agent, area_costs=costs)
    return with_elements(world, changed)


def _only_of_paths(world: WorldDocument, chosen: Collection[Element]) -> set[Element]:
    """Return the waypoints that only paths among `chosen` lead along."""
    paths = {element.id for element in chosen if element.group == "paths"}
    stops = {stop for path_id in paths if path_id in world.paths for stop in world.paths[path_id].waypoints}
    return {
        Element("waypoints", stop)
        for stop in stops
        if stop in world.waypoints and paths.issuperset(users_of_waypoint(world, stop))
    }
