"""Paint other ticks than the one shown: where the picked agent came from and goes, and faint bodies of it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPolygonF

from editor.map.painting.agent_painting import shown_radius
from editor.map.painting.label_painting import PLATE_HEIGHT, RISE, plate_width
from editor.map.picture.agent_shapes import paint_body, team_token
from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import AgentsPicture, GhostPicture, PastPicture
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, Inks, make_pen
from editor.theme.text_lines import text_line

AHEAD_DASH = (2.0, 5.0)


def paint_past(
    painter: QPainter, past: PastPicture, agents: AgentsPicture, picked: int, view: MapView, inks: Inks
) -> None:
    """Paint the way behind solid and the way ahead dotted in the team's color, and the ghosts over them."""
    if picked >= 0:
        color = inks.color(team_token(int(agents.teams[picked])))
        _paint_way(painter, past.behind, view, color, 0.7, ())
        _paint_way(painter, past.ahead, view, color, 0.8, AHEAD_DASH)
    for ghost in past.ghosts:
        _paint_ghost(painter, ghost, agents, view, inks)


def _paint_way(
    painter: QPainter, way: np.ndarray, view: MapView, color: QColor, alpha: float, dash: tuple[float, ...]
) -> None:
    if len(way) < 2:
        return
    fainter = QColor(color)
    fainter.setAlphaF(alpha)
    painter.setPen(make_pen(fainter, 1.5, dash))
    painter.setBrush(NO_BRUSH)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in view.points(way).tolist()]))


def _paint_ghost(
    painter: QPainter, ghost: GhostPicture, agents: AgentsPicture, view: MapView, inks: Inks
) -> None:
    at = view.point(ghost.at)
    radius = shown_radius(float(agents.radii[ghost.row]), view, keep_shape=True)
    painter.save()
    painter.setOpacity(inks.theme.opacity("ghost_agent"))
    painter.translate(at)
    painter.rotate(-ghost.heading)
    paint_body(painter, radius, int(agents.teams[ghost.row]), ghost.row == agents.player, inks)
    painter.restore()
    if ghost.label:
        width = plate_width(ghost.label)
        box = QRectF(at.x() - width / 2, at.y() - radius - RISE - PLATE_HEIGHT / 2, width, PLATE_HEIGHT)
        painter.save()
        painter.setOpacity(0.6)
        painter.setPen(inks.pen(inks.mixed("world.label_back", "world.wall_edge", 0.8), 1))
        painter.setBrush(inks.brush("world.label_back"))
        painter.drawRoundedRect(box, 5, 5)
        line = text_line(ghost.label, TextSize.CAPTION, TextWeight.SEMIBOLD)
        line.draw(painter, at.x() - line.width / 2, box.center().y(), inks.pen("text.secondary"))
        painter.restore()
