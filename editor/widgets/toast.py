"""Say that something was done, with a way back, for a few seconds."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.theme.fonts import scaled
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, marked_up
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, row_box
from editor.widgets.icon_button import IconLabel
from editor.widgets.push_buttons import low_button

SECONDS = 6
HEIGHT = 40
MARGIN = 16
ABOVE_CORNERS = 48
"""How far it stays from the bottom, px: below it are the legend and the zoom box."""
MOST_WIDTH = 560
"""Sentences wider than this go on in a second line."""


class Toast(QWidget):
    """Lie at the bottom left of its parent and go away by itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = IconLabel("undo", "text.secondary", 16)
        self.label = PlainLabel()
        self.button = low_button("")
        self._run: Callable[[], None] | None = None
        self._refusal = False
        self.button.clicked.connect(lambda _checked=False: self._clicked())
        box = row_box(self, margins=(12, 4, 10, 4), spacing=8)
        add_all(box, self._icon, self.label, self.button)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def say(self, text: str, button: str = "", run: Callable[[], None] | None = None) -> None:
        """Show a sentence and, if given, one button; an older sentence goes."""
        self._show(text, button, run, refusal=False, icon="undo" if button.startswith("Undo") else "doc")

    def refuse(self, reason: str, remedy: str) -> None:
        """Show why something cannot be done and what to do instead."""
        self._show(
            f"<b>{marked_up(reason)}</b><br>{marked_up(remedy)}", "", None, refusal=True, icon="disabled"
        )

    def withdraw(self) -> None:
        """Go away if a way back is offered: after another edit it would lead elsewhere."""
        if self._run is not None:
            self._timer.stop()
            self.hide()

    def reposition(self) -> None:
        """Keep to the lower left corner of the parent."""
        parent = self.parentWidget()
        if parent is not None:
            self.label.setWordWrap(False)
            room = min(scaled(MOST_WIDTH), parent.width() - 2 * MARGIN)
            self.label.setWordWrap(self.sizeHint().width() > room)
            width = min(self.sizeHint().width(), room) if not self.label.wordWrap() else room
            height = max(self.sizeHint().height(), self.heightForWidth(width))
            self.resize(width, max(scaled(HEIGHT), height))
            self.move(MARGIN, parent.height() - self.height() - ABOVE_CORNERS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate."""
        theme = current_theme()
        painter = smooth_painter(self)
        rim = theme.status("failure").line if self._refusal else theme.color("border.strong")
        set_inks(painter, QPen(rim, 1), theme.color("surface.popup"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _show(
        self, text: str, button: str, run: Callable[[], None] | None, *, refusal: bool, icon: str
    ) -> None:
        self._refusal, self._run = refusal, run
        self._icon.set_icon(icon, "status.failure.line" if refusal else "text.secondary")
        self.label.setTextFormat(Qt.TextFormat.RichText if refusal else Qt.TextFormat.PlainText)
        self.label.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.show()
        self.raise_()
        self.reposition()
        self.update()
        self._timer.start(SECONDS * 1000)

    def _clicked(self) -> None:
        self.hide()
        if self._run is not None:
            self._run()
