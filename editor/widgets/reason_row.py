"""Ask for a reason in one line, without a dialog."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from editor.theme.plain_texts import PlainLabel


class ReasonRow(QWidget):
    """Lie under a list while a reason is asked for; Enter gives it, Esc leaves. `given` carries it."""

    given = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.label = PlainLabel()
        self.label.setProperty("role", "secondary")
        self.field = QLineEdit()
        self.field.setPlaceholderText("The reason is kept with the node")
        self.field.returnPressed.connect(self._give)
        self.field.installEventFilter(self)
        self.button = QPushButton("Suppress")
        self.button.setProperty("role", "primary")
        self.button.clicked.connect(lambda _checked=False: self._give())
        box = QHBoxLayout(self)
        box.setContentsMargins(14, 6, 14, 8)
        box.setSpacing(8)
        box.addWidget(self.label)
        box.addWidget(self.field, 1)
        box.addWidget(self.button)
        self.hide()

    def ask(self, question: str) -> None:
        """Show the row with a question and an empty field that has the focus."""
        self.label.setText(question)
        self.field.setAccessibleName(question)
        self.field.clear()
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_row(self) -> None:
        """Hide the row."""
        self.hide()

    def _give(self) -> None:
        self.given.emit(self.field.text().strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close with Esc; keys that are commands elsewhere are typed here."""
        if watched is self.field:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if isinstance(event, QKeyEvent) and _is_escape(event):
                self.close_row()
                return True
        return super().eventFilter(watched, event)


def _is_escape(event: QKeyEvent) -> bool:
    return event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape
