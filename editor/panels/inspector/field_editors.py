"""Make the editors of single fields: lines, blocks, numbers, choices and switches."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QToolButton, QWidget

from editor.theme.application_style import refresh_style
from editor.theme.fonts import Height, TextSize, fixed_font, scaled, ui_font
from editor.theme.theme_manager import current_theme
from graphs.model.action_rows import INDENT

MOST_LINES = 10
"""Lines a block grows to before it scrolls."""


class LineEditor(QLineEdit):
    """Edit one line. `committed` comes once with Enter or when the focus leaves, after a change.

    Esc brings the former text back. `stepped` carries +1 or -1 for the Up and Down keys.
    """

    committed = Signal(str)
    stepped = Signal(int, bool)
    """Carries the direction and whether Shift makes it ten steps."""

    def __init__(self, *, fixed: bool, unit: str = "", toggle: bool = False) -> None:
        super().__init__()
        self._kept = ""
        self._unit = unit
        self.live = ""
        """What the expression comes to now, as it is shown."""
        self.setFixedHeight(scaled(Height.FIELD))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("fixed", fixed)
        self.setFont(fixed_font(TextSize.BODY) if fixed else ui_font(TextSize.BODY))
        self.expression_button: QToolButton | None = _expression_button(self) if toggle else None
        margin = self._unit_width() + (24 if toggle else 0)
        self.setTextMargins(0, 0, margin, 0)
        self.editingFinished.connect(self.finish_typing)

    def show_text(self, text: str) -> None:
        """Show a value; what the user is typing just now is left alone."""
        if text == self._kept and self.hasFocus() and self.isModified():
            return
        self._kept = text
        if self.text() != text:
            self.setText(text)
        self.setModified(False)
        if not self.hasFocus():
            self.setCursorPosition(0)

    def show_live(self, words: str) -> None:
        """Show at the right what the expression comes to now, "" for nothing."""
        if words != self.live:
            self.live = words
            self.setAccessibleDescription(f"now {words}" if words else "")
            self.update()

    def take_back(self) -> None:
        """Show the text that stood here before typing."""
        self.setText(self._kept)
        self.setModified(False)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the document while nothing is being typed."""
        if not self.isModified() and _is_undo_key(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take back with Esc; step numbers with Up and Down."""
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self.take_back()
            self.textEdited.emit(self.text())
            return
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            big = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Up else -1, big)
            return
        super().keyPressEvent(event)

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Commit before Tab looks for where to go: the edit may bring rows that come next."""
        self.finish_typing()
        return super().focusNextPrevChild(forwards)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the expression switch at the right end."""
        super().resizeEvent(event)
        if self.expression_button is not None:
            self.expression_button.move(self.width() - 24, (self.height() - 20) // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the unit inside the field, at the right, and an expression's value where there is room."""
        super().paintEvent(event)
        shows_live = bool(self.live) and not self.isModified()
        if not self._unit and not shows_live:
            return
        painter = QPainter(self)
        right = 8 + (22 if self.expression_button is not None else 0)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        rect = QRect(0, 0, self.width() - right, self.height())
        if self._unit:
            painter.setFont(ui_font(TextSize.CAPTION))
            painter.setPen(current_theme().color("text.tertiary"))
            painter.drawText(rect, align, self._unit)
            rect.setRight(rect.right() - self._unit_width())
        if shows_live:
            font = fixed_font(TextSize.CAPTION)
            taken = 10 + self.fontMetrics().horizontalAdvance(self.text()) + 14
            if taken + QFontMetrics(font).horizontalAdvance(self.live) < rect.right():
                painter.setFont(font)
                painter.setPen(current_theme().status("running").text)
                painter.drawText(rect, align, self.live)

    def _unit_width(self) -> int:
        if not self._unit:
            return 0
        return QFontMetrics(ui_font(TextSize.CAPTION)).horizontalAdvance(self._unit) + 6

    def finish_typing(self) -> None:
        """Commit what was typed."""
        if self.isModified():
            self.setModified(False)
            self.committed.emit(self.text())

    def keep(self, text: str) -> None:
        """Note that `text` is the value now."""
        self._kept = text


class BlockEditor(QPlainTextEdit):
    """Edit several lines. `committed` comes with Ctrl+Enter or when the focus leaves, after a change."""

    committed = Signal(str)

    def __init__(self, *, fixed: bool) -> None:
        super().__init__()
        self._kept = ""
        self._is_code = fixed
        self.setProperty("fixed", fixed)
        self.setFont(fixed_font(TextSize.BODY) if fixed else ui_font(TextSize.BODY))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setLineWrapMode(
            QPlainTextEdit.LineWrapMode.NoWrap if fixed else QPlainTextEdit.LineWrapMode.WidgetWidth
        )
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(1)
        self.textChanged.connect(self._grow)
        self._grow()

    def show_text(self, text: str) -> None:
        """Show a value; what the user is typing just now is left alone."""
        if text == self._kept and self.hasFocus() and self.document().isModified():
            return
        self._kept = text
        if self.toPlainText() != text:
            self.setPlainText(text)
        self.document().setModified(False)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the document while nothing is being typed."""
        if not self.document().isModified() and _is_undo_key(event):
            event.ignore()
            return False
        return super().event(event)

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Commit before Tab looks for where to go: the edit may bring rows that come next."""
        self.finish_typing()
        return super().focusNextPrevChild(forwards)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Commit what was typed."""
        super().focusOutEvent(event)
        self.finish_typing()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Commit with Ctrl+Enter, take back with Esc."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and control:
            self.finish_typing()
            return
        if event.key() == Qt.Key.Key_Escape and self.document().isModified():
            self.setPlainText(self._kept)
            self.document().setModified(False)
            return
        if self._is_code and event.key() == Qt.Key.Key_Backspace and self._step_out():
            return
        super().keyPressEvent(event)
        if self._is_code and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.insertPlainText(self._indent_below())

    def _indent_below(self) -> str:
        """Return how far in the row below another begins: as far as that, a step more below a condition."""
        row = self.textCursor().block().previous().text()
        opens = row.endswith(":") and row.split(None, 1)[0].startswith(("if", "else"))
        return row[: len(row) - len(row.lstrip(" "))] + INDENT * opens

    def _step_out(self) -> bool:
        """Take a step of indentation back where the cursor is behind nothing else."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        if cursor.hasSelection() or not before or before.strip(" "):
            return False
        width = (len(before) - 1) % len(INDENT) + 1
        left, keep = QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor
        cursor.movePosition(left, keep, width)
        cursor.removeSelectedText()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        """Leave the background to the frame: Qt never forgets the style that it keeps for the area inside."""
        super().showEvent(event)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_StyledBackground, False)

    def sizeHint(self) -> QSize:
        """Return the height of the lines."""
        return QSize(120, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again: fewer columns are more lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._grow()

    def _grow(self) -> None:
        lines = min(MOST_LINES, max(1, round(self.document().size().height())))
        height = lines * QFontMetrics(self.font()).lineSpacing() + scaled(14)
        if height != self.height():
            self.setFixedHeight(height)

    def finish_typing(self) -> None:
        """Commit what was typed."""
        if self.document().isModified():
            self.document().setModified(False)
            self.committed.emit(self.toPlainText())


class ScrubLabel(QWidget):
    """Show a field's name; dragged sideways it changes a number. `scrubbed` carries steps since the press."""

    scrubbed = Signal(int)
    released = Signal()

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self._start: int | None = None
        self._moved = False
        self.can_scrub = False
        self.is_marked = False
        self.setFixedHeight(scaled(Height.FIELD))
        self.setAccessibleName(text)

    def set_text(self, text: str) -> None:
        """Show another name."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.update()

    def mark(self, marked: bool) -> None:
        """Mark the name, or take the mark away."""
        if marked != self.is_marked:
            self.is_marked = marked
            self.setAccessibleDescription("names what is pointed at on the map" if marked else "")
            self.update()

    def allow_scrubbing(self) -> None:
        """Let the mouse change the number, and show so."""
        self.can_scrub = True
        self.setCursor(Qt.CursorShape.SizeHorCursor)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the name."""
        painter = QPainter(self)
        if self.is_marked:
            painter.setPen(QPen(current_theme().color("accent.line"), 1))
            painter.setBrush(current_theme().color("accent.wash"))
            painter.drawRoundedRect(self.rect().adjusted(0, 2, -4, -3), 4, 4)
        painter.setFont(ui_font(TextSize.BODY))
        painter.setPen(current_theme().color("text.secondary" if self.isEnabled() else "text.disabled"))
        room, align = (
            self.rect().adjusted(5 if self.is_marked else 0, 0, -2, 0),
            Qt.AlignmentFlag.AlignVCenter,
        )
        text = self._text
        if painter.fontMetrics().horizontalAdvance(text) > room.width():
            # A longer name takes two small lines before it is cut.
            painter.setFont(ui_font(TextSize.CAPTION))
            wrapped = align | Qt.TextFlag.TextWordWrap
            if room.contains(painter.boundingRect(room, int(wrapped), text)):
                align = wrapped
            else:
                text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(align), text)

    def event(self, event: QEvent) -> bool:
        """Turn a drag into steps of 4 px."""
        kind = event.type()
        if self.can_scrub and kind == QEvent.Type.MouseButtonPress:
            self._start, self._moved = _x_of(event), False
            return True
        if self._start is not None and kind == QEvent.Type.MouseMove:
            steps = (_x_of(event) - self._start) // 4
            if steps or self._moved:
                self._moved = True
                self.scrubbed.emit(steps)
            return True
        if self._start is not None and kind == QEvent.Type.MouseButtonRelease:
            self._start = None
            self.released.emit()
            return True
        return super().event(event)


def _is_undo_key(event: QEvent) -> bool:
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


def _x_of(event: QEvent) -> int:
    position = getattr(event, "globalPosition", None)
    return round(position().x()) if position is not None else 0


def mark_field(widget: QWidget, name: str, value: bool) -> None:
    """Mark a field as "invalid" or, where a warning is about it, as "doubtful"."""
    if bool(widget.property(name)) != value:
        widget.setProperty(name, value)
        refresh_style(widget)


def _expression_button(parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setText("ƒ")
    button.setCheckable(True)
    button.setFixedSize(20, 20)
    button.setStyleSheet("padding: 0;")
    button.setCursor(Qt.CursorShape.ArrowCursor)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setToolTip("Pressed: an expression. Not pressed: a fixed value.")
    button.setAccessibleName("Expression")
    return button
