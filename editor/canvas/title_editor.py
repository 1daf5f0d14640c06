"""Edit names and values in place: the one line edit that ever stands on the canvas."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.theme.fonts import TextSize, TextWeight, fixed_font, ui_font
from editor.theme.theme_manager import current_theme, theme_manager


class TitleEditor(QLineEdit):
    """Edit one name or value; Enter and a click elsewhere keep it, Esc drops it, Tab goes on to the next."""

    committed = Signal(str, str)
    """Carries the id of what was renamed, and the name."""
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Name")
        self.setFrame(False)
        self.element = ""
        self._check: Callable[[str], str] = lambda _name: ""
        self._keep: Callable[[str], object] | None = None
        self._go_on: Callable[[], object] | None = None
        self._before = ""
        self.problem = ""
        self.textChanged.connect(self._judge)
        theme_manager().theme_changed.connect(self._follow_theme)
        self.hide()

    @property
    def is_open(self) -> bool:
        """Tell whether something is being renamed."""
        return self.element != ""

    def open(self, element: str, name: str, place: QRect, zoom: float, check: Callable[[str], str]) -> None:
        """Open over the name of something; `check` returns why a name cannot be taken, or ""."""
        self.setAccessibleName("Name")
        self._keep = self._go_on = None
        size = TextSize.TITLE
        self._open(element, name, place, ui_font(size, TextWeight.SEMIBOLD), size * max(0.8, zoom), check)

    def open_value(
        self,
        element: str,
        label: str,
        text: str,
        place: QRect,
        zoom: float,
        check: Callable[[str], str],
        keep: Callable[[str], object],
        go_on: Callable[[], object] | None = None,
    ) -> None:
        """Open over a value; `keep` gets the new text, `go_on` opens what Tab leads to."""
        self.setAccessibleName(label)
        self._keep, self._go_on = keep, go_on
        size = TextSize.BODY
        self._open(element, text, place, fixed_font(size), size * max(0.9, zoom), check)

    def _open(
        self, element: str, text: str, place: QRect, font: QFont, size: float, check: Callable[[str], str]
    ) -> None:
        sized = QFont(font)
        sized.setPixelSize(max(10, round(size)))
        self.setFont(sized)
        self.element, self._check, self._before = element, check, text
        height = max(24, place.height())
        self.setGeometry(place.x(), place.center().y() - height // 2, max(140, place.width()), height)
        self.setText(text)
        self.selectAll()
        self._judge(text)
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
        changed, keep = name != self._before, self._keep
        self._close()
        if not changed:
            return
        if keep is not None:
            keep(name)
        else:
            self.committed.emit(element, name)

    def finish_typing(self) -> None:
        """Keep what was typed, as Enter does."""
        self.commit()

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

    def _follow_theme(self) -> None:
        self._judge(self.text())

    def event(self, event: QEvent) -> bool:
        """Keep keys that are shortcuts elsewhere while a name is typed, but for those that save."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(not _saves(event))
            return event.isAccepted()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter and Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.commit()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancel()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, _forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Take Tab: keep what was typed and go on to the next value, if there is one."""
        go_on = self._go_on
        if go_on is not None and not self.problem:
            self.commit()
            go_on()
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep the name when the focus goes elsewhere; drop one that cannot be taken."""
        super().focusOutEvent(event)
        if self.is_open:
            if self.problem:
                self.cancel()
            else:
                self.commit()


def _saves(event: QEvent) -> bool:
    saving = (QKeySequence.StandardKey.Save, QKeySequence.StandardKey.SaveAs)
    return isinstance(event, QKeyEvent) and any(event.matches(one) for one in saving)
