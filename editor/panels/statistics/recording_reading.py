"""Read recordings beside the window, one file after another, with progress; it can be given up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from editor.basics.slices import LongWork
from graphs.files.document_file import FileProblem
from graphs.layout.layout_watch import LayoutWatch
from runtime.history.recording.recording import Recording
from runtime.history.recording.recording_file import OpenedRecording
from runtime.link.game_record import open_any_recording
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.program.problems import CompileError
from runtime.worlds.world import WorldRefused

GameOf = Callable[[Path], GameBehaviors]
"""Give the actions and conditions that the minds of a recording may use."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """Hold what came of a file: the recording, or why it is refused and what to do."""

    path: Path
    opened: OpenedRecording | None = None
    reason: str = ""
    remedy: str = ""

    @property
    def recording(self) -> Recording | None:
        """Return the recording, None where the file is refused."""
        return self.opened.recording if self.opened is not None else None


class RecordingReading(QObject):
    """Read files in slices of a few milliseconds. `work` tells how far it is; Esc cancels it."""

    ended = Signal(object, int)
    """Carries a `ReadFile` for each file that was read or refused, and how many were not read."""

    def __init__(self, game_of: GameOf, window: QWidget) -> None:
        super().__init__(window)
        self.work = LongWork(self)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), window)
        escape.setEnabled(False)
        # It is ambiguous where two readings are under way: both are given up then.
        for pressed in (escape.activated, escape.activatedAmbiguously):
            pressed.connect(self.cancel)
        self.work.started.connect(lambda _what: escape.setEnabled(True))
        self.work.ended.connect(lambda _canceled: escape.setEnabled(False))
        self._game_of = game_of
        self._wanted: tuple[Path, ...] = ()
        self._found: list[ReadFile] = []

    @property
    def is_busy(self) -> bool:
        """Tell whether files are being read."""
        return self.work.is_busy

    def start(self, paths: Iterable[Path]) -> None:
        """Read these files, after those that are still to be read."""
        if not self.is_busy:
            self._wanted, self._found = (), []
        self._wanted = tuple(dict.fromkeys((*self._wanted, *paths)))
        games = {path: self._game_of(path) for path in self._wanted[len(self._found) :]}
        if not games:
            return
        found, count = self._found, len(self._wanted)
        what = f"Reading {next(iter(games)).name}" if count == 1 else f"Reading {count} recordings"

        def read(watch: LayoutWatch) -> None:
            for path, game in games.items():
                part = watch.part(len(found) / count, (len(found) + 1) / count)
                found.append(_read(path, game, part))
                watch.pass_point(len(found) / count)

        self.work.run(what, read, lambda _none: self._end(), self._end)

    def cancel(self) -> bool:
        """Give up what is not read yet; return whether there was any."""
        return self.work.cancel()

    def finish(self) -> None:
        """Read everything at once, for tests and pictures."""
        self.work.finish()

    def _end(self) -> None:
        found, left = tuple(self._found), len(self._wanted) - len(self._found)
        self._wanted, self._found = (), []
        self.ended.emit(found, left)


def _read(path: Path, game: GameBehaviors, watch: LayoutWatch) -> ReadFile:
    try:
        return ReadFile(path, open_any_recording(path, game, watch.pass_point))
    except FileProblem as problem:
        where = f"{problem.where}: " if problem.where else ""
        return ReadFile(path, None, f"{where}{problem.message}", problem.remedy)
    except (CompileError, WorldRefused) as refusal:
        remedy = "Open it in the project it was made in, or with the Mindloom of that time."
        return ReadFile(path, None, f"It cannot run by now: {refusal}", remedy)
