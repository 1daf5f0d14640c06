"""The window in which every command can be given other keys."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QWidget

from editor.commands.keymap import PLACE_WORDS, shown, why_no_key, written
from editor.commands.registry import CommandRegistry
from editor.dialogs.key_rows import KeyCapture, KeyDelegate, KeyModel, KeyRow, key_rows
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.boxes import add_all, clear_box, column_box, row_box
from editor.widgets.hairline import hairline
from editor.widgets.push_buttons import push_button
from editor.widgets.row_list import row_list


class KeyEditorWindow(QDialog):
    """List all commands; the current one gets keys below. Every change works at once and is kept."""

    def __init__(self, parent: QWidget, commands: CommandRegistry, menu_letters: Iterable[str]) -> None:
        super().__init__(parent)
        self._commands, self._menu_letters = commands, tuple(menu_letters)
        self.setWindowTitle("Keys — Mindloom")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(scaled(720), scaled(640))
        self.filter = QLineEdit(placeholderText="Filter by command or key", clearButtonEnabled=True)
        self.filter.setAccessibleName("Filter by command or key")
        self.model = KeyModel(self)
        self.view = row_list(self.model, KeyDelegate(self), "Commands")
        self.nothing = PlainLabel("No command of that name or key. Try fewer letters.", role="caption")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(12, 16, 12, 0)
        self.count = PlainLabel(role="caption")
        self._make_detail()
        self._lay_out()
        self.filter.textChanged.connect(self.refresh)
        self.view.activated.connect(lambda _index: self.capture.setFocus())
        self.view.selectionModel().currentChanged.connect(lambda *_: self._show_current())
        commands.keys_changed.connect(self.refresh)
        self.refresh()
        self.filter.setFocus()

    def _make_detail(self) -> None:
        self.title = PlainLabel(role="section")
        self.where = PlainLabel(role="caption")
        self.message = PlainLabel(role="caption", wrap=True)
        self.message.setMinimumHeight(scaled(18))
        self.capture = KeyCapture()
        self.capture.setFixedWidth(scaled(150))
        self.capture.captured.connect(self.add_key)
        self.capture.left.connect(self.view.setFocus)
        self.reset = push_button("Reset", self.reset_current)
        self.reset_all = push_button("Reset all", self._reset_all)
        self.take_away = push_button("Take it away there", self.take_from_others, role="quiet")
        self.take_away.hide()
        self.detail = QWidget()
        self._keys_box = row_box(spacing=6)

    def _lay_out(self) -> None:
        head = row_box(margins=(12, 10, 12, 8), spacing=10)
        head.addWidget(self.filter, 1)
        head.addWidget(self.count)
        names = row_box(spacing=10)
        names.addWidget(self.title)
        names.addWidget(self.where, 1)
        keys = row_box(spacing=8)
        keys.addLayout(self._keys_box)
        keys.addWidget(self.capture)
        keys.addStretch(1)
        keys.addWidget(self.reset)
        words = QHBoxLayout()
        words.addWidget(self.message, 1)
        words.addWidget(self.take_away)
        detail = column_box(self.detail, margins=(14, 10, 14, 6), spacing=8)
        for row in (names, keys, words):
            detail.addLayout(row)
        foot = row_box(margins=(12, 8, 12, 8))
        foot.addWidget(self.reset_all)
        foot.addStretch(1)
        foot.addWidget(push_button("Close", self.close))
        box = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        box.addLayout(head)
        box.addWidget(hairline())
        box.addWidget(self.view, 1)
        box.addWidget(self.nothing, 1)
        add_all(box, hairline(), self.detail, hairline())
        box.addLayout(foot)

    @property
    def current(self) -> KeyRow | None:
        """Return the command that is current."""
        index = self.view.currentIndex()
        return (
            self.model.rows[index.row()] if index.isValid() and index.row() < len(self.model.rows) else None
        )

    def show_command(self, command_id: str) -> None:
        """Make a command current."""
        row = next((place for place, row in enumerate(self.model.rows) if row.command == command_id), -1)
        if row >= 0:
            self.view.setCurrentIndex(self.model.index(row))

    def refresh(self) -> None:
        """List the commands that the filter leaves, as their keys are now."""
        before = self.current
        wanted = self.filter.text().lower().split()
        rows = key_rows(self._commands)
        left = tuple(row for row in rows if all(word in row.words.lower() for word in wanted))
        self.model.update_rows(left, lambda row: row.command)
        self.view.setVisible(bool(left))
        self.nothing.setVisible(not left)
        self.detail.setVisible(bool(left))
        clashing = sum(bool(row.clashes) for row in rows)
        own = sum(row.is_changed for row in rows)
        parts = (f"{own} changed" if own else "", f"{clashing} clash" if clashing else "")
        self.count.setText(" · ".join(part for part in parts if part))
        self.reset_all.setEnabled(bool(own))
        if before is not None:
            self.show_command(before.command)
        if self.current is None and left:
            self.view.setCurrentIndex(self.model.index(0))
        self._show_current()

    def add_key(self, key: str) -> None:
        """Give the current command a key beside those it has; say why not."""
        row = self.current
        if row is None:
            return
        reason = why_no_key(key, row.place, self._menu_letters)
        if reason:
            self._say(reason, "error")
        elif written(key) not in row.keys:
            self._commands.set_keys(row.command, (*row.keys, key))

    def remove_key(self, key: str) -> None:
        """Take a key from the current command."""
        row = self.current
        if row is not None:
            self._commands.set_keys(row.command, [kept for kept in row.keys if kept != key])

    def reset_current(self) -> None:
        """Give the current command the keys it had at first."""
        row = self.current
        if row is not None:
            self._commands.set_keys(row.command, None)

    def _reset_all(self) -> None:
        self._commands.set_all_keys({})

    def take_from_others(self) -> None:
        """Take the keys that clash away from the other commands."""
        row = self.current
        own = {command: tuple(keys) for command, keys in self._commands.own_keys().items()}
        for key, others in row.clashes if row is not None else ():
            for command in others:
                keys = own.get(command, tuple(map(written, self._commands.binding(command).keys)))
                own[command] = tuple(kept for kept in keys if kept != key)
        self._commands.set_all_keys(own)

    def _show_current(self) -> None:
        row = self.current
        for part in (self.capture, self.reset):
            part.setEnabled(row is not None)
        clear_box(self._keys_box)
        if row is None:
            return
        self.title.setText(row.title)
        self.where.setText(f"holds {PLACE_WORDS[row.place]}")
        before: QWidget = self.view
        for key in row.keys:
            button = push_button(f"{shown(key)}  ×", partial(self.remove_key, key))
            button.setToolTip(plain_tip(f"Take {shown(key)} away"))
            button.setAccessibleName(f"Take {shown(key)} away")
            self._keys_box.addWidget(button)
            QWidget.setTabOrder(before, button)
            before = button
        self.reset.setEnabled(row.is_changed)
        self._show_clashes(row)

    def _show_clashes(self, row: KeyRow) -> None:
        words = []
        for key, others in row.clashes:
            titles = " and ".join(self._commands[other].title.rstrip("…") for other in others)
            words.append(f"{shown(key)} starts {titles} too, so it starts neither.")
        self._say(" ".join(words), "warning" if words else "caption")
        self.take_away.setVisible(bool(words))

    def _say(self, words: str, role: str) -> None:
        self.message.setProperty("role", role)
        self.message.style().polish(self.message)
        self.message.setText(words or "Press a key in the field to add it; a click on a key takes it away.")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the first key of the current command away with Del in the list; close with Esc."""
        row = self.current
        if event.key() == Qt.Key.Key_Delete and self.view.hasFocus() and row is not None and row.keys:
            self.remove_key(row.keys[-1])
            return
        super().keyPressEvent(event)
