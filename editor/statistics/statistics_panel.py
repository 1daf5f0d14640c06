"""The panel with what a run comes to in numbers, by node, state and transition."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from editor.chrome.drop_down import Choice, DropDown
from editor.chrome.panel import Panel
from editor.chrome.switch import Switch
from editor.command_line.trace_statistics import coverage_words
from editor.documents.document_session import DocumentSession
from editor.statistics.heat import MEASURE_TITLES, Measure
from editor.statistics.run_statistics import RunStatistics
from editor.statistics.statistics_rows import matching, rows_of
from editor.statistics.statistics_table import StatisticsModel, StatisticsView
from editor.theme.fonts import scaled
from runtime.recording.element_statistics import COVERAGE_KINDS, Coverage, ElementKey, coverage_of

LOOKER = "panel"


class StatisticsPanel(Panel):
    """List what was counted. `go_to` carries graph and element of a row that was clicked."""

    go_to = Signal(str, str)
    heat_wanted = Signal(bool)
    measure_wanted = Signal(object)

    def __init__(self, statistics: RunStatistics) -> None:
        super().__init__("statistics", "Statistics", "chart")
        self._statistics = statistics
        self._session: DocumentSession | None = None
        self._costs: Mapping[ElementKey, float] = {}
        self.model = StatisticsModel(self)
        self.view = StatisticsView(self.model)
        self.view.clicked.connect(self._picked)
        self.view.activated.connect(self._picked)
        self.whom = _drop_down(
            "Whom to count", [Choice("picked", "The agent shown"), Choice("all", "All with this mind")], 138
        )
        spans = (("run", "Whole run"), ("chosen", "Chosen stretch"), ("branches", "All branches"))
        self.when = _drop_down("Which ticks to count", [Choice(*one) for one in spans], 128)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter")
        self.filter.setClearButtonEnabled(True)
        self.filter.setFixedWidth(scaled(90))
        self.filter.setAccessibleName("Filter the elements by words")
        self.summary = QLabel()
        self.summary.setProperty("role", "caption")
        self.summary.setMinimumWidth(40)
        self.measure = _drop_down(
            "What the heat shows", [Choice(one, MEASURE_TITLES[one]) for one in Measure], 128
        )
        self.heat = Switch()
        self.heat.setAccessibleName("Heat on the canvas")
        self.heat.setToolTip("Show the numbers on the canvas")
        self.body.addWidget(self._controls())
        self.body.addWidget(self.view, 1)
        self.empty = QLabel()
        self.empty.setProperty("role", "caption")
        self.empty.setContentsMargins(14, 6, 14, 10)
        self.empty.setWordWrap(True)
        self.body.addWidget(self.empty, 0, Qt.AlignmentFlag.AlignTop)
        self._connect()
        self.refresh()

    def _controls(self) -> QWidget:
        heat_word = QLabel("Heat")
        heat_word.setProperty("role", "caption")
        top = QWidget()
        row = QHBoxLayout(top)
        row.setContentsMargins(10, 5, 8, 3)
        row.setSpacing(6)
        shown: tuple[QWidget, ...] = (self.whom, self.when, self.filter, self.summary)
        for widget in (*shown, heat_word, self.measure, self.heat):
            row.addWidget(widget, 1 if widget is self.summary else 0)
        return top

    def _connect(self) -> None:
        statistics = self._statistics
        self.whom.picked.connect(lambda value: statistics.set_whom(value))
        self.when.picked.connect(lambda value: statistics.set_when(value))
        self.filter.textChanged.connect(lambda _text: self.refresh())
        self.heat.toggled.connect(self.heat_wanted)
        self.measure.picked.connect(self.measure_wanted)
        statistics.changed.connect(self.refresh)

    def focus_target(self) -> QWidget:
        """Return the table."""
        return self.view

    def set_session(self, session: DocumentSession | None) -> None:
        """Show what was counted of another document."""
        if self._session is not None:
            self._session.selection_changed.disconnect(self._follow_selection)
        self._session = session
        if session is not None:
            session.selection_changed.connect(self._follow_selection)
        self.refresh()

    def show_heat(self, measure: Measure, *, on: bool) -> None:
        """Show what the canvas shows."""
        self.measure.set_value(measure)
        self.heat.blockSignals(True)
        self.heat.setChecked(on)
        self.heat.blockSignals(False)
        self.heat.update()

    def show_costs(self, costs: Mapping[ElementKey, float]) -> None:
        """Show what visits cost, by element, in microseconds."""
        self._costs = costs
        self.refresh()

    def refresh(self) -> None:
        """Show what was counted last."""
        statistics, session = self._statistics, self._session
        self.whom.set_value(statistics.whom)
        self.when.set_value(statistics.when)
        if not self.isVisible():
            return
        rows = (
            rows_of(statistics.elements, session.document, session.registry, self._costs)
            if session is not None and statistics.agents
            else ()
        )
        self.view.show_rows(matching(rows, self.filter.text()))
        self.view.setVisible(bool(rows))
        self.empty.setVisible(not rows)
        self.empty.setText(self._why_empty())
        found = coverage_of(row.counted for row in rows)
        self.summary.setText(_short(found) if rows else "")
        self.summary.setToolTip(f"Reached {coverage_words(found)}; {scope_words(statistics)}")

    def showEvent(self, event: QShowEvent) -> None:
        """Count while the panel is seen."""
        super().showEvent(event)
        self._statistics.look(LOOKER)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Count no more for a panel that is not seen."""
        super().hideEvent(event)
        self._statistics.look_away(LOOKER)

    def _why_empty(self) -> str:
        if self._session is None:
            return "Open a document with a world: what its agents do is counted here."
        if not self._statistics.agents:
            return "The agent shown does not think with this document. Count all agents, or pick another."
        return "Nothing was counted yet. Run the world: visits, times and results are counted here."

    def _picked(self, index: QModelIndex) -> None:
        self.go_to.emit(*self.model.rows[index.row()].counted.key)

    def _follow_selection(self) -> None:
        session = self._session
        if session is not None and len(session.selection) == 1:
            self.view.show_current((session.graph_id, next(iter(session.selection))))


def scope_words(statistics: RunStatistics) -> str:
    """Return whom and which ticks the numbers are of: "3 agents, ticks 0 to 599"."""
    count = len(statistics.agents)
    who = statistics.agents[0] if count == 1 else f"{count} agents"
    if not statistics.span:
        return who
    when = f"ticks {statistics.span.start:,} to {statistics.span.stop - 1:,}"
    runs = f", {statistics.runs} runs" if statistics.runs > 1 else ""
    return f"{who}, {when}{runs}"


def _short(found: Coverage) -> str:
    """Return what was reached of each kind there is, short: "reached 6/6 states, 7/11 transitions"."""
    present = (kind for kind in COVERAGE_KINDS if found.total[kind])
    return f"reached {', '.join(f'{found.reached[one]}/{found.total[one]} {one}' for one in present)}"


def _drop_down(name: str, choices: list[Choice], width: int) -> DropDown:
    result = DropDown()
    result.setAccessibleName(name)
    result.setToolTip(name)
    result.set_choices(choices)
    result.setFixedWidth(scaled(width))
    return result
