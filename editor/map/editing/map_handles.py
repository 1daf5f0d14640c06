"""Say where the handles of what is selected are, in px of the map."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF

from editor.map.picture.map_view import MapView
from graphs.worlds.edits.moving import box_of, points_of
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument

BOX_GAP = 11.0
"""Px between what is selected and the box around it, so that its handles lie off the corners' own."""

TURN_ARM = 20.0
HEADING_ARM = 18.0
LEAST_SIDE = 36.0
"""A side of the box shorter than this, in px, has no handle in its middle."""

SIDES: tuple[tuple[int, int], ...] = (
    (-1, -1),
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
)
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
        if selected[0].group not in ("walls", "zones", "paths"):
            return own
        return (*own, *_box_handles(world, selected, view))
    return tuple(_box_handles(world, selected, view))


def selection_box(world: WorldDocument, selected: Sequence[Element], view: MapView) -> QRectF | None:
    """Return the box around what is selected in px, None where it has no handles."""
    is_one = len(selected) == 1 and selected[0].group not in ("walls", "zones", "paths")
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
    if element.group in ("walls", "zones", "paths"):
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
