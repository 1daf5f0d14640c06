"""Edit one value in place: a line that opens over it and goes away by itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from editor.theme.fonts import TextSize, fixed_font
from editor.theme.plain_texts import plain_tip


class ValueEditor(QLineEdit):
    """Let a value be typed. Enter takes it, Esc drops it, and so does the focus that leaves a wrong text.

    `take` gets what was typed and returns what is wrong with it, "" for nothing: then the line stays open
    and says so. `closed` is called once, with True when the keys ended it and the focus is to go back.
    """

    def __init__(
        self, text: str, parent: QWidget, take: Callable[[str], str], closed: Callable[[bool], None]
    ) -> None:
        super().__init__(text, parent)
        self._former, self._take, self._closed = text, take, closed
        self._open = True
        self.setProperty("fixed", True)
        self.setFont(fixed_font(TextSize.BODY))
        self.setStyleSheet("min-height: 0; padding: 0 5px;")

    def open_at(self, rect: QRect) -> None:
        """Show the line there, with its text selected."""
        self.setGeometry(rect)
        self.selectAll()
        self.show()
        self.setFocus()

    def finish_typing(self) -> None:
        """Take what was typed, as Enter does; a wrong text stays in the line."""
        if not self._wrong_with():
            self._close(by_key=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take with Enter, drop with Esc; neither key goes on to what lies behind."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            wrong = self._wrong_with()
            if wrong:
                QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), plain_tip(wrong), self)
            else:
                self._close(by_key=True)
        elif event.key() == Qt.Key.Key_Escape:
            self._close(by_key=True)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take what was typed when the focus goes elsewhere; a menu over the line is not elsewhere."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            if self._open:
                self._wrong_with()
            self._close(by_key=False)

    def _wrong_with(self) -> str:
        return self._take(self.text()) if self.text() != self._former else ""

    def _close(self, *, by_key: bool) -> None:
        if self._open:
            self._open = False
            self.hide()
            self.deleteLater()
            self._closed(by_key)
