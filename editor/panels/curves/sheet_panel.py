"""The panel of fuzzy sheets: inputs and outputs with their sets, the rules, and what they come to now."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from editor.panels.curves.axis_view import AxisView
from editor.panels.curves.live_degrees import SheetReader
from editor.panels.curves.rule_rows import RuleHeader, RuleRow
from editor.panels.curves.sheet_fields import SheetFields
from editor.panels.document_panel import DocumentPanel
from editor.running.run_controller import RunController
from editor.theme.fonts import scaled
from editor.theme.plain_texts import ElidedLabel
from editor.widgets.boxes import add_all, column_box, row_box, scroll_area
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.icon_button import IconButton
from editor.widgets.menu import Menu
from editor.widgets.panel import EmptyNote
from editor.widgets.push_buttons import low_button
from editor.widgets.value_editor import ValueEditor
from graphs.checks.rules.scopes import document_scope
from graphs.curves.fuzzy_numbers import ordered_sets
from graphs.edits import fuzzy_sheets as edits
from graphs.expressions.scope import Scope
from graphs.model import Document
from graphs.model.curves import Curve
from graphs.model.fuzzy_sheets import FuzzySheet

BETWEEN_LOOKS = 0.05
"""Seconds between two looks at a run that goes on."""

_NO_DOCUMENT = "Open a document: its fuzzy sheets are shown here."
_NO_SHEET = (
    "No fuzzy sheet yet. A sheet turns numbers into degrees of named sets, and rules of those into others:"
    " + adds one."
)
_NO_AXES = "Add an input: a variable, as a number that belongs more or less to some sets. Then an output."


class SheetPanel(DocumentPanel):
    """Show one fuzzy sheet of the document in view; everything on it can be changed in place."""

    refused = Signal(str)
    """Carries why what was typed is no value."""

    def __init__(self, run: RunController, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__("fuzzy", "Fuzzy sheet", "fuzzy")
        self._run, self._clock, self._reader = run, clock, SheetReader(run)
        self._looked = 0.0
        self._scope: Scope | None = None
        self.sheet = ""
        self.axis, self.set = "", ""
        self.views: dict[str, AxisView] = {}
        self._views: list[AxisView] = []
        self.rows: list[RuleRow] = []
        self._title_editor: ValueEditor | None = None
        self._make_parts()
        self._arrange()
        self._connect()
        self.refresh()

    def _make_parts(self) -> None:
        self.focus_on = self.picker = DropDown("Fuzzy sheet shown", icon_name="fuzzy")
        self.picker.setMaximumWidth(scaled(190))
        self.add_button = IconButton("add", "Add a fuzzy sheet", self.add_sheet, side=24)
        self.rename_button = IconButton("rename", "Rename this sheet", self.begin_naming, side=24)
        self.remove_button = IconButton("trash", "Remove this sheet", self.remove_sheet, side=24)
        self.fields_button = IconButton("settings", "Show the fields of what is picked", side=24)
        self.fields_button.setCheckable(True)
        self.add_input = low_button("Add input…")
        self.add_output = low_button("Add output")
        self.add_rule = low_button("Add rule")
        self.readout = ElidedLabel(role="caption", margins=(8, 0, 8, 0))
        self.empty = EmptyNote(_NO_DOCUMENT)
        self.fields = SheetFields()
        self.header_row = RuleHeader()

    def _arrange(self) -> None:
        top, axes, rules = QWidget(), QWidget(), QWidget()
        row = row_box(top, margins=(8, 4, 8, 2), spacing=4)
        row.addWidget(self.picker, 1)
        add_all(row, self.add_button, self.rename_button, self.remove_button)
        row.addWidget(self.readout, 2)
        add_all(row, self.add_input, self.add_output, self.add_rule, self.fields_button)
        self._axes_box = column_box(axes, margins=(0, 0, 0, 4), spacing=0)
        self._axes_box.addStretch(1)
        self._rules_box = column_box(rules, margins=(0, 0, 0, 4), spacing=0)
        self._rules_box.addWidget(self.header_row)
        self._rules_box.addStretch(1)
        self._areas = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        rules_area = scroll_area(rules, "Rules")
        rules_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._fields_area = scroll_area(self.fields, "Fields of what is picked")
        self._fields_area.hide()
        add_all(self._areas, scroll_area(axes, "Inputs and outputs"), self._fields_area, rules_area)
        self._areas.setStretchFactor(0, 2)
        self._areas.setStretchFactor(2, 3)
        self._areas.setSizes([scaled(380), scaled(200), scaled(560)])
        self.body.addWidget(top)
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self._areas, 1)

    def _connect(self) -> None:
        self.picker.picked.connect(lambda value: self.show_sheet(str(value)))
        self.add_input.clicked.connect(lambda _checked=False: self._open_input_menu())
        self.add_output.clicked.connect(lambda _checked=False: self.new_output())
        self.add_rule.clicked.connect(lambda _checked=False: self.new_rule())
        self.fields_button.toggled.connect(self._fields_area.setVisible)
        self.fields.axis_edited.connect(self._set_axis_field)
        self.fields.set_edited.connect(self._set_set_field)
        self.fields.wrong.connect(lambda words: self.refused.emit(words) if words else None)
        self._run.frame_shown.connect(self._follow_run)
        self._run.agent_changed.connect(self.show_reading)
        self._run.world_changed.connect(self.show_reading)

    # --- what is shown

    @property
    def found(self) -> FuzzySheet | None:
        """Return the sheet shown, None where there is none."""
        return self._session.document.sheets.get(self.sheet) if self._session is not None else None

    def show_sheet(self, key: str) -> None:
        """Show another sheet of the document."""
        self.sheet, self.axis, self.set = key, "", ""
        self.refresh()

    def refresh(self) -> None:
        """Show the sheet as it is now."""
        session = self._session
        sheets = session.document.sheets if session is not None else {}
        if self.sheet not in sheets:
            self.sheet, self.axis, self.set = next(iter(sheets), ""), "", ""
        found = sheets.get(self.sheet)
        self.picker.set_choices([Choice(key, each.title or key) for key, each in sheets.items()])
        self.picker.set_value(self.sheet or None)
        self.picker.set_placeholder("no sheet")
        self.picker.setEnabled(len(sheets) > 0)
        self.add_button.setEnabled(session is not None)
        for button in (
            self.rename_button,
            self.remove_button,
            self.add_input,
            self.add_output,
            self.add_rule,
        ):
            button.setEnabled(found is not None)
        if found is not None:
            self.add_rule.setEnabled(bool(found.outputs))
        has_axes = found is not None and bool(found.inputs or found.outputs or found.rules)
        self.empty.setText(_NO_DOCUMENT if session is None else _NO_SHEET if found is None else _NO_AXES)
        self.empty.setVisible(not has_axes)
        self._areas.setVisible(has_axes)
        if session is not None and found is not None:
            self._scope = document_scope(session.document, session.registry)
            self._show_axes(found)
            self._show_rules(found, self._scope)
        self.show_reading()

    def _show_axes(self, found: FuzzySheet) -> None:
        axes = {**found.inputs, **found.outputs}
        if self.axis not in axes:
            self.axis, self.set = next(iter(axes), ""), ""
        if self.axis and self.set not in axes[self.axis].sets:
            self.set = next(iter(ordered_sets(axes[self.axis])), "")
        while len(self._views) < len(axes):
            self._add_view()
        self.views = dict(zip(axes, self._views, strict=False))
        for view in self._views[len(axes) :]:
            view.hide()
        for name, view in self.views.items():
            view.show_axis(name, axes[name], self.set if name == self.axis else "")
            view.show()
        self.fields.setVisible(bool(self.axis))
        if self.axis and self._scope is not None:
            self.fields.show_axis(self.axis, axes[self.axis], self.set, self._scope)

    def _add_view(self) -> None:
        """Add a view to those that show axes; it stays as long as the panel, whatever it shows."""
        view = AxisView()
        self._axes_box.insertWidget(len(self._views), view)
        self._views.append(view)
        view.set_picked.connect(lambda name: self.pick(view.name, name))
        view.plot.moved.connect(partial(self._move_handle, view))
        view.plot.point_wanted.connect(partial(self._add_point, view))
        view.plot.point_unwanted.connect(partial(self._remove_point, view))
        view.plot.told.connect(self.readout.setText)
        view.plot.followed.connect(self._follow_drag)
        view.plot.left.connect(self._seal)
        view.add_set_wanted.connect(lambda: self.new_set(view.name))
        view.remove_set_wanted.connect(lambda: self.remove_set(view.name))
        view.remove_wanted.connect(lambda: self.remove_axis(view.name))
        view.naming_wanted.connect(lambda of_set: self._name_in_fields(view.name, of_set))

    def _show_rules(self, found: FuzzySheet, scope: Scope) -> None:
        self.header_row.show_columns(tuple(found.inputs))
        self.header_row.setVisible(bool(found.rules))
        while len(self.rows) > len(found.rules):
            row = self.rows.pop()
            self._rules_box.removeWidget(row)
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(found.rules):
            place, row = len(self.rows), RuleRow()
            self.rows.append(row)
            self._rules_box.insertWidget(1 + place, row)
            row.changed.connect(partial(self._change_rule, place))
            row.moving.connect(partial(self._move_rule, place))
            row.removing.connect(partial(self._remove_rule, place))
        for place, (row, rule) in enumerate(zip(self.rows, found.rules, strict=True)):
            row.show_rule(place, rule, found, scope)

    def show_reading(self) -> None:
        """Show what the sheet comes to for the picked agent now."""
        session, found = self._session, self.found
        if session is None or found is None or not self.isVisible():
            return
        reading = self._reader.reading(session.file_name, session.document, self.sheet, session.registry)
        for view in self.views.values():
            view.show_reading(reading)
        strengths = reading.rules or (None,) * len(self.rows)
        for row, strength in zip(self.rows, strengths, strict=False):
            row.bar.show_strength(strength)

    def _follow_run(self) -> None:
        if not self.isVisible():
            return
        now = self._clock()
        if not self._run.is_running or now - self._looked >= BETWEEN_LOOKS:
            self._looked = now
            self.show_reading()

    # --- the sheet

    def add_sheet(self) -> None:
        """Add a sheet and let its title be typed."""
        if self._session is None:
            return
        key = self._session.make(
            "Add fuzzy sheet",
            lambda document: edits.add_sheet(document, f"Sheet {len(document.sheets) + 1}"),
        )
        if key is not None:
            self.show_sheet(key)
            if self.isVisible():
                self.begin_naming()

    def remove_sheet(self) -> None:
        """Remove the sheet shown; what asks it is reported as a problem."""
        self._apply("Remove fuzzy sheet", edits.remove_sheet)

    def begin_naming(self) -> None:
        """Let the title of the sheet be typed where it is shown."""
        found = self.found
        if found is None or self._title_editor is not None:
            return
        place = QRect(self.picker.mapTo(self, QPoint(0, 0)), self.picker.size())
        editor = ValueEditor(found.title or self.sheet, self, self._take_title, self._end_naming)
        editor.setAccessibleName("Title of the sheet")
        self._title_editor = editor
        editor.open_at(place)

    def _take_title(self, title: str) -> str:
        if not title.strip():
            return "A sheet needs a title."
        self._apply(
            "Rename fuzzy sheet",
            lambda document, key: edits.set_sheet_field(document, key, "title", title.strip()),
        )
        return ""

    def _end_naming(self, by_key: bool) -> None:
        self._title_editor = None
        if by_key:
            self.picker.setFocus()

    # --- inputs and outputs

    def _open_input_menu(self) -> None:
        menu = Menu(self)
        for name in self.offered_inputs():
            menu.offer(name, partial(self.new_input, name))
        menu.addSeparator()
        menu.offer("An expression", lambda: self.new_input("amount"))
        menu.open_below(self.add_input)

    def offered_inputs(self) -> list[str]:
        """Return the numbers of the document that are on no sheet yet."""
        if self._session is None:
            return []
        document = self._session.document
        taken = {name for sheet in document.sheets.values() for name in (*sheet.inputs, *sheet.outputs)}
        numbers = (name for name, each in document.variables.items() if each.type in ("int", "float"))
        return sorted(name for name in numbers if name not in taken)

    def new_input(self, name: str) -> None:
        """Add an input and pick it."""
        self._make_axis("Add fuzzy input", name, edits.add_fuzzy_input)

    def new_output(self) -> None:
        """Add an output and pick it."""
        self._make_axis("Add fuzzy output", "result", edits.add_fuzzy_output)

    def _make_axis(
        self, label: str, name: str, edit: Callable[[Document, str, str], tuple[Document, str]]
    ) -> None:
        free = self._make(label, lambda document, key: edit(document, key, name))
        if free is not None:
            self.pick(free, "")
            self._name_in_fields(free, of_set=False)

    def remove_axis(self, axis: str) -> None:
        """Remove an input or output; rules that name it are reported as problems."""
        self._apply(f"Remove {axis}", lambda document, key: edits.remove_fuzzy_axis(document, key, axis))

    def pick(self, axis: str, name: str) -> None:
        """Let another axis, and a set of it, be the ones that are changed."""
        if axis != self.axis:
            self._seal()
        self.axis, self.set = axis, name
        self.refresh()

    def new_set(self, axis: str) -> None:
        """Add a set to an axis and pick it."""
        free = self._make(
            f"Add a set to {axis}", lambda document, key: edits.add_fuzzy_set(document, key, axis, "more")
        )
        if free is not None:
            self.pick(axis, free)
            self._name_in_fields(axis, of_set=True)

    def remove_set(self, axis: str) -> None:
        """Remove the set that is picked on an axis."""
        name = self.set
        if axis == self.axis and name:
            self._apply(
                f"Remove set {name}",
                lambda document, key: edits.remove_fuzzy_set(document, key, axis, name),
            )

    def _name_in_fields(self, axis: str, of_set: bool) -> None:
        """Let a name be typed in its field."""
        if axis != self.axis:
            self.pick(axis, "")
        self.fields_button.setChecked(True)
        line = (self.fields.set if of_set else self.fields.axis).lines["name"]
        if line.isVisible():
            line.setFocus()
            line.selectAll()

    def _set_axis_field(self, path: str, value: object, stepped: bool) -> None:
        axis = self.axis
        if path == "name":
            self._rename(f"Rename {axis}", str(value))
            return
        self._apply(
            f"Change {axis}",
            lambda document, key: edits.set_fuzzy_axis_field(document, key, axis, path, value),
            ("fuzzy axis", axis, path) if stepped else None,
        )

    def _set_set_field(self, path: str, value: object, stepped: bool) -> None:
        axis, name = self.axis, self.set
        if path == "name":
            self._rename(f"Rename set {name}", str(value), of_set=True)
            return
        self._apply(
            f"Change set {name}",
            lambda document, key: edits.set_fuzzy_set_field(document, key, axis, name, path, value),
            ("fuzzy set", axis, name, path) if stepped else None,
        )

    def _rename(self, label: str, new_name: str, *, of_set: bool = False) -> None:
        """Rename the axis or the set that is picked; what is refused keeps its name, also in its field."""
        axis, name = self.axis, self.set

        def edit(document: Document, key: str) -> Document:
            if of_set:
                changed = edits.rename_fuzzy_set(document, key, axis, name, new_name)
                self.set = new_name
            else:
                changed = edits.rename_fuzzy_axis(document, key, axis, new_name)
                self.axis = new_name
            return changed

        self._apply(label, edit)

    def _move_handle(self, view: AxisView, handle: str, x: float, y: object, by_keys: bool) -> None:
        height = float(y) if isinstance(y, (int, float)) else None
        axis, name = view.name, view.current
        self._apply(
            f"Move set {name}",
            lambda document, key: edits.move_fuzzy_set_handle(document, key, axis, name, handle, x, height),
            ("fuzzy handle", axis, name, handle) if by_keys else None,
        )

    def _add_point(self, view: AxisView, x: float, y: float) -> None:
        axis, name = view.name, view.current
        self._apply(
            "Add a point",
            lambda document, key: edits.add_fuzzy_set_point(document, key, axis, name, x, y),
        )

    def _remove_point(self, view: AxisView, place: int) -> None:
        axis, name = view.name, view.current
        self._apply(
            "Remove a point",
            lambda document, key: edits.remove_fuzzy_set_point(document, key, axis, name, place),
        )

    def _follow_drag(self, curve: object) -> None:
        """Let numbers follow what is dragged."""
        if isinstance(curve, Curve):
            self.fields.set.show_curve(curve, self.set)

    # --- rules

    def new_rule(self) -> None:
        """Add a rule for the output that is picked, else for the first."""
        found = self.found
        if found is None or not found.outputs:
            return
        output = self.axis if self.axis in found.outputs else next(iter(found.outputs))
        then = self.set if output == self.axis else next(iter(found.outputs[output].sets), "")
        inputs = [(name, axis) for name, axis in found.inputs.items() if axis.sets]
        when = f"{inputs[0][0]} is {next(iter(inputs[0][1].sets))}" if inputs else ""
        if self._apply(
            "Add rule", lambda document, key: edits.add_fuzzy_rule(document, key, when, output, then)
        ):
            row = self.rows[-1]
            (row.cells[0] if row.cells else row.text).setFocus()

    def _change_rule(self, place: int, path: str, value: object) -> None:
        self._apply(
            "Change rule",
            lambda document, key: edits.set_fuzzy_rule_field(document, key, place, path, value),
        )

    def _move_rule(self, place: int, way: int) -> None:
        to = place + way
        if not 0 <= to < len(self.rows):
            return
        if self._apply("Move rule", lambda document, key: edits.move_fuzzy_rule(document, key, place, to)):
            self.rows[to].more.setFocus()

    def _remove_rule(self, place: int) -> None:
        self._apply("Remove rule", lambda document, key: edits.remove_fuzzy_rule(document, key, place))

    def _apply(self, label: str, edit: Callable[[Document, str], Document], merge_key: object = None) -> bool:
        """Make an edit of the sheet shown; tell whether it was made."""
        session, key = self._session, self.sheet
        if session is None or not key:
            return False
        made = session.apply(label, lambda document: edit(document, key), merge_key=merge_key)
        self.refresh()
        return made

    def _make(self, label: str, edit: Callable[[Document, str], tuple[Document, str]]) -> str | None:
        """Add something to the sheet shown; return its name, None where it was not made."""
        session, key = self._session, self.sheet
        made = session.make(label, lambda document: edit(document, key)) if session and key else None
        self.refresh()
        return made

    def _seal(self) -> None:
        if self._session is not None:
            self._session.seal()
