"""Edit a world and a mind of it together, as one step: undone in the one, it is undone in the other too."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Signal

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.edit_session import EditSession
from editor.documents.open.world_session import WorldSession
from graphs.edits.history import Step
from graphs.edits.refusal import EditRefused
from graphs.model import Document
from graphs.worlds.model.world_file import WorldDocument

JointEdit = Callable[[WorldDocument, Document], tuple[WorldDocument, Document]]
"""A pure edit of a world and a mind; raises EditRefused."""

_Session: TypeAlias = EditSession[Any, Any, Any]


class JointSteps(QObject):
    """Make edits of two documents and keep the step of each with that of the other.

    Each history holds its own half. Undo and redo in one document take the other along while that half is the
    step in turn there; where the other document went on since, its half stays, and `half_left` says so.
    """

    half_left = Signal(str)
    """Carries words about the half that stays as it is."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._partners: weakref.WeakKeyDictionary[Step[Any], tuple[_Session, weakref.ref[Step[Any]]]] = (
            weakref.WeakKeyDictionary()
        )
        self._watched: list[_Session] = []

    def apply(self, label: str, world: WorldSession, mind: DocumentSession, edit: JointEdit) -> None:
        """Make an edit as one step. Raises EditRefused, with neither document changed."""
        for session in (world, mind):
            if session.read_only_reason:
                raise EditRefused(session.read_only_reason, "Save it under another name to change the copy.")
        changed_world, changed_mind = edit(world.world, mind.document)
        halves: list[tuple[_Session, Step[Any]]] = []
        # The mind goes first: a world must not name, even for a moment, what its mind has not.
        if changed_mind is not mind.document and mind.apply(label, lambda _mind: changed_mind):
            halves += [(mind, step) for step in (mind.history.last_step,) if step is not None]
        if changed_world is not world.world and world.apply(label, lambda _world: changed_world):
            halves += [(world, step) for step in (world.history.last_step,) if step is not None]
        if len(halves) == 2:
            self._join(*halves)

    def forget(self, session: _Session) -> None:
        """Let go of a document that was closed."""
        if session in self._watched:
            self._watched.remove(session)
        for step in [step for step, (partner, _) in self._partners.items() if partner is session]:
            del self._partners[step]

    def _join(self, first: tuple[_Session, Step[Any]], second: tuple[_Session, Step[Any]]) -> None:
        for (session, step), (partner, counterpart) in ((first, second), (second, first)):
            self._partners[step] = (partner, weakref.ref(counterpart))
            if session not in self._watched:
                self._watched.append(session)
                session.stepped.connect(self._take_along)

    def _take_along(self, steps: tuple[Step[Any], ...], is_back: bool) -> None:
        """Go over the other halves of steps that were gone over."""
        for step in steps:
            partner, reference = self._partners.get(step, (None, None))
            counterpart = reference() if reference is not None else None
            if partner is None or counterpart is None:
                continue
            history = partner.history
            is_done = counterpart in history.steps[: history.index]
            if is_done is not is_back:
                continue
            if counterpart is (history.last_step if is_back else history.next_step):
                (partner.undo if is_back else partner.redo)()
            is_done = counterpart in history.steps[: history.index]
            if is_done is is_back:
                name = partner.file_name
                turn = "undone" if is_back else "done again"
                self.half_left.emit(f"{name} went on since: its half of “{step.label}” was not {turn}")
