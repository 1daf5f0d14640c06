"""Let the user count recordings with the run: choose or drop files, read them beside the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from editor.commands.command import Command
from editor.documents.open.world_minds import mind_file
from editor.panels.statistics.recording_reading import ReadFile, RecordingReading
from editor.panels.statistics.run_set import agents_with
from editor.window.parts.window_statistics import WindowStatistics
from runtime.minds.actions.game_behaviors import GameBehaviors

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow


class WindowRunSet(QObject):
    """Fill the set of runs of one window. While files are read, Esc gives up what is not read yet."""

    def __init__(self, window: MainWindow, statistics: WindowStatistics) -> None:
        super().__init__(window)
        self._window, self._statistics = window, statistics
        self.reading = RecordingReading(self._game_of, window)
        self.reading.ended.connect(self._take)
        self._games: dict[Path, GameBehaviors] = {}
        statistics.panel.add_wanted.connect(self.ask)
        statistics.panel.dropped.connect(self.add)

    def commands(self) -> Iterator[Command]:
        """Yield the commands about the set."""
        yield Command(
            "view.add_recordings",
            "Add recordings to the statistics…",
            self.ask,
            "Count recordings from files together with this run: coverage and heat are over all of them.",
            "chart",
            enabled=lambda: self._window.session is not None,
        )

    def ask(self) -> None:
        """Let the user choose recordings and add them."""
        self._window.panels.show_panel("statistics")
        session = self._window.session
        if session is None:
            remedy = "Open the mind that they are of, then add them."
            self._window.area.toast.refuse("There is no document to count them for.", remedy)
            return
        self.add(self._window.dialogs.ask_recordings(self._window.workspace.folder()))

    def add(self, paths: tuple[Path, ...]) -> None:
        """Read recordings and add those that agents with the document shown are in."""
        if paths:
            self.reading.start(path.resolve() for path in paths)

    def _game_of(self, path: Path) -> GameBehaviors:
        """Return what the minds of a recording may use: that of its project, if it lies in one."""
        if path.parent not in self._games:
            found = self._window.workspace.project_for(path)
            self._games[path.parent] = found.game if found.project is not None else self._window.run.own_game
        return self._games[path.parent]

    def _take(self, found: tuple[ReadFile, ...], left: int) -> None:
        self._games.clear()
        session, counts = self._window.session, self._statistics.counts
        mind = session.file_name if session is not None else ""
        checked = [_of_mind(one, mind) for one in found]
        added = [one for one in checked if one.recording is not None]
        for one in added:
            if one.recording is not None:
                counts.set.add(one.path, one.recording)
        if added:
            counts.set_when("set")
            self._window.panels.show_panel("statistics")
        self._tell([one for one in checked if one.recording is None], len(added), left)

    def _tell(self, refused: list[ReadFile], added: int, left: int) -> None:
        """Say what was refused and why, or how many are in; nothing where the list says it all."""
        toast = self._window.area.toast
        if refused:
            others = len(refused) - 1
            more = f" {others} more {'was' if others == 1 else 'were'} refused." if others else ""
            first = refused[0]
            toast.refuse(f"{first.path.name}: {first.reason}", f"{first.remedy}{more}")
        elif left:
            there = f"Added {_counted(added)}, " if added else ""
            toast.say(f"{there}{_counted(left)} not read.")


def _of_mind(one: ReadFile, mind: str) -> ReadFile:
    """Return a file, refused where nobody in it thinks with a mind."""
    if one.recording is None or agents_with(one.recording, mind):
        return one
    files = sorted({mind_file(name) for name in one.recording.cast.minds.values()})
    if not files:
        return ReadFile(one.path, None, "Nobody thinks in it.", f"Add recordings of {mind}.")
    which = files[0] if len(files) == 1 else f"{', '.join(files[:-1])} or {files[-1]}"
    remedy = f"It is of {which}: open that and add it there."
    return ReadFile(one.path, None, f"Nobody in it thinks with {mind}.", remedy)


def _counted(count: int) -> str:
    return "1 recording" if count == 1 else f"{count} recordings"
