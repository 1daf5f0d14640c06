"""Hold which runs are counted together: the one shown, its takes, and recordings read from files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from editor.panels.statistics.run_fit import is_part_of
from editor.running.run_controller import RunController
from runtime.history.recording.recording import Recording

MemberKind = Literal["shown", "take", "file"]


@dataclass(frozen=True, slots=True)
class SetMember:
    """Hold one run of the set: what it is called, its recording, and the file of one that was added.

    `same_as` names the member that a file is a recording of, or of a part of it, "" for a run of its own.
    """

    kind: MemberKind
    title: str
    recording: Recording
    is_counted: bool = True
    path: Path | None = None
    same_as: str = ""

    @property
    def ticks(self) -> int:
        """Return how many ticks are held of it."""
        return self.recording.end_tick - self.recording.first_tick


class RunSet(QObject):
    """Keep the set of one window. The run shown and its takes are in it by themselves.

    Nothing of a file is kept but its recording: a file that is written again has to be added again.
    """

    changed = Signal()
    """Emitted when a run was added, taken away, or is counted or left out from now on."""

    def __init__(self, run: RunController) -> None:
        super().__init__(run)
        self._run = run
        self._files: list[tuple[Path, Recording]] = []
        self._left_out: list[Recording] = []
        self._leaves_out_shown = False
        self._same: dict[Recording, Recording] = {}
        """The member that a file is a recording of."""
        run.time.recording_changed.connect(self.changed)
        run.time.branched.connect(lambda _tick: self.changed.emit())

    @property
    def members(self) -> tuple[SetMember, ...]:
        """Return all runs: the one shown, its takes from the oldest on, then files as they were added."""
        found = []
        shown = self._run.time.recording
        if shown is not None:
            found.append(SetMember("shown", "This run", shown, not self._leaves_out_shown))
        for place, take in enumerate(self._run.time.takes):
            found.append(SetMember("take", f"Take {place + 1}", take, self._counts(take)))
        for path, recording in self._files:
            same = next(
                (member.title for member in found if member.recording is self._same.get(recording)), ""
            )
            found.append(SetMember("file", path.stem, recording, self._counts(recording), path, same))
        return tuple(found)

    @property
    def files(self) -> tuple[Path, ...]:
        """Return the files added, in their order."""
        return tuple(path for path, _ in self._files)

    def counted(self) -> tuple[SetMember, ...]:
        """Return the runs that are counted."""
        return tuple(member for member in self.members if member.is_counted)

    def add(self, path: Path, recording: Recording) -> None:
        """Add a recording; one of the same file before is replaced where it is.

        One of a run that is in the set already is left out, until the user wants it counted.
        """
        path = path.resolve()
        place = next((place for place, file in enumerate(self._files) if file[0] == path), None)
        if place is None:
            self._files.append((path, recording))
        else:
            self._files[place] = (path, recording)
        self._tidy()
        others = (member.recording for member in self.members if member.recording is not recording)
        same = next((held for held in others if is_part_of(recording, held)), None)
        if same is not None:
            self._same[recording] = same
            self._left_out.append(recording)
        self.changed.emit()

    def remove(self, member: SetMember) -> None:
        """Take a file out of the set; the run shown and its takes stay where they are."""
        self._files = [file for file in self._files if file[1] is not member.recording]
        self._tidy()
        self.changed.emit()

    def clear(self) -> None:
        """Take all files out and count everything else again."""
        self._files, self._left_out, self._leaves_out_shown = [], [], False
        self._same = {}
        self.changed.emit()

    def count(self, member: SetMember, *, on: bool) -> None:
        """Count a run, or leave it out while it stays listed."""
        if member.kind == "shown":
            self._leaves_out_shown = not on
        elif on:
            self._left_out = [left for left in self._left_out if left is not member.recording]
        elif self._counts(member.recording):
            self._left_out.append(member.recording)
        self.changed.emit()

    def _counts(self, recording: Recording) -> bool:
        return not any(left is recording for left in self._left_out)

    def _tidy(self) -> None:
        """Forget what was left out and is in the set no more."""
        known: Iterable[Recording] = (member.recording for member in self.members)
        held = list(known)
        self._left_out = [
            recording for recording in self._left_out if any(recording is other for other in held)
        ]
        self._same = {copy: other for copy, other in self._same.items() if copy in held}
