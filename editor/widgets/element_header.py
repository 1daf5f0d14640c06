"""The header of everything that is about the selection: icon, title, and what it is and where."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.boxes import Margins, column_box, row_box
from editor.widgets.icon_button import IconLabel


@dataclass(frozen=True, slots=True)
class HeaderWords:
    """Hold what a header shows: title, kind and place under it, an icon with its hue, a tooltip."""

    title: str
    subtitle: str
    icon: str
    family: str
    hint: str = field(default="", kw_only=True)


class ElementHeader(QWidget):
    """Show one element; without any it hides."""

    def __init__(self, margins: Margins = (0, 0, 0, 4)) -> None:
        super().__init__()
        self.title, self.subtitle = (
            PlainLabel(role="heading", wrap=True),
            PlainLabel(role="caption", wrap=True),
        )
        self.title.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        self._title = self._subtitle = ""
        self.icon = IconLabel("", "text.secondary", 20)
        words = column_box(spacing=1)
        for label in (self.title, self.subtitle):
            label.setMinimumWidth(1)
            words.addWidget(label)
        box = row_box(self, margins=margins, spacing=12)
        box.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignVCenter)
        box.addLayout(words, 1)

    def show_words(self, words: HeaderWords | None) -> None:
        """Show another element, or none."""
        self.setVisible(words is not None)
        if words is not None:
            self._title = words.title
            self.show_subtitle(words.subtitle)
            self.icon.set_icon(words.icon, f"family.{words.family}.line")
            self.setToolTip(plain_tip(words.hint))
            self.setAccessibleName(f"{words.title}, {words.subtitle}")

    def show_subtitle(self, words: str) -> None:
        """Show other words under the title."""
        self._subtitle = words
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break words that are longer than a line."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        for label, words in ((self.title, self._title), (self.subtitle, self._subtitle)):
            broken = _fitting(breakable_words(words), label)
            if label.text() != broken:
                label.setText(broken)


_LONGEST = 24
_BREAK = "\u200b"


def _fitting(words: str, label: QLabel) -> str:
    """Return words in which what is wider than the label may break anywhere."""
    metrics, room = label.fontMetrics(), label.contentsRect().width()
    return "".join(
        _BREAK.join(part) if metrics.horizontalAdvance(part) > room else part
        for part in re.split(f"([ {_BREAK}])", words)
    )


def breakable_words(words: str) -> str:
    """Return words in which those longer than 24 characters, such as file names, may break after `. _ - / #`.

    The places are marked with spaces of no width, so that what is read stays the same.
    """
    return " ".join(
        re.sub(r"([._/#-]+)(?=.)", rf"\1{_BREAK}", word) if len(word) > _LONGEST else word
        for word in words.split(" ")
    )
