"""The panel of the document's response curves: a list, a plot to drag them in, their fields."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSplitter, QWidget

from editor.panels.curves.curve_drawing import ShownCurve
from editor.panels.curves.curve_fields import SHAPE_WORDS, CurveFields
from editor.panels.curves.curve_plot import CurvePlot
from editor.panels.curves.live_degrees import CurveNeedles
from editor.panels.document_panel import DocumentPanel
from editor.running.run_controller import RunController
from editor.theme.fonts import TextSize, scaled, ui_font
from editor.theme.plain_texts import ElidedLabel, plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box, row_box, scroll_area
from editor.widgets.icon_button import IconButton
from editor.widgets.menu import Menu
from editor.widgets.panel import EmptyNote
from editor.widgets.row_list import RowModel, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_text
from editor.widgets.value_editor import ValueEditor
from graphs.curves.curve_tables import curve_problems, curve_table
from graphs.edits.curves import (
    add_curve,
    add_curve_point,
    duplicate_curve,
    move_curve_handle,
    remove_curve,
    remove_curve_point,
    rename_curve,
    set_curve_field,
)
from graphs.edits.refusal import EditRefused
from graphs.model import Document
from graphs.model.curves import Curve, CurveShape

BETWEEN_LOOKS = 0.05
"""Seconds between two looks at a run that goes on."""

_NONE = (
    "No curves yet. A response curve turns a number into another: + adds one, curve name(x) reads it in"
    " any expression."
)
_NO_DOCUMENT = "Open a document: its response curves are listed here."


@dataclass(frozen=True, slots=True)
class CurveRow:
    """Hold one curve of the list."""

    name: str
    curve: Curve


class CurvesModel(RowModel[CurveRow]):
    """Hold the curves by name."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a curve in words."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            axis = f" on the axis {row.curve.axis}" if row.curve.axis else ""
            words = f"{row.name}: {SHAPE_WORDS[row.curve.shape].lower()}{axis}. {row.curve.note}".strip()
            return plain_tip_data(words, role)
        return None


class CurvesPanel(DocumentPanel):
    """List, draw and change the curves of the document in view."""

    refused = Signal(str)
    """Carries why what was typed is no value."""

    def __init__(self, run: RunController, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__("curves", "Curves", "curve")
        self._run, self._needles, self._clock = run, CurveNeedles(run), clock
        self._looked, self._looked_at = 0.0, ""
        self.current = ""
        self.model = CurvesModel(self)
        self.focus_on = self.list = row_list(self.model, _CurveDelegate(self, 30), "Curves of the document")
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._open_row_menu)
        self.list.selectionModel().currentChanged.connect(lambda index, _old: self._pick_row(index))
        self.list.doubleClicked.connect(lambda _index: self.begin_naming())
        self.plot = CurvePlot("Plot of curves")
        self.fields = CurveFields()
        self.readout = ElidedLabel(role="caption", margins=(12, 4, 12, 2))
        self.empty = EmptyNote(_NO_DOCUMENT)
        self._name_editor: ValueEditor | None = None
        self._arrange()
        self._connect()
        self.refresh()

    def _arrange(self) -> None:
        self.add_button = IconButton("add", "Add a curve", self.open_add_menu, side=24)
        self.copy_button = IconButton("copy", "Duplicate this curve", self.duplicate, side=24)
        self.rename_button = IconButton("rename", "Rename this curve", self.begin_naming, side=24)
        self.remove_button = IconButton("trash", "Remove this curve", self.remove, side=24)
        left, middle = QWidget(), QWidget()
        buttons = row_box(margins=(8, 4, 8, 2), spacing=2)
        add_all(buttons, self.add_button, self.copy_button, self.rename_button, self.remove_button)
        buttons.addStretch(1)
        column = column_box(left, margins=(0, 0, 0, 0), spacing=0)
        column.addLayout(buttons)
        column.addWidget(self.list, 1)
        column = column_box(middle, margins=(0, 0, 0, 0), spacing=0)
        add_all(column, self.readout)
        column.addWidget(self.empty, 1)
        column.addWidget(self.plot, 1)
        self._fields_area = scroll_area(self.fields, "Fields of the curve")
        split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        add_all(split, left, middle, self._fields_area)
        split.setStretchFactor(1, 1)
        split.setSizes([scaled(210), scaled(560), scaled(220)])
        self.body.addWidget(split, 1)

    def _connect(self) -> None:
        self.plot.told.connect(self.readout.setText)
        self.plot.picked.connect(self.pick)
        self.plot.followed.connect(self._follow_drag)
        self.plot.moved.connect(self._move_handle)
        self.plot.point_wanted.connect(
            lambda x, y: self._apply(
                "Add a point", lambda document, name: add_curve_point(document, name, x, y)
            )
        )
        self.plot.point_unwanted.connect(
            lambda place: self._apply(
                "Remove a point", lambda document, name: remove_curve_point(document, name, place)
            )
        )
        self.plot.left.connect(self._seal)
        self.fields.edited.connect(self._set_field)
        self.fields.wrong.connect(lambda words: self.refused.emit(words) if words else None)
        self._run.frame_shown.connect(self._follow_run)
        self._run.agent_changed.connect(self._show_needles)
        self._run.world_changed.connect(self._show_needles)

    def refresh(self) -> None:
        """Show the curves as they are now."""
        session = self._session
        curves = session.document.curves if session is not None else {}
        if self.current not in curves:
            self.current = next(iter(sorted(curves)), "")
        rows = [CurveRow(name, curve) for name, curve in sorted(curves.items())]
        self.model.update_rows(rows, key=lambda row: row.name)
        place = next((at for at, row in enumerate(rows) if row.name == self.current), -1)
        if place >= 0 and self.list.currentIndex().row() != place:
            self.list.setCurrentIndex(self.model.index(place))
        curve = curves.get(self.current)
        self.empty.setText(_NONE if session is not None else _NO_DOCUMENT)
        self.empty.setVisible(curve is None)
        self.list.setVisible(bool(rows))
        for widget in (self.plot, self.readout, self._fields_area):
            widget.setVisible(curve is not None)
        self.add_button.setEnabled(session is not None)
        for button in (self.copy_button, self.rename_button, self.remove_button):
            button.setEnabled(curve is not None)
        self.plot.show_curves(self._shown(curves), self.current)
        if curve is not None:
            self.fields.show_curve(curve)
        self._follow_run()

    def pick(self, name: str) -> None:
        """Let another curve be the one that is changed."""
        self.current = name
        self.refresh()

    def add(self, shape: CurveShape) -> str:
        """Add a curve on the axis of the current one and let its name be typed; return its name."""
        session = self._session
        if session is None:
            return ""
        beside = session.document.curves.get(self.current)
        low, high, axis = (beside.low, beside.high, beside.axis) if beside is not None else (0, 1, "")

        def edit(document: Document) -> tuple[Document, str]:
            return add_curve(document, "curve_1", shape, low=low, high=high, axis=axis)

        return self._make("Add curve", edit)

    def duplicate(self) -> None:
        """Add a copy of the current curve."""
        self._make("Duplicate curve", lambda document: duplicate_curve(document, self.current))

    def remove(self) -> None:
        """Remove the current curve; what reads it is reported as a problem."""
        self._apply(f"Remove curve {self.current}", remove_curve)

    def rename(self, new_name: str) -> str:
        """Rename the current curve and what reads it; return why not, "" for done."""
        session, name = self._session, self.current
        if session is None or new_name == name:
            return ""
        said: list[str] = []

        def edit(document: Document) -> Document:
            try:
                return rename_curve(document, name, new_name)
            except EditRefused as refusal:
                said.append(f"{refusal.reason} {refusal.remedy}")
                raise

        self.current = new_name
        if not session.apply(f"Rename curve {name}", edit):
            self.current = name
        self.refresh()
        return "".join(said)

    def begin_naming(self) -> None:
        """Let the name of the current curve be typed in its row."""
        index = self.list.currentIndex()
        if not index.isValid() or self._name_editor is not None:
            return
        self.list.scrollTo(index)
        editor = ValueEditor(self.current, self.list.viewport(), self.rename, self._end_naming)
        editor.setAccessibleName("Name of the curve")
        self._name_editor = editor
        editor.open_at(self.list.visualRect(index).adjusted(4, 2, -4, -2))

    def _end_naming(self, by_key: bool) -> None:
        self._name_editor = None
        if by_key:
            self.list.setFocus()

    def open_add_menu(self) -> None:
        """Ask for the shape of a new curve."""
        menu = Menu(self)
        for shape, words in SHAPE_WORDS.items():
            menu.offer(words, partial(self.add, shape))
        menu.open_below(self.add_button)

    def _open_row_menu(self, at: QPoint) -> None:
        menu = Menu(self)
        if self.list.indexAt(at).isValid():
            menu.offer("Rename…", self.begin_naming)
            menu.offer("Duplicate", self.duplicate)
            menu.offer(f"Remove {self.current}", self.remove)
            menu.addSeparator()
        menu.offer("Add a curve…", self.open_add_menu)
        menu.open_at(self.list.viewport().mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Rename with F2, remove with Del, where the list has the focus."""
        if self.list.hasFocus() and self.current:
            if event.key() == Qt.Key.Key_F2:
                self.begin_naming()
                return
            if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
                self.remove()
                return
        super().keyPressEvent(event)

    def _pick_row(self, index: Index) -> None:
        if index.isValid() and self.model.rows[index.row()].name != self.current:
            self.pick(self.model.rows[index.row()].name)

    def _shown(self, curves: dict[str, Curve]) -> list[ShownCurve]:
        """Return the current curve and those on its axis."""
        current = curves.get(self.current)
        if current is None:
            return []
        return [
            ShownCurve(name, curve)
            for name, curve in sorted(curves.items())
            if name == self.current or (current.axis and curve.axis == current.axis)
        ]

    def _make(self, label: str, edit: Callable[[Document], tuple[Document, str]]) -> str:
        name = self._session.make(label, edit) if self._session is not None else None
        if name is None:
            return ""
        self.pick(name)
        if self.isVisible():
            self.begin_naming()
        return name

    def _apply(self, label: str, edit: Callable[[Document, str], Document], merge_key: object = None) -> None:
        name = self.current
        if self._session is not None and name:
            before = self._session.document
            self._session.apply(label, lambda document: edit(document, name), merge_key=merge_key)
            if self._session.document is before or not self.isVisible():
                self.refresh()

    def _move_handle(self, handle: str, x: float, y: object, by_keys: bool) -> None:
        height = float(y) if isinstance(y, (int, float)) else None
        self._apply(
            f"Move {self.current}",
            lambda document, name: move_curve_handle(document, name, handle, x, height),
            ("curve", self.current, handle) if by_keys else None,
        )

    def _set_field(self, path: str, value: object, stepped: bool) -> None:
        self._apply(
            f"Change {self.current}",
            lambda document, name: set_curve_field(document, name, path, value),
            ("curve field", self.current, path) if stepped else None,
        )

    def _follow_drag(self, curve: object) -> None:
        """Let numbers follow what is dragged."""
        session = self._session
        shown = curve if isinstance(curve, Curve) else None
        if shown is None and session is not None:
            shown = session.document.curves.get(self.current)
        if shown is not None:
            self.fields.show_curve(shown)

    def _seal(self) -> None:
        if self._session is not None:
            self._session.seal()

    def _follow_run(self) -> None:
        """Let needles follow the run, not more often than the eye does."""
        now = self._clock()
        is_same = self._looked_at == self.current
        if not (self._run.is_running and is_same) or now - self._looked >= BETWEEN_LOOKS:
            self._looked, self._looked_at = now, self.current
            self._show_needles()

    def _show_needles(self) -> None:
        if self.isVisible() and self._session is not None and self.current:
            self.plot.show_needles(self._needles.of(self._session.file_name, self.current))


class _CurveDelegate(RowDelegate):
    """Paint a small picture of a curve, its name and its shape."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        row, theme = CurvesModel.row_at(index), current_theme()
        picture = QRect(rect.left() + 12, rect.top() + 6, scaled(34), rect.height() - 12)
        paint_small_curve(painter, row.curve, picture)
        caption = ui_font(TextSize.CAPTION)
        words = rect.adjusted(scaled(34) + 22, 0, -12, 0)
        painter.setFont(caption)
        shape = SHAPE_WORDS[row.curve.shape].lower()
        wide = painter.fontMetrics().horizontalAdvance(shape) + 8
        note = QRect(words.right() - wide, words.top(), wide, words.height())
        paint_text(painter, shape, note, caption, theme.color("text.tertiary"), Qt.AlignmentFlag.AlignRight)
        words.setRight(note.left())
        paint_text(painter, row.name, words, ui_font(TextSize.BODY), theme.color("text.primary"))


def paint_small_curve(painter: QPainter, curve: Curve, rect: QRect) -> None:
    """Paint a curve as a picture, over the whole of its axis."""
    theme = current_theme()
    painter.setPen(QPen(theme.color("border.subtle"), 1))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())
    if curve_problems(curve):
        return
    places, values = curve_table(curve)
    left, right = min(float(curve.low), places[0]), max(float(curve.high), places[-1])
    bottom, top = min(values), max(values)
    across = (right - left) or 1.0
    up = (top - bottom) or 1.0
    line = [
        QPointF(
            rect.left() + (x - left) / across * rect.width(),
            rect.bottom() - (y - bottom) / up * rect.height(),
        )
        for x, y in zip((left, *places, right), (values[0], *values, values[-1]), strict=True)
    ]
    painter.setPen(QPen(theme.family("tree").line, 1.5))
    painter.drawPolyline(QPolygonF(line))
