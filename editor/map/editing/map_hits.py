"""Say where the handles of what is selected are, and what is under the pointer while a world is edited."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF

from editor.map.picture.map_view import MapView
from graphs.basics.frozen import Point
from graphs.worlds.edits.moving import box_of, points_of
from graphs.worlds.edits.shapes import distance_to_segment, is_inside
from graphs.worlds.edits.squads import own_places_around
from graphs.worlds.model.elements import Element, Group, entries_of
from graphs.worlds.model.world_file import AgentEntry, Obstacle, ProjectileEntry, WorldDocument
from runtime.worlds.squads.formations import in_world, places_of

BOX_GAP = 11.0
"""Px between what is selected and the box around it, so that its handles lie off the corners' own."""

TURN_ARM = 20.0
HEADING_ARM = 18.0
LEAST_SIDE = 36.0
"""A side of the box shorter than this, in px, has no handle in its middle."""

SIDES: tuple[tuple[int, int], ...] = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The handles of the box, counterclockwise from the lower left, as directions from its middle, y up."""


class HandleKind(Enum):
    """Say what a handle changes."""

    POINT = auto()
    """A corner of a wall or zone, or a stop of a path."""
    HEADING = auto()
    """Where an agent looks."""
    RIM = auto()
    """The radius of an obstacle."""
    SCALE = auto()
    """The size of the whole selection; `index` is a place in `SIDES`."""
    TURN = auto()
    """The angle of the whole selection."""
    SLOT = auto()
    """A place of the own formation of the squad that an agent is in."""


@dataclass(frozen=True, slots=True)
class Handle:
    """One handle: what it changes, of what, and where it is in px."""

    kind: HandleKind
    element: Element | None
    index: int
    at: QPointF


def handles_of(world: WorldDocument, selected: Sequence[Element], view: MapView) -> tuple[Handle, ...]:
    """Return the handles of what is selected, those on top first."""
    if len(selected) == 1:
        own = tuple(_own_handles(world, selected[0], view))
        if selected[0].group not in ("walls", "doors", "zones", "links", "paths"):
            return own
        return (*own, *_box_handles(world, selected, view))
    return tuple(_box_handles(world, selected, view))


def selection_box(world: WorldDocument, selected: Sequence[Element], view: MapView) -> QRectF | None:
    """Return the box around what is selected in px, None where it has no handles."""
    is_one = len(selected) == 1 and selected[0].group not in ("walls", "doors", "zones", "links", "paths")
    if not selected or is_one:
        return None
    box = box_of(world, selected)
    if box is None:
        return None
    low, high = view.point((box.left, box.bottom)), view.point((box.right, box.top))
    return QRectF(low.x(), high.y(), high.x() - low.x(), low.y() - high.y()).adjusted(
        -BOX_GAP, -BOX_GAP, BOX_GAP, BOX_GAP
    )


def _own_handles(world: WorldDocument, element: Element, view: MapView) -> Iterator[Handle]:
    if element.group in ("walls", "doors", "zones", "links", "paths"):
        for index, point in enumerate(points_of(world, element)):
            yield Handle(HandleKind.POINT, element, index, view.point((float(point[0]), float(point[1]))))
    elif element.group == "obstacles" and element.id in world.obstacles:
        entry = world.obstacles[element.id]
        x, y = entry.center
        yield Handle(HandleKind.RIM, element, 0, view.point((float(x) + float(entry.radius), float(y))))
    elif element.group == "agents" and element.id in world.agents:
        agent = world.agents[element.id]
        at = view.point((float(agent.at[0]), float(agent.at[1])))
        turn = math.radians(float(agent.heading))
        reach = 1.55 * max(6.0, float(agent.radius) * view.unit) + HEADING_ARM
        place = QPointF(at.x() + math.cos(turn) * reach, at.y() - math.sin(turn) * reach)
        yield Handle(HandleKind.HEADING, element, 0, place)
        yield from _slot_handles(world, element, view)


def _slot_handles(world: WorldDocument, agent: Element, view: MapView) -> Iterator[Handle]:
    """Yield the places of an agent's squad around the leader's start, where they are its own."""
    found = own_places_around(world, agent.id)
    if found is None:
        return
    squad_id, leader = found
    at = float(leader.at[0]), float(leader.at[1])
    for index, slot in enumerate(places_of(world.squads[squad_id].formation)):
        place = in_world(slot, at, float(leader.heading))
        yield Handle(HandleKind.SLOT, agent, index, view.point(place))


def _box_handles(world: WorldDocument, selected: Sequence[Element], view: MapView) -> Iterator[Handle]:
    box = selection_box(world, selected, view)
    if box is None:
        return
    middle = box.center()
    yield Handle(HandleKind.TURN, None, 0, QPointF(middle.x(), box.top() - TURN_ARM))
    for index, (along_x, along_y) in enumerate(SIDES):
        is_short = box.width() < LEAST_SIDE if along_x == 0 else box.height() < LEAST_SIDE
        if 0 in (along_x, along_y) and is_short:
            continue
        x = middle.x() + along_x * box.width() / 2
        y = middle.y() - along_y * box.height() / 2
        yield Handle(HandleKind.SCALE, None, index, QPointF(x, y))


HANDLE_REACH = 8.0
EDGE_REACH = 6.0
PLACE_REACH = 11.0
BORDER_REACH = 7.0
MAP_EDGE_REACH = 6.0
_ORDER: tuple[Group, ...] = (
    "agents",
    "projectiles",
    "sources",
    "waypoints",
    "paths",
    "links",
    "obstacles",
    "doors",
    "walls",
    "zones",
)


def handle_at(
    world: WorldDocument, selected: Sequence[Element], view: MapView, pixel: QPointF
) -> Handle | None:
    """Return the nearest handle under a pixel."""
    found: tuple[float, Handle] | None = None
    for handle in handles_of(world, selected, view):
        distance = math.dist((handle.at.x(), handle.at.y()), (pixel.x(), pixel.y()))
        if distance <= HANDLE_REACH and (found is None or distance < found[0]):
            found = distance, handle
    return found[1] if found is not None else None


def element_under(
    world: WorldDocument, view: MapView, pixel: QPointF, selected: Sequence[Element] = ()
) -> Element | None:
    """Return the topmost thing under a pixel; what is selected already goes first.

    A zone is held by its border or, once it is selected, anywhere inside. Of agents, and other things at a
    point, whose grab circles overlap, the nearest is meant.
    """
    held = next((each for each in selected if is_hit(world, each, view, pixel, inside=True)), None)
    hits = (
        each for each in candidates(world) if is_hit(world, each, view, pixel, inside=each.group != "zones")
    )
    top = next(hits, None) if held is None else held
    if top is None or len(points_of(world, top)) != 1:
        return top
    at = view.world(pixel)
    alike = (top, *(each for each in hits if each.group == top.group))
    return min(alike, key=lambda each: math.dist(points_of(world, each)[0], at))


def edge_under(world: WorldDocument, element: Element, view: MapView, pixel: QPointF) -> int | None:
    """Return the edge of a wall, zone or path under a pixel, by the index of its first point."""
    found: tuple[float, int] | None = None
    for index, (start, end) in enumerate(_edges(world, element, view)):
        distance = distance_to_segment((pixel.x(), pixel.y()), start, end)
        if distance <= EDGE_REACH and (found is None or distance < found[0]):
            found = distance, index
    return found[1] if found is not None else None


def elements_within(world: WorldDocument, view: MapView, box: QRectF) -> tuple[Element, ...]:
    """Return everything that lies within a box of px as a whole."""
    found = []
    for element in candidates(world):
        points = [view.point((float(x), float(y))) for x, y in points_of(world, element)]
        reach = _radius(world, element) * view.unit
        inner = box.adjusted(reach, reach, -reach, -reach)
        if points and inner.isValid() and all(inner.contains(point) for point in points):
            found.append(element)
    return tuple(found)


def map_edge_under(world: WorldDocument, view: MapView, pixel: QPointF) -> tuple[int, int] | None:
    """Return which border of the map is under a pixel: (1, 0) right, (0, 1) top, (1, 1) their corner."""
    corner = view.point((float(world.size[0]), float(world.size[1])))
    origin = view.point((0.0, 0.0))
    is_right = abs(pixel.x() - corner.x()) <= MAP_EDGE_REACH
    is_top = abs(pixel.y() - corner.y()) <= MAP_EDGE_REACH
    is_along_x = origin.x() <= pixel.x() <= corner.x() + MAP_EDGE_REACH
    is_along_y = corner.y() - MAP_EDGE_REACH <= pixel.y() <= origin.y()
    sides = (int(is_right and is_along_y), int(is_top and is_along_x))
    return sides if any(sides) else None


def waypoint_under(world: WorldDocument, view: MapView, pixel: QPointF) -> str | None:
    """Return the waypoint under a pixel."""
    for waypoint in world.waypoints:
        if is_hit(world, Element("waypoints", waypoint), view, pixel, inside=True):
            return waypoint
    return None


def candidates(world: WorldDocument) -> Iterator[Element]:
    """Yield everything in a world, what is on top first."""
    for group in _ORDER:
        for element_id in reversed(list(getattr(world, group))):
            yield Element(group, element_id)


def is_hit(world: WorldDocument, element: Element, view: MapView, pixel: QPointF, *, inside: bool) -> bool:
    """Tell whether a thing is under a pixel; an outline is by its border, or with `inside` by all of it."""
    entry = entries_of(world, element.group).get(element.id)
    if entry is None:
        return False
    if element.group in ("paths", "links"):
        return edge_under(world, element, view, pixel) is not None
    at = view.world(pixel)
    if element.group in ("walls", "doors", "zones"):
        outline = points_of(world, element)
        if inside and len(outline) > 2 and is_inside(outline, at):
            return True
        reach = BORDER_REACH
        where = (pixel.x(), pixel.y())
        return any(distance_to_segment(where, *edge) <= reach for edge in _edges(world, element, view))
    (x, y) = points_of(world, element)[0]
    distance = math.dist((float(x), float(y)), at)
    if isinstance(entry, Obstacle):
        return distance <= float(entry.radius) + EDGE_REACH / view.unit
    if isinstance(entry, (AgentEntry, ProjectileEntry)):
        return distance <= max(float(entry.radius), PLACE_REACH / view.unit)
    return distance <= PLACE_REACH / view.unit


def _radius(world: WorldDocument, element: Element) -> float:
    entry = entries_of(world, element.group).get(element.id)
    return float(entry.radius) if isinstance(entry, (Obstacle, AgentEntry, ProjectileEntry)) else 0.0


def _edges(world: WorldDocument, element: Element, view: MapView) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of an outline or a path in px."""
    points = []
    for x, y in points_of(world, element):
        pixel = view.point((float(x), float(y)))
        points.append((pixel.x(), pixel.y()))
    is_loop = element.group == "paths" and world.paths[element.id].mode == "loop" and len(points) > 2
    is_closed = is_loop or element.group not in ("paths", "links")
    yield from pairwise((*points, points[0]) if is_closed and points else points)
