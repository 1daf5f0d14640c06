"""Show the fields of the axis and of the set that are picked on a fuzzy sheet."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.panels.curves.curve_fields import CurveFields, FieldGrid, number
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import add_all, column_box
from editor.widgets.completion_popup import CompletionPopup
from editor.widgets.completions import NOTHING, Completions, completions
from editor.widgets.drop_down import Choice, DropDown
from graphs.expressions.scope import Scope
from graphs.model.fuzzy_sheets import FEWEST_SAMPLES, MOST_SAMPLES, FuzzyAxis, FuzzyInput, FuzzyOutput

_SAMPLES = f"How many places of the axis the centroid looks at, from {FEWEST_SAMPLES} to {MOST_SAMPLES}"


def _samples(text: str) -> int:
    count = int(number(text))
    if not FEWEST_SAMPLES <= count <= MOST_SAMPLES:
        raise ValueError(f"The samples are from {FEWEST_SAMPLES} to {MOST_SAMPLES}.")
    return count


class AxisFields(FieldGrid):
    """Show the fields of an input or output."""

    def __init__(self) -> None:
        super().__init__()
        self.scope: Scope | None = None
        self.add_line("name", "Name", "What expressions call it", str.strip)
        value = self.add_line(
            "value", "Value", "An expression; empty for the variable of this name", str.strip
        )
        self.completion = CompletionPopup(value, self._completions)
        self.add_line("low", "Low", "Where the axis begins", number)
        self.add_line("high", "High", "Where the axis ends", number)
        self.add_line("unit", "Unit", "What the axis counts in, such as m", str.strip)
        self.number = DropDown("How degrees become a number")
        self.number.set_choices([Choice("average", "Average of maxima"), Choice("centroid", "Centroid")])
        self.number.picked.connect(lambda how: self.edited.emit("number", how, False))
        self.add_row("number", "Number", self.number)
        self.add_line("samples", "Samples", _SAMPLES, _samples)

    def show_axis(self, name: str, axis: FuzzyAxis, scope: Scope) -> None:
        """Show the fields of an axis; `scope` is what its value may name."""
        self.scope = scope
        self.show_line("name", name)
        is_input = isinstance(axis, FuzzyInput)
        self.show_line("value", axis.value if isinstance(axis, FuzzyInput) else "", shown=is_input)
        self.lines["value"].setPlaceholderText(name)
        for field in ("low", "high"):
            self.show_line(field, f"{getattr(axis, field):.10g}")
        self.show_line("unit", axis.unit)
        output = axis if isinstance(axis, FuzzyOutput) else None
        self.show_row("number", shown=output is not None)
        self.number.set_value(output.number if output is not None else "average")
        is_centroid = output is not None and output.number == "centroid"
        self.show_line("samples", str(output.samples if output is not None else 10), shown=is_centroid)

    def _completions(self, text: str, cursor: int) -> Completions:
        return completions(text, cursor, self.scope) if self.scope is not None else NOTHING


class SheetFields(QWidget):
    """Show both: the axis above, the set below it."""

    axis_edited = Signal(str, object, bool)
    set_edited = Signal(str, object, bool)
    wrong = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.axis, self.set = AxisFields(), CurveFields(of_set=True)
        self.set_title = PlainLabel("Set", role="caption", margins=(10, 6, 10, 0))
        box = column_box(self, margins=(0, 4, 0, 0), spacing=0)
        add_all(box, self.axis, self.set_title, self.set)
        box.addStretch(1)
        self.axis.edited.connect(self.axis_edited)
        self.set.edited.connect(self.set_edited)
        for part in (self.axis, self.set):
            part.wrong.connect(self.wrong)

    def show_axis(self, name: str, axis: FuzzyAxis, current: str, scope: Scope) -> None:
        """Show an axis and the set of it that is picked."""
        self.axis.show_axis(name, axis, scope)
        curve = axis.sets.get(current)
        for part in (self.set_title, self.set):
            part.setVisible(curve is not None)
        if curve is not None:
            self.set.show_curve(curve, current)
