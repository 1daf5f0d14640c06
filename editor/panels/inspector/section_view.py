"""Show one section of an inspector's page: a heading that folds, its rows, its buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from editor.panels.inspector.field_row import FieldRow
from editor.panels.inspector.field_spec import AnyAction, AnyField, AnySection
from editor.theme.plain_texts import plain_tip
from editor.widgets.boxes import add_all, column_box
from editor.widgets.push_buttons import ElidedButton
from editor.widgets.section_header import SectionHeader

Part = TypeVar("Part")
"""What shows something that has a key: a row, or a section."""


def serving(shown: Sequence[Part], keys: Sequence[str], key_of: Callable[[Part], str]) -> list[Part | None]:
    """Return for each key what goes on to show it: what showed it before, else what is in its place."""
    by_key = {key_of(part): part for part in shown}
    free = [part if key_of(part) not in keys else None for part in shown]
    return [by_key.get(key) or (free[place] if place < len(free) else None) for place, key in enumerate(keys)]


class SectionView(QWidget):
    """Keep the rows and buttons that still serve when other fields are shown.

    What is being typed, the focus, and a click that is under way are thus never taken away by the edit they
    make.
    """

    edited = Signal(str, object, bool)
    settled = Signal()
    acted = Signal(object)
    pick_wanted = Signal(str, str)
    """Carries key and name of the field that something is to be picked for on the map."""
    compose_wanted = Signal(str)
    """Carries the key of the field whose condition is to be composed."""
    row_pointed = Signal(str, bool)
    """Carries the key of a field that the pointer or the focus came to, or left."""
    folded = Signal(str, bool)
    """Carries the key of the section and whether it is folded now."""

    def __init__(self, section: AnySection, *, is_open: bool) -> None:
        super().__init__()
        self.key = section.key
        self.header = SectionHeader(section.title, section.note, is_open=is_open)
        self.rows: list[FieldRow] = []
        self.buttons: list[QPushButton] = []
        self._actions: tuple[AnyAction, ...] = ()
        self._inner = QWidget(self)
        self._inner.setVisible(is_open)
        column = column_box(self._inner, margins=(2, 0, 0, 4), spacing=6)
        self._column = column_box(spacing=6)
        column.addLayout(self._column)
        self._is_in_line = section.in_line
        self._button_box: QBoxLayout = QHBoxLayout() if section.in_line else QVBoxLayout()
        self._button_box.setSpacing(4 if section.in_line else 6)
        if section.in_line:
            self._button_box.addStretch(1)
        column.addLayout(self._button_box)
        box = column_box(self, margins=(0, 0, 0, 0), spacing=6)
        add_all(box, self.header, self._inner)
        self.header.folded.connect(self._fold)
        self.show_section(section)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put buttons of a line under each other where it has no room for them."""
        super().resizeEvent(event)
        if self._is_in_line:
            is_broken = sum(button.sizeHint().width() + 4 for button in self.buttons) > self.width()
            directions = QBoxLayout.Direction
            self._button_box.setDirection(directions.TopToBottom if is_broken else directions.LeftToRight)

    def show_section(self, section: AnySection) -> None:
        """Show a section as it is now, which may be another one."""
        self.key = section.key
        self.header.setText(section.title)
        self.header.setAccessibleName(section.title)
        self.header.set_note(section.note)
        self._show_fields(section.fields)
        self._show_actions(section.actions)

    def _show_fields(self, fields: tuple[AnyField, ...]) -> None:
        kept = serving(self.rows, [field.key for field in fields], lambda row: row.spec.key)
        rows = [
            row if row is not None and row.can_show(field) else self._new_row(field)
            for row, field in zip(kept, fields, strict=True)
        ]
        for row in self.rows:
            if row not in rows:
                row.hide()
                self._column.removeWidget(row)
                row.deleteLater()
        for place, (row, field) in enumerate(zip(rows, fields, strict=True)):
            if self._column.indexOf(row) != place:
                self._column.insertWidget(place, row)
                row.show()
            row.set_spec(field)
        self.rows = rows

    def _new_row(self, field: AnyField) -> FieldRow:
        row = FieldRow(field)
        row.edited.connect(lambda value, scrubbing: self.edited.emit(row.spec.key, value, scrubbing))
        row.settled.connect(self.settled)
        row.compose_wanted.connect(lambda: self.compose_wanted.emit(row.spec.key))
        row.pointed.connect(lambda is_here: self.row_pointed.emit(row.spec.key, is_here))
        row.pick_wanted.connect(lambda: self.pick_wanted.emit(row.spec.key, row.spec.label))
        return row

    def _show_actions(self, actions: tuple[AnyAction, ...]) -> None:
        while len(self.buttons) > len(actions):
            button = self.buttons.pop()
            button.hide()
            button.deleteLater()
        while len(self.buttons) < len(actions):
            self._add_button(len(self.buttons))
        self._actions = actions
        for button, action in zip(self.buttons, actions, strict=True):
            button.setText(action.title)
            button.setToolTip(plain_tip(action.title if action.place is not None else ""))

    def _add_button(self, place: int) -> None:
        button = ElidedButton()
        button.setProperty("role", "quiet")
        button.setStyleSheet("min-height: 0; padding: 2px 4px; text-align: left;")
        button.setMinimumWidth(1)
        button.clicked.connect(lambda _checked=False: self.acted.emit(self._actions[place]))
        self._button_box.insertWidget(place, button, 0, Qt.AlignmentFlag.AlignLeft)
        button.show()
        self.buttons.append(button)

    def _fold(self, folded: bool) -> None:
        self._inner.setVisible(not folded)
        self.folded.emit(self.key, folded)
