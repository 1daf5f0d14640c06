"""The panel with what a run comes to in numbers, by node, state and transition."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QMimeData, QModelIndex, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from editor.documents.open.document_session import DocumentSession
from editor.panels.statistics.heat import MEASURE_TITLES, Measure
from editor.panels.statistics.run_set import SetMember, differences, fit_words, recorded_document
from editor.panels.statistics.run_set_list import RunSetList
from editor.panels.statistics.run_statistics import RunStatistics
from editor.panels.statistics.statistics_rows import matching, rows_of
from editor.panels.statistics.statistics_table import StatisticsModel, StatisticsView
from editor.theme.fonts import scaled
from editor.theme.plain_texts import ElidedLabel, PlainLabel, plain_tip
from editor.widgets.boxes import add_all, row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.drop_hint import DropHint
from editor.widgets.hairline import hairline
from editor.widgets.icon_button import IconButton
from editor.widgets.panel import Panel
from editor.widgets.switch import Switch
from graphs.model import Document
from runtime.history.counts.element_statistics import (
    COVERAGE_KINDS,
    Coverage,
    ElementKey,
    coverage_of,
    coverage_words,
)
from runtime.history.recording.recording import Recording
from runtime.history.recording.recording_file import SUFFIX

LOOKER = "panel"


class StatisticsPanel(Panel):
    """List what was counted. `go_to` carries graph and element of a row that was clicked.

    `add_wanted` asks for recordings to count with the run, `dropped` carries the files of some.
    """

    go_to = Signal(str, str)
    heat_wanted = Signal(bool)
    measure_wanted = Signal(object)
    add_wanted = Signal()
    dropped = Signal(object)

    def __init__(self, statistics: RunStatistics) -> None:
        super().__init__("statistics", "Statistics", "chart")
        self._statistics = statistics
        self._session: DocumentSession | None = None
        self._costs: Mapping[ElementKey, float] = {}
        self._fits_of: Document | None = None
        self._fits: dict[Recording, tuple[str, str]] = {}
        self.model = StatisticsModel(self)
        self.focus_on = self.view = StatisticsView(self.model)
        self.view.clicked.connect(self._picked)
        self.view.activated.connect(self._picked)
        self.whom = _drop_down(
            "Whom to count", [Choice("picked", "The agent shown"), Choice("all", "All with this mind")], 138
        )
        spans = (("run", "Whole run"), ("chosen", "Chosen stretch"), ("set", "Set of runs"))
        self.when = _drop_down("What to count", [Choice(*span) for span in spans], 128)
        self.runs = RunSetList(statistics.set, self._fit_of)
        self.runs.add_wanted.connect(self.add_wanted)
        add = IconButton("add", "Add recordings to the runs counted", self.add_wanted.emit, parent=self)
        # Until the panel is shown for the first time it has no place.
        add.hide()
        self.header = [add]
        self.filter = QLineEdit(placeholderText="Filter", clearButtonEnabled=True)
        self.filter.setFixedWidth(scaled(90))
        self.filter.setAccessibleName("Filter the elements by words")
        self.summary = ElidedLabel(role="caption")
        self.summary.setMinimumWidth(40)
        self.measure = _drop_down(
            "What the heat shows", [Choice(measure, MEASURE_TITLES[measure]) for measure in Measure], 128
        )
        self.heat = Switch("Heat on the canvas")
        self.heat.setToolTip("Show the numbers on the canvas")
        self.body.addWidget(self._controls())
        self.empty = PlainLabel(role="caption", wrap=True, margins=(14, 6, 14, 10))
        self.body.addWidget(self._page(), 1)
        self.setAcceptDrops(True)
        self.hint = DropHint(self)
        self._connect()
        self.refresh()

    def _controls(self) -> QWidget:
        heat_word = PlainLabel("Heat", role="caption")
        top = QWidget()
        row = row_box(top, margins=(10, 5, 8, 3), spacing=6)
        shown: tuple[QWidget, ...] = (self.whom, self.when, self.filter, self.summary)
        for widget in (*shown, heat_word, self.measure, self.heat):
            row.addWidget(widget, 1 if widget is self.summary else 0)
        return top

    def _page(self) -> QWidget:
        """Return the runs that are counted beside the table."""
        self._line = hairline(vertical=True)
        found = QVBoxLayout()
        found.addWidget(self.view, 1)
        found.addWidget(self.empty, 1, Qt.AlignmentFlag.AlignTop)
        page = QWidget()
        box = row_box(page, margins=(0, 0, 0, 0), spacing=0)
        add_all(box, self.runs, self._line)
        box.addLayout(found, 1)
        return page

    def _connect(self) -> None:
        statistics = self._statistics
        self.whom.picked.connect(lambda value: statistics.set_whom(value))
        self.when.picked.connect(lambda value: statistics.set_when(value))
        self.filter.textChanged.connect(lambda _text: self.refresh())
        self.heat.toggled.connect(self.heat_wanted)
        self.measure.picked.connect(self.measure_wanted)
        statistics.changed.connect(self.refresh)
        statistics.set.changed.connect(self._refresh_runs)

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
        self.heat.show_value(on)

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
        self._refresh_runs()
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
        self.summary.setToolTip(plain_tip(f"Reached {coverage_words(found)}; {scope_words(statistics)}"))

    def _refresh_runs(self) -> None:
        shows = self._statistics.when == "set" and self._session is not None
        self.runs.setVisible(shows)
        self._line.setVisible(shows)
        if shows:
            self.runs.refresh()

    def _fit_of(self, member: SetMember) -> tuple[str, str]:
        """Return how a run fits the document shown; what was worked out is kept until that is another."""
        session = self._session
        if session is None:
            return "", ""
        if member.kind == "shown":
            return "", f"It runs {session.file_name} as it is edited."
        if member.same_as:
            words = f"It holds nothing that {member.same_as} does not hold: counted, it counts twice."
            return f"in {member.same_as}", words
        if session.document is not self._fits_of:
            self._fits_of, self._fits = session.document, {}
        if member.recording not in self._fits:
            recorded = recorded_document(member.recording, session.file_name)
            found = differences(recorded, session.document) if recorded is not None else None
            self._fits[member.recording] = fit_words(member.recording, session.file_name, found)
        return self._fits[member.recording]

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take recordings; other files are for the window."""
        paths = recordings_in(event.mimeData())
        event.setAccepted(bool(paths))
        if paths:
            what = paths[0].name if len(paths) == 1 else f"{len(paths)} recordings"
            self.hint.show_words(f"Count {what} with this run", refused=False)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Say no more what a drop would do."""
        self.hint.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for the recordings dropped to be added."""
        self.hint.hide()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit(recordings_in(event.mimeData()))

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
        if self._statistics.when == "set" and not any(
            member.is_counted for member in self._statistics.set.members
        ):
            return "No run is counted. Switch one on, or add recordings."
        if any(problem.severity == "error" for problem in self._session.problems):
            return "Nothing can be counted while the document has errors: Problems lists them."
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
    """Return whom and what the numbers are of: "3 agents, ticks 0 to 599", "Tank 1, 4 runs, 2,400 ticks"."""
    count = len(statistics.agents)
    who = statistics.agent_title(statistics.agents[0]) if count == 1 else f"{count} agents"
    if statistics.when == "set":
        runs = "1 run" if statistics.runs == 1 else f"{statistics.runs} runs"
        return f"{who}, {runs}, {statistics.ticks:,} ticks"
    if not statistics.span:
        return who
    return f"{who}, ticks {statistics.span.start:,} to {statistics.span.stop - 1:,}"


def recordings_in(data: QMimeData) -> tuple[Path, ...]:
    """Return the recordings among the files that are dragged."""
    paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return tuple(path for path in paths if path.suffix == SUFFIX)


def _short(found: Coverage) -> str:
    """Return what was reached of each kind there is, short: "reached 6/6 states, 7/11 transitions"."""
    present = (kind for kind in COVERAGE_KINDS if found.total[kind])
    return f"reached {', '.join(f'{found.reached[kind]}/{found.total[kind]} {kind}' for kind in present)}"


def _drop_down(name: str, choices: list[Choice], width: int) -> DropDown:
    result = DropDown(name, choices)
    result.setToolTip(plain_tip(name))
    result.setMaximumWidth(scaled(width))
    return result
