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
        key = id(source)
        entry = self._entries.get(key)
        if entry is not None and entry[0]() is source:
            return entry[1]
        result = self._work_out(source)
        self._entries[key] = (weakref.ref(source, lambda gone: self._forget(key, gone)), result)
        return result

    def _forget(self, key: int, gone: weakref.ref[Source]) -> None:
        entry = self._entries.get(key)
        if entry is not None and entry[0] is gone:
            del self._entries[key]
