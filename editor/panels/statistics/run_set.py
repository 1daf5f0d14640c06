"""Hold which runs are counted together, and say how well each fits the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

import numpy as np
from PySide6.QtCore import QObject, Signal

from editor.running.edit_effects import LOOKS
from editor.running.run_controller import RunController
from graphs.basics.frozen import Frozen
from graphs.model import Document, StateMachineGraph
from graphs.model.document import Graph
from graphs.worlds.minds.world_minds import mind_file
from runtime.history.recording.recording import Recording

_LOOKS = 24
"""How many ticks are compared at least, where there are so many."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Hold how many elements of a document another version has otherwise, and which only one of them has.

    `elsewhere` tells whether anything beside them differs: variables, events, a graph's own settings.
    """

    changed: int = 0
    fresh: int = 0
    gone: int = 0
    elsewhere: bool = False

    @property
    def is_none(self) -> bool:
        """Tell whether both versions run alike."""
        return self == Differences()


def agents_with(recording: Recording, mind: str) -> tuple[str, ...]:
    """Return the agents of a recording that think with a document of this file name, or a graph of it.

    A world in another folder may name the same document by a longer path.
    """
    files = {agent: mind_file(mind) for agent, mind in recording.cast.minds.items()}
    exact = tuple(agent for agent, file in files.items() if file == mind)
    name = PurePosixPath(mind).name
    return exact or tuple(agent for agent, file in files.items() if PurePosixPath(file).name == name)


def recorded_document(recording: Recording, mind: str) -> Document | None:
    """Return the version of a document that a recording ends with, None where no agent thinks with it."""
    agents = agents_with(recording, mind)
    if not agents:
        return None
    return recording.segments[-1].minds.documents.get(mind_file(recording.cast.minds[agents[0]]))


def differences(recorded: Document, document: Document) -> Differences:
    """Return what `document` has otherwise than the version recorded, but places, titles and notes."""
    if recorded is document:
        return Differences()
    before, after = dict(_elements(recorded)), dict(_elements(document))
    both = before.keys() & after.keys()
    return Differences(
        sum(not _alike(before[key], after[key]) for key in both),
        len(after.keys() - both),
        len(before.keys() - both),
        _settings(recorded) != _settings(document),
    )


def is_part_of(one: Recording, other: Recording) -> bool:
    """Tell whether a recording is of the same run as another that holds all its ticks: nothing new to count.

    Some ticks spread over both are compared, the last one among them: runs that have parted stay apart.
    """
    first, end = one.first_tick, one.end_tick
    if one.cast != other.cast or first >= end or first < other.first_tick or end > other.end_tick:
        return False
    step = max(1, (end - first) // _LOOKS)
    return all(_same_tick(one, other, tick) for tick in (*range(end - 1, first - 1, -step), first))


def _same_tick(one: Recording, other: Recording, tick: int) -> bool:
    if not np.array_equal(one.poses(tick), other.poses(tick)):
        return False
    return all(one.outcome(agent, tick) == other.outcome(agent, tick) for agent in one.cast.minds)


def _elements(document: Document) -> Iterator[tuple[tuple[str, str], Frozen]]:
    for name, graph in document.graphs.items():
        for key, node in graph.nodes.items():
            yield (name, key), node
        if isinstance(graph, StateMachineGraph):
            for key, edge in graph.edges.items():
                yield (name, key), edge


def _alike(one: Frozen, other: Frozen) -> bool:
    return one == other or one.model_copy(update=LOOKS) == other.model_copy(update=LOOKS)


def _settings(document: Document) -> tuple[object, ...]:
    graphs = {name: _settings_of(graph) for name, graph in document.graphs.items()}
    return document.variables, document.events, document.root, graphs


def _settings_of(graph: Graph) -> Mapping[str, object]:
    left_out = {"nodes", "edges", "layout", "notes", "title", "note", "origin"}
    return {name: getattr(graph, name) for name in type(graph).model_fields if name not in left_out}


def fit_words(recording: Recording, mind: str, found: Differences | None) -> tuple[str, str]:
    """Return in a few words how a recording fits, "" where it does, and how it is counted.

    `found` are the differences of its version of the document, None where no agent in it thinks with that.
    """
    if found is None:
        files = sorted({mind_file(mind) for mind in recording.cast.minds.values()})
        thinks = f"In it think {', '.join(files)}." if files else "No agent thinks in it."
        return "not counted", f"No agent in it thinks with {mind}; it is not counted. {thinks}"
    if found.is_none:
        return "", f"It ran {mind} as it is now."
    told = (
        _counted(found.changed, "changed since"),
        _counted(found.fresh, "new since, of which it says nothing"),
        _counted(found.gone, "gone since, left out"),
        "variables or settings differ" if found.elsewhere else "",
    )
    parts = [words for words in told if words]
    how = "What both versions have is counted, under its place in the document."
    return "another version", f"It ran another version of {mind}: {'; '.join(parts)}. {how}"


def _counted(count: int, words: str) -> str:
    if not count:
        return ""
    return f"1 element {words}" if count == 1 else f"{count:,} elements {words}"


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
