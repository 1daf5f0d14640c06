"""Show one input or output of a fuzzy sheet: its sets on one plot, and a list of them with their degrees."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from editor.panels.curves.curve_drawing import ShownCurve, hue
from editor.panels.curves.curve_plot import CurvePlot
from editor.panels.curves.live_degrees import Needle, SheetReading
from editor.theme.fonts import TextSize, fixed_font, scaled, ui_font
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import ElidedLabel, plain_tip, plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.icon_button import IconButton
from editor.widgets.menu import Menu
from editor.widgets.row_list import RowModel, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_text
from graphs.curves.fuzzy_numbers import ordered_sets
from graphs.model.fuzzy_sheets import FuzzyAxis, FuzzyOutput

PLOT_HEIGHT = 124


@dataclass(frozen=True, slots=True)
class SetRow:
    """Hold one set of an axis: its place decides its color; its degree is None where nobody is shown."""

    name: str
    place: int
    degree: float | None = None


class SetsModel(RowModel[SetRow]):
    """Hold the sets of one axis."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a set in words."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            words = row.name if row.degree is None else f"{row.name}, degree {row.degree:.3g}"
            return plain_tip_data(words, role)
        return None


class AxisView(QWidget):
    """Show an axis; `set_picked` carries a set. What is dragged, `plot` tells."""

    set_picked = Signal(str)
    add_set_wanted = Signal()
    remove_set_wanted = Signal()
    remove_wanted = Signal()
    naming_wanted = Signal(bool)
    """Asks for the name to be typed: of the set if True, else of the axis."""

    def __init__(self) -> None:
        super().__init__()
        self.name, self.is_output = "", False
        self.axis: FuzzyAxis = FuzzyAxis()
        self.current = ""
        self.title = ElidedLabel(role="caption")
        self.add_button = IconButton("add", "Add a set", self.add_set_wanted.emit, size=14, side=22)
        self.more_button = IconButton("more", "More", self._open_menu, size=14, side=22)
        self.plot = CurvePlot("Sets", keeps_heights=True)
        self.plot.setFixedHeight(scaled(PLOT_HEIGHT))
        self.model = SetsModel(self)
        self.sets = row_list(self.model, _SetDelegate(self, 22), "Sets")
        self.sets.setFixedSize(scaled(172), scaled(PLOT_HEIGHT))
        self.sets.selectionModel().currentChanged.connect(lambda index, _old: self._pick_row(index))
        self.sets.doubleClicked.connect(lambda _index: self.naming_wanted.emit(True))
        top, below = row_box(margins=(10, 2, 6, 0), spacing=2), row_box(margins=(6, 0, 6, 4), spacing=4)
        top.addWidget(self.title, 1)
        add_all(top, self.add_button, self.more_button)
        below.addWidget(self.plot, 1)
        below.addWidget(self.sets)
        box = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        box.addLayout(top)
        box.addLayout(below)
        self.plot.picked.connect(self.set_picked)

    def show_axis(self, name: str, axis: FuzzyAxis, current: str) -> None:
        """Show an axis as it is now, one of its sets picked, "" for none."""
        self.name, self.is_output = name, isinstance(axis, FuzzyOutput)
        kind = "Output" if self.is_output else "Input"
        self.plot.setAccessibleName(f"{kind} {name}")
        self.sets.setAccessibleName(f"Sets of {name}")
        for button, words in (
            (self.add_button, f"Add a set to {name}"),
            (self.more_button, f"More for {name}"),
        ):
            button.setAccessibleName(words)
            button.setToolTip(plain_tip(words))
        self.axis, self.current = axis, current
        names = self.names()
        self.plot.show_curves([ShownCurve(name, axis.sets[name]) for name in names], current)
        rows = [SetRow(name, place) for place, name in enumerate(names)]
        self.model.update_rows(rows, key=lambda row: row.name)
        if current in names:
            self.sets.setCurrentIndex(self.model.index(names.index(current)))
        else:
            self.sets.clearSelection()

    def names(self) -> list[str]:
        """Return the sets from low to high, damaged ones last."""
        ordered = ordered_sets(self.axis)
        return [*ordered, *sorted(set(self.axis.sets) - set(ordered))]

    def show_reading(self, reading: SheetReading) -> None:
        """Show where an agent stands on the axis, and how much it is in each set."""
        value = reading.values.get(self.name)
        names = self.names()
        degrees = {name: reading.degrees.get((self.name, name)) for name in names}
        rows = [SetRow(name, place, degrees[name]) for place, name in enumerate(names)]
        self.model.update_rows(rows, key=lambda row: row.name)
        self.title.setText(self._words(value, reading, names))
        needles: tuple[Needle, ...] = ()
        if value is not None:
            heights = [degree for degree in degrees.values() if degree is not None]
            height = 1.0 if self.is_output else max(heights, default=0.0)
            needles = (Needle(reading.agent, reading.agent, value, height, is_picked=True),)
        self.plot.show_needles(needles)

    def _words(self, value: float | None, reading: SheetReading, names: list[str]) -> str:
        unit = f" {self.axis.unit}" if self.axis.unit else ""
        kind = "Output" if self.is_output else "Input"
        if value is None:
            return f"{kind} {self.name}"
        strongest = reading.strongest(self.name, names)
        how = f", by {self.axis.number}" if isinstance(self.axis, FuzzyOutput) else ""
        return f"{kind} {self.name} = {value:.4g}{unit}{how}, most {strongest}"

    def _pick_row(self, index: Index) -> None:
        if index.isValid() and self.model.rows[index.row()].name != self.current:
            self.set_picked.emit(self.model.rows[index.row()].name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Rename the set that is picked with F2, remove it with Del, where their list has the focus."""
        if self.sets.hasFocus() and self.current:
            if event.key() == Qt.Key.Key_F2:
                self.naming_wanted.emit(True)
                return
            if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
                self.remove_set_wanted.emit()
                return
        super().keyPressEvent(event)

    def _open_menu(self) -> None:
        menu = Menu(self)
        menu.offer("Rename…", lambda: self.naming_wanted.emit(False))
        menu.offer("Add a set", self.add_set_wanted.emit)
        if self.current:
            menu.offer(f"Rename set {self.current}…", lambda: self.naming_wanted.emit(True))
            menu.offer(f"Remove set {self.current}", lambda: self.remove_set_wanted.emit())
        menu.addSeparator()
        menu.offer(f"Remove {self.name}", lambda: self.remove_wanted.emit())
        menu.open_below(self.more_button)


class _SetDelegate(RowDelegate):
    """Paint a set: its color, its name, and its degree as a bar with the number."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        row, theme = SetsModel.row_at(index), current_theme()
        middle = rect.center().y()
        painter.fillRect(QRect(rect.left() + 10, middle - 4, 9, 9), hue(row.place))
        right = rect.right() - 8
        if row.degree is not None:
            bar = QRect(right - scaled(72), rect.top(), scaled(72), rect.height())
            paint_degree(painter, bar, row.degree)
            right = bar.left() - 6
        words = QRect(rect.left() + 26, rect.top(), right - rect.left() - 26, rect.height())
        paint_text(painter, row.name, words, ui_font(TextSize.BODY), theme.color("text.primary"))


def paint_degree(painter: QPainter, rect: QRect, degree: float) -> None:
    """Paint a degree from 0 to 1 as a bar with its number at the right."""
    theme = current_theme()
    wide = scaled(40)
    groove = QRectF(rect.left(), rect.center().y() - 3, max(4, rect.width() - wide), 7)
    set_inks(painter, Qt.PenStyle.NoPen, theme.color("surface.hover"))
    painter.drawRoundedRect(groove, 3, 3)
    share = min(max(degree, 0.0), 1.0)
    if share > 0:
        painter.setBrush(theme.status("running").line)
        painter.drawRoundedRect(QRectF(groove.left(), groove.top(), groove.width() * share, 7), 3, 3)
    number = QRect(rect.right() - wide, rect.top(), wide, rect.height())
    color = theme.color("text.primary" if share > 0 else "text.tertiary")
    paint_text(
        painter, f"{degree:.3f}", number, fixed_font(TextSize.CAPTION), color, Qt.AlignmentFlag.AlignRight
    )


class StrengthBar(QWidget):
    """Show how far a rule holds, nothing where nobody is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.strength: float | None = None
        self.setFixedSize(scaled(72), scaled(22))
        self.setAccessibleName("How far the rule holds")

    def sizeHint(self) -> QSize:
        """Return room for a bar and its number."""
        return QSize(scaled(72), scaled(22))

    def show_strength(self, strength: float | None) -> None:
        """Show another strength."""
        if strength != self.strength:
            self.strength = strength
            words = "" if strength is None else f"{strength:.3g}"
            self.setAccessibleDescription(words)
            self.setToolTip(plain_tip(f"Holds to the degree {words}" if words else ""))
            self.update()

    def paintEvent(self, _event: object) -> None:
        """Paint the bar."""
        if self.strength is not None:
            painter = smooth_painter(self)
            paint_degree(painter, self.rect(), self.strength)
