"""Make buttons with words on them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter

from editor.theme.fonts import scaled
from editor.theme.plain_texts import plain_tip


class ElidedButton(QPushButton):
    """Be a button that gives way where there is little room: its words have dots in the middle then."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, room)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


def push_button(
    text: str, run: Callable[[], object], *, role: str = "", name: str = "", tip: str = "", padding: str = ""
) -> QPushButton:
    """Return a button of a window; Enter presses it only while it has the focus.

    `role` is its look in the style sheet, `name` what screen readers call it if not its text. With a
    `padding` it is as low as its words.
    """
    button = QPushButton(text, autoDefault=False)
    if role:
        button.setProperty("role", role)
    button.setAccessibleName(name)
    button.setToolTip(plain_tip(tip))
    if padding:
        button.setStyleSheet(f"min-height: 0; padding: {padding};")
    button.clicked.connect(lambda _checked=False: run())
    return button


def slim_button(text: str, run: Callable[[], object], *, role: str, tip: str) -> QPushButton:
    """Return a button that is as high as a line of a banner."""
    button, height = push_button(text, run, role=role, tip=tip), scaled(24) - 2
    button.setStyleSheet(f"min-height: {height}px; max-height: {height}px; padding: 0 10px;")
    return button


def low_button(text: str, role: str = "quiet", hint: str = "") -> QPushButton:
    """Return a button that is as low as its words; `role` is its look in the style sheet."""
    button = QPushButton(text)
    button.setProperty("role", role)
    button.setToolTip(plain_tip(hint))
    padding = "2px 6px" if role == "quiet" else "3px 10px"
    button.setStyleSheet(f"min-height: 0; padding: {padding};")
    return button
