"""Paint all agents: few as exact paths, many as pieces of pre-turned pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.painting.inks import NO_BRUSH, Inks
from editor.preview.agent_shapes import (
    HEADINGS,
    LEAST_RADIUS,
    NOSE,
    body_atlas,
    paint_body,
    paint_dot,
    wrapped_fragments,
)
from editor.preview.map_view import MapView
from editor.preview.world_picture import AgentsPicture

EXACT_UP_TO = 60
"""Up to so many seen agents are drawn as paths; above, from the atlas, which is ten times quicker."""

SELECTION_GAP = 5.0


def shown_radius(radius: float, view: MapView, keep_shape: bool) -> float:
    """Return the radius in px of a body of `radius` units; the picked one and the player keep their shape."""
    pixels = radius * view.unit
    return max(LEAST_RADIUS, pixels) if keep_shape else pixels


def seen_agents(agents: AgentsPicture, view: MapView) -> NDArray[np.int64]:
    """Return the places of the agents of which some part may be within the map."""
    if not agents.ids:
        return np.empty(0, dtype=np.int64)
    pixels = view.points(agents.positions)
    reach = agents.radii * view.unit * NOSE + 12.0
    x, y = pixels[:, 0], pixels[:, 1]
    inside = (x > -reach) & (x < view.width + reach) & (y > -reach) & (y < view.height + reach)
    return np.nonzero(inside)[0].astype(np.int64)


def paint_agents(
    painter: QPainter, agents: AgentsPicture, view: MapView, inks: Inks, picked: int, ratio: float
) -> None:
    """Paint every agent in sight, the picked one last with its selection ring.

    `picked` is an index or -1, `ratio` the device pixels per px of the surface painted on.
    """
    seen = seen_agents(agents, view)
    apart = [index for index in (agents.player, picked) if index >= 0]
    crowd = seen[~np.isin(seen, apart)]
    if len(crowd) <= EXACT_UP_TO:
        for index in crowd:
            _paint_one(painter, agents, int(index), view, inks, keep_shape=False)
    else:
        _paint_crowd(painter, agents, crowd, view, inks, ratio)
    if agents.player >= 0 and agents.player != picked:
        _paint_one(painter, agents, agents.player, view, inks, keep_shape=True)
    if picked >= 0:
        _paint_one(painter, agents, picked, view, inks, keep_shape=True, selected=True)


def _paint_one(
    painter: QPainter,
    agents: AgentsPicture,
    index: int,
    view: MapView,
    inks: Inks,
    *,
    keep_shape: bool,
    selected: bool = False,
) -> None:
    radius = shown_radius(float(agents.radii[index]), view, keep_shape)
    team = int(agents.teams[index])
    x, y = agents.positions[index]
    painter.save()
    painter.translate(view.point((float(x), float(y))))
    if selected:
        painter.setPen(inks.pen("accent.line", 2))
        painter.setBrush(NO_BRUSH)
        painter.drawEllipse(QPointF(), radius + SELECTION_GAP, radius + SELECTION_GAP)
    if radius >= LEAST_RADIUS:
        painter.rotate(-float(agents.headings[index]))
        paint_body(painter, radius, team, index == agents.player, inks)
    else:
        paint_dot(painter, radius, team, inks)
    painter.restore()


def _paint_crowd(
    painter: QPainter,
    agents: AgentsPicture,
    crowd: NDArray[np.int64],
    view: MapView,
    inks: Inks,
    ratio: float,
) -> None:
    """Paint by team and size, each group in one call."""
    pixels = view.points(agents.positions[crowd])
    turns = np.rint(agents.headings[crowd] * (HEADINGS / 360.0)).astype(np.int64) % HEADINGS
    sizes = np.rint(agents.radii[crowd] * view.unit * 2).astype(np.int64)
    groups = agents.teams[crowd] * 1_000_000 + sizes
    for group in np.unique(groups):
        members = groups == group
        team, size = divmod(int(group), 1_000_000)
        atlas = body_atlas(inks.theme, size / 2, team, False, ratio)
        fragments = np.zeros((int(members.sum()), 10))
        fragments[:, 0:2] = pixels[members]
        fragments[:, 2] = turns[members] * atlas.cell
        fragments[:, 4:6] = atlas.cell
        fragments[:, 6:8] = 1 / atlas.ratio
        fragments[:, 9] = 1.0
        painter.drawPixmapFragments(wrapped_fragments(fragments.ctypes.data), len(fragments), atlas.pixmap)
