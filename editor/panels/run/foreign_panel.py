"""The panel of a program that is not Mindloom's: its tree or machine, its values, what happened."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox, QListView, QPushButton, QSplitter

from editor.panels.run.foreign_view import ForeignView
from editor.theme.fonts import TextSize, TextWeight, fixed_font, ui_font
from editor.theme.plain_texts import ElidedLabel, plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import StatusLook
from editor.widgets.boxes import add_all, row_box
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.push_buttons import low_button
from editor.widgets.row_list import RowModel, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_badge, paint_text
from runtime.basics.status import Status
from runtime.foreign.foreign_run import IDLE, ForeignEntry, ForeignRun

ListRow = tuple[str, str, str, str]
"""What is small before a name, the name, its value, a status or ""."""
MOST_SHOWN = 500
"""Entries that are listed, the newest."""
BUTTONS = {
    "foreign.breakpoint": "Breakpoint",
    "foreign.go_on": "Go on",
    "foreign.record": "Record",
    "foreign.disconnect": "Disconnect",
}
_HINT = (
    "Run ▸ Connect to a BehaviorTree.CPP program…, or Watch XState machines…, shows another program here: "
    "its nodes, its values and what happens. Why it does so is not known."
)


class ForeignPanel(Panel):
    """Show one run of another program. `wanted` carries the id of a command of a button."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__("foreign", "Foreign program", "live")
        self._run: ForeignRun | None = None
        self._graph = ""
        self._listed: list[ForeignEntry] = []
        self.words, self.subject = ElidedLabel(), ElidedLabel(role="caption")
        self.graphs = QComboBox()
        self.graphs.setAccessibleName("Machine")
        self.graphs.activated.connect(lambda _place: self.show_graph(str(self.graphs.currentData())))
        head = row_box(margins=(14, 4, 8, 0), spacing=8)
        head.addWidget(self.words, 1)
        head.addWidget(self.graphs)
        self.buttons: dict[str, QPushButton] = {}
        for command, title in BUTTONS.items():
            button = self.buttons[command] = low_button(title)
            button.clicked.connect(lambda _checked=False, wanted=command: self.wanted.emit(wanted))
            head.addWidget(button)
        self.empty, self.view = EmptyNote(_HINT), ForeignView()
        self.view.picked.connect(lambda _node: self._show_subject())
        self.view.work.ended.connect(lambda _canceled: self.refresh())
        self.values, self.entries = self._list("Values"), self._list("What happened")
        self.entries.activated.connect(self._go_to)
        self.entries.clicked.connect(self._go_to)
        self.split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        lists = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        add_all(lists, self.values, self.entries)
        lists.setSizes([300, 400])
        add_all(self.split, self.view, lists)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([700, 300])
        self.subject.setContentsMargins(14, 0, 14, 4)
        self.body.addLayout(head)
        add_all(self.body, self.subject, self.empty)
        self.body.addWidget(self.split, 1)
        self.show_run(None)

    def show_run(self, run: ForeignRun | None) -> None:
        """Show another run from now on, None for none."""
        self._run, self._graph = run, ""
        self.refresh()

    def show_graph(self, key: str) -> None:
        """Show another graph of the run."""
        self._graph = key
        self.refresh()

    def refresh(self) -> None:
        """Show the run as it is now."""
        run = self._run or ForeignRun("")
        if self._graph not in run.graphs:
            self._graph = next(iter(run.graphs), "")
        graph = run.graphs.get(self._graph)
        self._offer([(key, each.title) for key, each in run.graphs.items()])
        self.words.setText(f"{run.words} {run.trouble}".strip())
        self.empty.setVisible(self._run is None)
        self.split.setVisible(self._run is not None)
        self.focus_on = self.view if self._run is not None else None
        self.view.show_graph(graph)
        self.view.light(self._graph, run)
        is_tree = graph is not None and not graph.is_machine
        for command, button in self.buttons.items():
            button.setVisible(is_tree or (command == "foreign.disconnect" and self._run is not None))
        self.buttons["foreign.record"].setText("Stop recording" if run.is_recording else "Record")
        tables = run.values if is_tree or graph is None else {"": run.values.get(graph.title, {})}
        _fill(self.values, _value_rows(tables))
        self._listed = list(islice(reversed(run.entries), MOST_SHOWN))
        _fill(self.entries, _entry_rows(self._listed, run))
        self._show_subject()

    def _offer(self, listed: list[tuple[str, str]]) -> None:
        """Offer the graphs to choose from, where there are several."""
        count = self.graphs.count()
        if [(self.graphs.itemData(at), self.graphs.itemText(at)) for at in range(count)] != listed:
            self.graphs.clear()
            for key, title in listed:
                self.graphs.addItem(title, key)
        self.graphs.setCurrentIndex(self.graphs.findData(self._graph))
        self.graphs.setVisible(len(listed) > 1)

    def _show_subject(self) -> None:
        """Say in words what is selected, or else where the program waits."""
        run, graph, words = self._run, self.view.graph, ""
        if run is not None and graph is not None and (key := self.view.selected or run.held) in graph.nodes:
            node, (now, before) = graph.nodes[key], run.looks[self._graph].get(key, IDLE)
            kind = f" ({node.kind})" if node.kind != node.title else ""
            parts = [f"{node.title}{kind}: {_status_words(now, graph.is_machine)}"]
            parts += [f"{_status_words(before, graph.is_machine)} before"] if before is not None else []
            parts += ["the program waits here"] if key == run.held else []
            parts += ["has a breakpoint"] if key in run.breakpoints else []
            words = ", ".join([*parts, *(" ".join(each) for each in node.details)])
        self.subject.setText(words)
        self.view.setAccessibleDescription(words)

    def _list(self, name: str) -> QListView:
        view = row_list(_Rows(self), _RowPainter(self, 25), name)
        view.setMinimumHeight(24)  # Below the canvas there is little room for two lists.
        return view

    def _go_to(self, index: QModelIndex) -> None:
        """Show the node of an entry."""
        entry = self._listed[index.row()]
        if self._run is not None and entry.graph in self._run.graphs:
            self.show_graph(entry.graph)
            self.view.select(entry.node)


class _Rows(RowModel[ListRow]):
    """Hold the rows of a list."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a whole row in words."""
        is_words = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return plain_tip_data("  ".join(filter(None, self.rows[index.row()])), role) if is_words else None


class _RowPainter(RowDelegate):
    """Paint what is small, a badge where there is a status, the name, and the value at the right."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint one row."""
        small, name, value, status = _Rows.row_at(index)
        theme, caption, room = current_theme(), fixed_font(TextSize.CAPTION), rect.adjusted(12, 0, -10, 0)
        if small:
            paint_text(painter, small, room, caption, theme.color("text.tertiary"))
            room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance("00000.00 ") + 22)
        if status:
            paint_badge(painter, status, room.left() - 14, rect)
        painter.setFont(caption)
        at_right = QRect(room)
        at_right.setLeft(
            room.right() - min(painter.fontMetrics().horizontalAdvance(value), room.width() * 2 // 3)
        )
        paint_text(painter, value, at_right, caption, theme.color("text.secondary"))
        room.setRight(at_right.left() - 8)
        weight = TextWeight.MEDIUM if value or small else TextWeight.SEMIBOLD
        paint_text(painter, name, room, ui_font(TextSize.BODY, weight), theme.color("text.primary"))


def _fill(view: QListView, rows: list[ListRow]) -> None:
    """Show other rows where any differs; of as many rows as before the current one stays."""
    model = view.model()
    assert isinstance(model, _Rows)
    if rows != model.rows:
        model.update_rows(rows, lambda _row: 0)


def _value_rows(tables: dict[str, dict[str, str]]) -> list[ListRow]:
    """Return the values of all tables, each below its name where there are several."""
    rows: list[ListRow] = []
    for table, values in tables.items():
        rows += [("", table, "", "")] if len(tables) > 1 and values else []
        rows += [("", name, value or "“”", "") for name, value in values.items()]
    return rows


def _entry_rows(entries: Iterable[ForeignEntry], run: ForeignRun) -> list[ListRow]:
    """Return what happened; of several machines with the machine's name."""
    rows: list[ListRow] = []
    for time, key, _, words, status in entries:
        graph = run.graphs.get(key)
        is_machine = graph is not None and graph.is_machine
        badge = StatusLook[status.name].value if status else ""
        said = f"{words}: {_status_words(status, is_machine)}" if status is Status.IDLE else words
        rows.append(
            (f"{time:.2f}", said, graph.title if graph is not None and len(run.graphs) > 1 else "", badge)
        )
    return rows


def _status_words(status: Status, is_machine: bool) -> str:
    words = {Status.RUNNING: "active", Status.IDLE: "not active"} if is_machine else {}
    return words.get(status, status.name.lower())
