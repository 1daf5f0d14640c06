"""Find what a row of a program holds: its expressions, the lines of its blocks, what it gives to a graph."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TypeVar

from runtime.minds.program.rows import Row

Part = TypeVar("Part")


def parts_of(whole: object, kind: type[Part]) -> Iterator[Part]:
    """Yield all of one kind that a row, or part of one, holds, in the order of its fields.

    Other rows are not gone into.
    """
    if dataclasses.is_dataclass(whole):
        for field in dataclasses.fields(whole):
            yield from _inside(getattr(whole, field.name, None), kind)


def _inside(value: object, kind: type[Part]) -> Iterator[Part]:
    if isinstance(value, kind):
        yield value
    elif isinstance(value, (tuple, list)):
        for one in value:
            if not isinstance(one, Row):
                yield from _inside(one, kind)
    elif dataclasses.is_dataclass(value) and not isinstance(value, (Row, type)):
        for field in dataclasses.fields(value):
            yield from _inside(getattr(value, field.name, None), kind)
