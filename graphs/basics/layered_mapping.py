"""Hold a large mapping of which many slightly different states are made one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar, cast, overload

MOST_CHANGES = 256
"""So many changed entries lie over the shared ones before a plain copy is made."""

Value = TypeVar("Value")
Default = TypeVar("Default")

_NOT_CHANGED = object()


class LayeredMapping(Mapping[str, Value]):
    """Share a dictionary with other mappings and keep aside what is different in this one.

    A changed state costs as much as the changes do, until there are many of them. None cannot be a value.
    """

    __slots__ = ("_base", "_changes")

    def __init__(self, base: dict[str, Value], changes: dict[str, Value | None] | None = None) -> None:
        self._base = base
        self._changes: dict[str, Value | None] = changes or {}

    def changed(self, changes: Mapping[str, Value | None]) -> LayeredMapping[Value]:
        """Return a mapping with some entries replaced or added, or taken out where the value is None."""
        merged = {**self._changes, **changes}
        if len(merged) <= MOST_CHANGES:
            return LayeredMapping(self._base, merged)
        base = self._base.copy()
        for key, value in merged.items():
            if value is None:
                base.pop(key, None)
            else:
                base[key] = value
        return LayeredMapping(base)

    def keys_apart(self, other: LayeredMapping[Value]) -> Iterable[str] | None:
        """Return the keys in which two mappings over the same entries can differ, None where they are not."""
        return {**self._changes, **other._changes} if self._base is other._base else None

    def __getitem__(self, key: str) -> Value:
        value = self._changes.get(key, _NOT_CHANGED)
        if value is _NOT_CHANGED:
            return self._base[key]
        if value is None:
            raise KeyError(key)
        return cast(Value, value)

    @overload
    def get(self, key: str) -> Value | None: ...
    @overload
    def get(self, key: str, default: Value | Default) -> Value | Default: ...
    def get(self, key: str, default: object = None) -> object:
        """Return the value of a key, or the default where there is none."""
        value = self._changes.get(key, _NOT_CHANGED)
        if value is _NOT_CHANGED:
            return self._base.get(key, default)
        return default if value is None else value

    def __contains__(self, key: object) -> bool:
        if key in self._changes:
            return self._changes[key] is not None
        return key in self._base

    def __iter__(self) -> Iterator[str]:
        if not self._changes:
            yield from self._base
            return
        for key in self._base:
            if self._changes.get(key, _NOT_CHANGED) is not None:
                yield key
        for key, value in self._changes.items():
            if value is not None and key not in self._base:
                yield key

    def __len__(self) -> int:
        return sum(1 for _ in self) if self._changes else len(self._base)

    def __repr__(self) -> str:
        return f"LayeredMapping({dict(self)!r})"
