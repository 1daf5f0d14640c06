"""Keep the steps of an editing session: whole documents that share their parts.

Nobody writes an inverse operation: a step holds the document before and after, and since documents are
frozen and edits share what they do not touch, a step costs memory for what it changed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from graphs.model.document import Document

Selection = frozenset[str]
"""Ids that were selected; what they name is the editor's business."""


@dataclass(frozen=True, slots=True)
class Step:
    """Hold one step: what it was, the documents and selections on both sides of it."""

    label: str
    before: Document
    after: Document
    selection_before: Selection
    selection_after: Selection
    merge_key: Hashable | None = None


class Draft:
    """Collect the edits of a transaction; set `document` and `selection` to what they shall be."""

    def __init__(self, document: Document, selection: Selection) -> None:
        self.document = document
        self.selection: Iterable[str] = selection


class History:
    """Remember documents and go back and forth between them.

    `limit` is the largest number of steps that can be undone; the oldest go first.
    """

    def __init__(self, document: Document, selection: Iterable[str] = (), limit: int = 500) -> None:
        if limit < 1:
            raise ValueError("a history needs room for one step")
        self._steps: list[Step] = []
        self._index = 0
        self._document = document
        self._selection: Selection = frozenset(selection)
        self._saved: Document | None = document
        self._limit = limit
        self._open = False

    @property
    def document(self) -> Document:
        """Return the document as it is now."""
        return self._document

    @property
    def selection(self) -> Selection:
        """Return the selection as it is now."""
        return self._selection

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return all steps, done and undone, oldest first."""
        return tuple(self._steps)

    @property
    def index(self) -> int:
        """Return how many of the steps are done."""
        return self._index

    @property
    def can_undo(self) -> bool:
        """Tell whether there is a step to undo."""
        return self._index > 0

    @property
    def can_redo(self) -> bool:
        """Tell whether there is a step to do again."""
        return self._index < len(self._steps)

    @property
    def undo_label(self) -> str:
        """Return what undo takes back, "" for nothing."""
        return self._steps[self._index - 1].label if self.can_undo else ""

    @property
    def redo_label(self) -> str:
        """Return what redo does again, "" for nothing."""
        return self._steps[self._index].label if self.can_redo else ""

    def select(self, selection: Iterable[str]) -> None:
        """Remember what is selected now, without a step."""
        self._selection = frozenset(selection)

    def commit(
        self,
        label: str,
        document: Document,
        *,
        selection_before: Iterable[str] | None = None,
        selection_after: Iterable[str] | None = None,
        merge_key: Hashable | None = None,
    ) -> bool:
        """Make `document` the current one, as a step called `label`; what was undone is forgotten.

        A selection left out is the one known now. Steps in a row with the same `merge_key` become one, as
        while a slider is dragged; `seal` ends that, and so do undo, redo and saving. Returns False, and adds
        no step, if the document is the current one already.
        """
        before = self._selection if selection_before is None else frozenset(selection_before)
        after = before if selection_after is None else frozenset(selection_after)
        self._selection = after
        if document is self._document:
            return False
        del self._steps[self._index :]
        step = Step(label, self._document, document, before, after, merge_key)
        last = self._steps[-1] if self._steps else None
        merges = last is not None and merge_key is not None and last.merge_key == merge_key
        if last is not None and merges and self._saved is not self._document:
            self._steps[-1] = replace(step, before=last.before, selection_before=last.selection_before)
        else:
            self._steps.append(step)
        del self._steps[: -self._limit]
        self._index = len(self._steps)
        self._document = document
        return True

    def seal(self) -> None:
        """Let no later step merge into the last one: the gesture is over."""
        if self.can_undo:
            self._steps[self._index - 1] = replace(self._steps[self._index - 1], merge_key=None)

    def undo(self) -> Step | None:
        """Go back one step and return it; None if there is none."""
        if not self.can_undo:
            return None
        self._index -= 1
        step = self._steps[self._index]
        self._document, self._selection = step.before, step.selection_before
        self._forbid_merging()
        return step

    def redo(self) -> Step | None:
        """Do the step that was undone last again and return it; None if there is none."""
        if not self.can_redo:
            return None
        step = self._steps[self._index]
        self._index += 1
        self._document, self._selection = step.after, step.selection_after
        self._forbid_merging()
        return step

    def go_to(self, index: int) -> None:
        """Go to the document after `index` steps; raise IndexError for no such place."""
        if not 0 <= index <= len(self._steps):
            raise IndexError(f"there are {len(self._steps)} steps, not {index}")
        while self._index > index:
            self.undo()
        while self._index < index:
            self.redo()

    def mark_saved(self) -> None:
        """Remember that the current document is the one in the file."""
        self._saved = self._document

    def mark_unsaved(self) -> None:
        """Remember that no document of this history is the one in the file."""
        self._saved = None

    @property
    def is_saved(self) -> bool:
        """Tell whether the current document is the one in the file."""
        return self._document is self._saved

    @property
    def saved_index(self) -> int | None:
        """Return the place in the steps at which the saved document stands, None if it is gone."""
        if self._steps and self._steps[0].before is self._saved:
            return 0
        for place, step in enumerate(self._steps, start=1):
            if step.after is self._saved:
                return place
        return 0 if not self._steps and self.is_saved else None

    @contextmanager
    def transaction(self, label: str, merge_key: Hashable | None = None) -> Iterator[Draft]:
        """Make several edits one step; an exception leaves everything as it was.

        Raises RuntimeError for a transaction within another, or a commit made beside it.
        """
        if self._open:
            raise RuntimeError("a transaction is open already")
        draft = Draft(self._document, self._selection)
        start = self._document
        self._open = True
        try:
            yield draft
        finally:
            self._open = False
        if self._document is not start:
            raise RuntimeError("the history changed during a transaction")
        self.commit(label, draft.document, selection_after=draft.selection, merge_key=merge_key)

    def _forbid_merging(self) -> None:
        if self.can_undo and self._steps[self._index - 1].merge_key is not None:
            self.seal()
