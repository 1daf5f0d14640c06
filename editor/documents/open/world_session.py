"""Edit a world: what is selected on its map, and its check."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.documents.open.edit_session import EditSession
from editor.documents.open.world_check import CheckWorld, WorldIssue
from graphs.worlds.minds.world_choice import WORLD_SUFFIX
from graphs.worlds.model.elements import Element, element_of, holds
from graphs.worlds.model.world_file import WorldDocument


class WorldSession(EditSession[WorldDocument, Element, WorldIssue]):
    """Own one open world. The selection is a set of keys such as "agents.tank_1"."""

    world_changed = Signal(object)
    """Carries the world as it was before; what is held now is `world`."""

    ENDING = WORLD_SUFFIX
    CHECK_DELAY = 120

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
        super().__init__(world, path, name, parent)
        self.folder = folder
        """The folder its minds are named from; None while the document it was made for has no file."""
        self._check = check
        self.check_now()

    @property
    def world(self) -> WorldDocument:
        """Return the world as it is now."""
        return self.history.document

    @property
    def elements(self) -> tuple[Element, ...]:
        """Return what is selected, in the order of the keys."""
        found = (element_of(key) for key in sorted(self.selection))
        return tuple(element for element in found if element is not None)

    def mark_saved(self, path: Path) -> None:
        """Note that the file at `path` now holds the world, whose minds are named from its folder."""
        self.folder = path.parent
        super().mark_saved(path)

    def _keys_of(self, items: Iterable[Element]) -> frozenset[str]:
        return frozenset(element.key for element in items)

    def _select(self, keys: Iterable[str]) -> None:
        named = {key: element_of(key) for key in keys}
        super()._select(key for key, element in named.items() if element and holds(self.world, element))

    def _tell_change(self, before: WorldDocument) -> None:
        self.world_changed.emit(before)

    def _begin_check(self) -> None:
        self._take_problems(self._check(self.world, self.folder))
