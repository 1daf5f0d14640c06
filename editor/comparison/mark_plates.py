"""Paint the small plates that say what became of a thing."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, Inks
from editor.theme.text_lines import text_line, text_width

PLATE_HEIGHT = 18.0

MARK_TOKENS = {
    "added": "status.success.line",
    "removed": "status.failure.line",
    "changed": "accent.line",
    "moved": "family.machine.line",
}
"""The color of each mark, on outlines and plates."""

MARK_SIGNS = {"added": "+", "removed": "−", "changed": "Δ", "moved": "→"}
"""What stands on the plates: marks are never told by color alone."""


def plate_width(text: str) -> float:
    """Return how wide a plate is, in px."""
    return max(PLATE_HEIGHT, math.ceil(text_width(text, TextSize.BODY, TextWeight.SEMIBOLD) + 10))


def paint_plate(painter: QPainter, x: float, y: float, kind: str, text: str, inks: Inks) -> None:
    """Paint a plate with its middle at (x, y)."""
    width = plate_width(text)
    left, top = round(x - width / 2), round(y - PLATE_HEIGHT / 2)
    painter.setBrush(inks.brush("surface.canvas"))
    painter.setPen(inks.pen(MARK_TOKENS[kind], 1.5))
    painter.drawRoundedRect(QRectF(left, top, width, PLATE_HEIGHT), 6, 6)
    painter.setBrush(NO_BRUSH)
    line = text_line(text, TextSize.BODY, TextWeight.SEMIBOLD)
    pen = inks.pen(MARK_TOKENS[kind])
    line.draw(painter, left + (width - line.width) / 2, top + PLATE_HEIGHT / 2, pen)
