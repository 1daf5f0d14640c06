"""Ask for a text to find: a field with two switches, for whole words and for upper and lower case."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from editor.theme.fonts import scaled
from editor.theme.plain_texts import plain_tip
from graphs.searching.find_in_document import TextQuery


class QueryRow(QWidget):
    """Be a field for what is looked for. `asked` carries the query whenever it changes."""

    asked = Signal(object)
    stepped = Signal(int)
    """Carries +1 for Enter and -1 for Shift+Enter."""
    left = Signal()
    """Tells that Esc was pressed."""

    def __init__(self, name: str, placeholder: str) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleName(name)
        self.field.setMinimumWidth(scaled(120))
        self.whole_words = _switch("ab", "Whole words", underlined=True)
        self.match_case = _switch("Aa", "Match upper and lower case")
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        box.addWidget(self.field, 1)
        box.addWidget(self.whole_words)
        box.addWidget(self.match_case)
        self.setFocusProxy(self.field)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._ask)
        self.whole_words.toggled.connect(self._ask)
        self.match_case.toggled.connect(self._ask)

    @property
    def query(self) -> TextQuery:
        """Return what is asked for now."""
        return TextQuery(self.field.text(), self.whole_words.isChecked(), self.match_case.isChecked())

    def begin(self, text: str = "") -> None:
        """Take the focus with everything selected, so that typing replaces it; `text` stands there first."""
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter, Shift+Enter and Esc of the field."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self.stepped.emit(-1 if back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
        return super().eventFilter(watched, event)

    def _ask(self, *_arguments: object) -> None:
        self.asked.emit(self.query)


def _switch(text: str, name: str, *, underlined: bool = False) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    font = button.font()
    font.setUnderline(underlined)
    button.setFont(font)
    button.setCheckable(True)
    button.setToolTip(plain_tip(name))
    button.setAccessibleName(name)
    button.setProperty("role", "toggle")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setFixedSize(scaled(30), scaled(26))
    return button
