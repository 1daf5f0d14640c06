"""Lie over the window, or a part of it that takes files, and say what a drop would do."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.theme_manager import current_theme

_MARGIN, _PAD = 2, 16
"""The frame is at the rim, where it crosses no words of the window."""


class DropHint(QWidget):
    """Lie over its parent while files are dragged over it, and say what a drop would do."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words = ""
        self.is_refusal = False
        self.hide()

    def show_words(self, words: str, *, refused: bool) -> None:
        """Show what would happen."""
        self.words, self.is_refusal = words, refused
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a dashed frame around the window and the words on a plate in its middle."""
        theme = current_theme()
        line = theme.status("failure").line if self.is_refusal else theme.color("accent.line")
        painter = smooth_painter(self)
        pen = QPen(line, 2)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        inner = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        painter.drawRoundedRect(inner, 6, 6)
        painter.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(self.words, Qt.TextElideMode.ElideMiddle, self.width() - 8 * _PAD)
        plate = QRectF(0, 0, metrics.horizontalAdvance(shown) + 2 * _PAD, metrics.height() + 2 * _PAD)
        plate.moveCenter(QRectF(self.rect()).center())
        set_inks(painter, QPen(line, 1), theme.color("surface.popup"))
        painter.drawRoundedRect(plate, 8, 8)
        painter.setPen(theme.color("text.primary"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)
