"""Let two editors and an outside writer change, move, delete and save one file in a random order.

All answers are random too. What somebody wrote must be in a file or in an editor afterwards, unless an answer
gave it up.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from editor.basics.user_state import UserState
from editor.documents.open.open_files import WatchedFiles
from editor.documents.open.world_session import WorldSession
from editor.widgets.file_dialogs import ChangedAnswer
from editor.window.application import make_application, make_window
from graphs.edits.setting import rename
from graphs.edits.variables import add_variable
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.model import Document, StateNode
from graphs.worlds.model.world_file import (
    Waypoint,
    WorldDocument,
    empty_world,
    world_from_bytes,
    world_to_bytes,
)
from tests.editor.window_builders import AnsweringDialogs, two_state_machine

if TYPE_CHECKING:
    from editor.documents.open.document_session import DocumentSession
    from editor.window.main_window import MainWindow

STEPS = 14
"""How many steps an interleaving has."""

Whole = Document | WorldDocument

DOCUMENT, _GRAPH, _IDLE, *_ = two_state_machine()


class Lost(AssertionError):
    """Say what was lost."""


# ---- what is saved: a document or a world, to which words can be added


def with_word(whole: Whole, word: str) -> Whole:
    """Return a document with a variable, or a world with a waypoint, of this name."""
    if isinstance(whole, Document):
        return add_variable(whole, word, "float")[0]
    return whole.model_copy(update={"waypoints": {**whole.waypoints, word: Waypoint(at=(1, 1))}})


def with_name(whole: Whole, name: str) -> Whole:
    """Return it with another name in the one place that everybody changes."""
    if isinstance(whole, Document):
        return rename(whole, _GRAPH, _IDLE, name)
    return whole.model_copy(update={"title": name})


def words_of(whole: Whole) -> set[str]:
    """Return the words that were added."""
    return set(whole.variables if isinstance(whole, Document) else whole.waypoints)


def name_of(whole: Whole) -> str:
    """Return the name in the one place."""
    if isinstance(whole, Document):
        state = whole.graphs[_GRAPH].nodes[_IDLE]
        assert isinstance(state, StateNode)
        return state.name
    return whole.title


def read(path: Path) -> Whole | None:
    """Return what a file holds, None without one; raises FileProblem for half a file."""
    if not path.exists():
        return None
    data = path.read_bytes()
    return world_from_bytes(data) if path.name.endswith(".world.json") else document_from_bytes(data)


def write(path: Path, whole: Whole) -> None:
    """Write as another program does: through another file, or into the file itself."""
    data = document_to_bytes(whole) if isinstance(whole, Document) else world_to_bytes(whole)
    path.write_bytes(data)


# ---- one of the two editors


@dataclass
class Editor:
    """Hold a window, the answers of its user, and what the user gave up or has seen."""

    window: MainWindow
    dialogs: AnsweringDialogs
    letter: str
    session: DocumentSession | WorldSession | None = None
    seen_names: set[str] = field(default_factory=set)

    @property
    def is_of_world(self) -> bool:
        return isinstance(self.session, WorldSession)

    @property
    def whole(self) -> Whole:
        session = self.session
        assert session is not None
        return session.current_document

    def open(self, path: Path) -> None:
        """Open the file and know its name."""
        if path.name.endswith(".world.json"):
            self.session = self.window.shelf.open(path)
        else:
            self.window.open_file(path)
            self.session = self.window.session
        self.seen_names = {name_of(self.whole)}

    def edit(self, change: Callable[[Whole], Whole]) -> None:
        """Make one change."""
        assert self.session is not None
        self.seen_names.add(name_of(self.whole))
        self.session.apply("Edit", change)  # type: ignore[arg-type]
        self.seen_names.add(name_of(self.whole))

    def save(self) -> bool:
        """Save with the answers that the dialogs hold."""
        if self.is_of_world:
            return self.window.world.saving.save(self.session)  # type: ignore[arg-type]
        return self.window.save_session(self.session)  # type: ignore[arg-type]

    def look(self, path: Path) -> None:
        """Let the window take note of its file; unchanged work follows it by itself."""
        QApplication.processEvents()
        self.files._look(str(path))
        self.seen_names.add(name_of(self.whole))

    @property
    def files(self) -> WatchedFiles:
        """Return who knows the file."""
        return self.window.shelf.files if self.is_of_world else self.window.workspace.files

    def known(self) -> Whole:
        """Return the file as the changes of the editor began with it."""
        assert self.session is not None
        data = self.files.base(self.session)
        assert data is not None
        return world_from_bytes(data) if self.is_of_world else document_from_bytes(data)

    def keep_mine(self) -> set[str]:
        """Answer the banner: what was seen of the file last is given up; return the words of it."""
        assert self.session is not None
        self.files.accept_change(self.session)
        self.seen_names.add(name_of(self.known()))
        return words_of(self.known()) - words_of(self.whole)

    def reload(self) -> None:
        """Take over what the file says."""
        if self.is_of_world:
            self.window.world.saving.reload(self.session)  # type: ignore[arg-type]
        else:
            self.window.files.reload(self.session)  # type: ignore[arg-type]
        self.seen_names.add(name_of(self.whole))

    def close(self) -> None:
        """Close what is open, with its changes."""
        if self.session is None:
            return
        if self.is_of_world:
            self.window.shelf.close(self.session)  # type: ignore[arg-type]
        else:
            self.window.close_session(self.session)  # type: ignore[arg-type]
        self.session = None


@contextmanager
def two_editors(folder: Path) -> Iterator[tuple[Editor, Editor]]:
    """Open two windows with settings of their own."""
    make_application()
    editors = []
    for letter in "ab":
        dialogs = AnsweringDialogs()
        window = make_window(UserState(folder / f"state-{letter}"), dialogs)
        window.show_page = lambda _title, _text: None  # type: ignore[method-assign,assignment]
        window.show()
        editors.append(Editor(window, dialogs, letter))
    try:
        yield editors[0], editors[1]
    finally:
        for editor in editors:
            editor.close()
            editor.window.workspace.discard_changes()
            editor.window.shelf.discard_changes()
            editor.window.close()
            editor.window.deleteLater()


# ---- the interleavings


class Interleaving:
    """Do random steps on one file; `counts` says what happened."""

    def __init__(
        self, editors: Sequence[Editor], path: Path, rng: random.Random, counts: Counter[str]
    ) -> None:
        self.editors, self.path, self.rng, self.counts = editors, path, rng, counts
        self.written: set[str] = set()
        self.given_up: set[str] = set()
        self.others: list[Path] = []
        self._number = 0
        write(path, empty_world() if path.name.endswith(".world.json") else DOCUMENT)
        self.last: Whole | None = read(path)
        for editor in editors:
            editor.open(path)

    def run(self, steps: int) -> None:
        """Do so many steps, then look whether everything is somewhere; raise `Lost`."""
        kinds = [self._edit] * 4 + [self._save] * 4 + [self._outside] * 3 + [self._look] * 2 + [self._decide]
        for _ in range(steps):
            self.counts["steps"] += 1
            self.rng.choice(kinds)()
        wholes = [read(path) for path in (self.path, *self.others)] + [each.whole for each in self.editors]
        there = set[str]().union(*(words_of(item) for item in wholes if item is not None))
        if self.written - there - self.given_up:
            raise Lost(f"nowhere: {sorted(self.written - there - self.given_up)}")
        parts = [path for path in self.path.parent.iterdir() if path.suffix == ".part"]
        if parts:
            raise Lost(f"left behind: {parts}")
        for editor in self.editors:
            editor.close()

    def _word(self, letter: str) -> str:
        self._number += 1
        return f"{letter}{self._number}"

    def _edit(self) -> None:
        editor, word = self.rng.choice(self.editors), self._word("w")
        if self.rng.random() < 0.6:
            self.written.add(word)
            editor.edit(lambda whole: with_word(whole, word))
        else:
            editor.edit(lambda whole: with_name(whole, f"{editor.letter}_{word}"))

    def _outside(self) -> None:
        whole, word = read(self.path), self._word("o")
        self.counts["changes outside"] += 1
        kind = self.rng.choice(("word", "word", "name", "delete", "move"))
        if whole is None:
            assert self.last is not None
            whole, kind = self.last, "word"
        if kind == "delete":
            self.given_up |= words_of(whole)
            self.path.unlink()
        elif kind == "move":
            self.others.append(self.path.rename(self.path.with_name(f"moved-{word}{_ending(self.path)}")))
        else:
            changed = with_word(whole, word) if kind == "word" else with_name(whole, f"outside_{word}")
            self.written |= {word} if kind == "word" else set()
            write(self.path, changed)
        self.last = read(self.path) or whole

    def _look(self) -> None:
        editor = self.rng.choice(self.editors)
        editor.look(self.path)

    def _decide(self) -> None:
        """Answer the banner of a file that changed: keep mine, or reload, which undo takes back."""
        editor = self.rng.choice(self.editors)
        editor.look(self.path)
        if self.rng.random() < 0.5:
            self.given_up |= editor.keep_mine()
        elif self.path.exists():
            before = editor.whole
            editor.reload()
            assert editor.session is not None
            if editor.whole != before:
                editor.session.undo()
                if editor.whole != before:
                    raise Lost("undo does not bring back what was before Reload")
                editor.session.redo()
            self.given_up |= words_of(before) - words_of(editor.whole)

    def _save(self) -> None:
        editor = self.rng.choice(self.editors)
        dialogs = editor.dialogs
        before, mine = read(self.path), editor.whole
        data = self.path.read_bytes() if before is not None else b""
        dialogs.changed = self.rng.choice(list(ChangedAnswer))
        dialogs.keeps_mine = self.rng.choice((True, False, None))
        copy = self.path.with_name(f"copy-{self._word('c')}{_ending(self.path)}")
        dialogs.save_as = dialogs.save_world_as = copy
        asked, conflicts = len(dialogs.asked_changed), len(dialogs.asked_conflicts)
        known = words_of(editor.known())
        saved = editor.save()
        was_asked, had_conflict = len(dialogs.asked_changed) > asked, len(dialogs.asked_conflicts) > conflicts
        answer = dialogs.changed if was_asked else None
        self.counts[f"saves: {answer.name.lower() if answer else 'not asked'}"] += 1
        self.counts["conflicts"] += had_conflict
        after = read(self.path)
        if taken := words_of(mine) - words_of(editor.whole):
            self._check_what_a_merge_took(editor, mine, taken - known)
        if not saved or answer is ChangedAnswer.COPY:
            if (self.path.read_bytes() if after is not None else b"") != data:
                raise Lost("the file was written though it was not saved")
        elif after != editor.whole:
            raise Lost("the file does not hold what was saved")
        if before is not None and after is not None and saved and answer is not ChangedAnswer.COPY:
            self._check_what_went(editor, before, after, answer is ChangedAnswer.OVERWRITE)
        editor.seen_names.add(name_of(editor.whole))
        if had_conflict and dialogs.keeps_mine:
            editor.seen_names.add(name_of(before) if before is not None else "")
        if saved and answer is ChangedAnswer.COPY:
            self._go_on_after_a_copy(editor, copy, mine)
        self.last = read(self.path) or self.last

    def _check_what_a_merge_took(self, editor: Editor, mine: Whole, own: set[str]) -> None:
        """Raise `Lost` if a merge took what is the editor's own, or what undo does not bring back.

        What was in the file when the editor read it, and was removed there since, goes with a merge.
        """
        assert editor.session is not None
        if own:
            raise Lost(f"saving took {sorted(own)} from the editor")
        editor.session.undo()
        if editor.whole != mine:
            raise Lost("undo does not bring back what was before a merge")
        editor.session.redo()

    def _check_what_went(self, editor: Editor, before: Whole, after: Whole, chosen: bool) -> None:
        """Raise `Lost` for what a save took from the file without an answer that gave it up."""
        gone = words_of(before) - words_of(after)
        if chosen:
            self.given_up |= gone
        elif gone - self.given_up:
            raise Lost(f"a save took {sorted(gone)} from the file unasked")
        elif name_of(before) not in editor.seen_names | {name_of(after)}:
            raise Lost(f"a save took the name {name_of(before)} from the file unasked")

    def _go_on_after_a_copy(self, editor: Editor, copy: Path, mine: Whole) -> None:
        if words_of(mine) - words_of(read(copy) or mine):
            raise Lost("the copy lacks something")
        self.others.append(copy)
        editor.close()
        if not self.path.exists():
            assert self.last is not None
            write(self.path, self.last)
        editor.open(self.path)


def _ending(path: Path) -> str:
    return ".world.json" if path.name.endswith(".world.json") else ".mind.json"


def interleavings(folder: Path, number: int, seed: int) -> Counter[str]:
    """Do so many interleavings, each with a file of its own; raise `Lost` with the seed of a fault."""
    counts: Counter[str] = Counter()
    with two_editors(folder) as editors:
        for place in range(number):
            own = folder / f"interleaving-{place}"
            own.mkdir()
            ending = ".world.json" if place % 4 == 3 else ".mind.json"
            try:
                Interleaving(editors, own / f"guard{ending}", random.Random(seed + place), counts).run(STEPS)
            except Lost as lost:
                raise Lost(f"seed {seed + place}{ending}: {lost}") from None
            counts["interleavings"] += 1
    return counts
