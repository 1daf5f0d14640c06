"""Keep the steps of an editing session, each at the cost of what it changed.

No inverse operation is written: a step is the difference of two frozen documents, found by comparing them.
Only the document of now, and the one in the file, are held as a whole; any other is put together again from
its neighbor when it is asked for, with all the parts the two share.
"""

from __future__ import annotations

import weakref
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from graphs.edits.patches import Patch, patch_between

Whole = TypeVar("Whole", bound=BaseModel)
"""What is edited as a whole: a document, or a world."""

Selection = frozenset[str]
"""Ids that were selected; what they name is the editor's business."""


class _Place(Generic[Whole]):
    """Hold the place of a document between two steps, the very same one for as long as it is held."""

    __slots__ = ("_document", "earlier", "later")

    def __init__(self, document: Whole) -> None:
        self._document = weakref.ref(document)
        self.earlier: Step[Whole] | None = None
        self.later: Step[Whole] | None = None

    def held(self) -> Whole | None:
        """Return the document if anyone holds it."""
        return self._document()

    def document(self) -> Whole:
        """Return the document, put together from the nearest one that is held."""
        held = self._document()
        if held is None:
            held = self._from(backward=True) or self._from(backward=False)
            if held is None:
                raise LookupError("the step is no longer in its history")
            self._document = weakref.ref(held)
        return held

    def _from(self, *, backward: bool) -> Whole | None:
        way: list[Patch] = []
        place: _Place[Whole] = self
        found: Whole | None = None
        while found is None:
            step = place.later if backward else place.earlier
            if step is None:
                return None
            way.append(step.patch)
            place = step.end if backward else step.start
            found = place.held()
        for patch in reversed(way):
            found = patch.backward(found) if backward else patch.forward(found)
        return found


@dataclass(eq=False, slots=True, weakref_slot=True)
class Step(Generic[Whole]):
    """Hold one step: what it was, the documents and selections on both sides of it.

    `before` and `after` raise LookupError once the history has forgotten the step and they are held nowhere.
    """

    label: str
    start: _Place[Whole]
    end: _Place[Whole]
    patch: Patch
    selection_before: Selection
    selection_after: Selection
    merge_key: Hashable | None = None

    @property
    def before(self) -> Whole:
        """Return the document before the step."""
        return self.start.document()

    @property
    def after(self) -> Whole:
        """Return the document after the step."""
        return self.end.document()


class History(Generic[Whole]):
    """Remember documents and go back and forth between them.

    `limit` is the largest number of steps that can be undone; the oldest go first.
    """

    def __init__(self, document: Whole, selection: Iterable[str] = (), limit: int = 500) -> None:
        if limit < 1:
            raise ValueError("a history needs room for one step")
        self._steps: list[Step[Whole]] = []
        self._index = 0
        self._document = document
        self._place = _Place(document)
        self._selection: Selection = frozenset(selection)
        self._saved: Whole | None = document
        self._limit = limit

    @property
    def document(self) -> Whole:
        """Return the document as it is now."""
        return self._document

    @property
    def selection(self) -> Selection:
        """Return the selection as it is now."""
        return self._selection

    @property
    def steps(self) -> tuple[Step[Whole], ...]:
        """Return all steps, done and undone, oldest first."""
        return tuple(self._steps)

    @property
    def index(self) -> int:
        """Return how many of the steps are done."""
        return self._index

    @property
    def labels(self) -> tuple[str, ...]:
        """Return what the steps are called, oldest first."""
        return tuple(step.label for step in self._steps)

    @property
    def last_step(self) -> Step[Whole] | None:
        """Return the step that led to the document as it is now, None before the first."""
        return self._steps[self._index - 1] if self._index else None

    @property
    def next_step(self) -> Step[Whole] | None:
        """Return the step that redo would do again, None after the last."""
        return self._steps[self._index] if self.can_redo else None

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

    def select(self, selection: Iterable[str]) -> None:
        """Remember what is selected now, without a step."""
        self._selection = frozenset(selection)

    def commit(
        self,
        label: str,
        document: Whole,
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
        last = self._steps[-1] if self._steps else None
        merges = last is not None and merge_key is not None and last.merge_key == merge_key
        start, old = self._place, self._document
        if last is not None and merges and self._saved is not self._document:
            self._steps.pop()
            start, old, before = last.start, last.before, last.selection_before
        end = _Place(document)
        step = Step(label, start, end, patch_between(old, document), before, after, merge_key)
        start.later = end.earlier = step
        self._steps.append(step)
        del self._steps[: -self._limit]
        self._steps[0].start.earlier = None
        self._index = len(self._steps)
        self._document, self._place = document, end
        return True

    def seal(self) -> None:
        """Let no later step merge into the last one: the gesture is over."""
        if self.can_undo:
            self._steps[self._index - 1].merge_key = None

    def undo(self) -> Step[Whole] | None:
        """Go back one step and return it; None if there is none."""
        if not self.can_undo:
            return None
        self._index -= 1
        step = self._steps[self._index]
        self._document, self._place = step.before, step.start
        self._selection = step.selection_before
        self._forbid_merging()
        return step

    def redo(self) -> Step[Whole] | None:
        """Do the step that was undone last again and return it; None if there is none."""
        if not self.can_redo:
            return None
        step = self._steps[self._index]
        self._index += 1
        self._document, self._place = step.after, step.end
        self._selection = step.selection_after
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
        """Return the place in the steps at which the saved document is, None if it is gone."""
        if self._saved is None:
            return None
        if self._steps and self._steps[0].start.held() is self._saved:
            return 0
        for place, step in enumerate(self._steps, start=1):
            if step.end.held() is self._saved:
                return place
        return 0 if not self._steps and self.is_saved else None

    def _forbid_merging(self) -> None:
        if self.can_undo and self._steps[self._index - 1].merge_key is not None:
            self.seal()
