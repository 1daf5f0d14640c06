"""Show texts of users as they are: Qt takes what looks like HTML for markup unless it is told not to."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget


class PlainLabel(QLabel):
    """Be a label in which nothing is markup; one that has markup of its own says so, and escapes the rest."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        role: str = "",
        wrap: bool = False,
        margins: tuple[int, int, int, int] = (0, 0, 0, 0),
    ) -> None:
        """Begin with a text; `role` is its look in the style sheet, `wrap` lets it have many lines."""
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText, wordWrap=wrap)
        self.setText(text)
        self.setContentsMargins(*margins)
        if role:
            self.setProperty("role", role)


class StateLabel(PlainLabel):
    """Be a label that tells how something goes, and what went wrong."""

    def say(self, text: str, *, error: bool = False) -> None:
        """Show a text, as an error or as a caption."""
        self.setProperty("role", "error" if error else "caption")
        self.style().polish(self)
        self.setText(text)


class ElidedLabel(PlainLabel):
    """Be a label that gives way where there is little room: it ends in dots, and a tooltip says it all."""

    def minimumSizeHint(self) -> QSize:
        """Return a size without any room for the text."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much as there is room for."""
        painter, room = QPainter(self), self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        if shown != self.text() or self.toolTip() == plain_tip(self.text()):
            self.setToolTip(plain_tip("" if shown == self.text() else self.text()))
        self.style().drawItemText(
            painter, room, self.alignment(), self.palette(), self.isEnabled(), shown, self.foregroundRole()
        )


def plain_tip(text: str) -> str:
    """Return a text for a tooltip, in which nothing is markup."""
    return marked_up(text) if "<" in text or "&" in text else text


def plain_tip_data(text: str, role: int) -> str:
    """Return what a model says in a role: the text, for a tooltip one in which nothing is markup."""
    return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text


def marked_up(text: str) -> str:
    """Return a text as markup that shows it as it is, its line breaks as well."""
    return f'<span style="white-space: pre-wrap">{escape(text, quote=False)}</span>'
