"""Paint all agents: few as exact paths, many as pieces of pre-turned pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.map.picture.agent_shapes import (
    HEADINGS,
    LEAST_RADIUS,
    NOSE,
    TINTS,
    Atlas,
    body_atlas,
    paint_body,
    paint_dot,
    team_row,
    tinted_atlas,
    wrapped_fragments,
)
from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import AgentsPicture
from editor.theme.inks import NO_BRUSH, Inks, set_inks

EXACT_UP_TO = 60
"""Up to so many seen agents are drawn as paths; above, from an atlas, which is ten times quicker."""

SELECTION_GAP = 5.0


def shown_radius(radius: float, view: MapView, keep_shape: bool) -> float:
    """Return the radius in px of a body of `radius` units; the picked one and the player keep their shape."""
    pixels = radius * view.unit
    return max(LEAST_RADIUS, pixels) if keep_shape else pixels


@dataclass(frozen=True, eq=False, slots=True)
class SeenAgents:
    """Hold where all agents are in px (n, 2), and the rows (k,) of those within the map."""

    pixels: NDArray[np.float64]
    rows: NDArray[np.int64]


def seen_agents(agents: AgentsPicture, view: MapView) -> SeenAgents:
    """Return the agents of which some part may be within the map; the mind of a squad has no body."""
    if not agents.ids:
        return SeenAgents(np.empty((0, 2)), np.empty(0, dtype=np.int64))
    pixels = view.points(agents.positions)
    reach = float(agents.radii.max()) * view.unit * NOSE + 12.0
    x, y = pixels[:, 0], pixels[:, 1]
    inside = (x > -reach) & (x < view.width + reach) & (y > -reach) & (y < view.height + reach)
    return SeenAgents(pixels, np.flatnonzero(inside & (agents.radii > 0.0)))


def paint_agents(
    painter: QPainter,
    agents: AgentsPicture,
    seen: SeenAgents,
    view: MapView,
    inks: Inks,
    picked: int,
    ratio: float,
) -> None:
    """Paint every agent in sight, the picked one last with its selection ring.

    `picked` is an index or -1, `ratio` the device pixels per px of the surface painted on.
    """
    crowd = seen.rows[(seen.rows != agents.player) & (seen.rows != picked)]
    if len(crowd) <= EXACT_UP_TO:
        for index in crowd:
            _paint_one(painter, agents, int(index), view, inks, keep_shape=False)
    else:
        _paint_crowd(painter, agents, seen.pixels, crowd, view, inks, ratio)
    if agents.player >= 0 and agents.player != picked:
        _paint_one(painter, agents, agents.player, view, inks, keep_shape=True)
    if picked >= 0 and agents.radii[picked] > 0.0:
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
    team, tint = int(agents.teams[index]), agents.tint(index)
    x, y = agents.positions[index]
    painter.save()
    painter.translate(view.point((float(x), float(y))))
    if selected:
        set_inks(painter, inks.pen("accent.line", 2), NO_BRUSH)
        painter.drawEllipse(QPointF(), radius + SELECTION_GAP, radius + SELECTION_GAP)
    if radius >= LEAST_RADIUS:
        painter.rotate(-float(agents.headings[index]))
        paint_body(painter, radius, team, index == agents.player, inks, tint)
    else:
        paint_dot(painter, radius, team, inks, tint)
    painter.restore()


def _paint_crowd(
    painter: QPainter,
    agents: AgentsPicture,
    pixels: NDArray[np.float64],
    crowd: NDArray[np.int64],
    view: MapView,
    inks: Inks,
    ratio: float,
) -> None:
    """Paint all bodies of one size in one call: a piece of a picture that holds every team and heading."""
    sizes = np.rint(agents.radii[crowd] * (view.unit * 2)).astype(np.int64)
    first = int(sizes[0])
    if (sizes == first).all():
        _paint_size(painter, agents, pixels, crowd, first, inks, ratio)
        return
    for size in np.unique(sizes).tolist():
        _paint_size(painter, agents, pixels, crowd[sizes == size], size, inks, ratio)


def _paint_size(
    painter: QPainter,
    agents: AgentsPicture,
    pixels: NDArray[np.float64],
    rows: NDArray[np.int64],
    size: int,
    inks: Inks,
    ratio: float,
) -> None:
    """Paint agents of one size, `size` being the diameter in px; those colored by state by their tint."""
    atlas, colors = body_atlas(inks.theme, size / 2, ratio), team_row(agents.teams[rows])
    if agents.tints is None:
        _blit(painter, atlas, agents, pixels, rows, colors)
        return
    tints = agents.tints[rows]
    plain = tints < 0
    if plain.any():
        _blit(painter, atlas, agents, pixels, rows[plain], colors[plain])
    for team in np.unique(colors[~plain]).tolist():
        chosen = ~plain & (colors == team)
        atlas = tinted_atlas(inks.theme, size / 2, ratio, team)
        _blit(painter, atlas, agents, pixels, rows[chosen], tints[chosen] % TINTS)


def _blit(
    painter: QPainter,
    atlas: Atlas,
    agents: AgentsPicture,
    pixels: NDArray[np.float64],
    rows: NDArray[np.int64],
    colors: NDArray[np.int64],
) -> None:
    """Paint agents as pieces of an atlas, `colors` being the row of each there."""
    turns = np.rint(agents.headings[rows] * (HEADINGS / 360.0)).astype(np.int64) & (HEADINGS - 1)
    fragments = _fragments(len(rows))
    fragments[:, 0:2] = pixels[rows]
    fragments[:, 2] = turns * atlas.cell
    fragments[:, 3] = colors * atlas.cell
    fragments[:, 4:6] = atlas.cell
    fragments[:, 6:8] = 1 / atlas.ratio
    painter.drawPixmapFragments(wrapped_fragments(fragments.ctypes.data), len(fragments), atlas.pixmap)


@lru_cache(maxsize=8)
def _fragments(count: int) -> NDArray[np.float64]:
    """Return room for so many pieces, to be used again: without rotation, wholly opaque."""
    fragments = np.zeros((count, 10))
    fragments[:, 9] = 1.0
    return fragments
