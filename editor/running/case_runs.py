"""Run behavior tests on the GUI thread, a few at a time, so that the window stays alive."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.documents.open.open_project import Trusts
from editor.running.case_files import CaseReport, CaseRunner, find_cases
from graphs.files.document_file import FileProblem
from graphs.model import Document
from runtime.trials.cases.case_format import CASE_SUFFIX

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
        self.count = 0
        """How many cases there are in this run."""
        self._runner: CaseRunner | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._run_some)

    @property
    def is_running(self) -> bool:
        """Tell whether cases are waiting to be run."""
        return bool(self._waiting)

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
        self._runner, self._waiting, self.count, self.reports = runner, files, len(files), ()
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
