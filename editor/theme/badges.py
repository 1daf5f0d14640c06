"""Paint the small plates: badges, breakpoint dots, order numbers, icons, round plates on the canvas."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen, QPixmap, QPolygonF

from editor.theme.fonts import TextSize, TextWeight
from editor.theme.icons import draw_icon, pixmap
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, inks_for, rounded, set_inks, smooth_painter
from editor.theme.text_lines import text_line, text_width
from editor.theme.tokens import StatusLook, Theme

BADGE_RADIUS = 9.0
GHOST_RADIUS = 8.0
BREAKPOINT_RADIUS = 6.0
BREAKPOINT_GAP = 1.5
ORDER_NUMBER_HEIGHT = 16.0
ORDER_NUMBER_RADIUS = 5.0

PAUSED = "paused"
"""The badge of a node at which the run stopped; it has the colors of `running`."""

GLYPHS: dict[str, str] = {
    StatusLook.RUNNING: "s_running",
    StatusLook.SUCCESS: "s_success",
    StatusLook.FAILURE: "s_failure",
    StatusLook.SKIPPED: "s_skipped",
    StatusLook.PENDING: "s_pending",
    StatusLook.ERROR: "s_bang",
    StatusLook.DISABLED: "s_disabled",
    StatusLook.WARNING: "s_bang",
    PAUSED: "s_pause",
}
"""The icon of each status; looks that are missing here have no badge."""

_RATIO_STEP = 0.25


def paint_scale(painter: QPainter) -> float:
    """Return how many device px one px of the picture takes, rounded up to steps of 0.25."""
    scale = painter.deviceTransform().m11()
    return max(_RATIO_STEP, math.ceil(scale / _RATIO_STEP - 0.001) * _RATIO_STEP)


def draws_vectors(painter: QPainter) -> bool:
    """Tell whether what is painted is kept as lines and areas, so that pixmaps would blur it."""
    return painter.paintEngine().type() == QPaintEngine.Type.SVG


def paint_icon(
    painter: QPainter, name: str, x: float, y: float, size: float, inks: Inks, token: str, scale: float
) -> None:
    """Paint an icon of `size` px with its middle at (x, y); `scale` as from `paint_scale`."""
    half = size / 2
    if draws_vectors(painter):
        draw_icon(painter, name, round(x - half), round(y - half), size, inks.color(token))
        return
    picture = pixmap(name, size, inks.color(token), scale)
    painter.drawPixmap(QPointF(round(x - half), round(y - half)), picture)


def paint_badge(
    painter: QPainter,
    x: float,
    y: float,
    look: str,
    theme: Theme,
    *,
    radius: float = BADGE_RADIUS,
    ghost: bool = False,
    back: str = "surface.node",
    scale: float = 1.0,
) -> None:
    """Paint a status badge with its middle at (x, y): a solid plate, or an outline for a last result.

    `back` is the token of the fill behind the badge; looks without a plate paint it under their ring.
    """
    if draws_vectors(painter):
        _draw_badge_at(painter, x, y, look, radius, ghost, back, inks_for(theme))
        return
    picture = badge_pixmap(theme, look, radius, ghost, back, scale)
    half = picture.width() / picture.devicePixelRatio() / 2
    painter.drawPixmap(QPointF(x - half, y - half), picture)


def _draw_badge_at(
    painter: QPainter,
    x: float,
    y: float,
    look: str,
    radius: float,
    ghost: bool,
    back: str,
    inks: Inks,
    share: float = -1.0,
) -> None:
    painter.save()
    painter.translate(x, y)
    _draw_badge(painter, look, radius, ghost, back, inks, 1.0, share)
    painter.restore()


@lru_cache(maxsize=2048)
def badge_pixmap(
    theme: Theme, look: str, radius: float, ghost: bool, back: str, scale: float, share: float = -1.0
) -> QPixmap:
    """Return the cached picture of a badge with 2 px of room around it.

    `share` 0..1 turns the hand of a pending clock to the remaining share; -1 draws the plain glyph.
    """
    side = 2 * math.ceil(radius + 2)
    result = QPixmap(round(side * scale), round(side * scale))
    result.fill(Qt.GlobalColor.transparent)
    result.setDevicePixelRatio(round(side * scale) / side)
    painter = smooth_painter(result)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(side / 2, side / 2)
    _draw_badge(painter, look, radius, ghost, back, inks_for(theme), scale, share)
    painter.end()
    return result


def _draw_badge(
    painter: QPainter,
    look: str,
    radius: float,
    ghost: bool,
    back: str,
    inks: Inks,
    scale: float,
    share: float,
) -> None:
    name = StatusLook.RUNNING.value if look == PAUSED else str(look)
    colors = inks.theme.status(name)
    line, plate = f"status.{name}.line", f"status.{name}.plate"
    ink = f"status.{name}.ghost" if ghost else f"status.{name}.on"
    fill = back if ghost else plate
    rim = f"status.{name}.ghost" if ghost else (line if colors.line != colors.plate else plate)
    dx, dy = 0.0, 0.0
    if look == StatusLook.FAILURE:
        _fill(painter, inks, fill, rim if ghost else fill)
        inset = 0.5 if ghost else 0.0
        painter.drawRoundedRect(
            QRectF(-radius + inset, -radius + inset, 2 * radius - 2 * inset, 2 * radius - 2 * inset), 4, 4
        )
    elif look == StatusLook.ERROR:
        _fill(painter, inks, fill, rim if ghost else "")
        painter.drawPolygon(_octagon(radius))
    elif look == StatusLook.WARNING:
        _fill(painter, inks, fill, rim, 1.5)
        painter.drawPolygon(_triangle(radius))
        dy = 1.5
    elif look in (StatusLook.SKIPPED, StatusLook.DISABLED, StatusLook.PENDING):
        ink = f"status.{name}.ghost" if ghost else line
        dash = (2.4, 2.2) if look == StatusLook.SKIPPED else ()
        set_inks(painter, inks.pen(ink, 1.5, dash), inks.brush(back))
        painter.drawEllipse(QPointF(0, 0), radius - 0.75, radius - 0.75)
    else:
        _fill(painter, inks, fill, rim)
        painter.drawEllipse(QPointF(0, 0), radius - 0.5, radius - 0.5)
        dx = 0.5 if look == StatusLook.RUNNING else 0.0
    if share >= 0.0 and look == StatusLook.PENDING:
        _draw_hand(painter, inks.pen(ink, 1.5), radius, share)
        return
    size = radius * 1.38
    stroke = 3.4 if radius < 8 else 3.0
    if draws_vectors(painter):
        draw_icon(painter, GLYPHS[look], dx - size / 2, dy - size / 2, size, inks.color(ink), stroke)
        return
    glyph = pixmap(GLYPHS[look], size, inks.color(ink), scale, stroke)
    painter.drawPixmap(QRectF(dx - size / 2, dy - size / 2, size, size), glyph, QRectF(glyph.rect()))


def _fill(painter: QPainter, inks: Inks, fill: str, rim: str, width: float = 1.0) -> None:
    set_inks(painter, inks.pen(rim, width) if rim else NO_PEN, inks.brush(fill))


def _triangle(radius: float) -> QPolygonF:
    corners = ((0.0, -radius), (radius + 1, radius - 1), (-radius - 1, radius - 1))
    return QPolygonF([QPointF(x, y) for x, y in corners])


def _octagon(radius: float) -> QPolygonF:
    k = radius * 0.44
    r = radius
    corners = ((-k, -r), (k, -r), (r, -k), (r, k), (k, r), (-k, r), (-r, k), (-r, -k))
    return QPolygonF([QPointF(x, y) for x, y in corners])


def _draw_hand(painter: QPainter, pen: QPen, radius: float, share: float) -> None:
    """Draw the hand of a clock that runs down to twelve as `share` goes from 1 to 0."""
    angle = 2 * math.pi * (1.0 - min(1.0, max(0.0, share)))
    reach = radius * 0.55
    painter.setPen(pen)
    painter.drawLine(QPointF(0, 0), QPointF(reach * math.sin(angle), -reach * math.cos(angle)))


def paint_clock_badge(
    painter: QPainter, x: float, y: float, share: float, theme: Theme, radius: float, back: str, scale: float
) -> None:
    """Paint the pending badge whose hand shows the remaining `share` (0..1), in 60 steps."""
    steps = round(min(1.0, max(0.0, share)) * 60) / 60
    if draws_vectors(painter):
        _draw_badge_at(painter, x, y, StatusLook.PENDING, radius, False, back, inks_for(theme), steps)
        return
    picture = badge_pixmap(theme, StatusLook.PENDING, radius, False, back, scale, steps)
    half = picture.width() / picture.devicePixelRatio() / 2
    painter.drawPixmap(QPointF(x - half, y - half), picture)


def paint_breakpoint(painter: QPainter, x: float, y: float, inks: Inks) -> None:
    """Paint a breakpoint dot on the left rim, set off by a gap in the canvas color."""
    set_inks(painter, NO_PEN, inks.brush("surface.canvas"))
    gap = BREAKPOINT_RADIUS + BREAKPOINT_GAP
    painter.drawEllipse(QPointF(x, y), gap, gap)
    painter.setBrush(inks.brush("status.breakpoint.line"))
    painter.drawEllipse(QPointF(x, y), BREAKPOINT_RADIUS, BREAKPOINT_RADIUS)


def measure_number_plate(text: str) -> float:
    """Return the width of an order-number plate; it is 16 px high."""
    return max(18.0, math.ceil(text_width(text, TextSize.BADGE, TextWeight.SEMIBOLD) + 9))


def paint_number_plate(
    painter: QPainter, x: float, y: float, text: str, inks: Inks, look: StatusLook | None = None
) -> None:
    """Paint an order number (or `+ 7`) on a small canvas-colored plate with its middle at (x, y)."""
    width = measure_number_plate(text)
    left, top = round(x - width / 2), round(y - ORDER_NUMBER_HEIGHT / 2)
    painter.translate(left, top)
    set_inks(painter, inks.pen(f"status.{look}.line" if look else "edge.idle"), inks.brush("surface.canvas"))
    painter.drawPath(rounded(width, ORDER_NUMBER_HEIGHT, ORDER_NUMBER_RADIUS, 0.5))
    painter.translate(-left, -top)
    line = text_line(text, TextSize.BADGE, TextWeight.SEMIBOLD)
    pen = inks.pen(f"status.{look}.text" if look else "text.secondary")
    line.draw(painter, left + (width - line.width) / 2, top + ORDER_NUMBER_HEIGHT / 2, pen)
    painter.setBrush(NO_BRUSH)


def plate_pixmap(size: QSize, ratio: float, ground: QColor, radius: float, line: QColor | None) -> QPixmap:
    """Return a plate of `size` logical px at a pixel `ratio`: filled with `ground`, outlined by `line`.

    The same plate is painted once and kept.
    """
    edge = None if line is None else line.rgba()
    return _painted(size.width(), size.height(), ratio, ground.rgba(), radius, edge)


@lru_cache(maxsize=64)
def _painted(width: int, height: int, ratio: float, ground: int, radius: float, line: int | None) -> QPixmap:
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    box = QRectF(0, 0, width, height)
    painter = smooth_painter(pixmap)
    set_inks(painter, Qt.PenStyle.NoPen, QColor.fromRgba(ground))
    if line is not None:
        painter.setPen(QPen(QColor.fromRgba(line), 1))
        box.adjust(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(box, radius, radius)
    painter.end()
    return pixmap
