"""Edit names and values in place: the only line edit on the canvas."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.canvas.scene.refusal_tip import RefusalTip
from editor.theme.fonts import TextSize, TextWeight, fixed_font, ui_font
from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.completion_popup import CompletionPopup
from editor.widgets.completions import NOTHING, TYPING_PAUSE, Completions, OfferedWord
from editor.widgets.icon_button import IconButton

_KEYS_OF_THE_CANVAS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
"""What a line edit makes nothing of would walk the nodes below it."""
_BELOW_THE_FIELD = QPoint(-16, -14)
"""From the lower left corner of the field to where a tip is asked for, which keeps off the pointer."""

_ROOM_FOR_PARTS, _WIDEST, _BESIDE_TEXT = 280, 520, 14
"""Widths of a field for a text of several parts, px."""


class TitleEditor(QLineEdit):
    """Edit one name or value; Enter and a click elsewhere keep it, Esc drops it, Tab goes on to the next."""

    committed = Signal(str, str)
    """Carries the id of what was renamed, and the name."""
    closed = Signal()
    compose_wanted = Signal(str, str)
    """Carries the id of what is edited and the field whose condition is to be composed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Name")
        self.setFrame(False)
        self.element = ""
        self._check: Callable[[str], str] = lambda _name: ""
        self._keep: Callable[[str], object] | None = None
        self._go_on: Callable[[], object] | None = None
        self._bears: Callable[[str], bool] = lambda _text: False
        self._before = ""
        self.problem = ""
        self.tip = RefusalTip(parent)
        self._complete: Callable[[str, int], Completions] = _no_words
        self._declare: Callable[[str], object] | None = None
        self.words = CompletionPopup(self, lambda text, cursor: self._complete(text, cursor))
        self.words.changed.connect(self._show_problem)
        self.words.taken.connect(self._take_word)
        self._composed = ""
        self.compose_button = IconButton(
            "condition", "Compose the condition", self._compose, size=14, side=20, parent=self
        )
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._pause.timeout.connect(self._show_problem)
        self.textEdited.connect(lambda _text: self._pause.start())
        self.textChanged.connect(self._judge)
        theme_manager().theme_changed.connect(self._follow_theme)
        self.hide()

    @property
    def is_open(self) -> bool:
        """Tell whether something is being renamed."""
        return self.element != ""

    def open(
        self,
        element: str,
        name: str,
        place: QRect,
        zoom: float,
        check: Callable[[str], str],
        go_on: Callable[[], object] | None = None,
    ) -> None:
        """Open over the name of something; `check` returns why a name cannot be taken, or "".

        `go_on` opens what Tab leads to.
        """
        self.setAccessibleName("Name")
        self._keep, self._go_on = None, go_on
        self._bears = lambda _text: False
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
        bears: Callable[[str], bool] = lambda _text: False,
    ) -> None:
        """Open over a value; `keep` gets the new text, `go_on` opens what Tab leads to.

        `bears` tells of a text with a problem whether it is kept all the same, to be mended elsewhere.
        """
        self.setAccessibleName(label)
        self._keep, self._go_on, self._bears = keep, go_on, bears
        size = TextSize.BODY
        self._open(element, text, place, fixed_font(size), size * max(0.9, zoom), check)

    def _open(
        self, element: str, text: str, place: QRect, font: QFont, size: float, check: Callable[[str], str]
    ) -> None:
        sized = QFont(font)
        sized.setPixelSize(max(10, round(size)))
        self.setFont(sized)
        self.element, self._check, self._before = element, check, text
        self._complete, self._declare = _no_words, None
        self.offer_composer("")
        height, width = max(24, place.height()), max(140, place.width())
        around = self.parentWidget()
        room = around.width() if isinstance(around, QWidget) else place.x() + width
        left = max(0, min(place.x(), room - width))
        self.setGeometry(left, place.center().y() - height // 2, width, height)
        self.setText(text)
        self.selectAll()
        self.show()
        self.raise_()
        self._judge(text)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def offer_words(
        self,
        complete: Callable[[str, int], Completions],
        declare: Callable[[str], object] | None = None,
    ) -> None:
        """Offer words while what is open is typed; `declare` gets a new name that was chosen."""
        self._complete, self._declare = complete, declare
        self._make_wide()

    def offer_composer(self, path: str) -> None:
        """Offer a button that composes the condition in a field of what is open, "" for none."""
        self._composed = path
        self.compose_button.setVisible(bool(path))
        self.setTextMargins(0, 0, 22 if path else 0, 0)

    def _compose(self) -> None:
        if self.is_open and self._composed:
            self.compose_wanted.emit(self.element, self._composed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at the right end."""
        super().resizeEvent(event)
        self.compose_button.move(self.width() - 24, (self.height() - 20) // 2)

    def _make_wide(self) -> None:
        """Make room for a text of several parts, as far as the canvas has it."""
        around = self.parentWidget()
        room = around.width() if isinstance(around, QWidget) else self.width()
        wanted = max(_ROOM_FOR_PARTS, self.fontMetrics().horizontalAdvance(self.text()) + 2 * _BESIDE_TEXT)
        width = min(room, max(self.width(), min(wanted, _WIDEST)))
        left = self.geometry().center().x() - width // 2
        self.setGeometry(max(0, min(left, room - width)), self.y(), width, self.height())

    def _take_word(self, word: OfferedWord) -> None:
        if word.declares and self._declare is not None:
            self._declare(word.text)
        self._judge(self.text())

    @property
    def can_be_kept(self) -> bool:
        """Tell whether what is typed would be taken."""
        return not self.problem or self._bears(self.text().strip())

    def commit(self) -> None:
        """Keep what was typed and close; a name that cannot be taken keeps the field open."""
        if not self.is_open:
            return
        if not self.can_be_kept:
            self._pause.stop()
            self._show_problem()
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

    def commit_or_cancel(self) -> None:
        """Close: keep what was typed if it can be taken, else drop it."""
        self.commit()
        self.cancel()

    def cancel(self) -> None:
        """Drop what was typed and close."""
        if self.is_open:
            self._close()

    def _close(self) -> None:
        self.element = ""
        self._pause.stop()
        self.words.hide()
        self.tip.hide()
        had_focus, parent = self.hasFocus(), self.parentWidget()
        self.hide()
        if had_focus and isinstance(parent, QWidget):
            parent.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def _judge(self, name: str) -> None:
        self.problem = self._check(name.strip()) if self.is_open else ""
        self.setAccessibleDescription(self.problem)
        self._show_problem()

    def _show_problem(self) -> None:
        """Mark a text that cannot be taken and say below why, but not in mid-word or over words offered."""
        is_wrong = bool(self.problem) and not self.words.words and not self._pause.isActive()
        theme = current_theme()
        border = theme.status("error").line if is_wrong else theme.color("accent.line")
        field, text = theme.color("surface.field"), theme.color("text.primary")
        self.setStyleSheet(
            f"QLineEdit {{ background: {field.name()}; color: {text.name()}; "
            f"border: 2px solid {border.name()}; border-radius: 5px; padding: 0 4px; }}"
        )
        if not is_wrong:
            self.tip.hide()
            return
        reason, remedy = _parted(self.problem)
        self.tip.show_at(self.geometry().bottomLeft() + _BELOW_THE_FIELD, reason, remedy, stays=True)

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
        elif event.key() in _KEYS_OF_THE_CANVAS:
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, _forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Take Tab: keep what was typed and go on to the next value, if there is one."""
        go_on = self._go_on
        if go_on is not None and self.can_be_kept:
            self.commit()
            go_on()
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep the name when the focus goes elsewhere; drop one that cannot be taken."""
        super().focusOutEvent(event)
        self.commit_or_cancel()


def _no_words(_text: str, _cursor: int) -> Completions:
    return NOTHING


def _parted(problem: str) -> tuple[str, str]:
    """Return the first sentence of a problem, and what comes after it."""
    first, stop, rest = problem.partition(". ")
    return (f"{first}.", rest) if stop else (problem, "")


def _saves(event: QEvent) -> bool:
    saving = (QKeySequence.StandardKey.Save, QKeySequence.StandardKey.SaveAs)
    return isinstance(event, QKeyEvent) and any(event.matches(key) for key in saving)
