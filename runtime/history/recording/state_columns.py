"""Take many records of one class apart, field by field, and put them together again.

A list for each field is pickled and compressed several times as fast as the records themselves, and to less.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import chain, islice, repeat
from operator import attrgetter
from typing import Any, Generic, TypeVar

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Columns(Generic[Record]):
    """Hold records of the dataclass `kind`, which has slots, as a column for each of its fields."""

    kind: type[Record]
    count: int
    columns: tuple[tuple[object, ...], ...]

    @classmethod
    def of(cls, kind: type[Record], records: Sequence[Record]) -> Columns[Record]:
        """Take records apart."""
        values = attrgetter(*_names(kind))
        return cls(kind, len(records), tuple(zip(*map(values, records), strict=True)))

    def records(self) -> list[Record]:
        """Return the records, put together without a call of their class for each."""
        new: Any = object.__new__
        made: list[Record] = list(map(new, repeat(self.kind, self.count)))
        for name, column in zip(_names(self.kind), self.columns, strict=False):
            put = getattr(self.kind, name).__set__
            deque(map(put, made, column), maxlen=0)
        return made


def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@dataclass(frozen=True, slots=True)
class GroupedColumns(Generic[Record]):
    """Hold groups of records: how many are in each, and all of them as columns."""

    counts: tuple[int, ...]
    columns: Columns[Record]

    @classmethod
    def of(cls, kind: type[Record], groups: Sequence[Sequence[Record]]) -> GroupedColumns[Record]:
        """Take groups of records apart."""
        every = tuple(chain.from_iterable(groups))
        return cls(tuple(map(len, groups)), Columns.of(kind, every))

    def groups(self) -> tuple[tuple[Record, ...], ...]:
        """Return the groups."""
        records: Iterable[Record] = iter(self.columns.records())
        return tuple(tuple(islice(records, count)) for count in self.counts)
