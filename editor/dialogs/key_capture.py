"""A field that takes the key that is pressed in it instead of what the key does elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

CHORD_PAUSE = 900
"""Milliseconds in which a second key makes a chord of two."""

_ALONE = frozenset(
    {
        Qt.Key.Key_Control,
        Qt.Key.Key_Shift,
        Qt.Key.Key_Alt,
        Qt.Key.Key_Meta,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_unknown,
    }
)
_PROMPT = "Press a key"


class KeyCapture(QLineEdit):
    """Be armed while it has the focus. `captured` carries the key pressed; Esc gives the focus away.

    A second key within a moment makes a chord with the first, such as Alt+A, L. Esc and Tab alone stay what
    they are, so that the focus is not caught in the field.
    """

    captured = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setPlaceholderText(_PROMPT)
        self.setAccessibleName("Press a key for the command")
        self._strokes: list[QKeyCombination] = []
        self._pause = QTimer(self, singleShot=True, interval=CHORD_PAUSE)
        self._pause.timeout.connect(self.finish)

    def event(self, event: QEvent) -> bool:
        """Take keys before they are shortcuts or move the focus."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if key == Qt.Key.Key_Escape and plain:
                self._forget()
                self.left.emit()
                return True
            if not (key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and not self._is_held(event)):
                self._take(event)
                return True
        return super().event(event)

    def finish(self) -> None:
        """Take what was pressed for the whole key."""
        self._pause.stop()
        strokes, self._strokes = self._strokes, []
        self.clear()
        if strokes:
            key = QKeySequence(*strokes).toString(QKeySequence.SequenceFormat.PortableText)
            self.captured.emit(key)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take no key any more."""
        self._forget()
        super().focusOutEvent(event)

    def _take(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _ALONE or event.isAutoRepeat():
            return
        self._strokes.append(_plain(event))
        self.setText(QKeySequence(*self._strokes).toString(QKeySequence.SequenceFormat.NativeText))
        if len(self._strokes) == 2:
            self.finish()
        else:
            self._pause.start()

    def _is_held(self, event: QKeyEvent) -> bool:
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        return bool(event.modifiers() & held)

    def _forget(self) -> None:
        self._pause.stop()
        self._strokes = []
        self.clear()


def _plain(event: QKeyEvent) -> QKeyCombination:
    """Return a key as it is written: a sign that needs Shift, such as ?, without it; no keypad."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    text = event.text()
    if (
        held == Qt.KeyboardModifier.ShiftModifier
        and len(text) == 1
        and not text.isalnum()
        and text.isprintable()
    ):
        held = Qt.KeyboardModifier.NoModifier
    return QKeyCombination(held, Qt.Key(event.key()))
