"""Offer the tour on the page of welcome, until it was taken or declined."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.push_buttons import push_button


class TourOffer(QWidget):
    """Ask a newcomer whether to take the tour. `answered` carries yes or no."""

    answered = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        title = PlainLabel("New here?")
        title.setFont(ui_font(TextSize.TITLE, TextWeight.SEMIBOLD))
        words = PlainLabel(
            "Build a patrol in eight steps, each shown where it is done.", role="secondary", wrap=True
        )
        self.take = push_button("Take the tour", partial(self.answered.emit, True), role="primary")
        self.decline = push_button("No, thanks", partial(self.answered.emit, False))
        self.decline.setToolTip("It stays in the Help menu.")
        box = row_box(self, margins=(18, 10, 12, 10), spacing=8)
        texts = column_box(margins=(0, 0, 0, 0), spacing=2)
        add_all(texts, title, words)
        box.addLayout(texts, 1)
        add_all(box, self.take, self.decline)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate with the bar of the user's color."""
        paint_tour_plate(self, ground="surface.panel", line="border.subtle")


def paint_tour_plate(widget: QWidget, *, ground: str, line: str) -> None:
    """Paint a plate in colors of the theme, by name, with the bar of the user's color."""
    theme = current_theme()
    painter = smooth_painter(widget)
    set_inks(painter, QPen(theme.color(line), 1), theme.color(ground))
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    set_inks(painter, Qt.PenStyle.NoPen, theme.color("accent.line"))
    painter.drawRoundedRect(QRectF(0, 10, 4, widget.height() - 20), 2, 2)
