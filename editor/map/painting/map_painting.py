"""Paint a whole map from plain pictures: the one order of layers, what flies, and ticks of the past."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPolygonF

from editor.map.overlays.flight_marks import lifted
from editor.map.overlays.mark_painting import paint_marks
from editor.map.overlays.overlay_catalogue import GRID, LABELS, PATHS
from editor.map.overlays.overlay_kind import OverlayChoice
from editor.map.painting.agent_painting import SeenAgents, paint_agents, seen_agents, shown_radius
from editor.map.painting.free_places import TIP_ROW, tip_boxes, tip_lines
from editor.map.painting.ground_painting import (
    GroundLayer,
    paint_all_ground,
    paint_current_waypoint,
    waypoint_boxes,
)
from editor.map.painting.label_painting import (
    PLATE_HEIGHT,
    RISE,
    LabelOf,
    Occupied,
    paint_heads,
    paint_labels,
    paint_plates,
    place_heads,
    place_labels,
    place_plates,
    plate_width,
)
from editor.map.painting.legend_painting import legend_box, paint_legend
from editor.map.picture.agent_shapes import paint_body, team_token
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import HeatMark
from editor.map.picture.world_picture import (
    AgentsPicture,
    GhostPicture,
    ImpactPicture,
    PastPicture,
    ThrownPicture,
    Whom,
    WorldPicture,
)
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, faded, inks_for, make_pen, set_inks
from editor.theme.text_lines import text_line
from editor.theme.tokens import Theme
from runtime.basics.values import Vector

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
    shadow = faded(inks.color("surface.canvas" if inks.theme.is_dark else "world.wall_edge"), 0.55)
    set_inks(painter, NO_PEN, shadow)
    painter.drawEllipse(view.point(thing.at), reach * 1.15, reach * 0.8)
    painter.setPen(inks.pen("world.ground", 1))
    painter.setBrush(inks.brush("status.failure.line" if thing.explodes else "text.primary"))
    # What is higher is nearer to the eye, so it is drawn a little larger.
    larger = reach * (1.0 + min(0.6, 0.06 * thing.height))
    painter.drawEllipse(view.point(lifted(thing.at, thing.height)), larger, larger)


def _paint_impact(painter: QPainter, impact: ImpactPicture, view: MapView, inks: Inks) -> None:
    is_bad = impact.hit or impact.blast > 0
    color = faded(inks.color("status.failure.line" if is_bad else "world.wall_edge"), 1 - impact.age)
    painter.setPen(make_pen(color, 2 if is_bad else 1.5))
    if impact.blast > 0:
        fill = faded(color, 0.3 * (1 - impact.age))
        painter.setBrush(fill)
        reach = impact.blast * view.unit
    else:
        painter.setBrush(NO_BRUSH)
        reach = 3 + (9 if impact.hit else 4) * impact.age
    painter.drawEllipse(QPointF(view.point(impact.at)), reach, reach)


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
    fainter = faded(color, alpha)
    set_inks(painter, make_pen(fainter, 1.5, dash), NO_BRUSH)
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


@dataclass(frozen=True, slots=True)
class Hover:
    """What the pointer adds: a readout, words beside it and their side, the legend and its corner."""

    readout: str = ""
    name: str = ""
    at: QPointF | None = None
    legend: bool = False
    corner: int = 0
    side: int = 0


def no_label(agent_id: str) -> str:
    """Return no words for any agent."""
    return ""


def paint_map(
    painter: QPainter,
    picture: WorldPicture,
    view: MapView,
    theme: Theme,
    choice: OverlayChoice,
    *,
    label_of: LabelOf = no_label,
    hover: Hover | None = None,
    ratio: float = 1.0,
    layer: GroundLayer | None = None,
) -> None:
    """Paint one moment of the world.

    The painter's unit is one px of the map with the origin at its top left corner; `ratio` is the number
    of device pixels per px. `choice` says whether grid, ways and labels are drawn; the marks of all other
    overlays are in the picture. `layer` keeps what does not move from one painting to the next.
    """
    inks = inks_for(theme)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    fields = [mark for mark in picture.marks if isinstance(mark, HeatMark)]
    others = [mark for mark in picture.marks if not isinstance(mark, HeatMark)] if fields else picture.marks
    grid, paths = choice.shows(GRID), choice.shows(PATHS)
    if fields or layer is None:
        paint_all_ground(painter, picture.ground, view, inks, grid=grid, paths=paths, fields=fields)
    else:
        layer.paint(painter, picture.ground, view, inks, grid=grid, paths=paths, ratio=ratio)
    if paths and picture.steered_for is not None:
        paint_current_waypoint(painter, picture.ground, view, inks, picture.steered_for)
    paint_marks(painter, others, view, inks, over=False)
    seen = seen_agents(picture.agents, view)
    if picture.past is not None:
        paint_past(painter, picture.past, picture.agents, picture.picked, view, inks)
    if picture.goal is not None:
        paint_goal(painter, picture.goal, view, inks)
    paint_agents(painter, picture.agents, seen, view, inks, picture.picked, ratio)
    paint_marks(painter, others, view, inks, over=True)
    paint_shots(painter, picture, view, inks)
    _paint_words(painter, picture, seen, view, inks, choice, label_of, ratio)
    paint_scale_bar(painter, view, inks)
    if hover is not None:
        paint_hover(painter, picture, view, inks, hover)


def _paint_words(
    painter: QPainter,
    picture: WorldPicture,
    seen: SeenAgents,
    view: MapView,
    inks: Inks,
    choice: OverlayChoice,
    label_of: LabelOf,
    ratio: float,
) -> None:
    """Paint the plates on lines, the name plates and what is above heads, none over another."""
    occupied, disliked = Occupied(), Occupied()
    occupied.add(scale_box(view))
    plates = place_plates(picture.marks, view, occupied)
    paint_plates(painter, plates, inks)
    if choice.shows(PATHS):
        for box in waypoint_boxes(picture.ground, view):
            disliked.add(box)
    whom = choice.shown_for(LABELS)
    labels = []
    if whom is not Whom.NONE:
        labels = place_labels(
            picture.agents, seen, view, label_of, picture.picked, occupied, disliked, whom is Whom.PICKED
        )
        paint_labels(painter, labels, inks, ratio)
    paint_heads(painter, place_heads(picture, view, labels), inks)


def paint_hover(painter: QPainter, picture: WorldPicture, view: MapView, inks: Inks, hover: Hover) -> None:
    """Paint what follows the pointer, and the legend."""
    if hover.readout:
        paint_readout(painter, view, inks, hover.readout)
    if hover.legend:
        paint_legend(painter, picture, legend_box(picture, view, hover.corner), inks)
    if hover.name and hover.at is not None:
        paint_hover_name(painter, hover.at, view, inks, hover.name, hover.side)


MARGIN = 10.0
INSET = 22.0
"""Px from the map's edges to the readout: within the edge of a fitted world."""

_SCALE_STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
_SCALE_LEAST = 40.0
_SCALE_GROUND = 0.75


def scale_length(view: MapView) -> float:
    """Return the units the scale bar stands for: the first round number that is at least 40 px long."""
    return next((step for step in _SCALE_STEPS if step * view.unit >= _SCALE_LEAST), _SCALE_STEPS[-1])


def scale_box(view: MapView) -> QRectF:
    """Return the place of the scale bar in px, at the bottom left within the world."""
    words = text_line(_scale_words(scale_length(view)), TextSize.BADGE).width
    width = scale_length(view) * view.unit + words + 6
    # The world's lower left corner is at (0, 0): the bar keeps off the map's edge while that is in sight.
    corner = view.point((0.0, 0.0))
    left = min(max(MARGIN, corner.x() + MARGIN), view.width / 2)
    bottom = max(min(view.height - MARGIN, corner.y() - MARGIN), view.height / 2)
    return QRectF(round(left) + 0.5, round(bottom) - 14 + 0.5, width, 14)


def _scale_words(units: float) -> str:
    return f"{units:g} {'unit' if units == 1 else 'units'}"


def paint_scale_bar(painter: QPainter, view: MapView, inks: Inks) -> None:
    """Paint a bar with its length in units, on a plate: walls may be under it."""
    units, box = scale_length(view), scale_box(view)
    set_inks(painter, NO_PEN, faded(inks.color("world.label_back"), _SCALE_GROUND))
    painter.drawRoundedRect(box.adjusted(-5, -1, 5, 1), 4, 4)
    left, base = box.left(), box.bottom() - 4
    right = left + round(units * view.unit)
    painter.setPen(inks.pen("text.tertiary", 1))
    painter.drawLines(
        [
            QLineF(left, base, right, base),
            QLineF(left, base - 4, left, base),
            QLineF(right, base - 4, right, base),
        ]
    )
    line = text_line(_scale_words(units), TextSize.BADGE)
    line.draw(painter, right + 6, box.center().y(), inks.pen("text.secondary"))


def paint_readout(painter: QPainter, view: MapView, inks: Inks, words: str) -> None:
    """Paint the position under the pointer at the bottom right, on a plate."""
    line = text_line(words, TextSize.BADGE, fixed=True)
    width = math.ceil(line.width) + 12
    plate = QRectF(view.width - INSET - width, view.height - INSET - 14, width, 16)
    set_inks(painter, NO_PEN, inks.brush("world.label_back"))
    painter.drawRoundedRect(plate, 4, 4)
    line.draw(painter, plate.left() + 6, plate.center().y(), inks.pen("text.secondary"))


def paint_hover_name(
    painter: QPainter, at: QPointF, view: MapView, inks: Inks, words: str, side: int = 0
) -> None:
    """Paint words beside the pointer on one of the sides that `tip_side` chooses from."""
    box = tip_boxes(words, at, view)[side]
    set_inks(painter, inks.pen("border.strong", 1), inks.brush("surface.tooltip"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    for row, line in enumerate(tip_lines(words, view)):
        token = "text.on_tooltip" if row == 0 else "text.on_tooltip_dim"
        line.draw(painter, box.left() + 8, box.top() + 3 + (row + 0.5) * TIP_ROW, inks.pen(token))


def paint_goal(painter: QPainter, at: Vector, view: MapView, inks: Inks) -> None:
    """Paint a ring with a dot where the user sent the player, in the color of what the user does."""
    point = view.point(at)
    set_inks(painter, inks.pen("accent.line", 2), NO_BRUSH)
    painter.drawEllipse(point, 7, 7)
    set_inks(painter, NO_PEN, inks.brush("accent.line"))
    painter.drawEllipse(point, 2.5, 2.5)
