"""Paint projectiles on their way, and a ring that fades where one ended."""

from __future__ import annotations

from PySide6.QtCore import QLineF
from PySide6.QtGui import QColor, QPainter

from editor.canvas.painting.inks import NO_BRUSH, Inks, make_pen
from editor.preview.map_view import MapView
from editor.preview.world_picture import WorldPicture


def paint_shots(painter: QPainter, picture: WorldPicture, view: MapView, inks: Inks) -> None:
    """Paint projectiles as short tracers, and a ring that fades where one ended."""
    painter.setPen(inks.pen("text.primary", 2))
    for tracer in picture.tracers:
        painter.drawLine(QLineF(view.point(tracer.tail), view.point(tracer.tip)))
    painter.setBrush(NO_BRUSH)
    for impact in picture.impacts:
        color = QColor(inks.color("status.failure.line" if impact.hit else "world.wall_edge"))
        color.setAlphaF(1 - impact.age)
        painter.setPen(make_pen(color, 2 if impact.hit else 1.5))
        reach = 3 + (9 if impact.hit else 4) * impact.age
        painter.drawEllipse(view.point(impact.at), reach, reach)
