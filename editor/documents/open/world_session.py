"""Hold one open world: its history, its selection, its problems, its file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from editor.documents.open.world_issue import CheckWorld, WorldIssue
from graphs.edits.history import History
from graphs.edits.refusal import EditRefused
from graphs.worlds.model.elements import Element, element_of, holds
from graphs.worlds.model.world_file import WorldDocument

CHECK_DELAY = 120
"""Milliseconds from the last edit until the world is checked."""


class WorldSession(QObject):
    """Own one open world and tell everyone what happens to it.

    Every change goes through `apply`, `undo` or `redo`; the world itself is a frozen value. The selection is
    a set of keys such as "agents.tank_1" and is never saved.
    """

    world_changed = Signal(object)
    """Carries the world as it was before; what is held now is `world`."""
    selection_changed = Signal()
    saved_changed = Signal()
    problems_changed = Signal()
    refused = Signal(str, str)
    """Carries the reason and the remedy of an edit that cannot be made."""

    def __init__(
        self,
        world: WorldDocument,
        path: Path | None = None,
        *,
        check: CheckWorld,
        name: str = "untitled",
        folder: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.history = History(world)
        self.path = path
        self.folder = folder
        """The folder its minds are named from; None while the document it was made for has no file."""
        self.selection: frozenset[str] = frozenset()
        self._name = name
        self._check = check
        self._problems: tuple[WorldIssue, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(CHECK_DELAY)
        self._timer.timeout.connect(self.check_now)
        self.check_now()

    @property
    def world(self) -> WorldDocument:
        """Return the world as it is now."""
        return self.history.document

    @property
    def file_name(self) -> str:
        """Return the name of the world's file, or the one it would get."""
        return self.path.name if self.path is not None else f"{self._name}.world.json"

    @property
    def is_saved(self) -> bool:
        """Tell whether the file holds the world as it is now."""
        return self.history.is_saved

    @property
    def is_touched(self) -> bool:
        """Tell whether anything was ever done to the world here."""
        return bool(self.history.steps)

    @property
    def problems(self) -> tuple[WorldIssue, ...]:
        """Return what the last check found, in the order of the file."""
        return self._problems

    @property
    def elements(self) -> tuple[Element, ...]:
        """Return what is selected, in the order of the keys."""
        found = (element_of(key) for key in sorted(self.selection))
        return tuple(element for element in found if element is not None)

    def apply(
        self,
        label: str,
        edit: Callable[[WorldDocument], WorldDocument],
        *,
        select: Iterable[Element] | None = None,
        merge_key: Hashable | None = None,
    ) -> bool:
        """Run a pure edit and keep its result as one undo step.

        Steps in a row with the same `merge_key` become one, for example while an arrow key is held. `select`
        names what is selected afterwards. Returns False, after `refused`, when the edit is refused, and True
        otherwise, also where it changed nothing.
        """
        before = self.world
        try:
            after = edit(before)
        except EditRefused as refusal:
            self.refused.emit(refusal.reason, refusal.remedy)
            return False
        selection = self.selection if select is None else frozenset(element.key for element in select)
        was_saved = self.is_saved
        if self.history.commit(label, after, selection_after=selection, merge_key=merge_key):
            self._follow(before, selection, was_saved)
        elif select is not None:
            self.select_keys(selection)
        return True

    def undo(self) -> None:
        """Take the last step back; the selection returns with it."""
        self._travel(self.history.undo)

    def redo(self) -> None:
        """Do the step taken back last once more."""
        self._travel(self.history.redo)

    def go_to_step(self, place: int) -> None:
        """Go to the world after so many steps of its history; raise IndexError for no such place."""
        self._travel(lambda: self.history.go_to(place))

    def select(self, elements: Iterable[Element]) -> None:
        """Select exactly these things."""
        self.select_keys(element.key for element in elements)

    def select_keys(self, keys: Iterable[str]) -> None:
        """Select exactly what these keys name; what is not in the world is left out."""
        world = self.world
        named = {key: element_of(key) for key in keys}
        chosen = frozenset(key for key, one in named.items() if one is not None and holds(world, one))
        if chosen != self.selection:
            self.selection = chosen
            self.history.select(tuple(sorted(chosen)))
            self.selection_changed.emit()

    def seal(self) -> None:
        """Let the next edit be a step of its own: the gesture or the typing is over."""
        self.history.seal()

    def mark_saved(self, path: Path) -> None:
        """Note that the file at `path` now holds the world."""
        self.path, self.folder = path, path.parent
        self.history.mark_saved()
        self.saved_changed.emit()

    def replace_from_disk(self, world: WorldDocument) -> None:
        """Take over what the file says now, as one step that can be undone."""
        before, was_saved = self.world, self.is_saved
        self.history.commit("Reload from disk", world, selection_after=())
        self.history.mark_saved()
        self._follow(before, (), was_saved)

    def check_now(self) -> None:
        """Check the world at once, for those who cannot wait for the timer."""
        self._timer.stop()
        found = self._check(self.world, self.folder)
        if found != self._problems:
            self._problems = found
            self.problems_changed.emit()

    def check_soon(self) -> None:
        """Check the world a moment from now: what is around it changed, such as a mind."""
        self._timer.start()

    def stop_checking(self) -> None:
        """Check no more: the world is being closed."""
        self._timer.stop()

    def _travel(self, go: Callable[[], object]) -> None:
        before, was_saved = self.world, self.is_saved
        go()
        if self.world is not before:
            self._follow(before, self.history.selection, was_saved)

    def _follow(self, before: WorldDocument, selection: Iterable[str], was_saved: bool) -> None:
        self.world_changed.emit(before)
        self.select_keys(selection)
        if self.is_saved != was_saved:
            self.saved_changed.emit()
        self._timer.start()
