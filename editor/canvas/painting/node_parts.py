"""Paint the parts of a node: its frame, chip, words, strips, badges, and the stub of a collapsed one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.painting.node_geometry import (
    BADGE_ROOM,
    SHEET_DROP,
    STRIP_HEIGHT,
    STUB_DROP,
    STUB_REACH,
    VALUE_ROOM,
    node_geometry,
)
from editor.canvas.painting.paint_job import PaintJob, has_ring, paint_hatch, paint_ring, paint_status_badge
from editor.canvas.painting.pictures import NodePicture, NodeShape
from editor.canvas.painting.silhouettes import (
    CHIP_WIDTH,
    NODE_RADIUS,
    band,
    hatch_pointed,
    hatch_rounded,
    pointed,
    pointed_chip,
    pointed_ring,
)
from editor.theme.badges import paint_badge, paint_breakpoint, paint_icon, paint_number_plate
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, rounded, set_inks
from editor.theme.text_lines import text_line
from editor.theme.tokens import StatusLook

PLATE_LOOKS = frozenset({StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR})
"""Looks that color an order number or a collapsed stub."""


class NodeJob(PaintJob[NodePicture]):
    """Everything one paint of a node needs, looked up once."""

    __slots__ = ("geometry", "is_pill", "is_pointed")

    def __init__(self, painter: QPainter, picture: NodePicture, width: float, inks: Inks) -> None:
        self.geometry = geometry = node_geometry(picture, width)
        has_strips = geometry.height != geometry.body_height
        self.is_pill = picture.shape == NodeShape.PILL
        self.is_pointed = not has_strips and picture.shape == NodeShape.CONDITION
        radius = geometry.height / 2 if self.is_pill and not has_strips else NODE_RADIUS
        super().__init__(painter, picture, geometry.width, geometry.height, radius, inks)


def node_outline(job: NodeJob, inset: float) -> QPainterPath:
    """Return the silhouette of a node, `inset` px inside its rectangle."""
    geometry = job.geometry
    if job.is_pointed:
        return pointed(geometry.width, geometry.height, inset)
    return rounded(geometry.width, geometry.height, job.radius, inset)


def paint_node_ring(job: NodeJob) -> None:
    """Paint the selection ring, 4 px outside, which never replaces the status border."""
    if not job.is_pointed:
        paint_ring(job, SHEET_DROP if job.picture.shape == NodeShape.CALL else 0.0)
    elif has_ring(job.picture):
        job.painter.setBrush(NO_BRUSH)
        job.painter.setPen(job.inks.pen("accent.line", 2.0))
        job.painter.drawPath(pointed_ring(job.width, job.height))


def paint_second_sheet(job: NodeJob) -> None:
    """Paint the second sheet of a call node: there is more inside."""
    if job.picture.shape != NodeShape.CALL:
        return
    painter, style, geometry = job.painter, job.style, job.geometry
    set_inks(painter, job.inks.pen(style.line, 1.0, style.dash), job.inks.brush("surface.node"))
    painter.translate(SHEET_DROP, SHEET_DROP)
    painter.drawPath(rounded(geometry.width - 2 * SHEET_DROP, geometry.height, NODE_RADIUS, 0.5))
    painter.translate(-SHEET_DROP, -SHEET_DROP)


def paint_node_fill(job: NodeJob) -> None:
    """Fill the silhouette with the status's wash."""
    job.painter.fillPath(node_outline(job, job.style.inset), job.inks.brush(job.style.fill))


def paint_node_outline(job: NodeJob, cosmetic: bool = False) -> None:
    """Draw the border that the status gives; `cosmetic` counts its width in screen px."""
    style, painter = job.style, job.painter
    set_inks(painter, job.inks.pen(style.line, style.width, style.dash, cosmetic), NO_BRUSH)
    painter.drawPath(node_outline(job, style.inset))


def _paint_node_hatch(job: NodeJob) -> None:
    """Paint the 45° hatch of a disabled node over its whole silhouette."""
    if not job.is_pointed:
        paint_hatch(job)
        return
    job.painter.setPen(job.inks.pen(job.inks.mixed(job.style.fill, job.style.line, 0.38)))
    job.painter.drawLines(hatch_pointed(job.width, job.height))


_MARK_SIDE = 13.0
_STRIP_ICON_SIDE = 13.0
_PLATE_LEFT = 42.0
_BESIDE_VALUE = 14.0
"""Room left and right of a value on its plate, together."""
_ROOM_BESIDE_PLATE = 12.0
"""Room left of and right of the plate of an unknown kind."""


def paint_strips(job: NodeJob) -> None:
    """Paint the guard and the preconditions above the body, the services and the lines for its end below."""
    picture, geometry, inks = job.picture, job.geometry, job.inks
    if not (geometry.body_top or _has_strips_below(job)):
        return
    rule = inks.brush(inks.mixed(job.style.fill, job.style.line, 0.45))
    guard, asks = picture.guard, "family.ask.line"
    above = [("guard", guard.expression, guard.abort)] if guard else []
    above += [("filter", strip.text, strip.word) for strip in picture.preconditions]
    if above:
        inset = job.style.inset
        radii = (NODE_RADIUS, NODE_RADIUS, 0.0, 0.0)
        shape = band(job.width - 2 * inset, geometry.body_top - inset, *radii)
        job.painter.translate(inset, inset)
        job.painter.fillPath(shape, inks.brush(inks.mixed(job.style.fill, "family.ask.chip", 0.75)))
        job.painter.translate(-inset, -inset)
    for place, (icon, text, word) in enumerate(above):
        _paint_strip(job, STRIP_HEIGHT * place, icon, text, word, asks)
        job.painter.fillRect(QRectF(1, STRIP_HEIGHT * (place + 1) - 1, job.width - 2, 1), rule)
    below = [("service", service, "", "family.value.line") for service in picture.services]
    below += [("flag", strip.text, strip.word, "family.act.line") for strip in picture.ends]
    top = geometry.body_top + geometry.body_height
    for icon, text, word, token in below:
        _paint_strip(job, top, icon, text, word, token)
        job.painter.fillRect(QRectF(1, top, job.width - 2, 1), rule)
        top += STRIP_HEIGHT


def _paint_strip(job: NodeJob, top: float, icon: str, text: str, word: str, token: str) -> None:
    """Paint the icon, the text and the word of one strip, in a hue."""
    painter, inks, right = job.painter, job.inks, job.width - (9.0 if word else 12.0)
    middle = top + (11.0 if top < job.geometry.body_top else 11.5)
    paint_icon(painter, icon, 15.5, top + 11.5, _STRIP_ICON_SIDE, inks, token, job.scale)
    if word:
        label = text_line(word.upper(), TextSize.BADGE, TextWeight.SEMIBOLD)
        right -= label.width
        label.draw(painter, right, middle, inks.pen(token))
        right -= 8
    line = text_line(text, TextSize.CAPTION, TextWeight.REGULAR, True, right - 28)
    line.draw(painter, 28, middle, inks.pen(job.ink if job.style.faint else "text.secondary"))


def _has_strips_below(job: NodeJob) -> bool:
    return bool(job.picture.services or job.picture.ends)


def _chip_shape(job: NodeJob, inset: float) -> QPainterPath:
    """Return the chip of a rectangle, flush with the node's rounded corners where no strip covers them."""
    is_topmost, is_lowest = not job.geometry.body_top, not _has_strips_below(job)
    top = inset if is_topmost else 0.0
    bottom = inset if is_lowest else 0.0
    return band(
        CHIP_WIDTH - inset,
        job.geometry.body_height - top - bottom,
        NODE_RADIUS if is_topmost else 0.0,
        0.0,
        0.0,
        NODE_RADIUS if is_lowest else 0.0,
    )


def paint_chip(job: NodeJob) -> None:
    """Paint the icon on a chip in the family's hue, and the hatch of a disabled node between the two."""
    picture, painter, geometry, inks = job.picture, job.painter, job.geometry, job.inks
    faint = job.style.faint
    brush = inks.brush("surface.region" if faint else f"family.{picture.family}.chip")
    middle = geometry.body_top + geometry.body_height / 2
    icon_x, icon_side = CHIP_WIDTH / 2, 20.0
    if job.is_pill:
        icon_x, icon_side = 15.0, 15.0
        set_inks(painter, NO_PEN, brush)
        painter.drawEllipse(QPointF(15, middle), 12, 12)
    elif job.is_pointed:
        icon_x += 3
        painter.fillPath(pointed_chip(geometry.body_height), brush)
    else:
        inset = job.style.inset
        top = geometry.body_top or inset
        painter.translate(inset, top)
        painter.fillPath(_chip_shape(job, inset), brush)
        painter.translate(-inset, -top)
    if job.status == StatusLook.DISABLED:
        _paint_node_hatch(job)
    token = "text.disabled" if faint else f"family.{picture.family}.line"
    paint_icon(painter, picture.icon, icon_x, middle, icon_side, inks, token, job.scale)


def paint_words(job: NodeJob) -> None:
    """Paint title, parameter line and marks."""
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


def paint_value(job: NodeJob) -> None:
    """Paint what a question saw, on a plate before the badge."""
    geometry, inks = job.geometry, job.inks
    right, middle = geometry.width - BADGE_ROOM - 4.0, geometry.body_top + geometry.body_height / 2
    room = VALUE_ROOM - _BESIDE_VALUE
    line = text_line(job.picture.value, TextSize.CAPTION, TextWeight.SEMIBOLD, False, room)
    plate = round(line.width) + _BESIDE_VALUE
    job.painter.translate(right - plate, middle - 10)
    job.painter.fillPath(rounded(plate, 20.0, 4.0), inks.brush("surface.field"))
    job.painter.translate(plate - right, 10 - middle)
    line.draw(job.painter, right - plate + _BESIDE_VALUE / 2, middle, inks.pen("text.primary"))


def paint_unknown(job: NodeJob) -> None:
    """Paint a node of an unknown kind: hatched, in warning colors, its id on a plate."""
    painter, geometry, inks = job.painter, job.geometry, job.inks
    outline = rounded(geometry.width, geometry.height, NODE_RADIUS, 0.25)
    painter.fillPath(outline, inks.brush("surface.region"))
    painter.setPen(inks.pen(inks.mixed("surface.region", "status.warning.line", 0.45)))
    painter.drawLines(hatch_rounded(geometry.width, geometry.height, NODE_RADIUS))
    set_inks(painter, inks.pen("status.warning.line", 1.5, (5.0, 3.0)), NO_BRUSH)
    painter.drawPath(outline)
    middle = geometry.body_top + geometry.body_height / 2
    room = geometry.width - _PLATE_LEFT - 14 - _ROOM_BESIDE_PLATE
    line = text_line(job.picture.unknown_kind, TextSize.BODY, TextWeight.REGULAR, True, room)
    painter.translate(_PLATE_LEFT, middle - 11)
    painter.fillPath(rounded(round(line.width) + 14.0, 22.0, 4.0), inks.brush("surface.canvas"))
    painter.translate(-_PLATE_LEFT, -(middle - 11))
    line.draw(painter, _PLATE_LEFT + 7, middle, inks.pen("text.primary"))
    paint_badge(painter, 22, middle, StatusLook.WARNING, inks.theme, radius=8.0, scale=job.scale)


def paint_badges(job: NodeJob) -> None:
    """Paint status badge, problem and breakpoint."""
    picture, geometry = job.picture, job.geometry
    x = geometry.width - (17 if job.is_pill else 18) - (3 if job.is_pointed else 0)
    y = geometry.body_top + geometry.body_height / 2
    paint_status_badge(job, x, y, 8.0 if job.is_pill else 9.0, is_unknown=bool(picture.unknown_kind))
    if picture.breakpoint:
        paint_breakpoint(job.painter, -1, y, job.inks)


def paint_stub(job: NodeJob) -> None:
    """Paint what stands for the hidden nodes below a collapsed one."""
    picture, geometry = job.picture, job.geometry
    if picture.collapsed_count:
        x, y = geometry.width / 2, geometry.height
        if picture.across:
            x, y = geometry.width, geometry.height / 2
        paint_stub_plate(
            job.painter,
            (x, y),
            picture.collapsed_count,
            picture.collapsed_status,
            job.inks,
            across=picture.across,
        )


def paint_stub_plate(
    painter: QPainter,
    start: tuple[float, float],
    count: int,
    status: StatusLook,
    inks: Inks,
    *,
    across: bool = False,
) -> None:
    """Paint a short drop below a node, or `across` to its right, from `start`, and `+ 7` at its end."""
    look, (x, y) = status if status in PLATE_LOOKS else None, start
    dx, dy = (STUB_REACH, 0.0) if across else (0.0, STUB_DROP)
    painter.setPen(inks.pen(f"status.{look}.line" if look else "edge.idle", 1.5))
    painter.drawLine(QPointF(x + dx / 18, y + dy / 18), QPointF(x + dx / 2, y + dy / 2))
    paint_number_plate(painter, x + dx, y + dy, f"+ {count}", inks, look)
