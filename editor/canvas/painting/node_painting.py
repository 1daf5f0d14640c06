"""Paint behavior-tree nodes at every level of detail."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.painting.badges import (
    GHOST_RADIUS,
    GLYPHS,
    PAUSED,
    paint_badge,
    paint_breakpoint,
    paint_icon,
    paint_number_plate,
    paint_scale,
)
from editor.canvas.painting.block_painting import (
    block_glyph,
    paint_block,
    paint_dot,
    paint_large_title,
)
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.inks import NO_BRUSH, NO_PEN, BorderStyle, Inks, inks_for
from editor.canvas.painting.node_geometry import (
    ORDER_NUMBER_RISE,
    SHEET_DROP,
    STRIP_HEIGHT,
    STUB_DROP,
    NodeGeometry,
    node_geometry,
)
from editor.canvas.painting.pictures import NodePicture, NodeShape
from editor.canvas.painting.silhouettes import (
    CHIP_WIDTH,
    NODE_RADIUS,
    RING_DISTANCE,
    band,
    hatch_pointed,
    hatch_rounded,
    pointed,
    pointed_chip,
    pointed_ring,
    rounded,
)
from editor.canvas.painting.text_lines import text_line
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.tokens import StatusLook, Theme

DIMMED_OPACITY = 0.6
"""Opacity of loose fragments, which never run."""

_RING_RADIUS = 11.0
_MARK_SIDE = 13.0
_STRIP_ICON_SIDE = 13.0
_PLATE_LOOKS = frozenset({StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR})


class _Job(NamedTuple):
    """Everything one paint needs, looked up once."""

    painter: QPainter
    picture: NodePicture
    geometry: NodeGeometry
    style: BorderStyle
    status: StatusLook
    last: StatusLook | None
    inks: Inks
    scale: float

    @property
    def is_pill(self) -> bool:
        return self.picture.shape == NodeShape.PILL

    @property
    def has_strips(self) -> bool:
        return self.geometry.height != self.geometry.body_height

    @property
    def is_pointed(self) -> bool:
        return self.picture.shape == NodeShape.CONDITION and not self.has_strips

    @property
    def radius(self) -> float:
        return self.geometry.height / 2 if self.is_pill and not self.has_strips else NODE_RADIUS

    @property
    def ink(self) -> str:
        return "text.tertiary" if self.style.faint else "text.primary"


def paint_node(
    painter: QPainter, rect: QRectF, picture: NodePicture, detail: Detail = Detail.FULL, *, theme: Theme
) -> None:
    """Paint a node into `rect` (its size from `measure_node`, or wider).

    The painter's pen, brush and font are left changed; its transform and opacity are restored. Set
    `Antialiasing` and `SmoothPixmapTransform` on the painter at `Detail.TITLE` and above.
    """
    inks = inks_for(theme)
    status, last = shown_status(picture)
    job = _Job(
        painter,
        picture,
        node_geometry(picture, rect.width()),
        inks.border(status, last),
        status,
        last,
        inks,
        paint_scale(painter),
    )
    x, y = rect.x(), rect.y()
    painter.translate(x, y)
    opacity = painter.opacity()
    if picture.dimmed:
        painter.setOpacity(opacity * DIMMED_OPACITY)
    _PAINT[detail](job)
    if picture.dimmed:
        painter.setOpacity(opacity)
    painter.translate(-x, -y)


def shown_status(picture: NodePicture) -> tuple[StatusLook, StatusLook | None]:
    """Return the live look and the last look of a node after disabling and pausing had their say."""
    if picture.disabled:
        return StatusLook.DISABLED, None
    if picture.paused_here:
        return StatusLook.RUNNING, None
    return picture.status, picture.last


def _paint_full(job: _Job) -> None:
    picture, painter = job.picture, job.painter
    _paint_ring(job)
    if picture.unknown_kind:
        _paint_unknown(job)
    else:
        _paint_sheet(job)
        _paint_fill(job)
        _paint_strips(job)
        _paint_chip(job)
        _paint_words(job)
        _paint_outline(job)
        if picture.progress is not None and job.status == StatusLook.RUNNING:
            _paint_progress(job, picture.progress)
    _paint_badges(job)
    if picture.order_number is not None:
        look = job.status if job.status in _PLATE_LOOKS else None
        x = job.geometry.width / 2
        paint_number_plate(painter, x, -ORDER_NUMBER_RISE, str(picture.order_number), job.inks, look)
    _paint_stub(job)


def _outline(job: _Job, inset: float) -> QPainterPath:
    geometry = job.geometry
    if job.is_pointed:
        return pointed(geometry.width, geometry.height, inset)
    return rounded(geometry.width, geometry.height, job.radius, inset)


def _paint_ring(job: _Job) -> None:
    """Paint the selection ring, 4 px outside, which never replaces the status border."""
    picture, painter, geometry = job.picture, job.painter, job.geometry
    if not (picture.selected or picture.focused or picture.drop_target):
        return
    painter.setBrush(NO_BRUSH)
    painter.setPen(job.inks.pen("accent.line", 3.0 if picture.focused else 2.0))
    if job.is_pointed:
        painter.drawPath(pointed_ring(geometry.width, geometry.height))
        return
    drop = SHEET_DROP if picture.shape == NodeShape.CALL else 0.0
    width, height = geometry.width + 2 * RING_DISTANCE, geometry.height + 2 * RING_DISTANCE + drop
    painter.translate(-RING_DISTANCE, -RING_DISTANCE)
    painter.drawPath(rounded(width, height, max(_RING_RADIUS, job.radius + 4)))
    painter.translate(RING_DISTANCE, RING_DISTANCE)


def _paint_sheet(job: _Job) -> None:
    """Paint the second sheet of a call node: there is more inside."""
    if job.picture.shape != NodeShape.CALL:
        return
    painter, style, geometry = job.painter, job.style, job.geometry
    painter.setBrush(job.inks.brush("surface.node"))
    painter.setPen(job.inks.pen(style.line, 1.0, style.dash))
    painter.translate(SHEET_DROP, SHEET_DROP)
    painter.drawPath(rounded(geometry.width - 2 * SHEET_DROP, geometry.height, NODE_RADIUS, 0.5))
    painter.translate(-SHEET_DROP, -SHEET_DROP)


def _paint_fill(job: _Job) -> None:
    job.painter.fillPath(_outline(job, job.style.inset), job.inks.brush(job.style.fill))


def _paint_outline(job: _Job, cosmetic: bool = False) -> None:
    style, painter = job.style, job.painter
    painter.setBrush(NO_BRUSH)
    painter.setPen(job.inks.pen(style.line, style.width, style.dash, cosmetic))
    painter.drawPath(_outline(job, style.inset))


def _paint_strips(job: _Job) -> None:
    picture, painter, inks = job.picture, job.painter, job.inks
    if not picture.guard and not picture.services:
        return
    width = job.geometry.width
    rule = inks.brush(inks.mixed(job.style.fill, job.style.line, 0.45))
    pen = inks.pen(job.ink if job.style.faint else "text.secondary")
    if picture.guard:
        inset = job.style.inset
        shape = band(width - 2 * inset, STRIP_HEIGHT - inset, NODE_RADIUS, NODE_RADIUS, 0.0, 0.0)
        painter.translate(inset, inset)
        painter.fillPath(shape, inks.brush(inks.mixed(job.style.fill, "family.ask.chip", 0.75)))
        painter.translate(-inset, -inset)
        paint_icon(painter, "guard", 15.5, 11.5, _STRIP_ICON_SIDE, inks, "family.ask.line", job.scale)
        right = width - 9
        if picture.guard.abort:
            word = text_line(picture.guard.abort.upper(), TextSize.BADGE, TextWeight.SEMIBOLD)
            right -= word.width
            word.draw(painter, right, 11.0, inks.pen("family.ask.line"))
            right -= 8
        room = right - 28
        line = text_line(picture.guard.expression, TextSize.CAPTION, TextWeight.REGULAR, True, room)
        line.draw(painter, 28, 11.0, pen)
        painter.fillRect(QRectF(1, STRIP_HEIGHT - 1, width - 2, 1), rule)
    top = job.geometry.body_top + job.geometry.body_height
    for service in picture.services:
        paint_icon(
            painter, "service", 15.5, top + 11.5, _STRIP_ICON_SIDE, inks, "family.value.line", job.scale
        )
        line = text_line(service, TextSize.CAPTION, TextWeight.REGULAR, True, width - 28 - 12)
        line.draw(painter, 28, top + 11.5, pen)
        painter.fillRect(QRectF(1, top, width - 2, 1), rule)
        top += STRIP_HEIGHT


def _chip_shape(job: _Job, inset: float) -> QPainterPath:
    """Return the chip of a rectangle, flush with the node's rounded corners where no strip covers them."""
    top = 0.0 if job.picture.guard else inset
    bottom = 0.0 if job.picture.services else inset
    return band(
        CHIP_WIDTH - inset,
        job.geometry.body_height - top - bottom,
        0.0 if job.picture.guard else NODE_RADIUS,
        0.0,
        0.0,
        0.0 if job.picture.services else NODE_RADIUS,
    )


def _paint_chip(job: _Job) -> None:
    picture, painter, geometry, inks = job.picture, job.painter, job.geometry, job.inks
    faint = job.style.faint
    brush = inks.brush("surface.region" if faint else f"family.{picture.family}.chip")
    middle = geometry.body_top + geometry.body_height / 2
    icon_x, icon_side = CHIP_WIDTH / 2, 20.0
    if job.is_pill:
        icon_x, icon_side = 15.0, 15.0
        painter.setPen(NO_PEN)
        painter.setBrush(brush)
        painter.drawEllipse(QPointF(15, middle), 12, 12)
    elif job.is_pointed:
        icon_x += 3
        painter.fillPath(pointed_chip(geometry.body_height), brush)
    else:
        inset = job.style.inset
        top = geometry.body_top + (0.0 if picture.guard else inset)
        painter.translate(inset, top)
        painter.fillPath(_chip_shape(job, inset), brush)
        painter.translate(-inset, -top)
    if job.status == StatusLook.DISABLED:
        _paint_hatch(job)
    token = "text.disabled" if faint else f"family.{picture.family}.line"
    paint_icon(painter, picture.icon, icon_x, middle, icon_side, inks, token, job.scale)


def _paint_hatch(job: _Job) -> None:
    """Paint the 45° hatch of a disabled node over its whole silhouette."""
    geometry, inks = job.geometry, job.inks
    job.painter.setPen(inks.pen(inks.mixed(job.style.fill, job.style.line, 0.38)))
    if job.is_pointed:
        job.painter.drawLines(hatch_pointed(geometry.width, geometry.height))
    else:
        job.painter.drawLines(hatch_rounded(geometry.width, geometry.height, job.radius))


def _paint_words(job: _Job) -> None:
    picture, painter, geometry, inks = job.picture, job.painter, job.geometry, job.inks
    pen = inks.pen(job.ink)
    one_line = job.is_pill or not picture.parameter_line
    middle = geometry.body_top + (geometry.body_height / 2 if one_line else 16.0)
    size = TextSize.BODY if job.is_pill else TextSize.TITLE
    room = geometry.text_width - 18.0 * len(picture.marks)
    left = geometry.text_left
    title = text_line(picture.title, size, TextWeight.SEMIBOLD, False, room)
    title.draw(painter, left, middle, pen)
    if not one_line:
        line = text_line(
            picture.parameter_line,
            TextSize.CAPTION,
            TextWeight.REGULAR,
            picture.parameter_is_expression,
            geometry.text_width,
        )
        line.draw(
            painter, left, geometry.body_top + 32.5, pen if job.style.faint else inks.pen("text.secondary")
        )
    if job.status == StatusLook.DISABLED:
        painter.fillRect(QRectF(left, round(middle), title.width, 1), inks.brush(job.ink))
    x = left + title.width + 13
    for mark in picture.marks:
        paint_icon(painter, mark, x, middle, _MARK_SIDE, inks, "text.tertiary", job.scale)
        x += 18


def _paint_progress(job: _Job, progress: float) -> None:
    """Paint a 2 px bar, 5 px above the bottom edge, for a task whose duration is known."""
    inks, geometry = job.inks, job.geometry
    bar = QRectF(8, geometry.height - 5, geometry.width - 16, 2)
    job.painter.fillRect(bar, inks.brush(inks.mixed(job.style.fill, job.style.line, 0.3)))
    bar.setWidth(bar.width() * min(1.0, max(0.0, progress)))
    job.painter.fillRect(bar, inks.brush(job.style.line))


def _paint_unknown(job: _Job) -> None:
    """Paint a node whose kind nobody knows: hatched, in warning colors, its id on a plate."""
    painter, geometry, inks = job.painter, job.geometry, job.inks
    outline = rounded(geometry.width, geometry.height, NODE_RADIUS, 0.25)
    painter.fillPath(outline, inks.brush("surface.region"))
    painter.setPen(inks.pen(inks.mixed("surface.region", "status.warning.line", 0.45)))
    painter.drawLines(hatch_rounded(geometry.width, geometry.height, NODE_RADIUS))
    painter.setBrush(NO_BRUSH)
    painter.setPen(inks.pen("status.warning.line", 1.5, (5.0, 3.0)))
    painter.drawPath(outline)
    middle = geometry.body_top + geometry.body_height / 2
    room = geometry.width - 42 - 14 - BADGE_SIDE_ROOM
    line = text_line(job.picture.unknown_kind, TextSize.BODY, TextWeight.REGULAR, True, room)
    painter.translate(42, middle - 11)
    painter.fillPath(rounded(round(line.width) + 14.0, 22.0, 4.0), inks.brush("surface.canvas"))
    painter.translate(-42, -(middle - 11))
    line.draw(painter, 49, middle, inks.pen("text.primary"))
    paint_badge(painter, 22, middle, StatusLook.WARNING, inks.theme, radius=8.0, scale=job.scale)


BADGE_SIDE_ROOM = 12.0
"""Room right of the plate of an unknown kind."""


def _paint_badges(job: _Job) -> None:
    picture, painter, geometry, theme = job.picture, job.painter, job.geometry, job.inks.theme
    x = geometry.width - (17 if job.is_pill else 18) - (3 if job.is_pointed else 0)
    y = geometry.body_top + geometry.body_height / 2
    radius = 8.0 if job.is_pill else 9.0
    taken = True
    if picture.unknown_kind:
        taken = True
    elif picture.paused_here:
        paint_badge(painter, x, y, PAUSED, theme, radius=radius, scale=job.scale)
    elif job.status in GLYPHS:
        paint_badge(painter, x, y, job.status, theme, radius=radius, back=job.style.fill, scale=job.scale)
    elif job.last is not None:
        back = job.style.fill
        paint_badge(
            painter, x, y, job.last, theme, radius=GHOST_RADIUS, ghost=True, back=back, scale=job.scale
        )
    else:
        taken = False
    if picture.problem:
        if taken:  # The status keeps its place; the problem sits on the corner.
            x, y, radius = geometry.width - 5, 1.0, 7.0
        paint_badge(painter, x, y, picture.problem, theme, radius=radius, scale=job.scale)
    if picture.breakpoint:
        paint_breakpoint(painter, -1, geometry.body_top + geometry.body_height / 2, job.inks)


def _paint_stub(job: _Job) -> None:
    """Paint what stands for the hidden nodes below a collapsed one: a short drop and `+ 7`."""
    picture = job.picture
    if not picture.collapsed_count:
        return
    look = picture.collapsed_status if picture.collapsed_status in _PLATE_LOOKS else None
    painter, geometry, inks = job.painter, job.geometry, job.inks
    x, top = geometry.width / 2, geometry.height
    painter.setPen(inks.pen(f"status.{look}.line" if look else "edge.idle", 1.5))
    painter.drawLine(QPointF(x, top + 1), QPointF(x, top + STUB_DROP - 8))
    paint_number_plate(painter, x, top + STUB_DROP, f"+ {picture.collapsed_count}", inks, look)


def _paint_title(job: _Job) -> None:
    picture, painter, geometry, inks = job.picture, job.painter, job.geometry, job.inks
    _paint_ring(job)
    _paint_fill(job)
    title, left = picture.title, 0.0
    chip: QPainterPath | None = None
    if job.is_pointed:
        left = 5.0
        chip = pointed_chip(geometry.height)
    elif job.is_pill and not job.has_strips:
        chip = rounded(30.0, geometry.height, geometry.height / 2)
    else:
        chip = band(32.0, geometry.height, NODE_RADIUS, 0.0, 0.0, NODE_RADIUS)
    if picture.unknown_kind:
        title = picture.unknown_kind
    faint = job.style.faint
    paint_large_title(
        painter,
        picture.icon,
        "surface.region" if faint else f"family.{picture.family}.chip",
        "text.disabled" if faint else f"family.{picture.family}.line",
        title,
        chip,
        (geometry.width, geometry.height),
        left,
        job.ink,
        inks,
        job.scale,
    )
    _paint_outline(job, cosmetic=True)
    if picture.breakpoint:
        paint_breakpoint(painter, -1, geometry.height / 2, inks)


def _paint_block(job: _Job) -> None:
    picture, geometry = job.picture, job.geometry
    _paint_ring(job)
    glyph, token = block_glyph(job.status, job.last, picture.paused_here, picture.problem)
    paint_block(
        job.painter,
        _outline(job, 0.0),
        QPointF(geometry.width / 2, geometry.height / 2),
        geometry.height,
        job.style,
        glyph,
        token,
        job.inks,
        job.scale,
    )


def _paint_dot(job: _Job) -> None:
    geometry = job.geometry
    paint_dot(job.painter, geometry.width, geometry.height, job.status, job.picture.selected, job.inks)


_PAINT = {
    Detail.FULL: _paint_full,
    Detail.TITLE: _paint_title,
    Detail.BLOCK: _paint_block,
    Detail.DOT: _paint_dot,
}
