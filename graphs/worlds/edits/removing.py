"""Take things out of a world."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphs.edits.replacing import put
from graphs.worlds.edits.reshaping import users_of_waypoint
from graphs.worlds.model.elements import Element, without_elements
from graphs.worlds.model.world_file import WorldDocument, WorldPath


def remove_elements(world: WorldDocument, elements: Iterable[Element]) -> WorldDocument:
    """Take things out.

    Paths lose the waypoints that go, and go themselves without any; waypoints go with the last path that led
    along them. The player is nobody when its agent goes. Sensors that name what went stay as they are: the
    check tells of them.
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
    return without_elements(world, chosen)


def _only_of_paths(world: WorldDocument, chosen: Collection[Element]) -> set[Element]:
    """Return the waypoints that only paths among `chosen` lead along."""
    paths = {element.id for element in chosen if element.group == "paths"}
    stops = {stop for path_id in paths if path_id in world.paths for stop in world.paths[path_id].waypoints}
    return {
        Element("waypoints", stop)
        for stop in stops
        if stop in world.waypoints and paths.issuperset(users_of_waypoint(world, stop))
    }
