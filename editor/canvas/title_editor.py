"""Rename in place: the one line edit that ever stands on the canvas."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.theme_manager import current_theme


class TitleEditor(QLineEdit):
    """Edit one name; Enter and a click elsewhere keep it, Esc drops it."""

    committed = Signal(str, str)
    """Carries the id of what was renamed, and the name."""
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Name")
        self.setFrame(False)
        self.element = ""
        self._check: Callable[[str], str] = lambda _name: ""
        self._before = ""
        self.problem = ""
        self.textChanged.connect(self._judge)
        self.hide()

    @property
    def is_open(self) -> bool:
        """Tell whether something is being renamed."""
        return self.element != ""

    def open(self, element: str, name: str, place: QRect, zoom: float, check: Callable[[str], str]) -> None:
        """Open over a place of the canvas; `check` returns why a name cannot be taken, or ""."""
        font = ui_font(TextSize.TITLE, TextWeight.SEMIBOLD)
        sized = type(font)(font)
        sized.setPixelSize(max(10, round(TextSize.TITLE * max(0.8, zoom))))
        self.setFont(sized)
        self.element, self._check, self._before = element, check, name
        height = max(24, place.height())
        self.setGeometry(place.x(), place.center().y() - height // 2, max(140, place.width()), height)
        self.setText(name)
        self.selectAll()
        self._judge(name)
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def commit(self) -> None:
        """Keep what was typed and close; a name that cannot be taken keeps the field open."""
        if not self.is_open:
            return
        if self.problem:
            return
        element, name = self.element, self.text().strip()
        changed = name != self._before
        self._close()
        if changed:
            self.committed.emit(element, name)

    def cancel(self) -> None:
        """Drop what was typed and close."""
        if self.is_open:
            self._close()

    def _close(self) -> None:
        self.element = ""
        self.hide()
        parent = self.parentWidget()
        if isinstance(parent, QWidget):
            parent.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def _judge(self, name: str) -> None:
        self.problem = self._check(name.strip()) if self.is_open else ""
        theme = current_theme()
        border = theme.status("error").line if self.problem else theme.color("accent.line")
        field, text = theme.color("surface.field"), theme.color("text.primary")
        self.setStyleSheet(
            f"QLineEdit {{ background: {field.name()}; color: {text.name()}; "
            f"border: 2px solid {border.name()}; border-radius: 5px; padding: 0 4px; }}"
        )
        self.setToolTip(self.problem)
        self.setAccessibleDescription(self.problem)

    def event(self, event: QEvent) -> bool:
        """Keep keys that are shortcuts elsewhere while a name is typed."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter and Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.commit()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancel()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep the name when the focus goes elsewhere; drop one that cannot be taken."""
        super().focusOutEvent(event)
        if self.is_open:
            if self.problem:
                self.cancel()
            else:
                self.commit()
