"""Paint the states of a machine, plain and compound."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from editor.canvas.painting.block_painting import block_glyph, paint_block, paint_dot, title_that_fits
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_parts import DIMMED_OPACITY
from editor.canvas.painting.pictures import CompoundHeader, StatePicture, StateRow
from editor.canvas.painting.silhouettes import (
    COMPOUND_RADIUS,
    RING_DISTANCE,
    STATE_RADIUS,
    band,
    hatch_rounded,
)
from editor.canvas.painting.state_geometry import HEADER_HEIGHT, ROW_HEIGHT, ROW_MARK_ROOM
from editor.theme.badges import (
    GHOST_RADIUS,
    GLYPHS,
    PAUSED,
    paint_badge,
    paint_breakpoint,
    paint_icon,
    paint_scale,
)
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, BorderStyle, Inks, inks_for, rounded
from editor.theme.text_lines import text_line
from editor.theme.tokens import StatusLook, Theme

_BADGE_RADIUS = 8.5
_ACTIVE_BODY_SHARE = 0.28
"""How much of the running wash tints the body of an active compound state."""


class _Job(NamedTuple):
    """Everything one paint needs, looked up once."""

    painter: QPainter
    picture: StatePicture
    width: float
    height: float
    style: BorderStyle
    status: StatusLook
    last: StatusLook | None
    inks: Inks
    scale: float

    @property
    def radius(self) -> float:
        return COMPOUND_RADIUS if self.picture.compound else STATE_RADIUS

    @property
    def ink(self) -> str:
        return "text.tertiary" if self.style.faint else "text.primary"

    @property
    def is_active(self) -> bool:
        return self.status == StatusLook.RUNNING


def paint_state(
    painter: QPainter, rect: QRectF, picture: StatePicture, detail: Detail = Detail.FULL, *, theme: Theme
) -> None:
    """Paint a state into `rect`; a compound one as a header and an empty body for its children.

    The painter's pen, brush and font are left changed; its transform and opacity are restored.
    """
    inks = inks_for(theme)
    status, last = _shown_status(picture)
    style = inks.border(status, last)
    job = _Job(painter, picture, rect.width(), rect.height(), style, status, last, inks, paint_scale(painter))
    x, y = rect.x(), rect.y()
    painter.translate(x, y)
    opacity = painter.opacity()
    if picture.dimmed:
        painter.setOpacity(opacity * DIMMED_OPACITY)
    (_PAINT_COMPOUND if picture.compound else _PAINT_PLAIN)[detail](job)
    if picture.dimmed:
        painter.setOpacity(opacity)
    painter.translate(-x, -y)


def _shown_status(picture: StatePicture) -> tuple[StatusLook, StatusLook | None]:
    if picture.disabled:
        return StatusLook.DISABLED, None
    if picture.paused_here:
        return StatusLook.RUNNING, None
    return picture.status, picture.last


def _paint_ring(job: _Job) -> None:
    picture, painter = job.picture, job.painter
    if not (picture.selected or picture.focused or picture.drop_target):
        return
    painter.setBrush(NO_BRUSH)
    painter.setPen(job.inks.pen("accent.line", 3.0 if picture.focused else 2.0))
    painter.translate(-RING_DISTANCE, -RING_DISTANCE)
    painter.drawPath(rounded(job.width + 2 * RING_DISTANCE, job.height + 2 * RING_DISTANCE, job.radius + 4))
    painter.translate(RING_DISTANCE, RING_DISTANCE)


def _paint_outline(job: _Job, cosmetic: bool = False) -> None:
    style = job.style
    job.painter.setBrush(NO_BRUSH)
    job.painter.setPen(job.inks.pen(style.line, style.width, style.dash, cosmetic))
    job.painter.drawPath(rounded(job.width, job.height, job.radius, style.inset))


def _paint_plain(job: _Job) -> None:
    picture, painter, inks, style = job.picture, job.painter, job.inks, job.style
    _paint_ring(job)
    painter.fillPath(rounded(job.width, job.height, STATE_RADIUS, style.inset), inks.brush(style.fill))
    if job.status == StatusLook.DISABLED:
        painter.setPen(inks.pen(inks.mixed(style.fill, style.line, 0.38)))
        painter.drawLines(hatch_rounded(job.width, job.height, STATE_RADIUS))
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
    _paint_outline(job)
    if picture.progress is not None:
        _paint_progress(job, picture.progress)
    _paint_badges(job, middle)
    if picture.breakpoint:
        paint_breakpoint(painter, 0, job.height / 2, inks)


def _paint_dwell(job: _Job, middle: float) -> float:
    """Paint the time in the state at the right and return where the name has to end."""
    right = job.width - 34
    if not job.picture.dwell:
        return right
    line = text_line(job.picture.dwell, TextSize.CAPTION, TextWeight.MEDIUM)
    token = "status.running.text" if job.is_active else "text.tertiary"
    line.draw(job.painter, right - line.width, middle, job.inks.pen(token))
    return right - line.width - 8


def _paint_row(job: _Job, row: StateRow, y: float) -> None:
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


def _paint_progress(job: _Job, progress: float) -> None:
    inks = job.inks
    bar = QRectF(10, job.height - 5, job.width - 20, 2)
    job.painter.fillRect(bar, inks.brush(inks.mixed(job.style.fill, job.style.line, 0.3)))
    bar.setWidth(bar.width() * min(1.0, max(0.0, progress)))
    job.painter.fillRect(bar, inks.brush(job.style.line))


def _paint_badges(job: _Job, middle: float) -> None:
    picture, painter, theme = job.picture, job.painter, job.inks.theme
    x, y, radius = job.width - 19, middle, _BADGE_RADIUS
    taken = True
    fill = job.style.fill
    if picture.paused_here:
        paint_badge(painter, x, y, PAUSED, theme, radius=radius, scale=job.scale)
    elif job.status in GLYPHS:
        paint_badge(painter, x, y, job.status, theme, radius=radius, back=fill, scale=job.scale)
    elif job.last is not None:
        paint_badge(
            painter, x, y, job.last, theme, radius=GHOST_RADIUS, ghost=True, back=fill, scale=job.scale
        )
    else:
        taken = False
    if picture.problem:
        if taken:  # The status keeps its place; the problem sits on the corner.
            x, y, radius = job.width - 5, 1.0, 7.0
        paint_badge(painter, x, y, picture.problem, theme, radius=radius, scale=job.scale)


def _paint_compound(job: _Job) -> None:
    picture, painter, inks = job.picture, job.painter, job.inks
    header = picture.compound
    assert header is not None
    _paint_ring(job)
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
    _paint_outline(job)
    _paint_badges(job, 16)
    if picture.breakpoint:
        paint_breakpoint(painter, 0, 16, inks)


def _paint_compound_fills(job: _Job, header: CompoundHeader) -> str:
    """Fill body and header of a compound state and return the token of the body's fill."""
    painter, inks, style = job.painter, job.inks, job.style
    inset = style.inset
    body = "surface.region"
    top = "surface.node"
    if job.is_active:
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
        token = inks.mixed(body, job.style.line, 0.5) if job.is_active else "border.strong"
        painter.setPen(inks.pen(token, 1.0, (6.0, 5.0)))
        painter.drawLine(QPointF(10, top + 0.5), QPointF(job.width - 10, top + 0.5))
    line = text_line(name, TextSize.CAPTION, TextWeight.MEDIUM)
    line.draw(painter, 14, top + 15, inks.pen("text.tertiary"))


def _paint_plain_title(job: _Job) -> None:
    painter, inks, style = job.painter, job.inks, job.style
    _paint_ring(job)
    painter.fillPath(rounded(job.width, job.height, STATE_RADIUS, style.inset), inks.brush(style.fill))
    name = title_that_fits(job.picture.name, job.width - 24)
    name.draw(painter, 12, job.height / 2, inks.pen(job.ink))
    _paint_outline(job, cosmetic=True)
    if job.picture.breakpoint:
        paint_breakpoint(painter, 0, job.height / 2, inks)


def _paint_compound_title(job: _Job) -> None:
    header = job.picture.compound
    assert header is not None
    _paint_ring(job)
    _paint_compound_fills(job, header)
    paint_icon(job.painter, header.icon, 22, 16, 20, job.inks, "family.machine.line", job.scale)
    name = title_that_fits(job.picture.name, job.width - 54)
    name.draw(job.painter, 40, 16, job.inks.pen(job.ink))
    _paint_outline(job, cosmetic=True)


def _paint_plain_block(job: _Job) -> None:
    _paint_ring(job)
    glyph, token = block_glyph(job.status, job.last, job.picture.paused_here, job.picture.problem)
    middle = QPointF(job.width / 2, job.height / 2)
    outline = rounded(job.width, job.height, STATE_RADIUS)
    paint_block(job.painter, outline, middle, job.height, job.style, glyph, token, job.inks, job.scale)


def _paint_compound_block(job: _Job) -> None:
    header = job.picture.compound
    assert header is not None
    _paint_ring(job)
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
