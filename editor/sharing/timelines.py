"""Write down what changes from tick to tick as short lists of whole numbers; no Qt."""

from __future__ import annotations

from collections.abc import Hashable


class Texts:
    """Number the texts of a page; each is in it once."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def place(self, text: str) -> int:
        """Return the number of a text."""
        return self._places.setdefault(text, len(self._places))

    @property
    def all(self) -> list[str]:
        """Return the texts by their numbers."""
        return list(self._places)


class Changes:
    """Hold a value over time as pairs: ticks since the change before, and the value from then on."""

    __slots__ = ("_last", "_tick", "pairs")

    def __init__(self) -> None:
        self.pairs: list[int] = []
        self._tick, self._last = 0, -1

    def note(self, tick: int, value: int) -> bool:
        """Note the value (0 or more) after a tick; return whether it is another one."""
        if value == self._last:
            return False
        if self.pairs and tick == self._tick:
            self.pairs[-1] = value
        else:
            self.pairs += (tick - self._tick, value)
        self._tick, self._last = tick, value
        return True


class ManyChanges:
    """Hold the changes of many things by their keys."""

    def __init__(self) -> None:
        self._changes: dict[Hashable, Changes] = {}

    def note(self, key: Hashable, tick: int, value: int) -> bool:
        """Note the value of a thing; return whether it is another one."""
        changes = self._changes.get(key)
        if changes is None:
            changes = self._changes[key] = Changes()
        return changes.note(tick, value)

    @property
    def pairs(self) -> dict[str, list[int]]:
        """Return the pairs of each thing, by its key as text."""
        return {str(key): changes.pairs for key, changes in self._changes.items()}
