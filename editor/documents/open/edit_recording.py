"""Record the edits of an open document as a script that makes them again."""

from __future__ import annotations

import weakref
from contextlib import ExitStack
from dataclasses import dataclass

from PySide6.QtCore import QObject

from editor.documents.open.document_session import DocumentSession
from graphs.basics.json_text import JsonObject
from graphs.edits.edit_calls import edits_told_to
from graphs.edits.history import Step
from graphs.model import Document
from graphs.scripts.recorded_steps import NotedCalls, leads_to, parts_step
from graphs.scripts.script_format import EditScript, script_of


@dataclass(frozen=True)
class RecordedStep:
    """Hold one step of the history with the steps of a script that make it."""

    step: Step[Document]
    before: Document
    after: Document
    edits: tuple[JsonObject, ...]


class EditRecording(QObject):
    """Follow the history of a document from now on; what is undone is taken out of the script again.

    Edits are told of while they are tried too, as in a drag. Those count that a step came from.
    """

    def __init__(self, session: DocumentSession) -> None:
        super().__init__(session)
        self.session = session
        self.start: Document = session.history.document
        self._first = session.history.index
        self._calls = NotedCalls()
        self._done: list[RecordedStep] = []
        self._known: weakref.WeakKeyDictionary[Step[Document], RecordedStep] = weakref.WeakKeyDictionary()
        self._listening = ExitStack()
        self._listening.enter_context(edits_told_to(self._calls.note))
        session.edited.connect(self._follow)
        session.destroyed.connect(self._listening.close)

    @property
    def count(self) -> int:
        """Return how many steps of the history the script holds."""
        return len(self._done)

    def script(self) -> EditScript:
        """Return the script so far: it makes the document there is of the one there was."""
        edits = [edit for recorded in self._done for edit in recorded.edits]
        now = self.session.history.document
        if not leads_to(self.start, edits, now, self.session.registry):
            edits = [parts_step(self.start, now)]
        return script_of(edits)

    def stop(self) -> None:
        """Record no more."""
        self._listening.close()
        self.session.edited.disconnect(self._follow)

    def _follow(self) -> None:
        """Take over what became of the history: a step was made, merged, undone or done again."""
        history = self.session.history
        done = history.steps[: history.index]
        left: RecordedStep | None = None
        while self._done and self._done[-1].step not in done:
            left = self._done.pop()
        self._take_again(done)
        before = self._done[-1].after if self._done else self.start
        if history.document != before:
            self._take_new(before, history.document, left)
        self._calls.forget()

    def _take_again(self, done: tuple[Step[Document], ...]) -> None:
        """Put in steps that were recorded, undone, and are done again."""
        first = done.index(self._done[-1].step) + 1 if self._done else self._first
        for step in done[first:]:
            recorded = self._known.get(step)
            if recorded is None:
                return
            self._done.append(recorded)

    def _take_new(self, before: Document, after: Document, merged: RecordedStep | None) -> None:
        """Record a new step; `merged` is the one that it took the place of, as while a value is dragged."""
        step = self.session.history.last_step
        registry = self.session.registry
        edits = self._calls.steps(merged.after if merged is not None else before, after, registry)
        if merged is not None and not leads_to(before, list(edits), after, registry):
            edits = (*merged.edits, *edits)
        if step is None:
            # What there was before the recording was undone.
            step = self.session.history.next_step
        if step is not None:
            recorded = RecordedStep(step, before, after, edits)
            self._known[step] = recorded
            self._done.append(recorded)
