"""Show one line of quiet words that is cut where there is no room; the tooltip has all of it."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.theme.fonts import TextSize, fixed_font, scaled
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme


class ElidedCaption(QWidget):
    """Be hidden without words; its height never changes with them."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(scaled(16))
        self.hide()

    def show_words(self, words: str) -> None:
        """Show other words, "" for none."""
        if words != self.words:
            self.words = words
            self.setToolTip(plain_tip(words.replace(" · ", "\n")))
            self.setAccessibleName(words)
            self.setVisible(bool(words))
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(0, scaled(16))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the words."""
        painter = QPainter(self)
        painter.setFont(fixed_font(TextSize.BADGE))
        painter.setPen(current_theme().color("text.tertiary"))
        room = self.rect().adjusted(2, 0, 0, 0)
        words = painter.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()


_LONGEST = 24
_BREAK = "\u200b"


def breakable_words(words: str) -> str:
    """Return words in which those longer than 24 characters, such as file names, may break after `. _ - / #`.

    The places are marked with spaces of no width, so that what is read stays the same.
    """
    return " ".join(
        re.sub(r"([._/#-]+)(?=.)", rf"\1{_BREAK}", word) if len(word) > _LONGEST else word
        for word in words.split(" ")
    )
