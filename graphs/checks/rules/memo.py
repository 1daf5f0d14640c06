"""Remember what functions found by what they read, and work it out again only where that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

Result = TypeVar("Result")

Cell = tuple[str, str]
"""Something that can be read, or worked out: what it is, and of which element."""

ALL = "*"
"""As the element of a cell: which elements there are."""


class Memo:
    """Hold the values of cells, each found by the function of its kind.

    A function notes every cell it reads (`note`, or `Noted` mappings that do so by themselves) and asks for
    the values of others by `value`. It may ask for cells of its own kind and of kinds before it.
    """

    def __init__(self, functions: Mapping[str, Callable[[str], object]]) -> None:
        self._functions = functions
        self._ranks = {name: rank for rank, name in enumerate(functions)}
        self._values: dict[Cell, object] = {}
        self._readers: dict[Cell, set[Cell]] = {}
        self._reading: set[Cell] = set()

    def note(self, cell: Cell) -> None:
        """Note that what is being worked out reads a cell."""
        self._reading.add(cell)

    def note_all(self, cells: Iterable[Cell]) -> None:
        """Note that what is being worked out reads some cells."""
        self._reading.update(cells)

    def knows(self, cell: Cell) -> bool:
        """Tell whether the value of a cell was worked out."""
        return cell in self._values

    def value(self, cell: Cell) -> object:
        """Return the value of a cell, worked out if it is not known, and note that it was read."""
        self._reading.add(cell)
        return self.settle(cell)

    def settle(self, cell: Cell) -> object:
        """Return the value of a cell as `value` does, without a note that it was read."""
        if cell not in self._values:
            self._work_out(cell)
        return self._values[cell]

    def recorded(self, work_out: Callable[[], Result]) -> tuple[Result, frozenset[Cell]]:
        """Return what a function returns, and the cells it reads; they count as read here too."""
        outer, self._reading = self._reading, set()
        try:
            result = work_out()
        finally:
            inner, self._reading = self._reading, outer
        outer.update(inner)
        return result, frozenset(inner)

    def forget(self, element: str) -> None:
        """Forget all cells of an element that is gone."""
        for name in self._functions:
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
            if self._values[cell] != old:
                self._mark_readers((cell,), stale)
            yield cell

    def _mark_readers(self, cells: Iterable[Cell], stale: list[dict[Cell, None]]) -> None:
        for cell in cells:
            for reader in self._readers.pop(cell, ()):
                stale[self._ranks[reader[0]]][reader] = None

    def _work_out(self, cell: Cell) -> None:
        outer, self._reading = self._reading, set()
        try:
            self._values[cell] = self._functions[cell[0]](cell[1])
        finally:
            read, self._reading = self._reading, outer
        readers = self._readers
        for one in read:
            known = readers.get(one)
            if known is None:
                readers[one] = {cell}
            else:
                known.add(cell)
