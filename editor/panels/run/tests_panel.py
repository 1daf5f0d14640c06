"""The panel that lists what came of behavior tests; a double-click opens the mind at what did not hold."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from editor.running.case_files import CaseReport
from editor.running.case_runs import CaseRuns
from editor.running.case_words import note_lines, report_lines
from editor.theme.fonts import TextSize, ui_font
from editor.theme.plain_texts import ElidedLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.panel import Panel
from editor.widgets.push_buttons import low_button
from editor.widgets.row_list import RowModel, detail_beside, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_badge, paint_text
from runtime.trials.cases.case_format import CASE_SUFFIX


class TestsModel(RowModel[CaseReport]):
    """Hold the reports of a run: those that did not pass first, each group in the order of the files."""

    __test__ = False

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a whole report in words."""
        report = self.rows[index.row()]
        words = f"{report_name(report)}: {report_message(report)}"
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{report.title}\n{report.file}".strip())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{'passed' if report.passed else 'failed'}: {words}"
        return None


def report_name(report: CaseReport) -> str:
    """Return the name of a case: its file's, without the ending that all have."""
    return report.file.name.removesuffix(CASE_SUFFIX)


def report_message(report: CaseReport) -> str:
    """Return in a sentence what came of a case: the first thing that did not hold."""
    if report.passed:
        return report.title or "passed"
    lines = report_lines(report)
    return (lines[1] if len(lines) > 1 else lines[0]).strip()


class TestsPanel(Panel):
    """List reports, the failed ones first. `open_wanted` carries a report picked by a double-click."""

    __test__ = False

    open_wanted = Signal(object)

    def __init__(self, runs: CaseRuns, run_all: Callable[[], object]) -> None:
        super().__init__("tests", "Tests", "flag")
        self._runs = runs
        self._picked = ""
        self.model = TestsModel(self)
        self.focus_on = self.view = row_list(self.model, _ReportDelegate(self, 27), "Results of tests")
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.view.activated.connect(self._open)
        self._split, self.detail = detail_beside(self.view, "What did not hold", (520, 480))
        self.summary = ElidedLabel(role="caption")
        self.again = low_button("Run the tests")
        self.again.clicked.connect(
            lambda _checked=False: self._runs.cancel() if runs.is_running else run_all()
        )
        top = QWidget()
        row = row_box(top, margins=(14, 4, 8, 2))
        row.addWidget(self.summary, 1)
        row.addWidget(self.again)
        self.body.addWidget(top, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addWidget(self._split, 1)
        runs.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Take over what has come since; what was picked stays picked."""
        runs, picked = self._runs, self._picked
        self.model.show_rows(sorted(runs.reports, key=lambda report: report.passed))
        self._split.setVisible(bool(runs.reports))
        self.summary.setText(summary_words(runs))
        self.again.setText("Stop" if runs.is_running else "Run the tests")
        names = [str(report.file) for report in self.model.rows]
        place = names.index(picked) if picked in names else 0
        if names:
            self.view.setCurrentIndex(self.model.index(place))
        self._picked = picked if picked in names else ""

    def _current_changed(self, index: QModelIndex) -> None:
        report = self.model.rows[index.row()] if index.isValid() else None
        lines = [*report_lines(report), *note_lines(report)] if report is not None else []
        if report is not None:
            self._picked = str(report.file)
            lines = lines or [f"{report.title or report_name(report)}", "", "Everything held."]
        self.detail.setPlainText("\n".join(lines))

    def _open(self, index: QModelIndex) -> None:
        self.open_wanted.emit(self.model.rows[index.row()])


def summary_words(runs: CaseRuns) -> str:
    """Return how far the run is: "386 tests: 385 passed, 1 failed"."""
    if runs.folder is None:
        return "Run the behavior tests beside this document: files that end in .case.json."
    if not runs.count:
        where = runs.folder.name or runs.folder
        return f"There are no tests in {where}. Tests are files that end in .case.json."
    done = len(runs.reports)
    failed = len(runs.failed)
    if runs.is_running:
        return f"{done:,} of {runs.count:,} run, {failed:,} failed"
    tests = "1 test" if runs.count == 1 else f"{runs.count:,} tests"
    stopped = f", {runs.count - done:,} not run" if done < runs.count else ""
    return f"{tests}: {done - failed:,} passed, {failed:,} failed{stopped}"


class _ReportDelegate(RowDelegate):
    """Paint badge, name, message and time."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        report = TestsModel.row_at(index)
        theme = current_theme()
        look = "success" if report.passed else "error" if report.unreadable is not None else "failure"
        paint_badge(painter, look, rect.left() + 22, rect)
        small, body = ui_font(TextSize.CAPTION), ui_font(TextSize.BODY)
        tertiary = theme.color("text.tertiary")
        took = f"{report.seconds * 1000:,.0f} ms"
        width = QFontMetrics(small).horizontalAdvance(took) + 2
        time = QRect(rect.right() - 12 - width, rect.top(), width, rect.height())
        paint_text(painter, took, time, small, tertiary, Qt.AlignmentFlag.AlignRight)
        left = rect.left() + 40
        room = time.left() - left - 12
        name_width = min(QFontMetrics(body).horizontalAdvance(report_name(report)) + 4, room * 3 // 5)
        name = QRect(left, rect.top(), name_width, rect.height())
        middle = Qt.TextElideMode.ElideMiddle
        left_side = Qt.AlignmentFlag.AlignLeft
        paint_text(painter, report_name(report), name, body, theme.color("text.primary"), left_side, middle)
        words = QRect(name.right() + 12, rect.top(), time.left() - name.right() - 24, rect.height())
        token = "text.tertiary" if report.passed else "text.secondary"
        paint_text(painter, report_message(report), words, small, theme.color(token))
