"""Run behavior tests on the GUI thread, a few at a time, so that the window stays alive."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.documents.open.open_project import Trusts
from editor.running.case_files import CaseReport, CaseRunner, find_cases
from graphs.files.document_file import FileProblem
from graphs.model import Document
from runtime.trials.cases.case_format import CASE_SUFFIX
from runtime.trials.cases.case_runner import CaseResult, TickResult
from runtime.trials.cases.comparison import CaseComparison

SLICE = 0.03
"""Seconds that cases may take before the window gets its turn; one case is never cut."""


class CaseRuns(QObject):
    """Run cases one after the other and keep what came of them, in order.

    `changed` tells of every new report and of the end. The documents that are open are tested as they stand
    in the editor, saved or not: `opened` gives them by path.
    """

    changed = Signal()

    def __init__(
        self, opened: Callable[[Path], Document | None], trusts: Trusts, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.reports: tuple[CaseReport, ...] = ()
        self.folder: Path | None = None
        self._opened = opened
        self._trusts = trusts
        self._waiting: list[Path] = []
        self._count = 0
        self._runner: CaseRunner | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._run_some)

    @property
    def is_running(self) -> bool:
        """Tell whether cases are waiting to be run."""
        return bool(self._waiting)

    @property
    def count(self) -> int:
        """Return how many cases there are in this run."""
        return self._count

    @property
    def failed(self) -> tuple[CaseReport, ...]:
        """Return the reports of cases that did not pass, unreadable ones included."""
        return tuple(report for report in self.reports if not report.passed)

    def start(
        self, folder: Path, project: Path | None = None, *, below: bool = False, only: Path | None = None
    ) -> int:
        """Run the cases of a folder, or of those `below` it too, and return how many there are.

        `project` is one to use in place of the one found beside a case. `only` are the cases of that
        document, by its real path. A run under way is given up.
        """
        self.cancel()
        self.folder = folder
        runner = CaseRunner(project, self._trusts, self._opened)
        try:
            files = find_cases([folder] if below else sorted(folder.glob(f"*{CASE_SUFFIX}")))
        except (FileProblem, OSError):
            files = []
        if only is not None:
            files = [file for file in files if runner.document_path(file) == only]
        return self._begin(runner, files)

    def run_files(self, files: Sequence[Path]) -> int:
        """Run these cases, all of one folder, and return how many there are. A run under way is given up."""
        self.cancel()
        self.folder = files[0].parent if files else None
        return self._begin(CaseRunner(None, self._trusts, self._opened), list(files))

    def _begin(self, runner: CaseRunner, files: list[Path]) -> int:
        self._runner, self._waiting, self._count, self.reports = runner, files, len(files), ()
        self.changed.emit()
        if files:
            self._timer.start()
        return len(files)

    def cancel(self) -> None:
        """Run no more cases; what has come stays."""
        self._timer.stop()
        if self._waiting:
            self._waiting = []
            self.changed.emit()

    def _run_some(self) -> None:
        until = time.perf_counter() + SLICE
        made: list[CaseReport] = []
        while self._waiting and self._runner is not None and (not made or time.perf_counter() < until):
            made.append(self._runner.run(self._waiting.pop(0)))
        self.reports = (*self.reports, *made)
        if not self._waiting:
            self._timer.stop()
        self.changed.emit()


MOST_TICKS_SHOWN = 3
"""Ticks of a failed case that are shown; the first one is nearly always what went wrong."""


def report_lines(report: CaseReport) -> list[str]:
    """Return the lines that tell what is wrong with a case: none for one that passed.

    Per tick that failed: what was expected and what came, and the visits of that tick with their reasons.
    """
    if report.unreadable is not None:
        return [f"{report.file}: error: {_problem_words(report)}"]
    result = report.result
    if result is None or result.passed:
        return []
    title = f": {report.title}" if report.title else ""
    lines = [f"FAILED {report.file}{title}"]
    lines += [f"  {one.where}: {one.message} {one.remedy}".rstrip() for one in result.problems]
    for tick in result.failed_ticks[:MOST_TICKS_SHOWN]:
        lines += _tick_lines(tick)
    more = len(result.failed_ticks) - MOST_TICKS_SHOWN
    if more > 0:
        lines.append(f"  {more} more {'tick does' if more == 1 else 'ticks do'} not hold.")
    return lines


def note_lines(report: CaseReport) -> list[str]:
    """Return the lines that tell what of the start of a case has no place in its mind any more."""
    notes = report.result.notes if report.result is not None else ()
    return [f"{report.file}: note: {one.where}: {one.message} {one.remedy}".rstrip() for one in notes]


def report_value(report: CaseReport) -> dict[str, object]:
    """Return what came of a case as a JSON value."""
    value: dict[str, object] = {"file": str(report.file), "title": report.title}
    if report.unreadable is not None:
        problem = report.unreadable
        value["outcome"] = "unreadable"
        value["problems"] = [{"where": problem.where, "message": problem.message, "remedy": problem.remedy}]
        return value
    result = report.result or CaseResult()
    value["outcome"] = "passed" if result.passed else "failed"
    value["ticks"] = len(result.ticks)
    value["problems"] = [
        {"where": one.where, "message": one.message, "remedy": one.remedy} for one in result.problems
    ]
    value["notes"] = [{"where": one.where, "message": one.message} for one in result.notes]
    value["failed_ticks"] = [_tick_value(tick) for tick in result.failed_ticks]
    return value


def _problem_words(report: CaseReport) -> str:
    problem = report.unreadable
    assert problem is not None
    elsewhere = f"{problem.path}: " if problem.path is not None and problem.path != report.file else ""
    where = f"{problem.where}: " if problem.where else ""
    return f"{elsewhere}{where}{problem.message} {problem.remedy}".rstrip()


def _tick_lines(tick: TickResult) -> Iterator[str]:
    for one in tick.mismatches:
        yield f"  tick {tick.number} ({tick.where}): {_mismatch(one)}"
    if not tick.visits:
        return
    yield f"    visits of tick {tick.number}, in the order in which they ended:"
    width = max(len(visit.node) for visit in tick.visits)
    for visit in tick.visits:
        yield f"      {visit.node:<{width}}  {visit.outcome:<8}  {visit.reason}".rstrip()


def _mismatch(one: CaseComparison) -> str:
    what = f"{one.what} of {one.node}" if one.node else one.what
    return f"{what}: expected {one.expected}, got {one.got}"


def _tick_value(tick: TickResult) -> dict[str, object]:
    return {
        "tick": tick.number,
        "where": tick.where,
        "mismatches": [
            {"what": one.what, "node": one.node, "expected": one.expected, "got": one.got}
            for one in tick.mismatches
        ],
        "visits": [{"node": one.node, "outcome": one.outcome, "reason": one.reason} for one in tick.visits],
    }
