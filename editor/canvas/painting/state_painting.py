"""Paint the states of a machine, plain and compound."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.paint_job import (
    PaintJob,
    block_glyph,
    paint_block,
    paint_dot,
    paint_fill,
    paint_hatch,
    paint_in_place,
    paint_outline,
    paint_progress,
    paint_ring,
    paint_status_badge,
    title_that_fits,
)
from editor.canvas.painting.pictures import CompoundHeader, StateLine, StatePicture
from editor.canvas.painting.silhouettes import (
    COMPOUND_RADIUS,
    STATE_RADIUS,
    band,
)
from editor.canvas.painting.state_geometry import HEADER_HEIGHT, ROW_HEIGHT, ROW_MARK_ROOM
from editor.theme.badges import (
    paint_breakpoint,
    paint_icon,
)
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, inks_for, rounded
from editor.theme.text_lines import text_line
from editor.theme.tokens import StatusLook, Theme

_BADGE_RADIUS = 8.5
_ACTIVE_BODY_SHARE = 0.28
"""How much of the running wash tints the body of an active compound state."""


_Job = PaintJob[StatePicture]


def paint_state(
    painter: QPainter, rect: QRectF, picture: StatePicture, detail: Detail = Detail.FULL, *, theme: Theme
) -> None:
    """Paint a state into `rect`; a compound one as a header and an empty body for its children.

    The painter's pen, brush and font are left changed; its transform and opacity are restored.
    """
    radius = COMPOUND_RADIUS if picture.compound else STATE_RADIUS
    job = PaintJob(painter, picture, rect.width(), rect.height(), radius, inks_for(theme))
    paint_in_place(job, rect.topLeft(), (_PAINT_COMPOUND if picture.compound else _PAINT_PLAIN)[detail])


def _paint_plain(job: _Job) -> None:
    picture, painter, inks = job.picture, job.painter, job.inks
    paint_ring(job)
    paint_fill(job)
    if job.status == StatusLook.DISABLED:
        paint_hatch(job)
    middle = 18.0 if picture.rows else job.height / 2
    right = _paint_dwell(job, middle)
    name = text_line(picture.name, TextSize.TITLE, TextWeight.SEMIBOLD, False, right - 14)
    name.draw(painter, 14, middle, inks.pen(job.ink))
    if job.status == StatusLook.DISABLED:
        painter.fillRect(QRectF(14, round(middle), name.width, 1), inks.brush(job.ink))
    y = job.height - 17 - ROW_HEIGHT * (len(picture.rows) - 1)
    for row in picture.rows:
        _paint_row(job, row, y)
        y += ROW_HEIGHT
    paint_outline(job)
    if picture.progress is not None:
        paint_progress(job, picture.progress, 10)
    paint_status_badge(job, job.width - 19, middle, _BADGE_RADIUS)
    if picture.breakpoint:
        paint_breakpoint(painter, 0, job.height / 2, inks)


def _paint_dwell(job: _Job, middle: float) -> float:
    """Paint the time in the state at the right and return where the name has to end."""
    right = job.width - 34
    if not job.picture.dwell:
        return right
    line = text_line(job.picture.dwell, TextSize.CAPTION, TextWeight.MEDIUM)
    token = "status.running.text" if job.status == StatusLook.RUNNING else "text.tertiary"
    line.draw(job.painter, right - line.width, middle, job.inks.pen(token))
    return right - line.width - 8


def _paint_row(job: _Job, row: StateLine, y: float) -> None:
    painter, inks = job.painter, job.inks
    left = 14.0
    if row.key:
        key = text_line(row.key, TextSize.CAPTION)
        key.draw(painter, left, y, inks.pen("text.tertiary"))
        left += key.width + 6
    else:
        token = "text.disabled" if job.style.faint else f"family.{row.family}.line"
        paint_icon(painter, row.icon or "action", 20, y, 14, inks, token, job.scale)
        left = 31.0
    room = job.width - left - 13 - (ROW_MARK_ROOM if row.mark else 0)
    text = text_line(row.text, TextSize.CAPTION, TextWeight.REGULAR, False, room)
    text.draw(painter, left, y, inks.pen("text.tertiary" if job.style.faint else "text.secondary"))
    if row.mark:
        x = left + text.width + ROW_MARK_ROOM / 2 + 2
        paint_icon(painter, row.mark, x, y, 12, inks, "text.tertiary", job.scale)


def _paint_compound(job: _Job) -> None:
    picture, painter, inks = job.picture, job.painter, job.inks
    header = picture.compound
    assert header is not None
    paint_ring(job)
    body = _paint_compound_fills(job, header)
    paint_icon(painter, "right" if header.collapsed else "down", 17, 16, 12, inks, "text.tertiary", job.scale)
    paint_icon(painter, header.icon, 36, 16, 16, inks, "family.machine.line", job.scale)
    right = _paint_dwell(job, 16)
    name = text_line(picture.name, TextSize.TITLE, TextWeight.SEMIBOLD, False, right - 50)
    name.draw(painter, 50, 16, inks.pen(job.ink))
    _paint_note(job, header, 50 + name.width + 10, right)
    for index, region in enumerate(header.regions):
        if header.collapsed:
            break
        _paint_region(job, region.name, region.top, index, body)
    paint_outline(job)
    paint_status_badge(job, job.width - 19, 16, _BADGE_RADIUS)
    if picture.breakpoint:
        paint_breakpoint(painter, 0, 16, inks)


def _paint_compound_fills(job: _Job, header: CompoundHeader) -> str:
    """Fill body and header of a compound state and return the token of the body's fill."""
    painter, inks, style = job.painter, job.inks, job.style
    inset = style.inset
    body = "surface.region"
    top = "surface.node"
    if job.status == StatusLook.RUNNING:
        body = inks.mixed("surface.region", "status.running.wash", _ACTIVE_BODY_SHARE)
        top = "status.running.wash"
    elif job.status in (StatusLook.ERROR, StatusLook.DISABLED):
        top = style.fill
    if header.collapsed:
        painter.fillPath(rounded(job.width, job.height, COMPOUND_RADIUS, inset), inks.brush(top))
        return top
    painter.fillPath(rounded(job.width, job.height, COMPOUND_RADIUS, inset), inks.brush(body))
    shape = band(job.width - 2 * inset, HEADER_HEIGHT - inset, COMPOUND_RADIUS, COMPOUND_RADIUS, 0.0, 0.0)
    painter.translate(inset, inset)
    painter.fillPath(shape, inks.brush(top))
    painter.translate(-inset, -inset)
    painter.fillRect(
        QRectF(1, HEADER_HEIGHT, job.width - 2, 1), inks.brush(inks.mixed(body, style.line, 0.4))
    )
    return body


def _paint_note(job: _Job, header: CompoundHeader, left: float, right: float) -> None:
    """Paint `3 states`, or the name of the active child while the state is collapsed."""
    room = right - left
    if room < 16:
        return
    if header.collapsed and header.active_child:
        line = text_line(header.active_child, TextSize.CAPTION, TextWeight.MEDIUM, False, room)
        line.draw(job.painter, left, 16, job.inks.pen("status.running.text"))
    elif header.note:
        line = text_line(header.note, TextSize.CAPTION, TextWeight.REGULAR, False, room)
        line.draw(job.painter, left, 16, job.inks.pen("text.tertiary"))


def _paint_region(job: _Job, name: str, top: float, index: int, body: str) -> None:
    painter, inks = job.painter, job.inks
    if index:
        token = inks.mixed(body, job.style.line, 0.5) if job.status == StatusLook.RUNNING else "border.strong"
        painter.setPen(inks.pen(token, 1.0, (6.0, 5.0)))
        painter.drawLine(QPointF(10, top + 0.5), QPointF(job.width - 10, top + 0.5))
    line = text_line(name, TextSize.CAPTION, TextWeight.MEDIUM)
    line.draw(painter, 14, top + 15, inks.pen("text.tertiary"))


def _paint_plain_title(job: _Job) -> None:
    painter, inks = job.painter, job.inks
    paint_ring(job)
    paint_fill(job)
    name = title_that_fits(job.picture.name, job.width - 24)
    name.draw(painter, 12, job.height / 2, inks.pen(job.ink))
    paint_outline(job, cosmetic=True)
    if job.picture.breakpoint:
        paint_breakpoint(painter, 0, job.height / 2, inks)


def _paint_compound_title(job: _Job) -> None:
    header = job.picture.compound
    assert header is not None
    paint_ring(job)
    _paint_compound_fills(job, header)
    paint_icon(job.painter, header.icon, 22, 16, 20, job.inks, "family.machine.line", job.scale)
    name = title_that_fits(job.picture.name, job.width - 54)
    name.draw(job.painter, 40, 16, job.inks.pen(job.ink))
    paint_outline(job, cosmetic=True)


def _paint_plain_block(job: _Job) -> None:
    paint_ring(job)
    paint_block(job)


def _paint_compound_block(job: _Job) -> None:
    header = job.picture.compound
    assert header is not None
    paint_ring(job)
    _paint_compound_fills(job, header)
    job.painter.setBrush(NO_BRUSH)
    job.painter.setPen(job.inks.pen(job.style.line, 1.5, (), True))
    job.painter.drawPath(rounded(job.width, job.height, COMPOUND_RADIUS))
    glyph, token = block_glyph(job.status, job.last, job.picture.paused_here, job.picture.problem)
    if glyph:
        paint_icon(job.painter, glyph, job.width / 2, 16, 26, job.inks, token, job.scale)


def _paint_plain_dot(job: _Job) -> None:
    paint_dot(job.painter, job.width, job.height, job.status, job.picture.selected, job.inks)


def _paint_compound_dot(job: _Job) -> None:
    header = job.picture.compound
    assert header is not None
    if header.collapsed:
        _paint_plain_dot(job)
        return
    job.painter.fillRect(QRectF(0, 0, job.width, job.height), job.inks.brush("surface.region"))
    job.painter.setBrush(NO_BRUSH)
    token = "accent.line" if job.picture.selected else job.style.line
    job.painter.setPen(job.inks.pen(token, 1.0, (), True))
    job.painter.drawRect(QRectF(0, 0, job.width, job.height))


_PAINT_PLAIN = {
    Detail.FULL: _paint_plain,
    Detail.TITLE: _paint_plain_title,
    Detail.BLOCK: _paint_plain_block,
    Detail.DOT: _paint_plain_dot,
}
_PAINT_COMPOUND = {
    Detail.FULL: _paint_compound,
    Detail.TITLE: _paint_compound_title,
    Detail.BLOCK: _paint_compound_block,
    Detail.DOT: _paint_compound_dot,
}
