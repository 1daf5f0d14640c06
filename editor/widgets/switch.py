"""Offer a switch for yes and no."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from editor.theme.inks import set_inks, smooth_painter
from editor.theme.theme_manager import current_theme


class Switch(QAbstractButton):
    """Show a boolean as a sliding knob; accent when on."""

    def __init__(self, name: str = "") -> None:
        """Begin switched off; `name` is what screen readers call it."""
        super().__init__()
        self.setAccessibleName(name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_value(self, on: bool) -> None:
        """Show yes or no without telling anyone."""
        self.blockSignals(True)
        self.setChecked(on)
        self.blockSignals(False)
        self.update()

    def sizeHint(self) -> QSize:
        """Return 40 × 26: the switch and room for its focus ring."""
        return QSize(40, 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint groove, knob and focus ring."""
        theme = current_theme()
        painter = smooth_painter(self)
        groove = QRectF(4, 5, 30, 16)
        painter.setPen(QPen(theme.color("accent.fill" if self.isChecked() else "border.control"), 1))
        painter.setBrush(theme.color("accent.fill" if self.isChecked() else "surface.hover"))
        painter.drawRoundedRect(groove, 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent.on" if self.isChecked() else "text.secondary"))
        painter.drawEllipse(QPointF(26 if self.isChecked() else 12, 13), 6, 6)
        if self.hasFocus():
            set_inks(painter, QPen(theme.color("accent.line"), 2), Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(groove.adjusted(-3, -3, 3, 3), 11, 11)
