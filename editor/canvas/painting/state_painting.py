"""Measure and paint states, plain and compound, and the points of a machine that are no states."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_geometry import PAINT_MARGIN, round_up_to_four
from editor.canvas.painting.paint_job import (
    PaintJob,
    block_glyph,
    has_ring,
    paint_box_block,
    paint_box_dot,
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
from editor.canvas.painting.pictures import (
    CompoundHeader,
    PseudoState,
    PseudoStatePicture,
    StateLine,
    StatePicture,
)
from editor.canvas.painting.silhouettes import COMPOUND_RADIUS, RING_DISTANCE, STATE_RADIUS, band
from editor.theme.badges import paint_badge, paint_breakpoint, paint_icon, paint_scale
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, NO_PEN, BorderStyle, Inks, inks_for, rounded, set_inks
from editor.theme.text_lines import passing_line, text_line, text_width
from editor.theme.tokens import StatusLook, Theme

HEADER_HEIGHT = 32.0
ROW_HEIGHT = 18.0
PLAIN_HEIGHT = 44.0
"""Height of a state without rows."""
STATE_MINIMUM = 124.0
STATE_MAXIMUM = 240.0
DWELL_ROOM = 42.0
"""Room kept for the time in the state, so that nothing shifts when it becomes active."""

_PSEUDO_SIZES = {
    PseudoState.INITIAL: (11.0, 11.0),
    PseudoState.FINAL: (22.0, 22.0),
    PseudoState.HISTORY: (26.0, 26.0),
    PseudoState.DEEP_HISTORY: (26.0, 26.0),
    PseudoState.CHOICE: (32.0, 32.0),
}
_ANY_STATE_HEIGHT = 32.0

ROW_MARK_ROOM = 18.0
"""Room for the small icon after the text of a row."""


def measure_state(picture: StatePicture) -> QSizeF:
    """Return the size of a state, or the least size of a compound one (its header, if collapsed).

    A plain state is 124 to 240 wide, rounded up to 4, and 44 high without rows, else 36 + 18 per row.
    The size does not depend on the status. A compound state grows around its children from this size.
    """
    if picture.compound is not None:
        return QSizeF(_compound_width(picture.name, picture.compound), HEADER_HEIGHT)
    rows = tuple((row.key, row.text, bool(row.mark)) for row in picture.rows)
    return QSizeF(state_width(picture.name, rows), state_height(len(rows)))


def state_height(rows: int) -> float:
    """Return the height of a state with so many rows under its name."""
    return PLAIN_HEIGHT if rows == 0 else 36.0 + ROW_HEIGHT * rows


@lru_cache(maxsize=4096)
def state_width(name: str, rows: tuple[tuple[str, str, bool], ...]) -> float:
    """Return the width that the name and the rows of a plain state take, in px."""
    needed = text_width(name, TextSize.TITLE, TextWeight.SEMIBOLD) + 58 + DWELL_ROOM
    for key, text, marked in rows:
        lead = text_width(key, TextSize.CAPTION) + 6 if key else 17.0
        mark = ROW_MARK_ROOM if marked else 0.0
        needed = max(needed, 14 + lead + text_width(text, TextSize.CAPTION) + mark + 14)
    return min(STATE_MAXIMUM, max(STATE_MINIMUM, round_up_to_four(needed)))


@lru_cache(maxsize=1024)
def _compound_width(name: str, header: CompoundHeader) -> float:
    needed = 50 + text_width(name, TextSize.TITLE, TextWeight.SEMIBOLD) + 34 + DWELL_ROOM
    # The note gives way to the name of the active child while collapsed; room for a usual name is kept.
    note = max(text_width(header.note, TextSize.CAPTION), 72.0 if header.collapsed else 0.0)
    return max(STATE_MINIMUM, round_up_to_four(needed + (10 + note if note else 0)))


def caret_rect(rect: QRectF) -> QRectF:
    """Return the 24 × 24 target that folds and unfolds a compound state."""
    return QRectF(rect.x() + 5, rect.y() + 4, 24, 24)


def measure_pseudo_state(kind: PseudoState) -> QSizeF:
    """Return the size of a pseudo-state."""
    if kind == PseudoState.ANY_STATE:
        width = 33 + text_width("Any state", TextSize.BODY, TextWeight.SEMIBOLD) + 14
        return QSizeF(max(104.0, round_up_to_four(width)), _ANY_STATE_HEIGHT)
    return QSizeF(*_PSEUDO_SIZES[kind])


def state_paint_bounds(rect: QRectF) -> QRectF:
    """Return everything that painting a state or pseudo-state into `rect` may touch."""
    return rect.adjusted(-PAINT_MARGIN, -PAINT_MARGIN, PAINT_MARGIN, PAINT_MARGIN)


class _MarkJob(NamedTuple):
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
    job = _MarkJob(painter, picture, rect, rect.center(), style, inks, paint_scale(painter), with_text)
    _paint_ring(job)
    _PAINT[picture.kind](job)
    if picture.problem and with_text:
        paint_badge(
            painter, rect.right() - 3, rect.top() + 1, picture.problem, theme, radius=7.0, scale=job.scale
        )


def _paint_ring(job: _MarkJob) -> None:
    picture, painter, rect = job.picture, job.painter, job.rect
    if not has_ring(picture):
        return
    set_inks(painter, job.inks.pen("accent.line", 2.0), NO_BRUSH)
    if picture.kind == PseudoState.CHOICE:
        painter.drawPolygon(_diamond(job.middle, 16 + RING_DISTANCE * 1.414))
        return
    d = RING_DISTANCE
    outer = rect.adjusted(-d, -d, d, d)
    painter.drawRoundedRect(outer, outer.height() / 2, outer.height() / 2)


def _paint_initial(job: _MarkJob) -> None:
    live = job.picture.status == StatusLook.RUNNING
    job.painter.setPen(NO_PEN)
    job.painter.setBrush(job.inks.brush("status.running.line" if live else "edge.idle"))
    job.painter.drawEllipse(job.middle, 5.5, 5.5)


def _paint_final(job: _MarkJob) -> None:
    painter, inks = job.painter, job.inks
    set_inks(painter, inks.pen(job.style.line, 1.5), inks.brush(job.style.fill))
    painter.drawEllipse(job.middle, 10, 10)
    set_inks(painter, NO_PEN, inks.brush(job.style.line))
    painter.drawEllipse(job.middle, 5, 5)


def _paint_history(job: _MarkJob) -> None:
    painter, inks, style = job.painter, job.inks, job.style
    set_inks(painter, inks.pen(style.line, max(1.5, style.width), style.dash), inks.brush(style.fill))
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


def _paint_choice(job: _MarkJob) -> None:
    painter, inks, style = job.painter, job.inks, job.style
    set_inks(painter, inks.pen(style.line, max(1.5, style.width), style.dash), inks.brush(style.fill))
    painter.drawPolygon(_diamond(job.middle, 16))
    name = "s_bang" if job.picture.status == StatusLook.ERROR else "test"
    x, y = job.middle.x(), job.middle.y()
    paint_icon(painter, name, x, y, 14, inks, "family.decision.line", job.scale)


def _paint_any_state(job: _MarkJob) -> None:
    painter, inks, style, rect = job.painter, job.inks, job.style, job.rect
    width = max(1.0, float(round(style.width)))
    set_inks(painter, inks.pen(style.line, width, (3.0, 3.0)), inks.brush(style.fill))
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
    line = passing_line(job.picture.dwell, TextSize.CAPTION, TextWeight.MEDIUM)
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


def _paint_compound_dot(job: _Job) -> None:
    header = job.picture.compound
    assert header is not None
    if header.collapsed:
        paint_box_dot(job)
        return
    job.painter.fillRect(QRectF(0, 0, job.width, job.height), job.inks.brush("surface.region"))
    job.painter.setBrush(NO_BRUSH)
    token = "accent.line" if job.picture.selected else job.style.line
    job.painter.setPen(job.inks.pen(token, 1.0, (), True))
    job.painter.drawRect(QRectF(0, 0, job.width, job.height))


_PAINT_PLAIN = {
    Detail.FULL: _paint_plain,
    Detail.TITLE: _paint_plain_title,
    Detail.BLOCK: paint_box_block,
    Detail.DOT: paint_box_dot,
}
_PAINT_COMPOUND = {
    Detail.FULL: _paint_compound,
    Detail.TITLE: _paint_compound_title,
    Detail.BLOCK: _paint_compound_block,
    Detail.DOT: _paint_compound_dot,
}
