"""Paint the legend: one row for each style of mark that is drawn now, and no others."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from editor.map.overlays.mark_painting import (
    HEAT_STEPS,
    mark_color,
    mark_fill,
    mark_pen,
    paint_arrow,
    paint_cross,
)
from editor.map.overlays.overlay_catalogue import OVERLAYS
from editor.map.painting.free_places import covered, free_place
from editor.map.picture.agent_shapes import RIM, drop_path, tint_token
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import MarkStyle, Sample
from editor.map.picture.world_picture import StateColor, WorldPicture
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, set_inks
from editor.theme.text_lines import text_line

MARGIN = 10.0
ROW = 17.0
_HEAD = 28.0
_SAMPLE = 26.0


def drawn_styles(picture: WorldPicture) -> tuple[MarkStyle, ...]:
    """Return the states that color agents, then the styles of all marks, each once, as the catalogue does."""
    drawn: dict[str, MarkStyle] = {}
    for mark in picture.marks:
        drawn.setdefault(mark.style.id, mark.style)
    marks = tuple(drawn[style.id] for kind in OVERLAYS for style in kind.styles if style.id in drawn)
    return (*(state_style(state) for state in picture.agents.states), *marks)


def state_style(state: StateColor) -> MarkStyle:
    """Return how agents look that are in a state, while they are colored by it."""
    token = tint_token(state.tint)
    return MarkStyle(f"state.{token}.{state.words}", f"in {state.words}", token, Sample.BODY)


def legend_title(picture: WorldPicture) -> str:
    """Return whose overlays are drawn: an agent's name, or how many agents of those in sight."""
    if picture.agents_read > 1:
        if picture.agents_read < picture.agents_seen:
            return f"{picture.agents_read} of {picture.agents_seen} agents in sight"
        return f"{picture.agents_read} agents in sight"
    return picture.agents.names[picture.picked] if picture.picked >= 0 else "The world"


def legend_size(picture: WorldPicture, room: float) -> QSizeF:
    """Return the size of the legend in px where it may be `room` px high."""
    shown, drawn = len(_rows(picture, room)), len(drawn_styles(picture))
    return QSizeF(_width(picture), max(1, shown + (drawn > shown)) * ROW + _HEAD + 6)


def legend_box(picture: WorldPicture, view: MapView, corner: int = 0) -> QRectF:
    """Return the place of the legend in px.

    0 is the upper right corner of the map, then clockwise; 4 the middle of the upper edge, then clockwise.
    """
    size = legend_size(picture, view.height - 2 * MARGIN)
    right, bottom = view.width - size.width() - MARGIN, view.height - size.height() - MARGIN
    middle_x, middle_y = (right + MARGIN) / 2, (bottom + MARGIN) / 2
    lefts = (right, right, MARGIN, MARGIN, middle_x, right, middle_x, MARGIN)
    tops = (MARGIN, bottom, bottom, MARGIN, MARGIN, middle_y, bottom, middle_y)
    return QRectF(QPointF(lefts[corner], tops[corner]), size)


def best_corner(picture: WorldPicture, view: MapView, before: int | None = None) -> int:
    """Return the corner or edge where the legend hides fewest agents, and the picked one last of all.

    It stays in the corner `before` while that hides nothing. Where none is free it stays unless it hides the
    picked agent, or far more than another would.
    """
    boxes = [legend_box(picture, view, corner) for corner in range(_PLACES)]
    free = free_place(boxes, lambda box, margin: _hidden(picture, view, box, margin), before)
    if free is not None:
        return free
    costs = [_hidden(picture, view, box) for box in boxes]
    least = min(costs)
    if before is not None and costs[before] < min(_PICKED_COST, 2 * least + _MUCH):
        return before
    return costs.index(least)


_PLACES = 8
_PICKED_COST = 1000.0
_PICKED_ROOM = 28.0
"""Px around the picked agent that belong to it, with its ring and its name."""

_MUCH = 10.0


def _hidden(picture: WorldPicture, view: MapView, box: QRectF, margin: float = 4.0) -> float:
    """Return how much would be hidden: the number of agents, the picked one and its target counting most."""
    inside = covered(picture, view, box, margin)
    cost = float(inside.sum())
    if picture.picked >= 0 and covered(picture, view, box, max(margin, _PICKED_ROOM))[picture.picked]:
        cost += _PICKED_COST
    room = box.adjusted(-12, -12, 12, 12)
    if picture.steered_for is not None and room.contains(view.point(picture.steered_for)):
        cost += _PICKED_COST / 2
    return cost


NOTHING = "Nothing is drawn over the world"


def _width(picture: WorldPicture) -> float:
    words = [style.words for style in drawn_styles(picture)] or [NOTHING]
    widest = max(text_line(each, TextSize.CAPTION).width for each in words)
    return max(widest + _SAMPLE + 34, text_line(legend_title(picture), TextSize.CAPTION).width + 32)


def _rows(picture: WorldPicture, room: float) -> tuple[MarkStyle, ...]:
    """Return what there is room for; where not for all, the last row is left to say how many are missing."""
    styles, most = drawn_styles(picture), max(1, int((room - _HEAD - 6) // ROW))
    return styles if len(styles) <= most else styles[: most - 1]


def missing_words(picture: WorldPicture, room: float) -> str:
    """Return how much a legend `room` px high leaves out, in words; nothing where all is told."""
    missing = len(drawn_styles(picture)) - len(_rows(picture, room))
    return f"and {missing} more" if missing else ""


def paint_legend(painter: QPainter, picture: WorldPicture, box: QRectF, inks: Inks) -> None:
    """Paint what the marks that are drawn mean into `box`, which has the size `legend_size` says."""
    set_inks(painter, inks.pen("border.strong", 1), inks.brush("surface.popup"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    title = text_line(legend_title(picture), TextSize.CAPTION, TextWeight.SEMIBOLD)
    title.draw(painter, box.left() + 12, box.top() + 15, inks.pen("text.primary"))
    rows = _rows(picture, box.height())
    for row, style in enumerate(rows):
        middle = box.top() + _HEAD + row * ROW + 7
        paint_sample(painter, style, box.left() + 12, middle, inks)
        line = text_line(style.words, TextSize.CAPTION)
        line.draw(painter, box.left() + _SAMPLE + 22, middle, inks.pen("text.secondary"))
    missing = missing_words(picture, box.height())
    if missing or not rows:
        left = box.left() + (_SAMPLE + 22 if missing else 12)
        middle = box.top() + _HEAD + len(rows) * ROW + 7
        line = text_line(missing or NOTHING, TextSize.CAPTION)
        line.draw(painter, left, middle, inks.pen("text.tertiary"))


def paint_sample(painter: QPainter, style: MarkStyle, left: float, middle: float, inks: Inks) -> None:
    """Paint a small example of a style, 26 px wide around the line `middle`."""
    center = QPointF(left + _SAMPLE / 2, middle)
    set_inks(painter, mark_pen(style, inks), NO_BRUSH)
    match style.sample:
        case Sample.ARROW:
            paint_arrow(painter, QLineF(left + 2, middle, left + _SAMPLE - 2, middle), style, inks)
        case Sample.RING:
            painter.drawEllipse(center, 6, 6)
        case Sample.AREA:
            painter.setBrush(mark_fill(style, inks))
            painter.drawRect(QRectF(left + 4, middle - 6, _SAMPLE - 8, 12))
        case Sample.WEDGE:
            painter.setBrush(mark_fill(style, inks))
            painter.drawPie(QRectF(left - 20, middle - 22, 44, 44), -18 * 16, 36 * 16)
        case Sample.CROSSHAIR:
            painter.drawEllipse(center, 5, 5)
            for way in (-1, 1):
                painter.drawLine(QLineF(center.x() + way * 3, middle, center.x() + way * 9, middle))
        case Sample.CROSS:
            paint_cross(painter, center, style, inks)
        case _:
            _paint_other_sample(painter, style, left, middle, inks)


def _paint_other_sample(painter: QPainter, style: MarkStyle, left: float, middle: float, inks: Inks) -> None:
    center = QPointF(left + _SAMPLE / 2, middle)
    match style.sample:
        case Sample.DOT:
            set_inks(painter, inks.pen(style.token, 1.75), inks.brush("world.ground"))
            painter.drawEllipse(center, 4, 4)
        case Sample.DOTS:
            painter.setPen(NO_PEN)
            for step in range(HEAT_STEPS):
                painter.setBrush(mark_color(style, inks, (step + 1) / HEAT_STEPS))
                painter.drawEllipse(QPointF(left + 3 + step * 5, middle), 1.8, 1.8)
        case Sample.METER:
            set_inks(painter, NO_PEN, inks.brush("world.wall"))
            painter.drawRoundedRect(QRectF(left + 1, middle - 2.5, _SAMPLE - 2, 5), 2.5, 2.5)
            painter.setBrush(inks.brush(style.token))
            painter.drawRoundedRect(QRectF(left + 1, middle - 2.5, _SAMPLE * 0.6, 5), 2.5, 2.5)
        case Sample.GLYPH:
            set_inks(painter, NO_PEN, inks.brush(style.token))
            painter.drawRoundedRect(QRectF(center.x() - 7, middle - 7, 14, 14), 5, 5)
            line = text_line("!", TextSize.CAPTION, TextWeight.SEMIBOLD)
            line.draw(painter, center.x() - line.width / 2, middle, inks.pen("world.label_back"))
        case Sample.BODY:
            set_inks(painter, inks.pen(RIM, 1.5), inks.brush(style.token))
            painter.drawPath(drop_path(5.5).translated(center))
        case Sample.HEAT:
            painter.setPen(NO_PEN)
            for step in range(HEAT_STEPS):
                color = mark_color(style, inks)
                color = type(color)(color)
                color.setAlphaF(style.fill * (step + 1) / HEAT_STEPS)
                painter.setBrush(color)
                painter.drawRect(
                    QRectF(left + step * _SAMPLE / HEAT_STEPS, middle - 5, _SAMPLE / HEAT_STEPS, 10)
                )
        case _:
            painter.drawLine(QLineF(left, middle, left + _SAMPLE, middle))
