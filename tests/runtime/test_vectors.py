"""The arithmetic of vectors: what holds for odd and extreme numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.basics.vectors import clamp_length, columns, direction_degrees, length, safe_divide, taken, unit

numbers = st.one_of(
    st.sampled_from([0.0, -0.0, 1e-300, -1e-160, 1.0, -1.0, 1e160, -1e300]), st.floats(-1e6, 1e6)
)


def one(x: float, y: float) -> np.ndarray:
    return columns(np.array([x]), np.array([y]))


def degrees(x: float, y: float) -> float:
    return float(direction_degrees(np.array([x]), np.array([y]))[0])


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        *[(1, 0, 0), (1, 1, 45), (0, 1, 90), (-1, 1, 135), (-1, 0, 180), (-1, -1, -135), (0, -1, -90)],
        *[(0, 0, 0), (-1, -0.0, 180), (3, 0.0, 0), (1e300, 1e300, 45), (-1e-300, 0, 180)],
    ],
)
def test_the_direction_of_a_vector(x, y, expected):
    assert degrees(float(x), float(y)) == expected


@given(numbers, numbers)
def test_directions_are_those_of_the_library_but_for_the_last_bits(x, y):
    """But that a zero has no sign here."""
    found, theirs = degrees(x, y), math.degrees(math.atan2(y + 0.0, x + 0.0))
    assert found == pytest.approx(theirs, rel=2e-15, abs=1e-290)
    assert -180.0 <= found <= 180.0


@given(numbers, numbers)
def test_opposite_and_mirrored_vectors_have_opposite_and_mirrored_directions(x, y):
    assert degrees(x, -y) == -degrees(x, y) or (y == 0.0 and abs(degrees(x, y)) in (0.0, 180.0))


@given(numbers, numbers)
def test_a_unit_vector_has_length_one_whatever_its_size(x, y):
    size = float(length(unit(one(x, y)))[0])
    assert size == pytest.approx(0.0 if x == 0.0 and y == 0.0 else 1.0)


@given(numbers, numbers, st.sampled_from([0.0, 1e-9, 1.0, 5.0]))
def test_a_vector_is_shortened_to_its_limit_and_keeps_its_direction(x, y, limit):
    shortened = clamp_length(one(x, y), np.array([limit]))
    within = max(abs(x), abs(y)) < 1e100 and math.hypot(x, y) <= limit
    size = math.hypot(x, y) if within else limit if (x, y) != (0.0, 0.0) else 0.0
    assert math.hypot(*shortened[0]) == pytest.approx(size, rel=1e-9, abs=1e-150)
    assert shortened[0, 0] * x >= 0.0
    assert shortened[0, 1] * y >= 0.0


@given(st.lists(st.tuples(numbers, st.sampled_from([0.0, -0.0, 2.0, -5.0]))))
def test_dividing_by_zero_gives_what_is_said(pairs):
    above, below = (np.array([pair[place] for pair in pairs]) for place in (0, 1))
    expected = [a / b if b else 7.0 for a, b in pairs]
    assert safe_divide(above, below, 7.0).tolist() == expected


def test_vectors_lie_column_by_column():
    vectors = columns(np.arange(4.0), np.arange(4.0) * 10)
    assert vectors.flags.f_contiguous
    assert taken(vectors, np.array([2, 0])).tolist() == [[2, 20], [0, 0]]
    for made in (unit(vectors), taken(vectors, np.array([1])), clamp_length(vectors, np.full(4, 2.0))):
        assert made.flags.f_contiguous
