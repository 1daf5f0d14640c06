"""Show one row of the inspector: name, changed-from-default dot, editor, what is wrong below it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from editor.panels.inspector.field_editors import BlockEditor, LineEditor, ScrubLabel, mark_field
from editor.panels.inspector.field_spec import TYPED, AnyField, FieldKind
from editor.panels.inspector.field_text import (
    BlockCheck,
    ExpressionCheck,
    FieldTextError,
    is_expression,
    is_unfinished,
    text_of,
    value_of,
    with_picked,
)
from editor.panels.inspector.fix_buttons import FixButtons
from editor.panels.inspector.live_values import NOTHING as NO_LIVE_WORDS
from editor.panels.inspector.live_values import LiveWords
from editor.panels.inspector.picker_field import PickerField
from editor.theme.application_style import refresh_style
from editor.theme.fonts import TextSize, fixed_font, scaled
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.completion_popup import CompletionPopup, may_complete
from editor.widgets.completions import NOTHING, TYPING_PAUSE, Completions, completions
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.element_header import breakable_words
from editor.widgets.icon_button import IconButton
from editor.widgets.menu import Menu, TypeAheadMenu, clear_corners
from editor.widgets.switch import Switch
from graphs.basics.frozen import JsonValue, shortest_number
from graphs.expressions.scope import Scope
from graphs.expressions.types import BOOL
from graphs.kinds.declarations.parameter import is_number
from graphs.kinds.declarations.titles import value_text

LABEL_WIDTH = 78
LEAST_EDITOR = 40
"""Px that a field gives way to beside its buttons in a narrow window."""

LEAST_TYPED = 72
"""Px that what is typed beside buttons wants."""

LEAST_WORDS = 140
"""Px that sentences below a field want."""
_FIXED = frozenset(
    {FieldKind.NUMBER, FieldKind.INTEGER, FieldKind.EXPRESSION, FieldKind.LINES, FieldKind.VALUE}
)


class FieldRow(QWidget):
    """Edit one field. `edited` carries the new value (None: the default) and whether it is being scrubbed.

    `settled` tells that scrubbing or stepping is over.
    """

    edited = Signal(object, bool)
    settled = Signal()
    pick_wanted = Signal()
    """Tells that a value is to be picked on the map for this field."""
    compose_wanted = Signal()
    """Tells that the condition of this field is to be composed."""
    pointed = Signal(bool)
    """Tells that the pointer or the focus came to this field, or left it."""

    def __init__(self, spec: AnyField) -> None:
        super().__init__()
        self.spec = spec
        self._scrub_from: float | None = None
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._pause.timeout.connect(self._say_now)
        self.label = ScrubLabel(spec.label)
        self.label.setFixedWidth(scaled(LABEL_WIDTH))
        self.dot = _ChangedDot()
        self.dot.reset.connect(lambda: self.edited.emit(None, False))
        self.editor = self._make_editor()
        self.editor.setMinimumWidth(LEAST_EDITOR)
        self.message = PlainLabel(role="error", wrap=True)
        self.message.setMinimumWidth(1)
        self.message.hide()
        self._pick_button = IconButton("pin", "", self.pick_wanted.emit, size=14, side=24)
        self.compose_button = IconButton("condition", "", self.compose_wanted.emit, size=14, side=24)
        self.list_button = IconButton("down", "", self._open_list, size=14, side=24)
        field = row_box(margins=(0, 0, 0, 0), spacing=0)
        field.addWidget(self.editor, 1, self._alignment())
        self._buttons = self.list_button, self.compose_button, self._pick_button
        for beside in self._buttons:
            field.addWidget(beside, 0, Qt.AlignmentFlag.AlignTop)
        self.reads, self.fixes = ElidedCaption(), FixButtons()
        self._below = column_box(margins=(0, 0, 0, 0), spacing=2)
        add_all(self._below, self.reads, self.message, self.fixes)
        name = row_box(margins=(0, 0, 0, 0), spacing=0)
        name.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop)
        name.addWidget(self.dot, 0, Qt.AlignmentFlag.AlignTop)
        name.addStretch(1)
        self._row = row_box(margins=(0, 0, 0, 0), spacing=0)
        self._row.addLayout(name)
        self._row.addLayout(field, 1)
        column = column_box(self, margins=(0, 0, 0, 0), spacing=2)
        column.addLayout(self._row)
        column.addLayout(self._below)
        self.editor.installEventFilter(self)
        self.completion: CompletionPopup | None = None
        if may_complete(self.editor):
            self.completion = CompletionPopup(self.editor, self._completions)
        self.editor.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.editor.customContextMenuRequested.connect(self._open_menu)
        self.set_spec(spec)

    def _open_menu(self, at: QPoint) -> None:
        """Offer the default beside what the field itself offers: the way of the dot by keys."""
        editor = self.editor
        if isinstance(editor, LineEditor | BlockEditor):
            menu = editor.createStandardContextMenu()
            clear_corners(menu)
            menu.addSeparator()
        else:
            menu = Menu(self)
        reset = menu.addAction("Reset to the default")
        reset.setEnabled(self.spec.changed and not self.spec.required)
        reset.triggered.connect(lambda _checked=False: self.edited.emit(None, False))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(editor.mapToGlobal(at))

    def _show_buttons(self) -> None:
        """Show the buttons beside the field that are of use for it."""
        spec = self.spec
        is_condition = isinstance(spec.check, ExpressionCheck) and spec.check.expected == BOOL
        self.compose_button.setVisible(is_condition and spec.kind is FieldKind.EXPRESSION and not spec.mixed)
        self.compose_button.setToolTip(plain_tip(f"Compose: {spec.label.lower()}"))
        self.compose_button.setAccessibleName(f"Compose {spec.label}")
        is_listed = spec.kind in (FieldKind.TEXT, FieldKind.LINES, FieldKind.VALUE)
        self.list_button.setVisible(bool(spec.choices) and is_listed)
        self.list_button.setToolTip(plain_tip(f"Choose: {spec.label.lower()}"))
        self.list_button.setAccessibleName(f"Choose {spec.label}")
        self._pick_button.setVisible(bool(spec.picks_on_map) and not spec.mixed)
        self._pick_button.setToolTip(plain_tip(f"Pick on the map: {spec.label.lower()}"))
        self._pick_button.setAccessibleName(f"Pick {spec.label} on the map")
        self._use_room()

    def _open_list(self) -> None:
        """Offer beside words that are typed those there are, and new ones."""
        menu = TypeAheadMenu(self)
        for value, title in self.spec.choices:
            menu.offer(title, partial(self._pick, value))
        menu.open_below(self.list_button, gap=2)

    def _pick(self, value: JsonValue) -> None:
        """Take a choice of the list, or let a new word be typed after those in the field."""
        editor, word = self.editor, value.get(TYPED) if isinstance(value, dict) else None
        if not isinstance(word, str) or not isinstance(editor, LineEditor):
            self.edited.emit(with_picked(self.spec, value), False)
            return
        text = str(with_picked(self.spec, word))
        editor.setFocus()
        editor.setText(text)
        editor.setModified(True)
        editor.setSelection(len(text) - len(word), len(word))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the room there is."""
        super().resizeEvent(event)
        self._use_room()

    def _use_room(self) -> None:
        """Put the field, and what is said below it, under the label where there is no room beside it."""
        beside = self.label.width() + self.dot.width()
        room = self.width() - beside
        buttons = [button for button in self._buttons if button.isVisibleTo(self)]
        is_broken = bool(buttons) and room - sum(each.width() for each in buttons) < scaled(LEAST_TYPED)
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.TopToBottom if is_broken else directions.LeftToRight)
        is_under = is_broken or room < scaled(LEAST_WORDS)
        self._below.setContentsMargins(0 if is_under else beside, 0, 0, 0)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Tell that the pointer is here."""
        super().enterEvent(event)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that the pointer left."""
        super().leaveEvent(event)
        self.pointed.emit(self.editor.hasFocus())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell that the focus came or left."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.pointed.emit(event.type() == QEvent.Type.FocusIn)
        if event.type() == QEvent.Type.FocusOut and self._pause.isActive():
            self._say_now()
        return super().eventFilter(watched, event)

    def _completions(self, text: str, cursor: int) -> Completions:
        """Return what may follow what is being typed, nothing where there is no expression."""
        spec = self.spec
        check = spec.check
        if not isinstance(check, ExpressionCheck | BlockCheck):
            return NOTHING
        if spec.kind is FieldKind.VALUE and not self._expression_mode():
            return NOTHING
        return completions(text, cursor, check.scope, in_block=isinstance(check, BlockCheck))

    def set_spec(self, spec: AnyField) -> None:
        """Show the field as it is now, or another one that `can_show`."""
        self.spec = spec
        self._show_buttons()
        self.label.set_text(spec.label)
        self.label.setToolTip(plain_tip(spec.help or spec.label))
        self.editor.setToolTip(plain_tip(spec.help))
        self.editor.setAccessibleName(spec.label)
        self.dot.set_changed(spec.changed)
        editor = self.editor
        if isinstance(editor, PickerField):
            editor.set_picks(spec.picks)
        if isinstance(editor, DropDown):
            editor.set_choices([Choice(value, title) for value, title in spec.choices])
            editor.set_value(None if spec.mixed else spec.shown)
            editor.set_placeholder("mixed" if spec.mixed else spec.placeholder or "choose")
        elif isinstance(editor, Switch):
            editor.show_value(spec.shown is True)
        elif isinstance(editor, BlockEditor):
            editor.show_text(text_of(spec))
            editor.setPlaceholderText("mixed" if spec.mixed else spec.placeholder)
        elif isinstance(editor, LineEditor):
            editor.show_text(text_of(spec))
            editor.setPlaceholderText("mixed" if spec.mixed else spec.placeholder or value_text(spec.default))
            if editor.expression_button is not None and not editor.isModified():
                editor.expression_button.setChecked(is_expression(spec, spec.value))
        self._check(text_of(spec))

    def show_live(self, live_of: Callable[[str, Scope | None], LiveWords]) -> None:
        """Show what the field's expression comes to now and what it reads; nothing for a plain value."""
        spec = self.spec
        if not isinstance(self.editor, LineEditor):
            return
        is_shown = not spec.mixed and (spec.kind is FieldKind.EXPRESSION or isinstance(spec.value, dict))
        text = text_of(spec) if is_shown else ""
        scope = spec.check.scope if isinstance(spec.check, ExpressionCheck) else None
        live = live_of(text, scope) if text else NO_LIVE_WORDS
        self.editor.show_live(live.value)
        self.reads.show_words(" · ".join(live.reads))

    def can_show(self, spec: AnyField) -> bool:
        """Tell whether this row's editor is right for another field too."""
        return _editor_key(spec) == _editor_key(self.spec)

    def show_problem(self, text: str, *, is_error: bool = True) -> None:
        """Show a sentence under the field and mark it, an error or else a warning; "" clears both."""
        role = "error" if is_error else "warning"
        if self.message.property("role") != role:
            self.message.setProperty("role", role)
            refresh_style(self.message)
        self.message.setText(breakable_words(text))
        self.message.setVisible(bool(text))
        if isinstance(self.editor, (LineEditor, BlockEditor)):
            mark_field(self.editor, "invalid", bool(text) and is_error)
            mark_field(self.editor, "doubtful", bool(text) and not is_error)

    def _make_editor(self) -> QWidget:
        spec = self.spec
        fixed = spec.kind in _FIXED
        if spec.kind is FieldKind.CHOICE:
            drop_down = PickerField() if spec.picks else DropDown()
            drop_down.picked.connect(lambda value: self.edited.emit(value, False))
            return drop_down
        if spec.kind is FieldKind.SWITCH and not isinstance(spec.value, dict):
            switch = Switch()
            switch.toggled.connect(lambda on: self.edited.emit(on, False))
            return switch
        if spec.kind in (FieldKind.NOTE, FieldKind.LINES):
            block = BlockEditor(fixed=fixed)
            block.committed.connect(self._commit)
            block.textChanged.connect(lambda: self._typed(block.toPlainText()))
            return block
        toggles = spec.kind is FieldKind.VALUE and spec.takes_expression
        line = LineEditor(fixed=fixed, unit=spec.unit, toggle=toggles)
        line.committed.connect(self._commit)
        line.textEdited.connect(self._typed)
        if line.expression_button is not None:
            line.expression_button.clicked.connect(lambda _checked=False: self._switch_expression())
        if spec.kind in (FieldKind.NUMBER, FieldKind.INTEGER):
            self.label.allow_scrubbing()
            self.label.scrubbed.connect(self._scrub)
            self.label.released.connect(self._end_scrub)
            line.stepped.connect(self._step)
        return line

    def _alignment(self) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignLeft if isinstance(self.editor, Switch) else Qt.AlignmentFlag(0)

    def _commit(self, text: str) -> None:
        try:
            value = value_of(self.spec, text, expression=self._expression_mode())
        except FieldTextError as error:
            self.show_problem(str(error))
            return
        if isinstance(self.editor, LineEditor):
            self.editor.keep(text)
        if value != self.spec.value or type(value) is not type(self.spec.value):
            self.edited.emit(value, False)

    def _check(self, text: str) -> None:
        """Say what is wrong with a text."""
        self._pause.stop()
        self.show_problem(self.problem_with(text))

    def _typed(self, text: str) -> None:
        """Say what is wrong while it is typed: after a pause, or at once where typing cannot mend it."""
        editor, expression = self.editor, self._expression_mode()
        cursor = editor.cursorPosition() if isinstance(editor, LineEditor) else len(text)
        if isinstance(editor, BlockEditor):
            cursor = editor.textCursor().position()
        is_typed = editor.hasFocus() and bool(self.problem_with(text))
        if is_typed and is_unfinished(self.spec, text, cursor, expression=expression):
            self.show_problem("")
            self._pause.start()
        else:
            self._check(text)

    def _say_now(self) -> None:
        """Say what is wrong with what was typed: there was a pause, or the field is left."""
        editor = self.editor
        if isinstance(editor, LineEditor):
            self._check(editor.text())
        elif isinstance(editor, BlockEditor):
            self._check(editor.toPlainText())

    def problem_with(self, text: str) -> str:
        """Return what is wrong with a text for this field, "" for nothing."""
        spec = self.spec
        if spec.mixed or spec.kind in (FieldKind.CHOICE, FieldKind.SWITCH):
            return ""
        try:
            value = value_of(spec, text, expression=self._expression_mode())
        except FieldTextError as error:
            return str(error)
        is_text = spec.kind in (FieldKind.EXPRESSION, FieldKind.LINES) or isinstance(value, dict)
        return spec.check(text) if spec.check is not None and is_text and text.strip() else ""

    def _expression_mode(self) -> bool:
        editor = self.editor
        if isinstance(editor, LineEditor) and editor.expression_button is not None:
            return editor.expression_button.isChecked()
        return self.spec.kind is FieldKind.SWITCH

    def _switch_expression(self) -> None:
        if isinstance(self.editor, LineEditor):
            text = self.editor.text()
            self._check(text)
            if text.strip():
                self._commit(text)

    def _step(self, direction: int, big: bool) -> None:
        value = self._number_now()
        if value is not None:
            self._set_number(value + direction * self._step_size(value) * (10 if big else 1))

    def _scrub(self, steps: int) -> None:
        if self._scrub_from is None:
            self._scrub_from = self._number_now()
        if self._scrub_from is not None:
            self._set_number(self._scrub_from + steps * self._step_size(self._scrub_from))

    def _end_scrub(self) -> None:
        self._scrub_from = None
        self.settled.emit()

    def _number_now(self) -> float | None:
        shown = self.spec.shown
        if shown is None and not self.spec.mixed:
            return 0.0
        return float(shown) if is_number(shown) and isinstance(shown, (int, float)) else None

    def _step_size(self, value: float) -> float:
        if self.spec.kind is FieldKind.INTEGER:
            return 1.0
        return 0.1 if abs(value) < 20 else 1.0

    def _set_number(self, number: float) -> None:
        spec = self.spec
        if spec.minimum is not None:
            number = max(spec.minimum, number)
        if spec.maximum is not None:
            number = min(spec.maximum, number)
        value: JsonValue = shortest_number(round(number, 6))
        if value != spec.shown:
            self.edited.emit(value, True)


def _editor_key(spec: AnyField) -> object:
    """Return what must be equal for two fields to be edited by the same widget."""
    toggles = spec.kind is FieldKind.VALUE and spec.takes_expression
    is_typed_switch = spec.kind is FieldKind.SWITCH and isinstance(spec.value, dict)
    return spec.kind, spec.unit, toggles, is_typed_switch, bool(spec.picks)


class _ChangedDot(QWidget):
    """Mark a field that differs from its default; a click takes the default back."""

    reset = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._changed = False
        self.setFixedSize(12, scaled(26))

    def set_changed(self, changed: bool) -> None:
        self._changed = changed
        self.setToolTip(plain_tip("Changed. Click for the default." if changed else ""))
        self.setCursor(Qt.CursorShape.PointingHandCursor if changed else Qt.CursorShape.ArrowCursor)
        self.update()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        if self._changed:
            self.reset.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._changed:
            painter = smooth_painter(self)
            set_inks(painter, Qt.PenStyle.NoPen, current_theme().color("accent.line"))
            painter.drawEllipse(3, self.height() // 2 - 3, 5, 5)


class ElidedCaption(QWidget):
    """Be hidden without words; its height never changes with them."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(scaled(16))
        self.hide()

    def show_words(self, words: str) -> None:
        """Show other words, "" for none."""
        if words != self.words:
            self.words = words
            self.setToolTip(plain_tip(words.replace(" · ", "\n")))
            self.setAccessibleName(words)
            self.setVisible(bool(words))
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(0, scaled(16))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the words."""
        painter = QPainter(self)
        painter.setFont(fixed_font(TextSize.BADGE))
        painter.setPen(current_theme().color("text.tertiary"))
        room = self.rect().adjusted(2, 0, 0, 0)
        words = painter.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
