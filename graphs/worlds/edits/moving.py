"""Move, turn and scale what is selected in a world."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from graphs.basics.frozen import Point
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.worlds.edits.adding import LEAST_RADIUS
from graphs.worlds.edits.places import refuse_bad_places
from graphs.worlds.edits.shapes import Bounds, bounds, checked_outline, rotated, tidy, tidy_point
from graphs.worlds.model.elements import Element, Entry, need_entry, with_elements
from graphs.worlds.model.world_file import (
    AgentEntry,
    Door,
    Link,
    Obstacle,
    ProjectileEntry,
    Wall,
    WorldDocument,
    WorldPath,
    Zone,
)

Place = Callable[[Point], Point]
"""Say where a point goes."""


@edit
def move_elements(world: WorldDocument, elements: Iterable[Element], dx: float, dy: float) -> WorldDocument:
    """Move things by units; a path takes its waypoints along.

    Refuses to put an agent off the map or into something solid.
    """
    if dx == 0 and dy == 0:
        return world
    return _changed(world, elements, lambda entry: _placed(entry, lambda at: (at[0] + dx, at[1] + dy)))


@edit
def turn_elements(
    world: WorldDocument, elements: Iterable[Element], around: Point, degrees: float
) -> WorldDocument:
    """Turn things counterclockwise around a point; agents look along."""
    if degrees == 0:
        return world

    def turned(entry: Entry) -> Entry:
        placed = _placed(entry, lambda at: rotated(at, around, degrees))
        if isinstance(placed, AgentEntry):
            return put(placed, heading=tidy((float(placed.heading) + degrees) % 360.0))
        if isinstance(placed, ProjectileEntry):
            return put(placed, velocity=tidy_point(*rotated(placed.velocity, (0, 0), degrees)))
        if isinstance(placed, Door) and placed.slide is not None:
            return put(placed, slide=tidy_point(*rotated(placed.slide, (0, 0), degrees)))
        return placed

    return _changed(world, elements, turned)


@edit
def scale_elements(
    world: WorldDocument, elements: Iterable[Element], fixed: Point, along_x: float, along_y: float
) -> WorldDocument:
    """Scale things from a point that stays; a round obstacle grows with the smaller of both factors.

    Agents keep their size. Refuses a factor of 0 and less, and what would have no size any more.
    """
    if along_x == 1 and along_y == 1:
        return world
    if along_x <= 0 or along_y <= 0:
        raise EditRefused("Nothing would be left of it.", "Drag less far.")

    def scaled(entry: Entry) -> Entry:
        placed = _placed(
            entry,
            lambda at: (fixed[0] + (at[0] - fixed[0]) * along_x, fixed[1] + (at[1] - fixed[1]) * along_y),
        )
        if isinstance(placed, Obstacle):
            return put(placed, radius=_sized(float(placed.radius) * min(along_x, along_y)))
        if isinstance(placed, Door) and placed.slide is not None:
            x, y = placed.slide
            return put(placed, slide=tidy_point(x * along_x, y * along_y))
        return placed

    return _changed(world, elements, scaled)


@edit
def set_radius(world: WorldDocument, element: Element, radius: float) -> WorldDocument:
    """Give an obstacle another radius, in units."""
    entry = need_entry(world, element)
    if not isinstance(entry, Obstacle):
        raise EditRefused("Only obstacles have a rim to drag.", "Set the radius in the inspector.")
    changed = with_elements(world, {element: put(entry, radius=_sized(radius))})
    return refuse_bad_places(changed, (element,))


@edit
def set_heading(world: WorldDocument, agent_id: str, degrees: float) -> WorldDocument:
    """Let an agent look another way at the start; 0 is along x, counterclockwise."""
    element = Element("agents", agent_id)
    entry = need_entry(world, element)
    assert isinstance(entry, AgentEntry)
    return with_elements(world, {element: put(entry, heading=tidy(degrees % 360.0))})


def points_of(world: WorldDocument, element: Element) -> tuple[Point, ...]:
    """Return the points a thing is made of: corners, ends, waypoints, or its middle; none of a lost thing."""
    entry = getattr(world, element.group).get(element.id)
    if isinstance(entry, (Wall, Door, Zone)):
        return entry.polygon
    if isinstance(entry, Obstacle):
        return (entry.center,)
    if isinstance(entry, Link):
        return entry.start, entry.end
    if isinstance(entry, WorldPath):
        return tuple(
            world.waypoints[waypoint].at for waypoint in entry.waypoints if waypoint in world.waypoints
        )
    return (entry.at,) if entry is not None else ()


def box_of(world: WorldDocument, elements: Iterable[Element]) -> Bounds | None:
    """Return the box around things with their sizes, None around nothing."""
    found: Bounds | None = None
    for element in elements:
        points = points_of(world, element)
        if not points:
            continue
        box = bounds(points)
        entry = getattr(world, element.group)[element.id]
        if isinstance(entry, (Obstacle, ProjectileEntry, AgentEntry)):
            reach = float(entry.radius)
            box = Bounds(box.left - reach, box.bottom - reach, box.right + reach, box.top + reach)
        found = box if found is None else found.joined(box)
    return found


def _sized(radius: float) -> int | float:
    if not math.isfinite(radius) or radius < LEAST_RADIUS:
        raise EditRefused("The obstacle would have no size.", f"Give it at least {LEAST_RADIUS} units.")
    return tidy(radius)


def _changed(
    world: WorldDocument, elements: Iterable[Element], change: Callable[[Entry], Entry]
) -> WorldDocument:
    # A path stands for its waypoints, each once.
    chosen = tuple(dict.fromkeys(_parts(world, elements)))
    changed = {element: change(need_entry(world, element)) for element in chosen}
    return refuse_bad_places(with_elements(world, changed), chosen)


def _parts(world: WorldDocument, elements: Iterable[Element]) -> Iterator[Element]:
    for element in elements:
        entry = need_entry(world, element)
        if isinstance(entry, WorldPath):
            yield from (
                Element("waypoints", waypoint) for waypoint in entry.waypoints if waypoint in world.waypoints
            )
        else:
            yield element


def _placed(entry: Entry, place: Place) -> Entry:
    if isinstance(entry, (Wall, Door, Zone)):
        return put(entry, polygon=checked_outline([place(corner) for corner in entry.polygon]))
    if isinstance(entry, Obstacle):
        return put(entry, center=tidy_point(*place(entry.center)))
    if isinstance(entry, Link):
        return put(entry, start=tidy_point(*place(entry.start)), end=tidy_point(*place(entry.end)))
    if isinstance(entry, WorldPath):
        return entry
    return put(entry, at=tidy_point(*place(entry.at)))
