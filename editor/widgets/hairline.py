"""Draw the 1 px lines that separate things, and the ring around what has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.theme.inks import set_inks
from editor.theme.theme_manager import current_theme


class Hairline(QWidget):
    """Paint a line in the color of separators."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the line."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("border.subtle"))


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


WIDTH = 2.0
"""Px of the ring."""


def walked_by_keys(widget: QWidget) -> None:
    """Note that the user walks by keys. Qt notes it at the Tab key only, not at other ways to a panel."""
    widget.window().setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)


def shows_focus(widget: QWidget) -> bool:
    """Tell whether a widget has the focus, and the user walks by keys."""
    return widget.hasFocus() and widget.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)


def paint_focus_ring(painter: QPainter, widget: QWidget) -> None:
    """Paint the ring just inside the edges of a widget that has the focus."""
    if not shows_focus(widget):
        return
    painter.save()
    painter.resetTransform()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    set_inks(painter, QPen(current_theme().color("accent.line"), WIDTH), Qt.BrushStyle.NoBrush)
    inset = WIDTH / 2
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(inset, inset, -inset, -inset), 4, 4)
    painter.restore()
