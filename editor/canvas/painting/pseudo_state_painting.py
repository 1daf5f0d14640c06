"""Paint the points of a machine that are no states: initial, final, history, choice, any state."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.paint_job import has_ring, paint_dot
from editor.canvas.painting.pictures import PseudoState, PseudoStatePicture
from editor.canvas.painting.silhouettes import RING_DISTANCE
from editor.theme.badges import paint_badge, paint_icon, paint_scale
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, NO_PEN, BorderStyle, Inks, inks_for, rounded
from editor.theme.text_lines import text_line
from editor.theme.tokens import StatusLook, Theme


class _Job(NamedTuple):
    painter: QPainter
    picture: PseudoStatePicture
    rect: QRectF
    middle: QPointF
    style: BorderStyle
    inks: Inks
    scale: float
    with_text: bool


def paint_pseudo_state(
    painter: QPainter,
    rect: QRectF,
    picture: PseudoStatePicture,
    detail: Detail = Detail.FULL,
    *,
    theme: Theme,
) -> None:
    """Paint a pseudo-state centered in `rect` (its size from `measure_pseudo_state`)."""
    inks = inks_for(theme)
    if detail == Detail.DOT:
        painter.translate(rect.topLeft())
        paint_dot(painter, rect.width(), rect.height(), picture.status, picture.selected, inks)
        painter.translate(-rect.topLeft())
        return
    style = inks.border(picture.status, picture.last)
    with_text = detail >= Detail.TITLE
    job = _Job(painter, picture, rect, rect.center(), style, inks, paint_scale(painter), with_text)
    _paint_ring(job)
    _PAINT[picture.kind](job)
    if picture.problem and with_text:
        paint_badge(
            painter, rect.right() - 3, rect.top() + 1, picture.problem, theme, radius=7.0, scale=job.scale
        )


def _paint_ring(job: _Job) -> None:
    picture, painter, rect = job.picture, job.painter, job.rect
    if not has_ring(picture):
        return
    painter.setBrush(NO_BRUSH)
    painter.setPen(job.inks.pen("accent.line", 2.0))
    if picture.kind == PseudoState.CHOICE:
        painter.drawPolygon(_diamond(job.middle, 16 + RING_DISTANCE * 1.414))
        return
    d = RING_DISTANCE
    outer = rect.adjusted(-d, -d, d, d)
    painter.drawRoundedRect(outer, outer.height() / 2, outer.height() / 2)


def _paint_initial(job: _Job) -> None:
    live = job.picture.status == StatusLook.RUNNING
    job.painter.setPen(NO_PEN)
    job.painter.setBrush(job.inks.brush("status.running.line" if live else "edge.idle"))
    job.painter.drawEllipse(job.middle, 5.5, 5.5)


def _paint_final(job: _Job) -> None:
    painter, inks = job.painter, job.inks
    painter.setPen(inks.pen(job.style.line, 1.5))
    painter.setBrush(inks.brush(job.style.fill))
    painter.drawEllipse(job.middle, 10, 10)
    painter.setPen(NO_PEN)
    painter.setBrush(inks.brush(job.style.line))
    painter.drawEllipse(job.middle, 5, 5)


def _paint_history(job: _Job) -> None:
    painter, inks, style = job.painter, job.inks, job.style
    painter.setPen(inks.pen(style.line, max(1.5, style.width), style.dash))
    painter.setBrush(inks.brush(style.fill))
    painter.drawEllipse(job.middle, 12.5, 12.5)
    if job.with_text:
        word = "H*" if job.picture.kind == PseudoState.DEEP_HISTORY else "H"
        line = text_line(word, TextSize.BODY, TextWeight.SEMIBOLD)
        line.draw(painter, job.middle.x() - line.width / 2, job.middle.y(), inks.pen("text.primary"))


def _diamond(middle: QPointF, reach: float) -> QPolygonF:
    x, y = middle.x(), middle.y()
    return QPolygonF(
        [QPointF(x, y - reach), QPointF(x + reach, y), QPointF(x, y + reach), QPointF(x - reach, y)]
    )


def _paint_choice(job: _Job) -> None:
    painter, inks, style = job.painter, job.inks, job.style
    painter.setPen(inks.pen(style.line, max(1.5, style.width), style.dash))
    painter.setBrush(inks.brush(style.fill))
    painter.drawPolygon(_diamond(job.middle, 16))
    name = "s_bang" if job.picture.status == StatusLook.ERROR else "test"
    x, y = job.middle.x(), job.middle.y()
    paint_icon(painter, name, x, y, 14, inks, "family.decision.line", job.scale)


def _paint_any_state(job: _Job) -> None:
    painter, inks, style, rect = job.painter, job.inks, job.style, job.rect
    width = max(1.0, float(round(style.width)))
    painter.setPen(inks.pen(style.line, width, (3.0, 3.0)))
    painter.setBrush(inks.brush(style.fill))
    painter.translate(rect.topLeft())
    painter.drawPath(rounded(rect.width(), rect.height(), rect.height() / 2, 0.5 if width % 2 else 0.0))
    paint_icon(painter, "any", 19, rect.height() / 2, 14, inks, "family.machine.line", job.scale)
    if job.with_text:
        line = text_line("Any state", TextSize.BODY, TextWeight.SEMIBOLD)
        line.draw(painter, 33, rect.height() / 2, inks.pen("text.primary"))
    painter.translate(-rect.topLeft())


_PAINT = {
    PseudoState.INITIAL: _paint_initial,
    PseudoState.FINAL: _paint_final,
    PseudoState.HISTORY: _paint_history,
    PseudoState.DEEP_HISTORY: _paint_history,
    PseudoState.CHOICE: _paint_choice,
    PseudoState.ANY_STATE: _paint_any_state,
}
