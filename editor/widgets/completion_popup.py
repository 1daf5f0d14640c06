"""Offer words under a field while an expression is typed into it; the field keeps the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QListView, QPlainTextEdit, QWidget

from editor.theme.fonts import TextSize, fixed_font, scaled, ui_font
from editor.theme.theme_manager import current_theme
from editor.widgets.completions import NOTHING, Completions, OfferedWord
from editor.widgets.row_painting import Index, RowDelegate, paint_text

ROW_HEIGHT = 24
ROWS_SEEN = 8
WIDTH = 280
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: ROWS_SEEN,
    Qt.Key.Key_PageUp: -ROWS_SEEN,
}

Editor = QLineEdit | QPlainTextEdit
Asker = Callable[[str, int], Completions]
"""Takes a text and the place of the cursor in it."""


def may_complete(editor: QWidget) -> TypeGuard[Editor]:
    """Tell whether words can be offered for an editor."""
    return isinstance(editor, QLineEdit | QPlainTextEdit)


class CompletionPopup(QObject):
    """Follow one editor. Up and Down walk the words, Enter and Tab take one, Esc hides them.

    A word that is whole already is not taken by Enter, which commits the field as ever.
    """

    taken = Signal(object)
    """Carries the `OfferedWord` that was written into the field."""
    changed = Signal()
    """Tells that other words are offered, or none."""

    def __init__(self, editor: Editor, ask: Asker) -> None:
        super().__init__(editor)
        self._editor, self._ask = editor, ask
        self._now = NOTHING
        self._list: _WordList | None = None
        self._is_taking = False
        editor.installEventFilter(self)
        if isinstance(editor, QLineEdit):
            editor.textEdited.connect(lambda _text: self.offer())
        else:
            editor.textChanged.connect(self._block_changed)

    @property
    def words(self) -> tuple[OfferedWord, ...]:
        """Return what is offered now."""
        return self._now.words

    def offer(self, *, asked: bool = False) -> None:
        """Offer what may follow, if anything; a word that is whole already only when asked for."""
        now = self._ask(*self._text_and_cursor())
        if not now.words or (now.is_whole and len(now.words) == 1 and not asked):
            self.hide()
            return
        self._now = now
        if self._list is None:
            self._list = _list_of(self._editor.window())
        self._list.taken = self.take
        self._list.show_words(now.words, None if now.is_whole else 0)
        self._place(self._list)
        self.changed.emit()
        # What is said under a field while it is typed into may move it in a moment.
        QTimer.singleShot(0, self, self._place_again)

    def _place_again(self) -> None:
        if self._list is not None and self._now.words:
            self._place(self._list)

    def hide(self) -> None:
        """Offer nothing."""
        if self._now is not NOTHING and self._list is not None:
            self._list.hide()
            self._list.taken = None
            self._now = NOTHING
            self.changed.emit()

    def take(self) -> bool:
        """Write the current word into the field; False when none is current."""
        row = self._list.currentIndex().row() if self._list is not None else -1
        if not 0 <= row < len(self._now.words):
            return False
        word, begin = self._now.words[row], self._now.begin
        _, cursor = self._text_and_cursor()
        self._is_taking = True
        if isinstance(self._editor, QLineEdit):
            self._editor.setSelection(begin, cursor - begin)
            self._editor.insert(word.written)
        else:
            place = self._editor.textCursor()
            place.setPosition(begin)
            place.setPosition(cursor, place.MoveMode.KeepAnchor)
            place.insertText(word.written)
            self._editor.setTextCursor(place)
        self._is_taking = False
        self.hide()
        self.taken.emit(word)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the list while it is shown; hide it with the field."""
        kind = event.type()
        if kind in (QEvent.Type.FocusOut, QEvent.Type.Hide, QEvent.Type.MouseButtonPress):
            self.hide()
        elif isinstance(event, QKeyEvent) and kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            return self._take_key(event)
        return super().eventFilter(watched, event)

    def _take_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Space and control:
            if event.type() == QEvent.Type.KeyPress:
                self.offer(asked=True)
            event.accept()
            return True
        if not self.words or self._list is None or control:
            return False
        is_press = event.type() == QEvent.Type.KeyPress
        if key == Qt.Key.Key_Escape:
            # As a shortcut it would go to the window; the press that follows hides the list.
            event.accept()
            if is_press:
                self.hide()
            return True
        if not is_press:
            return False
        if key in _STEPS:
            self._list.move_by(_STEPS[key])
            return True
        if key in _TAKING:
            return self.take()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
            self.hide()
        return False

    def _block_changed(self) -> None:
        if not self._is_taking and self._editor.hasFocus():
            self.offer()

    def _text_and_cursor(self) -> tuple[str, int]:
        editor = self._editor
        if isinstance(editor, QLineEdit):
            return editor.text(), editor.cursorPosition()
        return editor.toPlainText(), editor.textCursor().position()

    def _place(self, words: _WordList) -> None:
        """Lie under the cursor, or above it where there is no room below."""
        editor, window = self._editor, self._editor.window()
        cursor = editor.cursorRect()
        at = editor.mapTo(window, QPoint(max(0, cursor.left() - 12), editor.height() + 2))
        if isinstance(editor, QPlainTextEdit):
            at.setY(editor.mapTo(window, QPoint(0, cursor.bottom() + 4)).y())
        if at.y() + words.height() > window.height() - 4:
            at.setY(editor.mapTo(window, QPoint(0, 0)).y() - words.height() - 2)
        at.setX(max(4, min(at.x(), window.width() - words.width() - 4)))
        words.move(at)
        words.show()
        words.raise_()


class _WordsModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.words: tuple[OfferedWord, ...] = ()

    def show_words(self, words: tuple[OfferedWord, ...]) -> None:
        self.beginResetModel()
        self.words = words
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.words)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        word = self.words[index.row()]
        return f"{word.text}, {word.note}" if role == Qt.ItemDataRole.DisplayRole else None


def _list_of(window: QWidget) -> _WordList:
    """Return the one plate of a window."""
    found = window.findChild(_WordList, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, _WordList) else _WordList(window)


class _WordList(QListView):
    """Be the plate with the words; `taken` is what a click calls."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.taken: Callable[[], bool] | None = None
        self.clicked.connect(self._clicked)
        self._words = _WordsModel(self)
        self.setModel(self._words)
        self.setItemDelegate(_WordDelegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setAccessibleName("Words that may follow")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("role", "popup")
        self.hide()

    def _clicked(self, _index: QModelIndex) -> None:
        if self.taken is not None:
            self.taken()

    def show_words(self, words: tuple[OfferedWord, ...], current: int | None) -> None:
        self._words.show_words(words)
        self.setCurrentIndex(self._words.index(current) if current is not None else QModelIndex())
        self.resize(scaled(WIDTH), min(ROWS_SEEN, len(words)) * scaled(ROW_HEIGHT) + 8)

    def move_by(self, step: int) -> None:
        count = len(self._words.words)
        row = self.currentIndex().row()
        row = (0 if step > 0 else count - 1) if row < 0 else max(0, min(count - 1, row + step))
        self.setCurrentIndex(self._words.index(row))


class _WordDelegate(RowDelegate):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, ROW_HEIGHT)

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        model = index.model()
        if not isinstance(model, _WordsModel):
            return
        word, theme = model.words[index.row()], current_theme()
        caption = ui_font(TextSize.CAPTION)
        width = min(110, QFontMetrics(caption).horizontalAdvance(word.note) + 4)
        note = QRect(rect.right() - 10 - width, rect.top(), width, rect.height())
        right = Qt.AlignmentFlag.AlignRight
        paint_text(painter, word.note, note, caption, theme.color("text.tertiary"), right)
        words = QRect(rect.left() + 10, rect.top(), note.left() - rect.left() - 18, rect.height())
        paint_text(painter, word.text, words, fixed_font(TextSize.BODY), theme.color("text.primary"))
