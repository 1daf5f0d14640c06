"""Offer under a field what mends it: a quiet button for each way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from editor.widgets.boxes import column_box

NamedFix: TypeAlias = tuple[str, Callable[[], object]]
"""What a way to mend a problem is called, and what goes that way."""


class WrappingButton(QPushButton):
    """Be a quiet button whose words take as many lines as they need."""

    PADDING = 4

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self.setProperty("role", "quiet")
        self.setStyleSheet(f"min-height: 0; padding: 2px {self.PADDING}px; text-align: left;")
        self.setMinimumWidth(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_title(self, title: str) -> None:
        """Show other words."""
        if title != self.title:
            self.title = title
            self.setAccessibleName(title)
            self._wrap()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the words again."""
        super().resizeEvent(event)
        self._wrap()

    def _wrap(self) -> None:
        """Break the words where a line is full; a word that is longer than a line is cut."""
        metrics, room = self.fontMetrics(), self.width() - 2 * self.PADDING - 2
        lines: list[str] = []
        for word in self.title.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and metrics.horizontalAdvance(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(metrics.elidedText(word, Qt.TextElideMode.ElideMiddle, room))
        text = "\n".join(lines)
        if text != self.text():
            self.setText(text)
            self.updateGeometry()


class FixButtons(QWidget):
    """Show ways to mend what is wrong in a field, one below the other; hidden without any."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[WrappingButton] = []
        self._fixes: tuple[NamedFix, ...] = ()
        self._column = column_box(self, margins=(0, 0, 0, 0), spacing=2)
        self.hide()

    def show_fixes(self, fixes: Sequence[NamedFix]) -> None:
        """Offer these ways, in place of the former."""
        self._fixes = tuple(fixes)
        while len(self.buttons) > len(self._fixes):
            button = self.buttons.pop()
            button.hide()
            button.deleteLater()
        while len(self.buttons) < len(self._fixes):
            self._add_button()
        for button, (title, _) in zip(self.buttons, self._fixes, strict=True):
            button.show_title(title)
        self.setVisible(bool(self._fixes))

    def _add_button(self) -> None:
        place, button = len(self.buttons), WrappingButton()
        button.clicked.connect(lambda _checked=False: self._fixes[place][1]())
        self._column.addWidget(button)
        button.show()
        self.buttons.append(button)
