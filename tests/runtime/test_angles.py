"""Sine, cosine, arc tangent by formula: known answers, symmetry, accuracy, the same bits everywhere (1.6)."""

from __future__ import annotations

import hashlib
import math
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphs.expressions.types import Value
from runtime.basics import angles
from runtime.basics.angles import arc_tangent, cosine, direction, sine
from runtime.basics.vectors import direction_degrees, heading_vectors
from runtime.export.export_document import export_document
from tests.runtime.export import plain_angles
from tests.runtime.export.python_executor import PythonBrain
from tests.runtime.lone_brain import REGISTRY, LoneBrain, document, tree

any_angle = st.floats(allow_nan=False, allow_infinity=False) | st.floats(-720.0, 720.0)
multiples = st.integers(-4000, 4000).map(lambda count: count * 7.5)
any_number = st.sampled_from([0.0, -0.0, math.inf, -math.inf, 5e-324, 1e308]) | st.floats(allow_nan=False)


def bits(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}d", *values)


@pytest.mark.parametrize(
    ("angle", "expected"),
    [
        *[(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (270, (0, -1)), (360, (1, 0)), (-90, (0, -1))],
        *[(1e300, (1, 0)), (-0.0, (1, 0)), (450, (0, 1)), (-1170, (0, -1))],
    ],
)
def test_1_6_multiples_of_90_have_exact_directions_whose_zeros_have_no_sign(angle, expected):
    assert bits(*direction(angle)) == bits(*(float(part) for part in expected))


def test_1_6_half_and_the_diagonal_are_exact():
    assert [sine(30), cosine(60), sine(150), cosine(120), sine(-30)] == [0.5, 0.5, 0.5, -0.5, -0.5]
    assert sine(45) == cosine(45) == -sine(225) == math.sqrt(0.5)


@pytest.mark.parametrize("angle", [math.nan, math.inf, -math.inf])
def test_1_6_no_number_has_no_direction(angle):
    assert all(math.isnan(part) for part in direction(angle))
    with np.errstate(invalid="ignore"):
        assert np.isnan(heading_vectors(np.full(3, angle))).all()
        assert np.isnan(heading_vectors(np.full(300, angle))).all()
    assert math.isnan(arc_tangent(math.nan, 1.0))
    assert math.isnan(arc_tangent(1.0, math.nan))


@given(any_angle | multiples)
def test_1_6_sine_and_cosine_are_symmetric_and_at_most_1(angle):
    assert sine(-angle) == -sine(angle)
    assert bits(cosine(-angle)) == bits(cosine(angle))
    assert abs(sine(angle)) <= 1.0
    assert abs(cosine(angle)) <= 1.0
    assert direction(angle) == (cosine(angle), sine(angle))


@given(st.integers(-(2**40), 2**40), st.integers(-20, 20))
def test_1_6_a_full_turn_changes_nothing(eighths, turns):
    angle = eighths / 8
    assert bits(*direction(angle + 360.0 * turns)) == bits(*direction(angle))


@given(st.floats(-360.0, 360.0))
@example(75.55263759601183)
@example(240.88905357367918)
def test_1_6_sine_and_cosine_are_those_of_the_library_but_for_the_last_bits(angle):
    """The library is given radians, whose own rounding counts as well."""
    radians = math.radians(angle)
    assert math.isclose(sine(angle), math.sin(radians), rel_tol=4e-16, abs_tol=6e-16)
    assert math.isclose(cosine(angle), math.cos(radians), rel_tol=4e-16, abs_tol=6e-16)


@given(any_number, any_number)
def test_1_6_arc_tangents_are_those_of_the_library_but_for_the_last_bits(y, x):
    """Zeros and infinities are those of IEEE 754, with their signs."""
    found, theirs = arc_tangent(y, x), math.degrees(math.atan2(y, x))
    assert found == pytest.approx(theirs, rel=8e-16, abs=1e-320)
    assert math.copysign(1.0, found) == math.copysign(1.0, y)
    assert abs(found) <= 180.0
    assert bits(arc_tangent(-y, x)) == bits(-found)


@pytest.mark.parametrize("y", [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf])
@pytest.mark.parametrize("x", [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf])
def test_1_6_the_table_of_ieee_754_holds_exactly(y, x):
    assert bits(arc_tangent(y, x)) == bits(math.degrees(math.atan2(y, x)))


def test_1_6_halfway_between_two_multiples_of_90_either_is_the_nearest():
    """So how a language rounds halves does not matter: 45 from the one side and from the other."""
    for part in (angles.sine_part, angles.cosine_part):
        x, tail = angles.in_radians(45.0)
        assert bits(abs(part(x, tail))) == bits(abs(part(-x, -tail))) == bits(math.sqrt(0.5))


@given(st.lists(any_angle | multiples, min_size=1, max_size=8), st.sampled_from([1, 50]))
def test_1_6_many_angles_at_once_give_the_same_bits_as_one_by_one(given_angles, times):
    found = heading_vectors(np.array(given_angles * times))
    expected = [part for angle in given_angles * times for part in direction(angle)]
    assert bits(*found.ravel().tolist()) == bits(*expected)
    assert found.flags.f_contiguous


@given(st.lists(st.tuples(any_number, any_number), min_size=1, max_size=8))
def test_1_6_many_vectors_at_once_give_the_same_bits_but_for_the_sign_of_zero(pairs):
    y, x = (np.array([pair[place] for pair in pairs]) for place in (0, 1))
    found = direction_degrees(x, y)
    expected = [arc_tangent(a + 0.0, b + 0.0) for a, b in pairs]
    assert bits(*(found + 0.0).tolist()) == bits(*(each + 0.0 for each in expected))


@given(any_angle | multiples, any_number, any_number)
def test_1_6_the_formula_of_the_page_gives_the_same_bits(angle, y, x):
    assert bits(*plain_angles.direction(angle)) == bits(*direction(angle))
    assert bits(plain_angles.atan2(y, x)) == bits(arc_tangent(y, x))


def golden() -> bytes:
    """Return 200 angles' and 200 vectors' results; what they are of is made of whole numbers alone."""
    numbers = [(place * 7919 % 14401 - 7200) / 16.0 for place in range(200)]
    others = [(place * 104729 % 9973 - 4986) / 64.0 for place in range(200)]
    found = [part for angle in numbers for part in direction(angle)]
    found += [arc_tangent(y, x) for y, x in zip(numbers, others, strict=True)]
    return bits(*found)


def test_1_6_the_results_have_these_bytes_on_every_platform():
    expected = "8e44cd56fc764ea3ebbdc4f88025562eb7dd5ebbc99eac3a74f9b06736b1a366"
    assert hashlib.sha256(golden()).hexdigest() == expected


VARIABLES: dict[str, Any] = {
    **{name: {"type": "float", "default": 0} for name in ("a", "b", "c", "s", "t", "u")},
    "d": {"type": "vector", "default": [0, 0]},
}
LINES = [
    "c = cos(a)",
    "s = sin(a)",
    "d = direction(a * b)",
    "t = atan2(a, b)",
    "u = angle_to(vec(a, b), vec(b, -a))",
]


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_1_6_interpreter_generated_code_and_an_executor_by_the_page_give_the_same_bits(a, b):
    source = document({"g": tree({"root": {"kind": "set", "actions": LINES}})}, variables=VARIABLES)
    by_hand = PythonBrain(export_document(source, REGISTRY).text())
    by_hand.agent.set("a", a)
    by_hand.agent.set("b", b)
    by_hand.tick()
    generated, interpreted = LoneBrain(source), LoneBrain(source)
    for brain in (generated, interpreted):
        brain.write("a", a)
        brain.write("b", b)
    generated.brain.tick()
    interpreted.tick()
    for name, value in by_hand.agent.variables.items():
        told = bits(*parts(value))
        assert bits(*parts(generated.variable(name))) == told, name
        assert bits(*parts(interpreted.variable(name))) == told, name


def parts(value: Value) -> tuple[float, ...]:
    assert isinstance(value, (float, tuple))
    return value if isinstance(value, tuple) else (value,)
