"""Find which entries differ between two mappings, at once where one was made from the other.

Whoever makes a mapping from another one and knows what changed says so (`derived`); the last few such records
are kept, so that those who ask afterwards need not compare ten thousand entries to find one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import compress
from operator import is_not
from typing import TypeVar

RECORDS_KEPT = 24

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class MappingDifference:
    """Hold the keys of one mapping that were added, removed, or have another value."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    @property
    def touched(self) -> frozenset[str]:
        """Return all keys that differ."""
        return self.added | self.removed | self.changed


NO_DIFFERENCE = MappingDifference()

# By the id of the newer mapping, which is held and so keeps its id: it, the older one, the keys to look at.
_records: OrderedDict[int, tuple[object, object, Collection[str]]] = OrderedDict()


def derived(new: dict[str, Value], old: Mapping[str, Value], keys: Collection[str]) -> dict[str, Value]:
    """Note that a mapping differs from the one it was made from in these keys at most, and return it."""
    _records[id(new)] = (new, old, keys)
    while len(_records) > RECORDS_KEPT:
        _records.popitem(last=False)
    return new


def difference(old: Mapping[str, object], new: Mapping[str, object]) -> MappingDifference:
    """Return which keys of a mapping were added, removed, or have another value.

    Values are told apart by identity first: equal objects are compared only where they are not the same.
    """
    found = replacement(old, new)
    if not found.changed:
        return found
    changed = frozenset(key for key in found.changed if old[key] != new[key])
    return found if len(changed) == len(found.changed) else replace(found, changed=changed) or NO_DIFFERENCE


def replacement(old: Mapping[str, object], new: Mapping[str, object]) -> MappingDifference:
    """Return which keys of a mapping were added, removed, or have another object as their value."""
    if old is new:
        return NO_DIFFERENCE
    keys = _recorded_keys(old, new)
    if keys is None:
        keys = _compared_keys(old, new)
        if isinstance(new, dict):
            derived(new, old, keys)
    added, removed, changed = [], [], []
    for key in keys:
        if key not in old:
            if key in new:
                added.append(key)
        elif key not in new:
            removed.append(key)
        elif old[key] is not new[key]:
            changed.append(key)
    if not (added or removed or changed):
        return NO_DIFFERENCE
    return MappingDifference(frozenset(added), frozenset(removed), frozenset(changed))


def _recorded_keys(old: object, new: object) -> Collection[str] | None:
    """Return the keys in which two mappings can differ by what was noted, None if nothing was."""
    forward, backward = _way(new, old), _way(old, new)
    return forward if forward is not None else backward


def _way(start: object, goal: object) -> Collection[str] | None:
    keys: set[str] = set()
    current = start
    for _ in range(RECORDS_KEPT):
        record = _records.get(id(current))
        if record is None or record[0] is not current:
            return None
        keys.update(record[2])
        current = record[1]
        if current is goal:
            return keys
    return None


def _compared_keys(old: Mapping[str, object], new: Mapping[str, object]) -> Collection[str]:
    """Return the keys of entries that are not the same object in both."""
    names = list(new)
    if list(old) == names:
        return list(compress(names, map(is_not, old.values(), new.values())))
    gone = old.keys() - new.keys()
    missing = object()
    return [*gone, *(key for key, value in new.items() if old.get(key, missing) is not value)]
