"""Paint what flies: bullets as tracers, thrown things over their shadows, and where they ended."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QColor, QPainter

from editor.map.overlays.flight_marks import lifted
from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import ImpactPicture, ThrownPicture, WorldPicture
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, make_pen

LEAST_BODY = 3.0
"""A thrown thing is at least so many px in radius."""


def paint_shots(painter: QPainter, picture: WorldPicture, view: MapView, inks: Inks) -> None:
    """Paint bullets as tracers, thrown things above their shadows, and fading rings where one ended."""
    for thing in picture.thrown:
        _paint_thrown(painter, thing, view, inks)
    painter.setPen(inks.pen("text.primary", 2))
    for tracer in picture.tracers:
        painter.drawLine(QLineF(view.point(tracer.tail), view.point(tracer.tip)))
    for impact in picture.impacts:
        _paint_impact(painter, impact, view, inks)


def _paint_thrown(painter: QPainter, thing: ThrownPicture, view: MapView, inks: Inks) -> None:
    reach = max(LEAST_BODY, thing.radius * view.unit)
    shadow = QColor(inks.color("surface.canvas" if inks.theme.is_dark else "world.wall_edge"))
    shadow.setAlphaF(0.55)
    painter.setPen(NO_PEN)
    painter.setBrush(shadow)
    painter.drawEllipse(view.point(thing.at), reach * 1.15, reach * 0.8)
    painter.setPen(inks.pen("world.ground", 1))
    painter.setBrush(inks.brush("status.failure.line" if thing.explodes else "text.primary"))
    # What is higher is nearer to the eye, so it is drawn a little larger.
    larger = reach * (1.0 + min(0.6, 0.06 * thing.height))
    painter.drawEllipse(view.point(lifted(thing.at, thing.height)), larger, larger)


def _paint_impact(painter: QPainter, impact: ImpactPicture, view: MapView, inks: Inks) -> None:
    is_bad = impact.hit or impact.blast > 0
    color = QColor(inks.color("status.failure.line" if is_bad else "world.wall_edge"))
    color.setAlphaF(1 - impact.age)
    painter.setPen(make_pen(color, 2 if is_bad else 1.5))
    if impact.blast > 0:
        fill = QColor(color)
        fill.setAlphaF(0.3 * (1 - impact.age))
        painter.setBrush(fill)
        reach = impact.blast * view.unit
    else:
        painter.setBrush(NO_BRUSH)
        reach = 3 + (9 if impact.hit else 4) * impact.age
    painter.drawEllipse(QPointF(view.point(impact.at)), reach, reach)
