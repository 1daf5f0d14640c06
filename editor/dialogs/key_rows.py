"""Hold every command with its keys, paint a row of it, and take a key that is pressed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QLineEdit

from editor.commands.keymap import PLACE_WORDS, KeyPlace, others_with, shown, written
from editor.commands.registry import CommandRegistry
from editor.theme.fonts import TextSize, ui_font
from editor.theme.inks import set_inks
from editor.theme.theme_manager import current_theme
from editor.widgets.row_list import RowModel
from editor.widgets.row_painting import Index, RowDelegate, paint_badge, paint_text

ROW_HEIGHT = 29

GROUPS = {
    "file": "File",
    "project": "Project",
    "edit": "Edit",
    "view": "View",
    "graph": "Graph",
    "run": "Run",
    "tests": "Tests",
    "problems": "Problems",
    "compare": "Comparisons",
    "difference": "Comparisons",
    "preview": "Preview",
    "overlay": "Preview",
    "world": "World",
    "panel": "Panels",
    "foreign": "Foreign programs",
    "theme": "Theme",
    "sample": "Samples",
    "help": "Help",
}
"""What commands are about, by the first part of their ids."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Hold one command: its words, its keys, where they hold, and what other commands they start."""

    command: str
    title: str
    group: str
    keys: tuple[str, ...]
    place: KeyPlace
    is_changed: bool
    clashes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each key that starts other commands too, with their ids."""

    @property
    def words(self) -> str:
        """Return everything that a filter looks at."""
        return " ".join((self.title, self.group, *self.keys, *map(shown, self.keys), PLACE_WORDS[self.place]))


def key_rows(commands: CommandRegistry) -> tuple[KeyRow, ...]:
    """Return a row for each command, by group and in the order of menus."""
    bindings = [commands.binding(command.id) for command in commands]
    strokes = Counter(written(key).partition(", ")[0] for binding in bindings for key in binding.keys)
    rows = []
    for command, binding in zip(commands, bindings, strict=True):
        keys = tuple(map(written, binding.keys))
        doubtful = [key for key in keys if strokes[key.partition(", ")[0]] > 1]
        found = tuple((key, others_with(key, binding, bindings)) for key in doubtful)
        group = command.id.partition(".")[0]
        rows.append(
            KeyRow(
                command.id,
                command.title.replace("&", "").rstrip("…"),
                GROUPS.get(group, group.replace("_", " ").capitalize()),
                keys,
                binding.place,
                keys != commands.default_keys(command.id),
                tuple((key, others) for key, others in found if others),
            )
        )
    order = list(dict.fromkeys(GROUPS.values()))
    return tuple(sorted(rows, key=lambda row: order.index(row.group) if row.group in order else len(order)))


class KeyModel(RowModel[KeyRow]):
    """Hold the rows that a filter leaves."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a command with its keys in words."""
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            keys = ", ".join(map(shown, row.keys)) or "no key"
            return f"{row.group}: {row.title}, {keys}{', clashes' if row.clashes else ''}"
        return None


class KeyDelegate(RowDelegate):
    """Paint group, title, where the keys hold, and a plate for each key."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, ROW_HEIGHT)

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint one row."""
        row, theme = KeyModel.row_at(index), current_theme()
        caption, body = ui_font(TextSize.CAPTION), ui_font(TextSize.BODY)
        right = rect.right() - 14
        for key in reversed(row.keys):
            right = paint_key(
                painter, shown(key), right, rect, clashing=any(key == clashing for clashing, _ in row.clashes)
            )
            right -= 6
        if row.clashes:
            paint_badge(painter, "warning", right - 8, rect)
            right -= 22
        if row.is_changed:
            set_inks(painter, Qt.PenStyle.NoPen, theme.color("accent.line"))
            painter.drawEllipse(QRectF(rect.left() + 9, rect.center().y() - 2, 5, 5))
        group = QRect(rect.left() + 22, rect.top(), 70, rect.height())
        paint_text(painter, row.group, group, caption, theme.color("text.tertiary"))
        where = "" if row.place is KeyPlace.WINDOW or not row.keys else PLACE_WORDS[row.place]
        room = right - group.right() - 12
        width = min(QFontMetrics(caption).horizontalAdvance(where) + 4, max(0, room - 140))
        note = QRect(right - width, rect.top(), width, rect.height())
        words = QRect(group.right() + 6, rect.top(), room - width, rect.height())
        paint_text(painter, row.title, words, body, theme.color("text.primary"))
        align = Qt.AlignmentFlag.AlignRight
        paint_text(painter, where, note, caption, theme.color("text.tertiary"), align)


def paint_key(painter: QPainter, key: str, right: int, rect: QRect, *, clashing: bool) -> int:
    """Paint a key on a plate that ends at `right`; return where the plate begins."""
    theme = current_theme()
    font = ui_font(TextSize.CAPTION)
    width = QFontMetrics(font).horizontalAdvance(key) + 14
    plate = QRectF(right - width + 0.5, rect.center().y() - 9.5, width - 1, 20)
    line = theme.status("warning").line if clashing else theme.color("border.strong")
    set_inks(painter, QPen(line, 1), theme.color("surface.region"))
    painter.drawRoundedRect(plate, 5, 5)
    painter.setFont(font)
    painter.setPen(theme.color("text.primary"))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, key)
    return right - width


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
