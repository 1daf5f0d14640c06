"""Cut the values of a variable into cells on which no guard that compares it with constants changes.

A cell of a number is a point or an interval between two constants; a cell of any other value is that value.
Every cell holds a witness: a value that really lies in it, short to read where there is a choice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM, Type, Value, ValueType

Number = int | float

SOMEBODY = "somebody"
"""Stands for any entity in a witness."""

LARGEST = 1e300
"""Constants beyond this size are left alone, so that halving and rounding never overflow."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Hold an interval of numbers; an end that is infinite is open."""

    low: Number
    high: Number
    low_closed: bool
    high_closed: bool

    @property
    def is_point(self) -> bool:
        """Tell whether the interval holds one number only."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold one cell: a witness, the interval of a number, or `other` for any value not named anywhere."""

    witness: Value
    interval: Interval | None = None
    other: bool = False

    @property
    def is_point(self) -> bool:
        """Tell whether the cell is a single number."""
        return self.interval is not None and self.interval.is_point


@dataclass(frozen=True, slots=True)
class Domain:
    """Hold the declared values of a variable: its type and, of a number, the least and largest."""

    type: Type
    minimum: Number | None = None
    maximum: Number | None = None


@dataclass(frozen=True, slots=True)
class Axis:
    """Hold all cells of one variable in order; `key` tells variables apart, `name` is what people read."""

    key: str
    name: str
    type: Type
    cells: tuple[Cell, ...]

    @property
    def is_float(self) -> bool:
        """Tell whether the values have fractions, so that a single point is next to nothing."""
        return self.type.kind is ValueType.FLOAT


def cells_of(domain: Domain, constants: Iterable[Value]) -> tuple[Cell, ...]:
    """Return the cells that some constants cut the values of a domain into, smallest first."""
    match domain.type.kind:
        case ValueType.BOOL | ValueType.TRIGGER:
            return (Cell(False), Cell(True))
        case ValueType.ENUM:
            return tuple(Cell(value) for value in domain.type.values)
        case ValueType.ENTITY:
            return (Cell(None), Cell(SOMEBODY, other=True))
        case ValueType.STRING:
            named = sorted({text for text in constants if isinstance(text, str)})
            return (*map(Cell, named), Cell(_unnamed(named), other=True))
        case ValueType.INT | ValueType.FLOAT:
            numbers = {
                number
                for number in constants
                if isinstance(number, (int, float)) and not isinstance(number, bool)
            }
            return tuple(_number_cells(domain, numbers))
        case _:
            return ()


def joined(first: Interval, last: Interval) -> Interval:
    """Return the interval from the beginning of one to the end of a later one."""
    return Interval(first.low, last.high, first.low_closed, last.high_closed)


def _number_cells(domain: Domain, constants: set[Number]) -> Iterable[Cell]:
    whole = domain.type.kind is ValueType.INT
    low, high = _bounds(domain, whole)
    for interval in _between(low, high, sorted(constants)):
        if whole:
            interval = _whole_ends(interval)
        witness = _whole_witness(interval) if whole else _witness(interval)
        if witness is not None:
            yield Cell(witness, interval)


def _bounds(domain: Domain, whole: bool) -> tuple[Number, Number]:
    """Return the least and largest value; a range that holds nothing is no range."""
    low: Number = INT_MINIMUM if whole else -math.inf
    high: Number = INT_MAXIMUM if whole else math.inf
    wanted_low = low if _is_open(domain.minimum) else max(low, domain.minimum or 0)
    wanted_high = high if _is_open(domain.maximum) else min(high, domain.maximum or 0)
    return (wanted_low, wanted_high) if wanted_low <= wanted_high else (low, high)


def _is_open(bound: Number | None) -> bool:
    return bound is None or abs(bound) > LARGEST


def _between(low: Number, high: Number, constants: list[Number]) -> Iterable[Interval]:
    start, closed = low, not math.isinf(low)
    for constant in constants:
        if not low <= constant <= high:
            continue
        if start < constant:
            yield Interval(start, constant, closed, False)
        yield Interval(constant, constant, True, True)
        start, closed = constant, False
    if start < high:
        yield Interval(start, high, closed, not math.isinf(high))
    elif closed and start == high and start not in constants:
        yield Interval(start, start, True, True)


def _whole_ends(interval: Interval) -> Interval:
    """Return the interval with whole numbers as ends, both belonging to it; it may turn out empty."""
    low, high = math.ceil(interval.low), math.floor(interval.high)
    if not interval.low_closed and low == interval.low:
        low += 1
    if not interval.high_closed and high == interval.high:
        high -= 1
    return Interval(low, high, True, True)


def _whole_witness(interval: Interval) -> int | None:
    low, high = int(interval.low), int(interval.high)
    if low > high:
        return None
    if low == INT_MINIMUM or high == INT_MAXIMUM:
        return 0 if low <= 0 <= high else (high if low == INT_MINIMUM else low)
    return (low + high) // 2


def _witness(interval: Interval) -> float | None:
    low, high = float(interval.low), float(interval.high)
    if low == high:
        return low
    if math.isinf(low) and math.isinf(high):
        return 0.0
    if math.isinf(high):
        return float(math.floor(low) + 1) if abs(low) < 2**52 else math.nextafter(low, math.inf)
    if math.isinf(low):
        return float(math.ceil(high) - 1) if abs(high) < 2**52 else math.nextafter(high, -math.inf)
    inside = _inside(low, high)
    return _closed_end(interval) if inside is None else inside


def _inside(low: float, high: float) -> float | None:
    """Return a number strictly between two others with few digits, None if there is none."""
    middle = low / 2 + high / 2
    candidates = (*(round(middle, digits) for digits in range(16)), middle, math.nextafter(low, high))
    return next((candidate for candidate in candidates if low < candidate < high), None)


def _closed_end(interval: Interval) -> float | None:
    if interval.low_closed:
        return float(interval.low)
    return float(interval.high) if interval.high_closed else None


def _unnamed(named: list[str]) -> str:
    text = "anything else"
    while text in named:
        text += " still"
    return text
