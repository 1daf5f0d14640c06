"""Say where a guard is true, false or fails, as sets of cells.

Only what is made of `and`, `or`, `not`, `a if c else b`, comparisons between a variable and a constant, and
bool variables is looked into; anything else may be true, false or fail. A failing guard is false as a whole
(rule 2.6), so failing is followed on its own and not taken for false.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntFlag
from typing import NamedTuple

from graphs.checks.lints.intervals import LARGEST
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

GUARDS_KEPT = 20_000

Cells = int
"""A set of cells, a bit for each."""

Test = Callable[[Value], bool]
Where = Callable[[str, Test], Cells | None]
"""Give the cells on which the variable with a key passes a test, None if nothing is known of it."""


class Truth(IntFlag):
    """List what an expression can come to."""

    TRUE = 1
    FALSE = 2
    FAILURE = 4


class Region(NamedTuple):
    """Hold the cells on which an expression may be true, may be false, and may fail."""

    true: Cells
    false: Cells
    failing: Cells

    @property
    def surely(self) -> Cells:
        """Return the cells on which it is true, whatever else holds."""
        return self.true & ~self.false & ~self.failing


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
_OPERATORS: Mapping[str, Callable[..., bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class NameReading:
    """Hold a variable, clock or payload field as an expression reads it."""

    key: str
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Atom:
    """Hold what a guard asks of one variable: a comparison with a constant, or None for a plain bool.

    `node` is the comparison it is in and `place` the place of its operator there.
    """

    reading: NameReading
    constant: Value
    node: TypedExpression
    place: int = 0


def reading_of(node: TypedExpression) -> NameReading | None:
    """Return what a node reads if it is nothing but a variable, a clock or a field of the event."""
    match node:
        case ToFloat():
            return reading_of(node.operand)
        case VariableRead():
            return NameReading(node.slot_key, node.name, node.type)
        case EventField():
            return NameReading(f"event.{node.field}", f"event.{node.field}", node.type)
        case ContextRead(name="time" | "state_time"):
            return NameReading(node.name, node.name, node.type)
        case Received():
            return NameReading(f"received({node.event})", f"received({node.event})", node.type)
        case _:
            return None


_atoms: dict[int, tuple[TypedExpression, tuple[Atom, ...]]] = {}


def atoms_of(guard: TypedExpression) -> tuple[Atom, ...]:
    """Return every comparison of a variable with a constant, and every bool variable asked as it is."""
    kept = _atoms.get(id(guard))
    if kept is None or kept[0] is not guard:
        if len(_atoms) >= GUARDS_KEPT:
            _atoms.clear()
        kept = _atoms[id(guard)] = (guard, tuple(_atoms_in(guard)))
    return kept[1]


def forget_guards() -> None:
    """Let go of all guards."""
    _atoms.clear()


def _atoms_in(node: TypedExpression) -> Iterator[Atom]:
    match node:
        case Not():
            yield from _atoms_in(node.operand)
        case Logical():
            for part in node.operands:
                yield from _atoms_in(part)
        case Conditional():
            for part in (node.condition, node.when_true, node.when_false):
                yield from _atoms_in(part)
        case Comparison():
            for place, (left, right) in enumerate(zip(node.operands, node.operands[1:], strict=False)):
                atom = _compared(node, place, left, right)
                if atom is not None:
                    yield atom
        case _:
            reading = reading_of(node)
            if reading is not None:
                yield Atom(reading, None, node)


def region_of(node: TypedExpression, everywhere: Cells, where: Where) -> Region:
    """Return where a bool expression can be true, false and fail, out of the cells in `everywhere`.

    The answer is exact for cells that `graphs.checks.lints.intervals` made from the constants of the
    expression, and right, though perhaps too wide, for what hangs on anything else.
    """
    match node:
        case Constant():
            return Region(everywhere, 0, 0) if node.value else Region(0, everywhere, 0)
        case Not():
            inner = region_of(node.operand, everywhere, where)
            return Region(inner.false, inner.true, inner.failing)
        case Logical():
            parts = [region_of(part, everywhere, where) for part in node.operands]
            return _conjunction(parts) if node.operator == "and" else _disjunction(parts)
        case Comparison():
            pairs = zip(node.operands, node.operands[1:], node.operators, strict=False)
            return _conjunction([_pair(*pair, everywhere, where) for pair in pairs])
        case Conditional():
            return _conditional(node, everywhere, where)
        case _:
            reading = reading_of(node)
            if reading is None:
                return Region(everywhere, everywhere, everywhere)
            return _asked(reading.key, lambda value: value is True, everywhere, where)


def truth_of(node: TypedExpression, values: Mapping[str, Value]) -> Truth:
    """Return what a bool expression can come to where variables, by key, have these values."""

    def where(key: str, test: Test) -> Cells | None:
        return int(test(values[key])) if key in values else None

    found = region_of(node, 1, where)
    return Truth(found.true + 2 * found.false + 4 * found.failing)


def _compared(node: Comparison, place: int, left: TypedExpression, right: TypedExpression) -> Atom | None:
    for read, fixed in ((left, right), (right, left)):
        reading = reading_of(read)
        if reading is not None and isinstance(fixed, Constant) and _is_comparable(reading, fixed.value):
            return Atom(reading, fixed.value, node, place)
    return None


def _is_comparable(reading: NameReading, constant: Value) -> bool:
    if reading.type.kind not in _COMPARED:
        return False
    return not isinstance(constant, (int, float)) or abs(constant) <= LARGEST


def _conjunction(parts: list[Region]) -> Region:
    """Join by `and`, each part evaluated where those before it are true."""
    true, false, failing = parts[0]
    for part in parts[1:]:
        false |= true & part.false
        failing |= true & part.failing
        true &= part.true
    return Region(true, false, failing)


def _disjunction(parts: list[Region]) -> Region:
    """Join by `or`, each part evaluated where those before it are false."""
    true, false, failing = parts[0]
    for part in parts[1:]:
        true |= false & part.true
        failing |= false & part.failing
        false &= part.false
    return Region(true, false, failing)


def _conditional(node: Conditional, everywhere: Cells, where: Where) -> Region:
    asked = region_of(node.condition, everywhere, where)
    one = region_of(node.when_true, everywhere, where)
    other = region_of(node.when_false, everywhere, where)
    return Region(
        asked.true & one.true | asked.false & other.true,
        asked.true & one.false | asked.false & other.false,
        asked.failing | asked.true & one.failing | asked.false & other.failing,
    )


def _asked(key: str, test: Test, everywhere: Cells, where: Where) -> Region:
    found = where(key, test)
    return Region(everywhere, everywhere, 0) if found is None else Region(found, everywhere & ~found, 0)


def _pair(
    left: TypedExpression, right: TypedExpression, sign: str, everywhere: Cells, where: Where
) -> Region:
    """Compare two neighbors of a comparison: a variable with a constant, or two constants."""
    compare = _OPERATORS[sign]
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Region(everywhere, 0, 0) if compare(left.value, right.value) else Region(0, everywhere, 0)
    reading, other = reading_of(left), reading_of(right)
    if reading is not None and isinstance(right, Constant) and _is_comparable(reading, right.value):
        constant = right.value
        return _asked(reading.key, lambda value: compare(value, constant), everywhere, where)
    if other is not None and isinstance(left, Constant) and _is_comparable(other, left.value):
        constant = left.value
        return _asked(other.key, lambda value: compare(constant, value), everywhere, where)
    cannot_fail = all(isinstance(each, Constant) or reading_of(each) is not None for each in (left, right))
    return Region(everywhere, everywhere, 0 if cannot_fail else everywhere)
