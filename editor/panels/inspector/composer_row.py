"""One row of the composer: not, what is asked, how it is compared, and with what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSlider, QWidget

from editor.panels.inspector.composer_facts import NEW, ComposerFacts, Span
from editor.panels.inspector.field_editors import LineEditor
from editor.panels.inspector.field_text import number_of
from editor.theme.plain_texts import plain_tip
from editor.widgets.boxes import row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.icon_button import IconButton
from editor.widgets.menu import TypeAheadMenu
from editor.widgets.push_buttons import low_button
from graphs.expressions.condition_rows import COMPARISONS, HOLDS, TEXT, ConditionRow
from graphs.expressions.types import ValueType

STEPS = 200
"""Places of the slider."""

TEXT_HINT = "It is no single comparison, so it is shown as text."


class ComposerRow(QWidget):
    """Edit one row. `changed` tells of an edit by hand; `new_wanted` carries the words for a new variable."""

    changed = Signal()
    new_wanted = Signal(str)
    named = Signal(str, str)
    """Carries the proposed name of a new variable and the one typed for it."""
    removed = Signal()
    pick_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.row = ConditionRow()
        self._facts: ComposerFacts | None = None
        self._new_name = ""
        self._span, self._span_of = Span(0, 1), ""
        self.joint = DropDown()
        self.joint.set_choices([Choice("and", "and"), Choice("or", "or")])
        self.joint.setFixedWidth(58)
        self.joint.picked.connect(lambda value: self._set(joint=value))
        self.negation = low_button("not", "chip")
        self.negation.setCheckable(True)
        self.negation.clicked.connect(lambda on: self._set(negated=on))
        self.subject = DropDown(fixed=True)
        self.subject.set_placeholder("choose what is asked")
        self.subject.picked.connect(self._ask)
        self.text = LineEditor(fixed=True)
        self.text.setToolTip(plain_tip(TEXT_HINT))
        self.text.committed.connect(self._take_text)
        self.text.editingFinished.connect(self._end_naming)
        self.comparison = DropDown()
        self.comparison.setFixedWidth(92)
        self.comparison.picked.connect(self._compare)
        self.choice = DropDown(fixed=True)
        self.choice.picked.connect(lambda value: self._set(value=value))
        self.value = LineEditor(fixed=True)
        self.value.setFixedWidth(108)
        self.value.committed.connect(lambda text: self._set(value=text.strip()))
        self.value.stepped.connect(self._step)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.setMinimumWidth(60)
        self.slider.valueChanged.connect(self._slide)
        self.pick = IconButton("pin", "Take it from the map", self.pick_wanted.emit, size=14, side=26)
        self.others = IconButton("more", "Compare with another value", self._offer_values, size=14, side=26)
        self.remove = IconButton("close", "Remove this row", self.removed.emit, size=14, side=26)
        box = row_box(self, margins=(0, 0, 0, 0), spacing=5)
        for widget in self.widgets:
            box.addWidget(
                widget, 2 if widget in (self.subject, self.text) else 1 if widget is self.choice else 0
            )

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """Return its parts, from left to right."""
        value = (self.choice, self.value, self.slider, self.pick, self.others)
        return (self.joint, self.negation, self.subject, self.text, self.comparison, *value, self.remove)

    def show_row(self, row: ConditionRow, facts: ComposerFacts, place: int) -> None:
        """Show a row as it is now; `place` counts from 0."""
        self.row, self._facts = row, facts
        kind = facts.type_of(row.subject) if not row.is_text else None
        is_naming, has_value = bool(self._new_name), row.takes_value
        is_text = row.is_text or is_naming or bool(row.subject and kind is None)
        self._name_parts(place)
        self.joint.setVisible(place > 0)
        self.joint.set_value(row.joint)
        self.negation.setChecked(row.negated)
        self.subject.setVisible(not is_text)
        self.subject.set_choices(_with(facts.subjects(), row.subject))
        self.subject.set_value(row.subject)
        self.text.setVisible(is_text)
        self.text.show_text(row.subject)
        comparisons = COMPARISONS.get(kind.kind, ()) if kind is not None else ()
        self.comparison.setVisible(len(comparisons) > 1 and not is_naming)
        self.comparison.set_choices([Choice(sign, words) for sign, words in comparisons])
        self.comparison.set_value(row.comparison)
        is_typed = kind is not None and (kind.is_number or kind.kind in (ValueType.VECTOR, ValueType.STRING))
        number = number_of(row.value) if kind is not None and kind.is_number else None
        self.choice.setVisible(has_value and not is_typed)
        self.choice.set_choices(_with(facts.values(row.subject) if has_value else (), row.value))
        self.choice.set_value(row.value)
        self.value.setVisible(has_value and is_typed)
        self.value.show_text(row.value)
        self.slider.setVisible(has_value and number is not None)
        self._show_slider(number)
        self.others.setVisible(has_value and is_typed)
        takes_pick = kind is not None and (kind.is_number or kind.kind is ValueType.VECTOR)
        self.pick.setVisible(has_value and takes_pick and facts.has_map)
        is_number = kind is not None and kind.is_number
        self.pick.setToolTip(
            plain_tip("Drag a distance on the map" if is_number else "Click a place on the map")
        )

    def name_new(self, name: str) -> None:
        """Let the name of a new variable be typed over the proposed one."""
        self._new_name = name
        if self._facts is not None:
            self.show_row(self.row, self._facts, 0 if self.joint.isHidden() else 1)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.text.selectAll()

    def open_subjects(self) -> None:
        """Offer at once what can be asked."""
        self.subject.setFocus(Qt.FocusReason.OtherFocusReason)
        self.subject.open_menu()

    def finish_typing(self) -> None:
        """Take what was typed."""
        self.text.finish_typing()
        self.value.finish_typing()
        self._end_naming()

    def _set(self, **changes: object) -> None:
        self.row = replace(self.row, **changes)  # type: ignore[arg-type]
        self.changed.emit()

    def _ask(self, value: object) -> None:
        """Ask something else: compared as is usual for its type."""
        if value in NEW:
            self.subject.set_value(self.row.subject)
            self.new_wanted.emit(str(value))
        else:
            self.ask(str(value))

    def ask(self, subject: str) -> None:
        """Ask something, compared as is usual for its type."""
        kind = self._facts.type_of(subject) if self._facts is not None else None
        comparisons = COMPARISONS.get(kind.kind, ()) if kind is not None else ()
        self.row = replace(self.row, subject=subject, comparison=HOLDS, value="")
        self._compare(comparisons[0][0] if comparisons else HOLDS)

    def _compare(self, sign: object) -> None:
        row, facts = replace(self.row, comparison=str(sign)), self._facts
        if facts is not None and row.takes_value and not row.value:
            row = replace(row, value=facts.first_value(row.subject))
        self.row = row
        self.changed.emit()

    def _end_naming(self) -> None:
        """Take the name proposed for a new variable where no other was typed."""
        if self._new_name:
            self._take_text(self.text.text())

    def _take_text(self, text: str) -> None:
        if self._new_name:
            former, self._new_name = self._new_name, ""
            self.named.emit(former, text.strip() or former)
        else:
            self._set(subject=text.strip(), comparison=TEXT, value="")

    def _show_slider(self, number: float | None) -> None:
        """Show a number on the slider, which goes as far as before while it has the number."""
        if number is None or self._facts is None:
            return
        span, subject = self._span, self.row.subject
        if subject != self._span_of or not span.low <= number <= span.high:
            self._span, self._span_of = self._facts.span_of(subject, self.row.value), subject
            span = self._span
        self.slider.blockSignals(True)
        self.slider.setValue(round((number - span.low) / max(span.high - span.low, 1e-9) * STEPS))
        self.slider.blockSignals(False)

    def _slide(self, place: int) -> None:
        span = self._span
        number = span.low + (span.high - span.low) * place / STEPS
        self._set(value=f"{round(number)}" if span.is_whole else f"{round(number, 2):g}")

    def _step(self, direction: int, big: bool) -> None:
        number = number_of(self.value.text())
        if number is not None:
            step = (1.0 if self._span.is_whole or abs(number) >= 20 else 0.1) * (10 if big else 1)
            self._set(value=f"{round(number + step * direction, 6):g}")

    def _offer_values(self) -> None:
        """Offer the values and variables of the same type."""
        menu = TypeAheadMenu(self)
        for choice in self._facts.values(self.row.subject) if self._facts is not None else ():
            menu.offer(choice.title, partial(self._set, value=choice.value))
        if menu.isEmpty():
            menu.addAction("Nothing else is of this type").setEnabled(False)
        menu.open_below(self.others, gap=2)

    def _name_parts(self, place: int) -> None:
        number = place + 1
        names: dict[QWidget, str] = {
            self.joint: f"How row {number} is joined",
            self.negation: f"Row {number} is not so",
            self.subject: f"What row {number} asks",
            self.text: f"Name of the new variable in row {number}"
            if self._new_name
            else f"Row {number} as text",
            self.comparison: f"Comparison of row {number}",
            self.choice: f"Value of row {number}",
            self.value: f"Value of row {number}",
            self.slider: f"Slider for the value of row {number}",
            self.pick: f"Take the value of row {number} from the map",
            self.others: f"Other values for row {number}",
            self.remove: f"Remove row {number}",
        }
        for widget, name in names.items():
            widget.setAccessibleName(name)


def _with(choices: tuple[Choice, ...], value: str) -> tuple[Choice, ...]:
    """Return the choices, with the value there is where it is none of them."""
    is_there = not value or any(choice.value == value for choice in choices)
    return choices if is_there else (Choice(value, value), *choices)


Pick = Callable[[bool, Callable[[str], None], Callable[[], None]], None]
"""Pick a distance (True) or a place on the map: gets what takes the text, and what is told it is over."""
