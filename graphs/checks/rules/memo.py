"""Remember what functions found by what they read, and work it out again only where that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar, cast

Result = TypeVar("Result")

Cell = tuple[str, str]
"""Something that can be read, or worked out: what it is, and of which element."""

ALL = "*"
"""As the element of a cell: which elements there are."""

_HELD = "held by "


class Memo:
    """Hold the values of cells, each found by the function of its kind.

    A function notes every cell it reads (`note`, or `Noted` mappings that do so by themselves) and asks for
    the values of others by `value`. It may ask for cells of its own kind and of kinds before it in `kinds`.
    """

    def __init__(self, kinds: Iterable[str], *, follows: bool = True) -> None:
        """Make a memo; one that does not follow changes keeps no record of who read what."""
        self.follows = follows
        self._ranks = {kind: rank for rank, kind in enumerate(kinds)}
        self._functions: Mapping[str, Callable[[str], object]] = {}
        self._values: dict[Cell, object] = {}
        self._readers: dict[Cell, set[Cell]] = {}
        self._read: list[Cell] = []
        self.note: Callable[[Cell], None] = self._read.append
        """Note that what is being worked out reads a cell."""
        self.note_all: Callable[[Iterable[Cell]], None] = self._read.extend
        """Note that what is being worked out reads some cells."""

    def use(self, functions: Mapping[str, Callable[[str], object]]) -> None:
        """Work cells out by these functions from now on, one for each kind."""
        self._functions = functions
        self._read.clear()

    def knows(self, cell: Cell) -> bool:
        """Tell whether the value of a cell was worked out."""
        return cell in self._values

    def value(self, cell: Cell) -> object:
        """Return the value of a cell, worked out if it is not known, and note that it was read."""
        self._read.append(cell)
        return self.settle(cell)

    def settle(self, cell: Cell) -> object:
        """Return the value of a cell as `value` does, without a note that it was read."""
        if cell not in self._values:
            self._work_out(cell)
        return self._values[cell]

    def holds(self, cell: Cell, element: str) -> bool:
        """Tell whether the value of a cell, a frozenset, holds an element; only this is noted as read."""
        self._read.append((_HELD + cell[0], element))
        return element in cast(frozenset[str], self.settle(cell))

    def recorded(self, work_out: Callable[[], Result]) -> tuple[Result, frozenset[Cell]]:
        """Return what a function returns, and the cells it reads; they count as read here too."""
        start = len(self._read)
        result = work_out()
        return result, frozenset(self._read[start:])

    def forget(self, element: str) -> None:
        """Forget all cells of an element that is gone."""
        for name in self._ranks:
            self._values.pop((name, element), None)

    def change(self, cells: Iterable[Cell]) -> Iterator[Cell]:
        """Work out again what reads any of some cells, and what reads that if it has another value now.

        Yields each cell that was worked out again.
        """
        stale: list[dict[Cell, None]] = [{} for _ in self._ranks]
        self._mark_readers(cells, stale)
        while True:
            waiting = next((cells for cells in stale if cells), None)
            if waiting is None:
                return
            cell, _ = waiting.popitem()
            old = self._values.get(cell)
            self._work_out(cell)
            new = self._values[cell]
            if new != old:
                self._mark_readers((cell,), stale)
                if isinstance(new, frozenset) and isinstance(old, frozenset):
                    self._mark_readers(((_HELD + cell[0], element) for element in new ^ old), stale)
            yield cell

    def _mark_readers(self, cells: Iterable[Cell], stale: list[dict[Cell, None]]) -> None:
        for cell in cells:
            for reader in self._readers.pop(cell, ()):
                stale[self._ranks[reader[0]]][reader] = None

    def _work_out(self, cell: Cell) -> None:
        read, readers = self._read, self._readers
        start = len(read)
        self._values[cell] = self._functions[cell[0]](cell[1])
        for source in set(read[start:]) if self.follows else ():
            known = readers.get(source)
            if known is None:
                readers[source] = {cell}
            else:
                known.add(cell)
        del read[start:]
