"""Paint nodes and states from afar, where words no longer fit: a block, or a title beside its chip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from editor.theme.badges import GLYPHS, PAUSED, paint_icon
from editor.theme.fonts import TextWeight
from editor.theme.icons import pixmap
from editor.theme.inks import LIVE_LOOKS, BorderStyle, Inks
from editor.theme.text_lines import TextLine, text_line
from editor.theme.tokens import StatusLook

if TYPE_CHECKING:
    from PySide6.QtGui import QPainterPath

TITLE_SIZES = (18, 16, 14)
"""Sizes (px at zoom 1) of a title between zoom 0.45 and 0.70; the largest that fits is taken."""

_GLYPH_SIDE = 34.0
"""Side of the glyph on a block: about 12 px on screen."""


def title_that_fits(text: str, width: float) -> TextLine:
    """Return the title in the largest of the three sizes that fits, or elided in the smallest."""
    *larger, smallest = TITLE_SIZES
    for size in larger:
        line = text_line(text, size, TextWeight.SEMIBOLD, False, width)
        if not line.is_elided:
            return line
    return text_line(text, smallest, TextWeight.SEMIBOLD, False, width)


def paint_dot(
    painter: QPainter, width: float, height: float, status: StatusLook, selected: bool, inks: Inks
) -> None:
    """Paint a plain block in the color of the status, at the origin."""
    token = "border.node"
    if selected:
        token = "accent.line"
    elif status in LIVE_LOOKS:
        token = f"status.{status}.line"
    painter.fillRect(QRectF(0, 0, width, height), inks.brush(token))


def paint_block(
    painter: QPainter,
    outline: QPainterPath,
    middle: QPointF,
    room: float,
    style: BorderStyle,
    glyph: str | None,
    glyph_token: str,
    inks: Inks,
    scale: float,
) -> None:
    """Paint a filled outline with a cosmetic border and a glyph (at most `room` px high) on `middle`."""
    painter.setBrush(inks.brush(style.fill))
    painter.setPen(inks.pen(style.line, 1.5, (), True))
    painter.drawPath(outline)
    if glyph:
        side = min(_GLYPH_SIDE, room - 6)
        picture = pixmap(glyph, side, inks.color(glyph_token), scale, 3.0)
        painter.drawPixmap(QPointF(middle.x() - side / 2, middle.y() - side / 2), picture)


def block_glyph(
    status: StatusLook, last: StatusLook | None, paused: bool, problem: str | None
) -> tuple[str | None, str]:
    """Return the glyph of a block and its color token; no glyph where nothing is to be said."""
    if paused:
        return GLYPHS[PAUSED], "status.running.text"
    if status in LIVE_LOOKS:
        return GLYPHS[status], f"status.{status}.text"
    if problem:
        return GLYPHS[StatusLook.WARNING], f"status.{problem}.text"
    if last is not None:
        return GLYPHS[last], f"status.{last}.ghost"
    return None, ""


def paint_large_title(
    painter: QPainter,
    icon: str,
    chip_token: str,
    icon_token: str,
    title: str,
    chip: QPainterPath | None,
    size: tuple[float, float],
    left: float,
    title_token: str,
    inks: Inks,
    scale: float,
) -> None:
    """Paint chip, icon and an enlarged title in a box of `size`, for zooms between 0.45 and 0.70."""
    width, height = size
    if chip is not None:
        painter.fillPath(chip, inks.brush(chip_token))
    paint_icon(painter, icon, left + 15, height / 2, 20, inks, icon_token, scale)
    line = title_that_fits(title, width - left - 42)
    line.draw(painter, left + 36, height / 2, inks.pen(title_token))
