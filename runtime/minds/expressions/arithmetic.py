"""Calculate as the expression language does, failing where it fails (rules 1.6, 2.1, 2.4).

Ints have 32 bits and overflow is an error; floats are float64 and follow IEEE 754, so that a result
may become infinite; division and remainder by zero are errors. ``start`` and ``end`` are the span an
error is reported at.
"""

from __future__ import annotations

import sys

from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM
from runtime.basics.context import EvaluationError

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


def remainder_float(left: float, right: float, start: int, end: int) -> float:
    """Return the remainder with the divisor's sign; raise EvaluationError for a zero divisor."""
    if right == 0:
        raise EvaluationError("Remainder of a division by zero.", start, end)
    return left % right


def remainder_int(left: int, right: int, start: int, end: int) -> int:
    """Return the int remainder with the divisor's sign; raise EvaluationError for a zero divisor."""
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
