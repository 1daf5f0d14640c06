"""Answer what lies under the pointer, from plain pictures."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, Qt

from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import AgentsPicture, GroundPicture

REACH = 12.0
"""An agent can be grabbed from this many px around its middle, however small it is drawn."""


def agent_at(agents: AgentsPicture, view: MapView, pixel: QPointF) -> int:
    """Return the index of the nearest agent whose body or grab circle holds `pixel`, or -1."""
    if not agents.ids:
        return -1
    offsets = view.points(agents.positions) - (pixel.x(), pixel.y())
    distances = np.sqrt((offsets * offsets).sum(axis=1))
    within = distances <= np.maximum(agents.radii * view.unit, REACH)
    if not within.any():
        return -1
    return int(np.argmin(np.where(within, distances, np.inf)))


def ground_words(ground: GroundPicture, view: MapView, pixel: QPointF) -> str:
    """Return what stands still under a pixel, in words; nothing on the bare ground."""
    for place in ground.waypoints:
        at = view.point(place.at)
        if math.hypot(at.x() - pixel.x(), at.y() - pixel.y()) <= REACH:
            return f"Waypoint {place.name}"
    for source in ground.sources:
        at = view.point(source.at)
        if math.hypot(at.x() - pixel.x(), at.y() - pixel.y()) <= REACH:
            return f"Source {source.name}: {source.kind}"
    x, y = view.world(pixel)
    for (center, radius), name in zip(ground.obstacles, ground.obstacle_names, strict=False):
        if math.hypot(center[0] - x, center[1] - y) <= radius:
            return f"Obstacle {name}, radius {radius:g} units"
    for wall, name in zip(ground.walls, ground.wall_names, strict=False):
        if view.polygon(wall).containsPoint(pixel, Qt.FillRule.OddEvenFill):
            return f"Wall {name}"
    for zone in ground.zones:
        if view.polygon(zone.polygon).containsPoint(pixel, Qt.FillRule.OddEvenFill):
            return f"Zone {zone.name}"
    return ""
