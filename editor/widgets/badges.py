"""Give lists and panels the same status badges as the canvas."""

from __future__ import annotations

from PySide6.QtGui import QIcon, QPixmap

from editor.theme.badges import badge_pixmap
from editor.theme.theme_manager import current_theme

RADIUS = 7.0
"""Radius of a badge in a row, px."""


def row_badge(
    look: str, *, ghost: bool = False, back: str = "surface.panel", ratio: float = 1.0, radius: float = RADIUS
) -> QPixmap:
    """Return the picture of a badge in the theme of now: solid for live, an outline for a last result."""
    return badge_pixmap(current_theme(), look, radius, ghost, back, ratio)


def badge_icon(look: str, *, ghost: bool = False, back: str = "surface.panel") -> QIcon:
    """Return a badge as an icon for buttons."""
    result = QIcon()
    for ratio in (1.0, 2.0):
        result.addPixmap(row_badge(look, ghost=ghost, back=back, ratio=ratio, radius=6.0))
    return result
