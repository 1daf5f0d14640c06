"""Say what a guard can come to for given values of some variables, the rest unknown.

Only what is made of `and`, `or`, `not`, `a if c else b`, comparisons between a variable and a constant, and
bool variables is looked into; anything else may be true, false or fail. A failing guard is false as a whole
(SEMANTICS 2.6), so failing is followed on its own and not taken for false.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntFlag
from functools import reduce

from graphs.expressions.typed import (
    Comparison,
    Conditional,
    Constant,
    ContextRead,
    EventField,
    Logical,
    Not,
    Received,
    ToFloat,
    TypedExpression,
    VariableRead,
)
from graphs.expressions.types import Type, Value, ValueType
from graphs.lints.intervals import LARGEST


class Truth(IntFlag):
    """List what an expression can come to."""

    TRUE = 1
    FALSE = 2
    FAILURE = 4


UNDECIDED = Truth.TRUE | Truth.FALSE
ANYTHING = UNDECIDED | Truth.FAILURE

TIME_KEYS = frozenset({"time", "state_time"})
"""Keys of the clocks, which go on by themselves."""

_COMPARED = frozenset(
    {
        ValueType.BOOL,
        ValueType.TRIGGER,
        ValueType.INT,
        ValueType.FLOAT,
        ValueType.STRING,
        ValueType.ENUM,
        ValueType.ENTITY,
    }
)
_OPERATORS: Mapping[str, Callable[[object, object], object]] = {
    "==": operator.eq,
    "!=": operator.ne,
}
_ORDERINGS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """Hold a variable, clock or payload field as an expression reads it."""

    key: str
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Atom:
    """Hold what a guard asks of one variable: a comparison with a constant, or None for a plain bool.

    `node` is the comparison it stands in and `place` the place of its operator there.
    """

    reading: Reading
    constant: Value
    node: TypedExpression
    place: int = 0


def reading_of(node: TypedExpression) -> Reading | None:
    """Return what a node reads if it is nothing but a variable, a clock or a field of the event."""
    match node:
        case ToFloat():
            return reading_of(node.operand)
        case VariableRead():
            return Reading(node.slot_key, node.name, node.type)
        case EventField():
            return Reading(f"event.{node.field}", f"event.{node.field}", node.type)
        case ContextRead(name="time" | "state_time"):
            return Reading(node.name, node.name, node.type)
        case Received():
            return Reading(f"received({node.event})", f"received({node.event})", node.type)
        case _:
            return None


def atoms_of(node: TypedExpression) -> Iterator[Atom]:
    """Yield every comparison of a variable with a constant, and every bool variable asked as it is."""
    match node:
        case Not():
            yield from atoms_of(node.operand)
        case Logical():
            for part in node.operands:
                yield from atoms_of(part)
        case Conditional():
            for part in (node.condition, node.when_true, node.when_false):
                yield from atoms_of(part)
        case Comparison():
            for place, (left, right) in enumerate(zip(node.operands, node.operands[1:], strict=False)):
                atom = _compared(node, place, left, right)
                if atom is not None:
                    yield atom
        case _:
            reading = reading_of(node)
            if reading is not None:
                yield Atom(reading, None, node)


def truth_of(node: TypedExpression, values: Mapping[str, Value]) -> Truth:
    """Return what a bool expression can come to where the variables in `values`, by key, have these values.

    The answer is exact for all values of a cell that `graphs.lints.intervals` made from the constants of the
    expression, and right, though perhaps too wide, for all others that are unknown.
    """
    match node:
        case Constant():
            return _known(bool(node.value))
        case Not():
            return _negated(truth_of(node.operand, values))
        case Logical():
            return _sequence((truth_of(part, values) for part in node.operands), node.operator == "and")
        case Comparison():
            pairs = zip(node.operands, node.operands[1:], node.operators, strict=False)
            return _sequence((_pair(*pair, values) for pair in pairs), True)
        case Conditional():
            return _conditional(node, values)
        case _:
            reading = reading_of(node)
            if reading is None:
                return ANYTHING
            return _known(values[reading.key] is True) if reading.key in values else UNDECIDED


def _compared(node: Comparison, place: int, left: TypedExpression, right: TypedExpression) -> Atom | None:
    for read, fixed in ((left, right), (right, left)):
        reading = reading_of(read)
        if reading is not None and isinstance(fixed, Constant) and _is_comparable(reading, fixed.value):
            return Atom(reading, fixed.value, node, place)
    return None


def _is_comparable(reading: Reading, constant: Value) -> bool:
    if reading.type.kind not in _COMPARED:
        return False
    return not isinstance(constant, (int, float)) or abs(constant) <= LARGEST


def _known(value: bool) -> Truth:
    return Truth.TRUE if value else Truth.FALSE


def _negated(found: Truth) -> Truth:
    swapped = found & Truth.FAILURE
    if found & Truth.TRUE:
        swapped |= Truth.FALSE
    if found & Truth.FALSE:
        swapped |= Truth.TRUE
    return swapped


def _sequence(parts: Iterator[Truth], conjunction: bool) -> Truth:
    """Join parts by `and` or `or`, evaluated from the left as far as needed."""
    goes_on, ends = (Truth.TRUE, Truth.FALSE) if conjunction else (Truth.FALSE, Truth.TRUE)

    def joined(before: Truth, part: Truth) -> Truth:
        if not before & goes_on:
            return before
        return (before & (ends | Truth.FAILURE)) | part

    return reduce(joined, parts, goes_on)


def _conditional(node: Conditional, values: Mapping[str, Value]) -> Truth:
    condition = truth_of(node.condition, values)
    found = condition & Truth.FAILURE
    if condition & Truth.TRUE:
        found |= truth_of(node.when_true, values)
    if condition & Truth.FALSE:
        found |= truth_of(node.when_false, values)
    return found


def _pair(left: TypedExpression, right: TypedExpression, sign: str, values: Mapping[str, Value]) -> Truth:
    """Compare two neighbors of a comparison: a variable with a constant, or two constants."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        return _decided(left.value, right.value, sign)
    reading, other = reading_of(left), reading_of(right)
    if reading is not None and isinstance(right, Constant):
        if reading.key not in values or not _is_comparable(reading, right.value):
            return UNDECIDED
        return _decided(values[reading.key], right.value, sign)
    if other is not None and isinstance(left, Constant):
        if other.key not in values or not _is_comparable(other, left.value):
            return UNDECIDED
        return _decided(left.value, values[other.key], sign)
    return UNDECIDED if reading is not None and other is not None else ANYTHING


def _decided(left: Value, right: Value, sign: str) -> Truth:
    if sign in _OPERATORS:
        return _known(bool(_OPERATORS[sign](left, right)))
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return _known(_ORDERINGS[sign](left, right))
    return UNDECIDED
