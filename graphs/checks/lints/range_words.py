"""Write cells and witnesses in words: "d from 5 to 6", "while visible", "d = 5.5"."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphs.checks.lints.intervals import Axis, Cell, Interval, Number, joined
from graphs.expressions.types import Value, ValueType

_BOOLS = (ValueType.BOOL, ValueType.TRIGGER)


def number_text(value: Number) -> str:
    """Return a number in its shortest form: 5 for 5.0."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def value_text(value: Value) -> str:
    """Return a value as an expression writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number_text(value)
    if value is None:
        return "none"
    return f'"{value}"' if isinstance(value, str) else str(value)


def values_text(values: Mapping[str, Value]) -> str:
    """Return a witness in words: `d = 5.5 and visible = true`."""
    return " and ".join(f"{name} = {value_text(value)}" for name, value in values.items())


def span_text(name: str, span: Interval) -> str:
    """Return an interval of a variable: "d = 3", "d from 5 to 6", "d between 5 and 6", "d above 6"."""
    low, high = number_text(span.low), number_text(span.high)
    if span.is_point:
        return f"{name} = {low}"
    if math.isinf(span.high):
        return f"{name} from {low} up" if span.low_closed else f"{name} above {low}"
    if math.isinf(span.low):
        return f"{name} up to {high}" if span.high_closed else f"{name} below {high}"
    if span.low_closed:
        return f"{name} from {low} to {'' if span.high_closed else 'below '}{high}"
    return f"{name} above {low} up to {high}" if span.high_closed else f"{name} between {low} and {high}"


def slice_text(axes: Sequence[Axis], allowed: Sequence[Sequence[int]]) -> str:
    """Return the limits put on some axes by the cells allowed on each, "" if there are none."""
    parts = [
        part
        for axis, places in zip(axes, allowed, strict=True)
        if len(places) < len(axis.cells) and (part := _limit_text(axis, sorted(places)))
    ]
    return " and ".join(parts)


def cells_span(axis: Axis, start: int, end: int) -> Interval:
    """Return the interval that a row of number cells covers, both places included."""
    first, last = axis.cells[start].interval, axis.cells[end].interval
    assert first is not None
    assert last is not None
    return joined(first, last)


def _limit_text(axis: Axis, places: Sequence[int]) -> str:
    if axis.type.kind in _BOOLS:
        return axis.name if axis.cells[places[0]].witness else f"not {axis.name}"
    if axis.type.is_number:
        return " or ".join(_number_limit(axis, start, end) for start, end in _rows(places))
    excluded = [cell for place, cell in enumerate(axis.cells) if place not in places]
    if len(excluded) == 1 and len(axis.cells) > 2:
        return f"{axis.name} is not {_plain(excluded[0])}"
    return f"{axis.name} is {' or '.join(_plain(axis.cells[place]) for place in places)}"


def _number_limit(axis: Axis, start: int, end: int) -> str:
    """Return a limit in words; the ends of the declared range are no limit of their own."""
    span = cells_span(axis, start, end)
    if not span.is_point:
        low = -math.inf if start == 0 else span.low
        high = math.inf if end == len(axis.cells) - 1 else span.high
        span = replace(span, low=low, high=high)
    words = span_text(axis.name, span)
    return words if span.is_point else f"{axis.name} is {words.removeprefix(axis.name).lstrip()}"


def _rows(places: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last places of every row without a gap."""
    rows: list[tuple[int, int]] = []
    for place in places:
        if rows and rows[-1][1] == place - 1:
            rows[-1] = (rows[-1][0], place)
        else:
            rows.append((place, place))
    return rows


def _plain(cell: Cell) -> str:
    if cell.other:
        return "somebody" if cell.witness == "somebody" else "something else"
    return "none" if cell.witness is None else str(cell.witness)
