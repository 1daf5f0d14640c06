"""Draw the 1 px lines that separate things."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.theme.theme_manager import current_theme


class Hairline(QWidget):
    """Paint a line in the color of separators."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the line."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("border.subtle"))
        painter.end()


def hairline(*, vertical: bool = False, length: int = 0) -> Hairline:
    """Return a line, `length` px long or as long as there is room."""
    line = Hairline()
    if vertical:
        line.setFixedWidth(1)
        if length:
            line.setFixedHeight(length)
    else:
        line.setFixedHeight(1)
        line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return line
