"""Show the rules of a fuzzy sheet as rows: a cell for each input, or a text where cells cannot say it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.panels.curves.axis_view import StrengthBar
from editor.panels.inspector.field_editors import LineEditor, mark_field
from editor.theme.fonts import scaled
from editor.theme.plain_texts import ElidedLabel, plain_tip
from editor.widgets.boxes import add_all, row_box
from editor.widgets.completion_popup import CompletionPopup
from editor.widgets.completions import NOTHING, Completions, completions
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.icon_button import IconButton
from editor.widgets.menu import Menu, TypeAheadMenu
from editor.widgets.switch import Switch
from graphs.curves.fuzzy_numbers import ordered_sets
from graphs.expressions.checker import checked_rule
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import HEDGES
from graphs.expressions.rule_cells import Cell, SetTerm, cell_words, rule_cells, rule_text
from graphs.expressions.scope import Scope
from graphs.model.fuzzy_sheets import FuzzyRule, FuzzySheet

SWITCH, BAR, MORE, TARGET, GAP, CELL = 40, 72, 24, 88, 4, 86
"""Px of what every row has beside its cells, between all, and of a cell at least."""


class RuleCell(DropDown):
    """Let a set of one input be picked, with a word before it, or a second set. `picked` carries a `Cell`."""

    def __init__(self) -> None:
        super().__init__()
        self.sets: tuple[str, ...] = ()
        self.setMinimumWidth(scaled(CELL))
        # All cells of a column are equally wide, whatever is in them.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_cell(self, axis: str, sets: Sequence[str], cell: Cell) -> None:
        """Show what a rule asks of an input."""
        self.sets = tuple(sets)
        self.setAccessibleName(f"{axis} is")
        self.setToolTip(plain_tip(f"What the rule asks of {axis}"))
        self.set_choices([Choice(cell, cell_words(cell))])
        self.set_value(cell)

    def entries(self) -> list[tuple[str, list[tuple[str, Cell]]]]:
        """Return what is offered, in groups with a title: sets, then those with a word, then second sets."""
        cell = self.value if isinstance(self.value, tuple) else ()
        plain: list[tuple[str, Cell]] = [(name, (SetTerm(name),)) for name in self.sets]
        hedged: list[tuple[str, Cell]] = [
            (f"{hedge} {name}", (SetTerm(name, (hedge,)),)) for hedge in sorted(HEDGES) for name in self.sets
        ]
        taken = {term.set for term in cell}
        second: list[tuple[str, Cell]] = [
            (f"or {name}", (*cell, SetTerm(name))) for name in self.sets if name not in taken
        ]
        groups: list[tuple[str, list[tuple[str, Cell]]]] = [
            ("", [("any", ()), *plain]),
            ("With a word", hedged),
        ]
        return [*groups, ("Or", second)] if cell and second else groups

    def open_menu(self) -> None:
        """Offer the sets."""
        menu = TypeAheadMenu(self)
        for title, entries in self.entries():
            into = menu if not title else Menu(menu, title)
            if into is not menu:
                menu.addMenu(into)
            for words, cell in entries:
                action = into.offer(words, partial(self.pick, cell))
                action.setCheckable(True)
                action.setChecked(cell == self.value)
        menu.setMinimumWidth(self.width())
        menu.open_below(self, gap=2)


class RuleRow(QWidget):
    """Show one rule. `changed` carries a field and its value, `moving` how far up or down it is to go."""

    changed = Signal(str, object)
    moving = Signal(int)
    removing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rule = FuzzyRule()
        self._inputs: tuple[str, ...] = ()
        self._scope: Scope | None = None
        self._as_text = False
        self.switch = Switch()
        self.switch.toggled.connect(lambda on: self.changed.emit("disabled", not on))
        self.cells: list[RuleCell] = []
        self.text = LineEditor(fixed=True)
        self.text.setAccessibleName("Condition of the rule")
        self.text.setPlaceholderText("health is hurt and ammo is low")
        self.text.committed.connect(lambda text: self.changed.emit("when", text.strip()))
        self.completion = CompletionPopup(self.text, self._completions)
        self.output, self.then = DropDown(), DropDown()
        self.output.picked.connect(lambda value: self.changed.emit("output", value))
        self.then.picked.connect(lambda value: self.changed.emit("then", value))
        self.bar = StrengthBar()
        self.more = IconButton("more", "More for this rule", self.open_menu, size=14, side=MORE)
        self._box = row_box(self, margins=(8, 1, 6, 1), spacing=GAP)
        self._box.addWidget(self.switch)
        self._box.addWidget(self.text, 1)
        for drop_down in (self.output, self.then):
            drop_down.setFixedWidth(scaled(TARGET))
        add_all(self._box, self.output, self.then, self.bar, self.more)

    def show_rule(self, place: int, rule: FuzzyRule, sheet: FuzzySheet, scope: Scope) -> None:
        """Show a rule of a sheet, and what is wrong with its condition."""
        if rule != self.rule:
            self._as_text = self._as_text and rule_cells(rule.when, sheet.inputs) is None
        self.rule, self._scope, self._inputs = rule, scope, tuple(sheet.inputs)
        self.setAccessibleName(f"Rule {place + 1}")
        self.switch.show_value(not rule.disabled)
        self.switch.setAccessibleName(f"Rule {place + 1} counts")
        self.switch.setToolTip(plain_tip("Let the rule count"))
        self._show_condition(sheet, condition_problem(rule.when, scope))
        outputs = [Choice(name, name) for name in sheet.outputs]
        target = sheet.outputs.get(rule.output)
        self.output.set_choices(outputs)
        self.output.set_value(rule.output or None)
        self.output.set_placeholder("output")
        self.output.setAccessibleName("Output of the rule")
        self.then.set_choices([Choice(name, name) for name in ordered_sets(target)] if target else [])
        self.then.set_value(rule.then or None)
        self.then.set_placeholder("set")
        self.then.setAccessibleName("Set of the output")

    def _show_condition(self, sheet: FuzzySheet, problem: str) -> None:
        cells = None if self._as_text else rule_cells(self.rule.when, sheet.inputs)
        while len(self.cells) < len(sheet.inputs):
            self._add_cell()
        while len(self.cells) > len(sheet.inputs):
            cell = self.cells.pop()
            self._box.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        for cell, (name, axis) in zip(self.cells, sheet.inputs.items(), strict=True):
            cell.show_cell(name, ordered_sets(axis), (cells or {}).get(name, ()))
            cell.setVisible(cells is not None)
        self.text.setVisible(cells is None or not self.cells)
        self.text.show_text(self.rule.when)
        mark_field(self.text, "invalid", bool(problem))
        self.text.setToolTip(plain_tip(problem or "As far as this holds, the output is in the set"))
        self.text.setAccessibleDescription(problem)

    def _add_cell(self) -> None:
        cell, place = RuleCell(), len(self.cells)
        cell.picked.connect(lambda _value: self._take_cells())
        self.cells.append(cell)
        self._box.insertWidget(1 + place, cell, 1)

    def _take_cells(self) -> None:
        cells = {
            name: cell.value
            for name, cell in zip(self._inputs, self.cells, strict=True)
            if isinstance(cell.value, tuple)
        }
        self.changed.emit("when", rule_text(cells, self._inputs))

    def write_as_text(self) -> None:
        """Let the condition be typed, which can say more than cells."""
        self._as_text = True
        for cell in self.cells:
            cell.hide()
        self.text.show()
        self.text.setFocus()

    def open_menu(self) -> None:
        """Offer what can be done with the rule."""
        menu = Menu(self)
        menu.offer("Move earlier", lambda: self.moving.emit(-1))
        menu.offer("Move later", lambda: self.moving.emit(1))
        menu.offer("Write the condition as text", self.write_as_text)
        menu.offer("Remove the rule", self.removing.emit)
        menu.open_below(self.more)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the rule with Ctrl and the arrows."""
        way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if way is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.moving.emit(way)
            return
        super().keyPressEvent(event)

    def _completions(self, text: str, cursor: int) -> Completions:
        return completions(text, cursor, self._scope) if self._scope is not None else NOTHING


class RuleHeader(QWidget):
    """Name the columns of the rules."""

    def __init__(self) -> None:
        super().__init__()
        self._box = row_box(self, margins=(8 + SWITCH + GAP, 2, 6, 0), spacing=GAP)
        self.labels: list[ElidedLabel] = []
        self._inputs: tuple[str, ...] = ("",)

    def show_columns(self, inputs: Sequence[str]) -> None:
        """Name the inputs above their cells."""
        if tuple(inputs) == self._inputs:
            return
        self._inputs = tuple(inputs)
        while (item := self._box.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.labels = [ElidedLabel(name, role="caption") for name in (*inputs, "then", "is", "holds", "")]
        widths = (*(0 for _ in inputs), TARGET, TARGET, BAR, MORE)
        for label, width in zip(self.labels, widths, strict=True):
            if width:
                label.setFixedWidth(scaled(width) if width != MORE else MORE)
            else:
                label.setMinimumWidth(scaled(CELL))
                label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._box.addWidget(label, 0 if width else 1)
        if not inputs:
            self._box.insertStretch(0, 1)


def condition_problem(when: str, scope: Scope) -> str:
    """Return what is wrong with the condition of a rule, "" for nothing."""
    try:
        checked_rule(when, scope)
    except ExpressionError as error:
        return f"{error.message} {error.remedy}".strip()
    return ""
