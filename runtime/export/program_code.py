"""Go through the pieces of code that the rows of a program carry: expressions, lines, actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from runtime.minds.actions.action import Action
from runtime.minds.program.code import Expression, LineCode
from runtime.minds.program.rows import Row

Code = Expression | LineCode


def code_of(row: Row) -> Iterator[Code]:
    """Yield every expression and line of a row, those inside of others behind them."""
    for one in fields(row):
        yield from _inside(getattr(row, one.name))


def code_of_all(rows: Iterable[Row]) -> Iterator[Code]:
    """Yield every expression and line of rows, in their order."""
    for row in rows:
        yield from code_of(row)


def _inside(value: object) -> Iterator[Code]:
    if isinstance(value, (Row, Action, str)):
        return
    if isinstance(value, Expression):
        yield value
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from _inside(one)
    elif is_dataclass(value):
        if isinstance(value, LineCode):
            yield value
        for field in fields(value):
            yield from _inside(getattr(value, field.name))
