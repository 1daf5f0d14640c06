"""Show the fields of a curve as rows that can be typed into: those that its shape has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from editor.panels.inspector.field_editors import LineEditor
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.widgets.drop_down import Choice, DropDown
from graphs.model.curves import CORNERS, Curve, CurveShape

SHAPE_WORDS: Mapping[CurveShape, str] = {
    "linear": "Linear",
    "polynomial": "Polynomial",
    "logistic": "Logistic",
    "bell": "Bell",
    "steps": "Steps",
    "triangle": "Triangle",
    "trapezoid": "Trapezoid",
    "left_shoulder": "Left shoulder",
    "right_shoulder": "Right shoulder",
    "points": "Points",
}
"""The shapes in the order in which they are offered."""

_HINTS = {
    "low": "Where the axis begins",
    "high": "Where the axis ends",
    "bottom": "The value the curve goes from",
    "top": "The value the curve goes to",
    "power": "Of a polynomial, in halves: 1 is a line, 2 rises late, 0.5 early",
    "slope": "How steep a logistic curve is in its middle, as if the axis were 1 long",
    "width": "How far from its middle a bell bends",
    "at": "Where the curve bends, rising, with commas between",
    "axis": "Curves that name the same axis are shown over each other",
}
_TITLES = {"at": "Corners"}
_OF_SHAPE = {"power": "polynomial", "slope": "logistic", "width": "bell"}


class FieldGrid(QWidget):
    """Show named lines under each other. `edited` carries a field, its value, and whether keys stepped it."""

    edited = Signal(str, object, bool)
    wrong = Signal(str)
    """Carries why what was typed is no value, "" where it is one."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(10, 4, 10, 6)
        self.grid.setHorizontalSpacing(8)
        self.grid.setVerticalSpacing(3)
        self.grid.setColumnStretch(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.lines: dict[str, LineEditor] = {}
        self._labels: dict[str, PlainLabel] = {}
        self._widgets: dict[str, QWidget] = {}

    def add_line(self, name: str, title: str, hint: str, read: Callable[[str], object]) -> LineEditor:
        """Add a line; `read` makes a value of what is typed or raises ValueError with words."""
        line = LineEditor(fixed=True)
        line.setMinimumWidth(scaled(60))
        line.setAccessibleName(title)
        line.setToolTip(plain_tip(hint))
        line.committed.connect(lambda text: self._take(name, text, read))
        line.stepped.connect(lambda way, big: self._step(name, way * (10 if big else 1)))
        self.lines[name] = line
        self.add_row(name, title, line)
        return line

    def add_row(self, name: str, title: str, widget: QWidget) -> None:
        """Add a row with a title before it."""
        label = PlainLabel(title, role="caption")
        self._labels[name], self._widgets[name] = label, widget
        row = self.grid.rowCount()
        self.grid.addWidget(label, row, 0)
        self.grid.addWidget(widget, row, 1)

    def show_line(self, name: str, text: str, *, shown: bool = True) -> None:
        """Show the value of a line, or hide the line."""
        self.lines[name].show_text(text)
        self.show_row(name, shown=shown)

    def show_row(self, name: str, *, shown: bool) -> None:
        """Show or hide a row."""
        self._widgets[name].setVisible(shown)
        self._labels[name].setVisible(shown)

    def _take(self, name: str, text: str, read: Callable[[str], object]) -> None:
        try:
            value = read(text)
        except ValueError as error:
            self.lines[name].take_back()
            self.wrong.emit(str(error))
            return
        self.wrong.emit("")
        self.edited.emit(name, value, False)

    def _step(self, name: str, steps: int) -> None:
        try:
            number = float(self.lines[name].text())
        except ValueError:
            return
        step = (
            0.5 if name == "power" else 10.0 ** (len(f"{abs(number):.0f}") - 2) if abs(number) >= 1 else 0.01
        )
        self.edited.emit(name, float(f"{number + steps * step:.10g}"), True)


def number(text: str) -> float:
    """Return the number that was typed; raise ValueError with words where it is none."""
    try:
        return float(text.strip())
    except ValueError:
        raise ValueError(f"'{text.strip()}' is no number.") from None


def numbers(text: str) -> list[float]:
    """Return the numbers that were typed with commas between them."""
    return [number(part) for part in text.split(",") if part.strip()]


class CurveFields(FieldGrid):
    """Show the fields of one curve; those of a set of a fuzzy axis leave its ends and heights out."""

    def __init__(self, *, of_set: bool = False) -> None:
        super().__init__()
        self._of_set = of_set
        if of_set:
            self.add_line("name", "Name", "What expressions call the set", str.strip)
        self.shape = DropDown("Shape", [Choice(shape, words) for shape, words in SHAPE_WORDS.items()])
        self.shape.picked.connect(lambda shape: self.edited.emit("shape", shape, False))
        self.add_row("shape", "Shape", self.shape)
        for name, hint in _HINTS.items():
            read = numbers if name == "at" else str.strip if name == "axis" else number
            self.add_line(name, _TITLES.get(name, name.capitalize()), hint, read)

    def show_curve(self, curve: Curve, name_of_set: str = "") -> None:
        """Show the fields of a curve, and the name of a set."""
        self.shape.set_value(curve.shape)
        if self._of_set:
            self.show_line("name", name_of_set)
        for name in _HINTS:
            value = getattr(curve, name)
            text = ", ".join(f"{place:g}" for place in value) if name == "at" else _text(value)
            self.show_line(name, text, shown=self._is_shown(name, curve))

    def _is_shown(self, name: str, curve: Curve) -> bool:
        if name in _OF_SHAPE:
            return curve.shape == _OF_SHAPE[name]
        if name == "at":
            return curve.shape in CORNERS
        return not self._of_set


def _text(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)
