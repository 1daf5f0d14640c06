"""Keep what was worked out for a frozen object, for as long as that very object lives."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

Source = TypeVar("Source")
Result = TypeVar("Result")


class IdentityCache(Generic[Source, Result]):
    """Work a result out once per object, told apart by identity.

    Documents are never changed in place, so a result stays right; equal objects need no equal hash, and an
    object that is gone takes its result along.
    """

    def __init__(self, work_out: Callable[[Source], Result]) -> None:
        self._work_out = work_out
        self._entries: dict[int, tuple[weakref.ref[Source], Result]] = {}

    def __call__(self, source: Source) -> Result:
        """Return the result for `source`, from memory if it was asked for before."""
        entry = self._entries.get(id(source))
        if entry is not None and entry[0]() is source:
            return entry[1]
        result = self._work_out(source)
        self.keep(source, result)
        return result

    def known(self, source: Source) -> Result | None:
        """Return the result for `source` if it was asked for before, else None."""
        entry = self._entries.get(id(source))
        return entry[1] if entry is not None and entry[0]() is source else None

    def keep(self, source: Source, result: Result) -> None:
        """Keep a result for `source` that was come by otherwise."""
        key = id(source)
        self._entries[key] = (weakref.ref(source, lambda gone: self._forget(key, gone)), result)

    def _forget(self, key: int, gone: weakref.ref[Source]) -> None:
        entry = self._entries.get(key)
        if entry is not None and entry[0] is gone:
            del self._entries[key]
