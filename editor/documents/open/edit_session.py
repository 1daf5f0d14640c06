"""Hold one file that is open for editing: its history, its selection, what its check found, its file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from graphs.edits.history import History, Whole
from graphs.edits.refusal import EditRefused

Item = TypeVar("Item")
"""What can be selected."""
Found = TypeVar("Found")
"""What a check finds."""
Made = TypeVar("Made")
"""What an edit makes, such as a name."""


class EditSession(QObject, Generic[Whole, Item, Found]):
    """Own one open document of whatever sort and tell everyone what happens to it.

    Every change goes through `apply`, `undo` or `redo`; the document itself is a frozen value. What is
    selected is a set of keys and is never saved. Each sort of document says in `_show` how it tells of a
    change, and in `_begin_check` how it is checked.
    """

    edited = Signal()
    """Tells that the newest version is another one now."""
    selection_changed = Signal()
    saved_changed = Signal()
    problems_changed = Signal()
    refused = Signal(str, str)
    """Carries the reason and the remedy of an edit that cannot be made."""
    stepped = Signal(object, bool)
    """Carries the steps of the history just gone over, in that order, and whether that was back."""

    ENDING: ClassVar[str]
    """How names of such files end."""
    CHECK_DELAY: ClassVar[int]
    """Milliseconds from the last edit until the document is checked."""

    def __init__(self, whole: Whole, path: Path | None, name: str, parent: QObject | None) -> None:
        super().__init__(parent)
        self.history: History[Whole] = History(whole)
        self.path = path
        self.read_only_reason = ""
        self.selection: frozenset[str] = frozenset()
        self._name = name
        self.problems: tuple[Found, ...] = ()
        """What the last check found. The check runs shortly after each edit."""
        self._check_timer = QTimer(self, singleShot=True, interval=self.CHECK_DELAY)
        self._check_timer.timeout.connect(self._begin_check)

    @property
    def document(self) -> Whole:
        """Return the document shown."""
        return self.history.document

    @property
    def current_document(self) -> Whole:
        """Return the newest version: what is saved, exported and run from the start."""
        return self.history.document

    @property
    def file_name(self) -> str:
        """Return the name of the document's file, or the one it would get."""
        return self.path.name if self.path is not None else f"{self._name}{self.ENDING}"

    @property
    def is_saved(self) -> bool:
        """Tell whether the file holds the document as it is now."""
        return self.history.is_saved

    @property
    def is_touched(self) -> bool:
        """Tell whether anything was ever done to the document here."""
        return bool(self.history.steps)

    def apply(
        self,
        label: str,
        edit: Callable[[Whole], Whole],
        *,
        select: Iterable[Item] | None = None,
        merge_key: Hashable | None = None,
    ) -> bool:
        """Run a pure edit and keep its result as one undo step.

        Steps in a row with the same `merge_key` become one, for example while a value is dragged. `select`
        names what is selected afterwards. Returns False, after `refused`, when the edit is refused, and True
        otherwise, also where it changed nothing.
        """
        if self.read_only_reason:
            self.refused.emit(self.read_only_reason, "Save it under another name to change the copy.")
            return False
        before = self.document
        try:
            after = edit(before)
        except EditRefused as refusal:
            self.refused.emit(refusal.reason, refusal.remedy)
            return False
        after = self._to_commit(before, after)
        items = None if select is None else tuple(select)
        selection = self.selection if items is None else self._keys_of(items)
        was_saved = self.is_saved
        if self.history.commit(label, after, selection_after=selection, merge_key=merge_key):
            self._follow(before, selection, was_saved)
        elif items is not None:
            self.select(items)
        return True

    def make(self, label: str, edit: Callable[[Whole], tuple[Whole, Made]]) -> Made | None:
        """Run an edit that makes something, as `apply` does; return that, None where it is refused."""
        made: list[Made] = []

        def change(whole: Whole) -> Whole:
            changed, new = edit(whole)
            made.append(new)
            return changed

        return made[0] if self.apply(label, change) else None

    def undo(self) -> None:
        """Take the last step back; the selection returns with it."""
        self._travel(self.history.undo)

    def redo(self) -> None:
        """Do the step taken back last once more."""
        self._travel(self.history.redo)

    def go_to_step(self, place: int) -> None:
        """Go to the document after so many steps of its history; raise IndexError for no such place."""
        self._travel(lambda: self.history.go_to(place))

    def select(self, items: Iterable[Item]) -> None:
        """Select exactly these."""
        self._select(self._keys_of(items))

    def seal(self) -> None:
        """Let the next edit be a step of its own: the gesture or the typing is over."""
        self.history.seal()

    def mark_saved(self, path: Path) -> None:
        """Note that the file at `path` now holds the document."""
        self.path = path
        self.history.mark_saved()
        self.saved_changed.emit()

    def replace_from_disk(self, whole: Whole) -> None:
        """Take over what the file says now, as one step that can be undone."""
        before, was_saved = self.document, self.is_saved
        self.history.commit("Reload from disk", whole, selection_after=())
        self.history.mark_saved()
        self._follow(before, (), was_saved)

    def check_now(self) -> None:
        """Check the document at once, for those who cannot wait for the timer."""
        self._check_timer.stop()
        self._begin_check()

    def check_soon(self) -> None:
        """Check the document a moment from now: what is around it changed."""
        self._check_timer.start()

    def stop_checking(self) -> None:
        """Check no more: the document is being closed."""
        self._check_timer.stop()

    # --- what each sort of document says

    def _keys_of(self, items: Iterable[Item]) -> frozenset[str]:
        raise NotImplementedError

    def _begin_check(self) -> None:
        """Check the document as it is now, and tell `_take_problems` what there is."""
        raise NotImplementedError

    def _tell_change(self, before: Whole) -> None:
        """Tell that another document than `before` is shown now."""
        raise NotImplementedError

    def _to_commit(self, before: Whole, after: Whole) -> Whole:
        """Return what an edit that made `after` of `before` puts into the history."""
        return after

    # --- what all have in common

    def _select(self, keys: Iterable[str]) -> None:
        chosen = frozenset(keys)
        if chosen != self.selection:
            self.selection = chosen
            self._remember_selection()
            self.selection_changed.emit()

    def _remember_selection(self) -> None:
        self.history.select(tuple(sorted(self.selection)))

    def _take_problems(self, found: tuple[Found, ...]) -> None:
        if found != self.problems:
            self.problems = found
            self.problems_changed.emit()

    def _travel(self, go: Callable[[], object]) -> None:
        if self.read_only_reason:
            return
        before, was_saved, start = self.document, self.is_saved, self.history.index
        go()
        if self.document is not before:
            self._follow(before, self.history.selection, was_saved)
            end, steps = self.history.index, self.history.steps
            is_back = end < start
            self.stepped.emit(steps[end:start][::-1] if is_back else steps[start:end], is_back)

    def _follow(self, before: Whole, selection: Iterable[str], was_saved: bool) -> None:
        self._show(before, selection)
        self.edited.emit()
        if self.is_saved != was_saved:
            self.saved_changed.emit()

    def _show(self, before: Whole, selection: Iterable[str]) -> None:
        self._tell_change(before)
        self._select(selection)
        self._check_timer.start()
