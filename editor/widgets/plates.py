"""Paint the plate of what lies over a window: bars, palettes, composers."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QWidget

from editor.theme.inks import set_inks, smooth_painter
from editor.theme.theme_manager import current_theme


def paint_plate(widget: QWidget, radius: float = 8, ground: str = "surface.popup") -> None:
    """Paint a rounded plate with a border as large as a widget."""
    theme = current_theme()
    painter = smooth_painter(widget)
    set_inks(painter, QPen(theme.color("border.strong"), 1), theme.color(ground))
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
