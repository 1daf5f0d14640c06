"""Compute operators, and the functions declared in ``graphs.expressions.functions`` (rules 1.6, 2.1, 2.4).

Ints have 32 bits and overflow is an error; floats are float64 and follow IEEE 754, so that a result
may become infinite; division and remainder by zero are errors. ``start`` and ``end`` are the span an
error is reported at.

Angles are degrees, 0 along +x, counterclockwise. Only operations whose bits are the same everywhere are
used: ``+ - * / %``, square root, floor, comparisons, and the formulas of ``runtime.basics.angles``. A
function that cannot give a result raises EvaluationError without a place; the caller knows the place.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

from graphs.expressions.typed import FunctionCall
from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM, Item, Items, ValueType
from runtime.basics import angles
from runtime.basics.context import EvaluationError


def absolute_int(x: int) -> int:
    """Return the size of an int; fails for the smallest one, whose size does not fit 32 bits."""
    return _fitting(abs(x))


def angle_difference(a: float, b: float) -> float:
    """Return the shortest turn from angle a to b, in (-180, 180]; positive is counterclockwise."""
    turn = (b - a) % 360.0
    return turn - 360.0 if turn > 180.0 else turn


def angle_to(a: Vector, b: Vector) -> float:
    """Return the direction from a to b in [0, 360); 0 when they are the same point."""
    angle = angles.arc_tangent(b[1] - a[1], b[0] - a[0])
    if angle < 0.0:
        angle += 360.0
    return 0.0 if angle >= 360.0 else angle + 0.0


def round_up(x: float) -> int:
    """Return the smallest int not below x; fails when it does not fit 32 bits."""
    return _whole(x, math.ceil)


def round_down(x: float) -> int:
    """Return the largest int not above x; fails when it does not fit 32 bits."""
    return _whole(x, math.floor)


def round_half_even(x: float) -> int:
    """Return the nearest int, of two the even one; fails when it does not fit 32 bits."""
    return _whole(x, round)


def clamp(x: float, low: float, high: float) -> float:
    """Return x kept between low and high; high when low is above high."""
    raised = low if x < low else x
    return high if raised > high else raised


def cosine(angle: float) -> float:
    """Return the cosine of an angle; fails for an infinite one."""
    if math.isinf(angle):
        raise EvaluationError("An infinite angle has no cosine.")
    return angles.cosine(angle)


def sine(angle: float) -> float:
    """Return the sine of an angle; fails for an infinite one."""
    if math.isinf(angle):
        raise EvaluationError("An infinite angle has no sine.")
    return angles.sine(angle)


def direction(angle: float) -> Vector:
    """Return the unit vector along an angle; fails for an infinite one."""
    if math.isinf(angle):
        raise EvaluationError("An infinite angle has no direction.")
    return angles.direction(angle)


def length(v: Vector) -> float:
    """Return the length of a vector."""
    return math.sqrt(v[0] * v[0] + v[1] * v[1])


def distance(a: Vector, b: Vector) -> float:
    """Return the distance between two points."""
    x, y = a[0] - b[0], a[1] - b[1]
    return math.sqrt(x * x + y * y)


def normalize(v: Vector) -> Vector:
    """Return the unit vector in the same direction, or (0, 0) for a vector without length."""
    size = length(v)
    return (v[0] / size, v[1] / size) if size > 0.0 else (0.0, 0.0)


def square_root(x: float) -> float:
    """Return the square root; fails for a negative number."""
    if x < 0.0:
        raise EvaluationError("A negative number has no square root.")
    return math.sqrt(x)


def _whole(x: float, rounded: Callable[[float], int]) -> int:
    if not math.isfinite(x):
        raise EvaluationError("A number that is not finite cannot be rounded.")
    return _fitting(rounded(x))


def _fitting(value: int) -> int:
    if INT_MINIMUM <= value <= INT_MAXIMUM:
        return value
    raise EvaluationError(too_large(value))


def item_at(items: Items, place: int) -> Item:
    """Return an item of a list; fails where there is none."""
    if not 0 <= place < len(items.values):
        raise EvaluationError(f"There is no item {place} in a list of {len(items.values)}.")
    return items.values[place]


Implementation = Callable[..., Any]

_IMPLEMENTATIONS: Mapping[tuple[str, ValueType], Implementation] = {
    ("abs", ValueType.FLOAT): abs,
    ("abs", ValueType.INT): absolute_int,
    ("angle_difference", ValueType.FLOAT): angle_difference,
    ("angle_to", ValueType.FLOAT): angle_to,
    ("atan2", ValueType.FLOAT): angles.arc_tangent,
    ("ceil", ValueType.INT): round_up,
    ("clamp", ValueType.FLOAT): clamp,
    ("clamp", ValueType.INT): clamp,
    ("cos", ValueType.FLOAT): cosine,
    ("direction", ValueType.VECTOR): direction,
    ("distance", ValueType.FLOAT): distance,
    ("dot", ValueType.FLOAT): lambda a, b: a[0] * b[0] + a[1] * b[1],
    ("floor", ValueType.INT): round_down,
    ("length", ValueType.FLOAT): length,
    ("lerp", ValueType.FLOAT): lambda a, b, t: a + (b - a) * t,
    ("lerp", ValueType.VECTOR): lambda a, b, t: (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t),
    ("max", ValueType.FLOAT): max,
    ("max", ValueType.INT): max,
    ("min", ValueType.FLOAT): min,
    ("min", ValueType.INT): min,
    ("normalize", ValueType.VECTOR): normalize,
    ("round", ValueType.INT): round_half_even,
    ("sign", ValueType.FLOAT): lambda x: 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0,
    ("sign", ValueType.INT): lambda x: (x > 0) - (x < 0),
    ("sin", ValueType.FLOAT): sine,
    ("sqrt", ValueType.FLOAT): square_root,
    ("vec", ValueType.VECTOR): lambda x, y: (x, y),
}

FUNCTIONS_THAT_CAN_FAIL = frozenset(
    {absolute_int, round_up, round_down, round_half_even, cosine, sine, direction, square_root, item_at}
)
"""Implementations that may raise EvaluationError."""


_OF_LISTS: Mapping[str, Implementation] = {
    "at": item_at,
    "contains": lambda items, item: item in items.values,
    "len": lambda items: len(items.values),
}


def implementation(call: FunctionCall) -> Implementation:
    """Return the Python function that computes a checked call."""
    if call.function in _OF_LISTS:
        return _OF_LISTS[call.function]
    return _IMPLEMENTATIONS[call.function, call.type.kind]


Vector = tuple[float, float]


def in_int_range(value: int, start: int, end: int) -> int:
    """Return an int that fits 32 bits; raise EvaluationError for any other."""
    if INT_MINIMUM <= value <= INT_MAXIMUM:
        return value
    raise EvaluationError(too_large(value), start, end)


def too_large(value: int) -> str:
    """Say that an int does not fit 32 bits; one of many digits is shown in short."""
    is_float = abs(value) <= int(sys.float_info.max)
    shown = str(value) if abs(value) < 10**20 else f"{float(value):.4g}" if is_float else "found"
    return f"The result {shown} does not fit a 32-bit int."


def divide(left: float, right: float, start: int, end: int) -> float:
    """Return the float quotient; raise EvaluationError for a zero divisor."""
    if right == 0:
        raise EvaluationError("Division by zero.", start, end)
    return left / right


def remainder(left: float, right: float, start: int, end: int) -> float:
    """Return the remainder with the divisor's sign, an int of ints; fail for a zero divisor."""
    if right == 0:
        raise EvaluationError("Remainder of a division by zero.", start, end)
    return left % right


def add_vectors(left: Vector, right: Vector) -> Vector:
    """Return the sum of two vectors."""
    return (left[0] + right[0], left[1] + right[1])


def subtract_vectors(left: Vector, right: Vector) -> Vector:
    """Return the difference of two vectors."""
    return (left[0] - right[0], left[1] - right[1])


def scale_vector(vector: Vector, factor: float) -> Vector:
    """Return a vector with both components multiplied by a number."""
    return (vector[0] * factor, vector[1] * factor)


def negate_vector(vector: Vector) -> Vector:
    """Return the vector that points the other way."""
    return (-vector[0], -vector[1])


def equal_vectors(left: Vector, right: Vector) -> bool:
    """Tell whether both components are equal as floats; a component that is no number equals nothing."""
    return left[0] == right[0] and left[1] == right[1]


def different_vectors(left: Vector, right: Vector) -> bool:
    """Tell the opposite of ``equal_vectors``."""
    return not equal_vectors(left, right)
