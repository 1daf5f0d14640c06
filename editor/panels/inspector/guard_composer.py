"""Compose a condition by mouse or keys: rows of what is asked, how it is compared, and with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QWidget

from editor.panels.inspector.composer_facts import NEW, ComposerFacts
from editor.panels.inspector.composer_row import TEXT_HINT, ComposerRow, Pick
from editor.theme.fonts import TextSize, fixed_font
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import add_all, column_box, row_box, scroll_area
from editor.widgets.plates import paint_plate
from editor.widgets.push_buttons import low_button
from editor.widgets.reading_order import walk_by_tab
from graphs.expressions.condition_rows import ConditionRow, Joint, read_names, read_rows, rows_text
from graphs.expressions.names import is_name
from graphs.expressions.types import BOOL
from graphs.model.variables_and_events import VariableType

WIDTH, MOST_HIGH = 620, 300

Finish = Callable[[str, Mapping[str, VariableType]], None]
"""Takes the condition and what it names that is to be declared first."""


class GuardComposer(QFrame):
    """Lie over the window until the condition is taken, with Enter, Done or a click elsewhere; Esc drops it.

    Nothing is written before: what was composed is one step. A condition that is wrong is not taken.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAccessibleName("Compose a condition")
        self.rows: list[ComposerRow] = []
        self.is_picking = False
        self._facts: ComposerFacts | None = None
        self._before = ""
        self._finish: Finish = lambda _text, _added: None
        self._pick: Pick | None = None
        self._back: QWidget | None = None
        self.title = PlainLabel(role="section")
        page = QWidget()
        self._column = column_box(page, margins=(0, 0, 0, 0), spacing=6)
        self._scroll = scroll_area(page)
        for ground in (page, self._scroll.viewport()):
            ground.setAutoFillBackground(False)
        self.expression, self.note, self.message = PlainLabel(), PlainLabel(), PlainLabel()
        self.expression.setFont(fixed_font(TextSize.BODY))
        self.note.setProperty("role", "caption")
        self.message.setProperty("role", "error")
        for label in (self.expression, self.note, self.message):
            label.setWordWrap(True)
        self.and_button, self.or_button = low_button("+ and"), low_button("+ or")
        self.and_button.clicked.connect(lambda _checked=False: self.add_row("and"))
        self.or_button.clicked.connect(lambda _checked=False: self.add_row("or"))
        self.cancel_button, self.done_button = low_button("Cancel", ""), low_button("Done", "primary")
        self.cancel_button.clicked.connect(lambda _checked=False: self.cancel())
        self.done_button.clicked.connect(lambda _checked=False: self.done())
        buttons = row_box(spacing=6)
        add_all(buttons, self.and_button, self.or_button)
        buttons.addStretch(1)
        add_all(buttons, self.cancel_button, self.done_button)
        self._box = box = column_box(self, margins=(14, 12, 14, 12), spacing=8)
        add_all(box, self.title, self._scroll, self.expression, self.note, self.message)
        box.addLayout(buttons)
        self.hide()

    # --- open and close

    @property
    def is_open(self) -> bool:
        """Tell whether a condition is being composed, shown or put aside while something is picked."""
        return self._facts is not None

    def open_at(
        self, field: QRect, label: str, text: str, facts: ComposerFacts, finish: Finish, pick: Pick | None
    ) -> None:
        """Open below a field, a rectangle of the window, with a condition as rows."""
        self.done_or_cancel()
        self._facts, self._before, self._finish, self._pick = facts, text.strip(), finish, pick
        self._back = QApplication.focusWidget()
        self.title.setText(label)
        self._show_rows([*read_rows(text)] or [ConditionRow()])
        self._place(field)
        self.show()
        self.raise_()
        first = self.rows[0]
        (first.text if first.subject.isHidden() else first.subject).setFocus(Qt.FocusReason.OtherFocusReason)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_moved)
        if not text.strip():
            QTimer.singleShot(0, first, first.open_subjects)

    def done(self) -> bool:
        """Take the condition and close; one that is wrong stays open and says so."""
        for row in self.rows:
            row.finish_typing()
        text, facts = self.text, self._facts
        if facts is None or (text != self._before and text and facts.problem(text, BOOL)):
            return False
        names = read_names(text)
        finish, declared = self._finish, {name: kind for name, kind in facts.added.items() if name in names}
        self._close()
        if text != self._before:
            finish(text, declared)
        return True

    def cancel(self) -> None:
        """Close and leave everything as it was."""
        if self.is_open:
            self._close()

    def done_or_cancel(self) -> None:
        """Close: take what was composed if it can be taken, else drop it."""
        if self.is_open and not self.done():
            self.cancel()

    def _close(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.disconnect(self._focus_moved)
        back, self._back, self._facts, self.is_picking = self._back, None, None, False
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self.window())
        self.hide()
        if had_focus and back is not None:
            back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        is_away = now is not None and now is not self and not self.isAncestorOf(now)
        if is_away and now is not None and now.window() is self.window() and not self.is_picking:
            self._back = None
            self.done_or_cancel()

    # --- rows

    @property
    def text(self) -> str:
        """Return what the rows say."""
        rows = tuple(row.row for row in self.rows)
        return self._before if rows == read_rows(self._before) else rows_text(rows)

    def add_row(self, joint: Joint) -> None:
        """Add a row and offer at once what it can ask."""
        self._show_rows([*(row.row for row in self.rows), ConditionRow(joint=joint)])
        QTimer.singleShot(0, self.rows[-1], self.rows[-1].open_subjects)

    def _remove(self, row: ComposerRow) -> None:
        place = self.rows.index(row)
        left = [other.row for other in self.rows if other is not row]
        self._show_rows(left or [ConditionRow()])
        self.rows[min(place, len(self.rows) - 1)].subject.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_rows(self, rows: list[ConditionRow]) -> None:
        facts = self._facts
        if facts is None:
            return
        while len(self.rows) > len(rows):
            gone = self.rows.pop()
            gone.hide()
            gone.deleteLater()
        while len(self.rows) < len(rows):
            self._add_widget()
        for place, (widget, row) in enumerate(zip(self.rows, rows, strict=True)):
            widget.show_row(row, facts, place)
        text = self.text
        self.expression.setText(text or "Nothing is asked: it always holds.")
        is_text = any(row.is_text for row in rows)
        self.note.setText(TEXT_HINT)
        self.note.setVisible(is_text)
        problem = facts.problem(text, BOOL) if text else ""
        self.message.setText(problem)
        self.message.setVisible(bool(problem))
        self.done_button.setEnabled(not problem or text == self._before)
        self._fit()

    def _refresh(self) -> None:
        self._show_rows([row.row for row in self.rows])

    def _add_widget(self) -> None:
        widget = ComposerRow()
        widget.changed.connect(self._refresh)
        widget.removed.connect(lambda: self._remove(widget))
        widget.new_wanted.connect(lambda words: self._declare(widget, words))
        widget.named.connect(lambda former, name: self._rename(widget, former, name))
        widget.pick_wanted.connect(lambda: self._pick_value(widget))
        self.rows.append(widget)
        self._column.addWidget(widget)
        widget.show()

    def _declare(self, widget: ComposerRow, words: str) -> None:
        """Ask a new variable, whose name can be typed at once."""
        if self._facts is None:
            return
        wanted, kind = NEW[words]
        name = self._facts.free_name(wanted)
        self._facts = self._facts.with_variable(name, kind)
        self._refresh()
        widget.ask(name)
        widget.name_new(name)

    def _rename(self, widget: ComposerRow, former: str, name: str) -> None:
        facts = self._facts
        if facts is None:
            return
        added = dict(facts.added)
        kind = added.pop(former, "bool")
        rest = replace(facts, added=added)
        fits = is_name(name) and name not in rest.known.variables
        self._facts = rest.with_variable(name if fits else former, kind)
        if fits:
            widget.row = replace(widget.row, subject=name)
        self._refresh()
        if not fits:
            self.message.setText(f"{name} cannot be the name of a new variable. It is called {former}.")
            self.message.show()

    def _pick_value(self, widget: ComposerRow) -> None:
        """Take a number as a distance, or a place, from the map; the composer is put aside meanwhile."""
        kind = self._facts.type_of(widget.row.subject) if self._facts is not None else None
        if self._pick is None or kind is None:
            return
        self.is_picking = True
        self.hide()

        def take(value: str) -> None:
            widget.row = replace(widget.row, value=value)

        def end() -> None:
            if self.is_open and self.is_picking:
                self._refresh()
                self.show()
                self.raise_()
                widget.value.setFocus(Qt.FocusReason.OtherFocusReason)
                self.is_picking = False

        self._pick(kind.is_number, take, end)

    # --- looks and keys

    def _place(self, field: QRect) -> None:
        window = self.window()
        width = min(WIDTH, window.width() - 16)
        self.setFixedWidth(width)
        self._fit()
        x = max(8, min(field.left(), window.width() - width - 8))
        below = field.bottom() + 4
        y = below if below + self.height() < window.height() else max(8, field.top() - self.height() - 4)
        self.move(QPoint(x, y))

    def _fit(self) -> None:
        """Be as high as the rows, and keep inside the window."""
        page = self._scroll.widget()
        if page is not None:
            self._scroll.setFixedHeight(min(MOST_HIGH, self._column.sizeHint().height() + 2))
        self._box.activate()
        self.setFixedHeight(self._box.totalHeightForWidth(self.width()))
        lowest = self.window().height() - self.height() - 8
        if self.isVisible() and self.y() > lowest:
            self.move(self.x(), max(8, lowest))

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Keep the walk by Tab inside until the condition is taken or dropped."""
        return walk_by_tab(self, forwards)

    def event(self, event: QEvent) -> bool:
        """Keep keys that are shortcuts elsewhere while a condition is composed, but for those with Ctrl."""
        is_shortcut = event.type() == QEvent.Type.ShortcutOverride
        control = Qt.KeyboardModifier.ControlModifier
        if is_shortcut and isinstance(event, QKeyEvent) and not event.modifiers() & control:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the condition with Enter, drop it with Esc; on a button Enter presses it, Ctrl+Enter takes."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused, control = QApplication.focusWidget(), Qt.KeyboardModifier.ControlModifier
            is_button = isinstance(focused, QAbstractButton) and self.isAncestorOf(focused)
            if isinstance(focused, QAbstractButton) and is_button and not event.modifiers() & control:
                focused.click()
            else:
                self.done()
        else:
            event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate."""
        paint_plate(self)
