"""Let the run take up what was edited, once per gesture: a mind compiled again, a world begun again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from editor.basics.slices import LongWork
from graphs.layout.layout_watch import LayoutWatch
from graphs.model import Document
from graphs.worlds.minds.world_choice import WorldChoice
from runtime.minds.program.problems import CompileError, CompileProblem
from runtime.session.programs import MindPrograms
from runtime.session.session import Session

GESTURE_PAUSE = 200
"""Milliseconds without an edit after which a gesture counts as over."""

POINT_EVERY = 16
"""Rows compiled between two points at which the window may go on."""


@dataclass(frozen=True)
class CompiledEdit:
    """Hold edited documents by file name, and what came of them: minds to go on with, or problems."""

    documents: Mapping[str, Document]
    minds: MindPrograms | None
    problems: tuple[CompileProblem, ...] = ()


class LiveEdits(QObject):
    """Gather edits until a gesture is over, compile them, and hand over the result.

    `work` is under way while a large document is compiled; the user may cancel it, and the edits wait for the
    next one.
    """

    compiled = Signal(object)
    """Carries a `CompiledEdit`."""

    def __init__(self, session: Callable[[], Session | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.work = LongWork(self)
        self._session = session
        self._waiting: dict[str, Document] = {}
        self._timer = QTimer(self, singleShot=True, interval=GESTURE_PAUSE)
        self._timer.timeout.connect(self._begin)

    def note(self, name: str, document: Document) -> None:
        """Take an edited document; it is compiled when no other edit follows for a moment."""
        self._waiting[name] = document
        self._timer.start()

    def latest(self, name: str) -> Document | None:
        """Return an edited document that waits, None where none does."""
        return self._waiting.get(name)

    def take_now(self) -> None:
        """Compile what waits at once."""
        self._timer.stop()
        self.work.drop()
        session = self._session()
        if session is not None and self._waiting:
            self._hand_over(_compile(session, dict(self._waiting), None))

    def forget(self) -> None:
        """Let go of what waits: another world is there."""
        self._timer.stop()
        self.work.drop()
        self._waiting.clear()

    def _begin(self) -> None:
        session = self._session()
        if session is None:
            return
        documents = dict(self._waiting)
        rows = sum(len(program.rows) for program in session.programs.values()) or 1
        self.work.run(
            "Taking up the edit",
            lambda watch: _compile(session, documents, _points(watch, 2 * rows)),
            self._hand_over,
        )

    def _hand_over(self, edit: CompiledEdit) -> None:
        for name, document in edit.documents.items():
            if self._waiting.get(name) is document:
                del self._waiting[name]
        self.compiled.emit(edit)


def _compile(
    session: Session, documents: Mapping[str, Document], each_row: Callable[[], None] | None
) -> CompiledEdit:
    try:
        return CompiledEdit(documents, session.compiled_with(documents, each_row))
    except CompileError as error:
        return CompiledEdit(documents, None, tuple(error.problems))


def _points(watch: LayoutWatch, expected: int) -> Callable[[], None]:
    """Return what passes a point of the watch every few rows; about `expected` rows are to come."""
    done = 0

    def each_row() -> None:
        nonlocal done
        done += 1
        if done % POINT_EVERY == 0:
            watch.pass_point(done / expected)

    return each_row


PAUSE = 60
"""Milliseconds without another edit after which the run takes the world."""


class WorldEdits(QObject):
    """Gather edits of the world that runs, and hand over the last of them."""

    due = Signal(object)
    """Carries a `WorldChoice`."""

    def __init__(self, take: Callable[[WorldChoice], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: WorldChoice | None = None
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.take_now)
        self.due.connect(take)

    def note(self, choice: WorldChoice) -> None:
        """Take an edited world; it is handed over when no other edit follows for a moment."""
        self._waiting = choice
        self._timer.start()

    def take_now(self) -> None:
        """Hand over what waits at once."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.due.emit(waiting)

    def forget(self) -> None:
        """Let go of what waits: another world is there."""
        self._timer.stop()
        self._waiting = None
