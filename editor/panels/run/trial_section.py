"""Let other values be tried on a guard, a condition or a decision: sliders, and what they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSlider, QWidget

from editor.running.why_answers import TrialOffer, answer_words
from editor.theme.fonts import TextSize, TextWeight, fixed_font, scaled, ui_font
from editor.theme.inks import smooth_painter
from editor.theme.plain_texts import ElidedLabel, PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, clear_box, column_box, row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.push_buttons import low_button
from editor.widgets.row_painting import paint_badge, paint_text
from editor.widgets.switch import Switch
from graphs.expressions.types import Value, ValueType
from runtime.history.why.what_if import TrialOutcome, TriedVariable
from runtime.records.trace_frame import NO_BRANCH

LINE = 19
"""Px of each of the two lines of a step."""

_NAME = 92
"""Px of a name beside its slider; longer ones are above it."""

ORIGINS = {
    "agent": "a variable of the agent",
    "world": "a variable that all agents share",
    "graph": "of this graph: it can be tried, not written",
    "fact": "as the world tells it: it can be tried, not written",
}

WRITABLE = ("agent", "world")

_APPLY = "Write these values before the next step"
_APPLY_SOME = "Write the values of variables before the next step; what the world tells can only be tried"

STEPS = 1000
"""How many places a slider has between the ends of a range."""


class TrialSection(QWidget):
    """Show the variables of a trial with their values, and the answer they would give.

    `changed` is emitted when another value is tried; `apply_wanted` carries those that differ of variables:
    what the world tells can be tried, not written.
    """

    changed = Signal()
    apply_wanted = Signal(object)

    def __init__(self, offer: TrialOffer) -> None:
        super().__init__()
        self.offer = offer
        self.rows = {variable.name: TrialRow(variable) for variable in offer.variables}
        self._as_it_is = offer.trial.outcome(offer.brain, {})
        self.outcome = self._as_it_is
        self.answer = PlainLabel(wrap=True)
        self.path = column_box(spacing=0)
        self.apply = low_button("Apply as input", "secondary", _APPLY)
        self.reset = low_button("Reset", "secondary", "Try the values there are")
        self._build()
        for row in self.rows.values():
            row.tried.connect(self._try)
        self.apply.clicked.connect(lambda _checked=False: self.apply_wanted.emit(self.writable()))
        self.reset.clicked.connect(lambda _checked=False: self.take_back())
        self._try()

    def values(self) -> Mapping[str, Value]:
        """Return the values tried that differ from those there are."""
        return {name: row.value for name, row in self.rows.items() if row.value != row.variable.now}

    def writable(self) -> Mapping[str, Value]:
        """Return those of the values tried that can be written into the run."""
        values = self.values()
        return {name: values[name] for name in values if self.rows[name].variable.origin in WRITABLE}

    def set_value(self, name: str, value: Value) -> None:
        """Try a value; of a variable that is not offered nothing happens."""
        row = self.rows.get(name)
        if row is not None:
            row.set_value(value)
            self._try()

    def take_back(self) -> None:
        """Try the values there are."""
        for row in self.rows.values():
            row.set_value(row.variable.now)
        self._try()

    def path_elements(self) -> tuple[tuple[str, str], ...]:
        """Return graph and element of what would be asked and of the answer, none while nothing differs."""
        if not self.values() or self.offer.trial.tree is None:
            return ()
        rows = self.offer.brain.program.rows
        path = [step.row for step in self.outcome.steps]
        path += [self.outcome.leaf] if self.outcome.leaf >= 0 else []
        return tuple((rows[row].graph, rows[row].node) for row in path)

    def _build(self) -> None:
        title, note = PlainLabel("Try other values"), ElidedLabel("does not touch the run")
        title.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
        note.setProperty("role", "caption")
        top = QHBoxLayout()
        top.addWidget(title)
        top.addStretch(1)
        top.addWidget(note)
        buttons = row_box(spacing=6)
        add_all(buttons, self.apply, self.reset)
        buttons.addStretch(1)
        box = column_box(self, margins=(0, 10, 0, 0), spacing=4)
        box.addLayout(top)
        for row in self.rows.values():
            box.addWidget(row)
        box.addSpacing(2)
        box.addWidget(self.answer)
        box.addLayout(self.path)
        box.addLayout(buttons)

    def _try(self) -> None:
        values = self.values()
        self.outcome = self.offer.trial.outcome(self.offer.brain, values)
        differs = self.outcome.answer != self._as_it_is.answer
        words = answer_words(self.outcome.answer, self.offer.trial, self.offer.words)
        verb = "It would choose" if self.offer.trial.tree is not None else "Then"
        now = "As it is:" if not values else "The same:" if not differs else f"{verb}:"
        self.answer.setText(f"{now} <b>{escape(words)}</b>")
        self.answer.setTextFormat(Qt.TextFormat.RichText)
        self._show_path()
        writable = self.writable()
        self.apply.setEnabled(bool(writable))
        self.apply.setToolTip(plain_tip(_APPLY if len(writable) == len(values) else _APPLY_SOME))
        self.reset.setEnabled(bool(values))
        self.changed.emit()

    def _show_path(self) -> None:
        clear_box(self.path)
        for title, said, look in _path_words(self.offer, self.outcome):
            self.path.addWidget(PathRow(title, said, look))


def _path_words(offer: TrialOffer, outcome: TrialOutcome) -> list[tuple[str, str, str]]:
    """Return title, sentence and badge of each step that would be taken, or of the one test."""
    if offer.trial.tree is None:
        look = "success" if outcome.answer is True else "error" if outcome.answer is None else "failure"
        return [("", outcome.sentence, look)]
    return [
        (offer.words.title(step.row), step.sentence, "failure" if step.branch == NO_BRANCH else "success")
        for step in outcome.steps
    ]


class PathRow(QWidget):
    """Paint one step of the way to an answer: its badge, what it is, and below it what it would see."""

    def __init__(self, title: str, said: str, look: str) -> None:
        super().__init__()
        self.title, self.said, self.look = title, said, look
        self.setFixedHeight(scaled(2 * LINE if title else 22))
        self.setAccessibleName(f"{title} {said}".strip())
        self.setToolTip(plain_tip(f"{title}: {said}" if title else said))

    def sizeHint(self) -> QSize:
        """Return the size of a row."""
        return QSize(200, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint badge, title and sentence, as far as there is room."""
        theme, rect = current_theme(), self.rect()
        painter = smooth_painter(self)
        first = QRect(24, 0, max(0, rect.width() - 24), scaled(LINE) if self.title else rect.height())
        paint_badge(painter, self.look, 9, QRect(0, 0, 24, first.height()))
        said = first
        if self.title:
            bold = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
            paint_text(painter, self.title, first, bold, theme.color("text.primary"))
            said = first.translated(0, first.height() - 2)
        paint_text(painter, self.said, said, ui_font(TextSize.CAPTION), theme.color("text.secondary"))


class TrialRow(QWidget):
    """Offer one variable: a slider with a field for a number, a switch for yes and no, else a list."""

    tried = Signal()

    def __init__(self, variable: TriedVariable) -> None:
        super().__init__()
        self.variable = variable
        self.value: Value = variable.now
        self.slider: ValueSlider | None = None
        self.field: QLineEdit | None = None
        self.switch: Switch | None = None
        self.choice: DropDown | None = None
        name = NameLabel(variable.name)
        name.setToolTip(plain_tip(f"{variable.name}, {ORIGINS[variable.origin]}"))
        rows = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        box = row_box(spacing=8)
        if name.is_long:
            rows.addWidget(name)
            box.addSpacing(scaled(_NAME) // 4)
        else:
            name.setMaximumWidth(scaled(_NAME))
            box.addWidget(name)
        rows.addLayout(box)
        for widget in self._widgets():
            box.addWidget(widget, 1 if isinstance(widget, (QSlider, DropDown)) else 0)
        if variable.kind in (ValueType.BOOL, ValueType.TRIGGER):
            box.addStretch(1)
        self._show()

    def set_value(self, value: Value) -> None:
        """Show another value without telling anyone."""
        self.value = value
        self._show()

    def _widgets(self) -> list[QWidget]:
        variable = self.variable
        if variable.kind in (ValueType.BOOL, ValueType.TRIGGER):
            self.switch = Switch(variable.name)
            self.switch.toggled.connect(self._take)
            return [self.switch]
        if variable.kind is ValueType.ENUM:
            self.choice = DropDown(variable.name, [Choice(word, word) for word in variable.choices])
            self.choice.picked.connect(self._take)
            return [self.choice]
        self.slider = ValueSlider(self._share(variable.now))
        self.slider.setAccessibleName(variable.name)
        self.slider.valueChanged.connect(self._slide)
        self.field = QLineEdit()
        self.field.setFont(fixed_font(TextSize.CAPTION))
        self.field.setFixedWidth(scaled(56))
        self.field.setAccessibleName(f"Value of {variable.name}")
        self.field.editingFinished.connect(self._type)
        return [self.slider, self.field]

    def _share(self, value: Value) -> float:
        variable = self.variable
        return (float(value) - variable.low) / (variable.high - variable.low)  # type: ignore[arg-type]

    def _slide(self, place: int) -> None:
        variable = self.variable
        value = variable.low + (variable.high - variable.low) * place / STEPS
        self.value = round(value) if variable.kind is ValueType.INT else float(f"{value:.4g}")
        self._show(but_slider=True)
        self.tried.emit()

    def _type(self) -> None:
        try:
            number = float(self.field.text()) if self.field is not None else 0.0
        except ValueError:
            self._show()
            return
        if f"{number:.4g}" == _short(self.value):
            return
        self.value = round(number) if self.variable.kind is ValueType.INT else number
        self._show()
        self.tried.emit()

    def _take(self, value: object) -> None:
        self.value = value  # type: ignore[assignment]
        self.tried.emit()

    def _show(self, *, but_slider: bool = False) -> None:
        """Show the value; a slider that is being moved is left where it is."""
        if self.switch is not None:
            self.switch.show_value(bool(self.value))
        if self.choice is not None:
            self.choice.set_value(self.value)
        if self.field is not None:
            self.field.setText(_short(self.value))
        if self.slider is not None and not but_slider:
            self.slider.blockSignals(True)
            self.slider.setValue(round(min(1.0, max(0.0, self._share(self.value))) * STEPS))
            self.slider.blockSignals(False)


class NameLabel(QWidget):
    """Paint a name that is cut in its middle where there is no room: distances and fields are long."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words
        self.setAccessibleName(words)
        self.setFixedHeight(scaled(LINE))
        self.setMinimumWidth(scaled(_NAME) // 2)

    def sizeHint(self) -> QSize:
        """Return room for most names."""
        return QSize(scaled(_NAME), scaled(LINE))

    @property
    def is_long(self) -> bool:
        """Tell whether the name needs a line of its own."""
        return QFontMetrics(fixed_font(TextSize.CAPTION)).horizontalAdvance(self._words) > scaled(_NAME)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the words."""
        painter = QPainter(self)
        color, middle = current_theme().color("text.primary"), Qt.TextElideMode.ElideMiddle
        font = fixed_font(TextSize.CAPTION)
        paint_text(painter, self._words, self.rect(), font, color, Qt.AlignmentFlag.AlignLeft, middle)


def _short(value: Value) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


class ValueSlider(QSlider):
    """Be a slider with a mark at the value there is."""

    def __init__(self, mark: float) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._mark = mark
        self.setRange(0, STEPS)
        self.setSingleStep(STEPS // 100)
        self.setPageStep(STEPS // 10)
        self.setMinimumWidth(30)

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(120, scaled(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the mark, and the slider over it."""
        painter = QPainter(self)
        painter.setPen(QPen(current_theme().color("text.secondary"), 1))
        x = 7.5 + self._mark * (self.width() - 15)
        painter.drawLine(QPointF(x, self.height() / 2 - 7), QPointF(x, self.height() / 2 + 7))
        painter.end()
        super().paintEvent(event)
