"""Known answers of bounces, blasts and touches, worked out by hand, and what holds for all of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.formulas.impacts import bell, blast_damage, reflect, seconds_until_touch, turned

vector = st.tuples(st.floats(-50, 50), st.floats(-50, 50))


@pytest.mark.parametrize(
    ("velocity", "normal", "bounce", "expected"),
    [
        ((3, -4), (0, 1), 1, (3, 4)),
        ((3, -4), (0, 1), 0.5, (3, 2)),
        ((3, -4), (0, 1), 0, (3, 0)),
        ((3, 4), (0, 1), 1, (3, 4)),  # moves away already
        ((5, 0), (-0.6, 0.8), 1, (1.4, 4.8)),
    ],
)
def test_reflect(velocity, normal, bounce, expected):
    assert reflect(velocity, normal, bounce) == pytest.approx(expected)


@given(vector, st.floats(0, 360), st.floats(0, 1))
def test_a_bounce_never_makes_faster_and_always_leads_away(velocity, angle, bounce):
    normal = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    x, y = reflect(velocity, normal, bounce)
    assert math.hypot(x, y) <= math.hypot(*velocity) + 1e-9
    assert x * normal[0] + y * normal[1] >= -1e-9


@pytest.mark.parametrize(
    ("distance", "expected"), [(0, 40), (-1, 40), (1, 30), (2, 20), (3.999, 0.01), (4, 0), (9, 0)]
)
def test_a_blast_falls_off_in_a_straight_line(distance, expected):
    assert blast_damage(40, distance, 4) == pytest.approx(expected)


def test_a_blast_without_radius_does_nothing():
    assert blast_damage(40, 0, 0) == 0


@pytest.mark.parametrize(
    ("offset", "velocity", "seconds"),
    [
        ((10, 0), (-2, 0), 4.5),
        ((10, 0), (2, 0), None),
        ((10, 0), (0, 0), None),
        ((2, 0), (-8.4e-253, 0), None),  # so slow that its square is no number
        ((10, 1), (-2, 0), 5),  # just grazes
        ((10, 1.001), (-2, 0), None),
        ((0.5, 0), (9, 9), 0),
        ((1, 0), (9, 9), 0),  # touches exactly
    ],
)
def test_when_circles_touch(offset, velocity, seconds):
    found = seconds_until_touch(offset, velocity, 1)
    assert found == (None if seconds is None else pytest.approx(seconds))


@given(vector, vector, st.floats(0.01, 5))
def test_they_are_as_far_apart_as_their_radii_when_they_touch(offset, velocity, reach):
    seconds = seconds_until_touch(offset, velocity, reach)
    if not seconds:
        return
    x, y = offset[0] + velocity[0] * seconds, offset[1] + velocity[1] * seconds
    assert math.hypot(x, y) == pytest.approx(reach, rel=1e-4, abs=1e-6 * (1 + math.hypot(*offset)))


@pytest.mark.parametrize(
    ("even", "expected"), [((0, 0, 0), -3), ((0.5, 0.5, 0.5), 0), ((1, 1, 1), 3), ((0.25, 0.5, 1), 0.5)]
)
def test_bell(even, expected):
    assert bell(*even) == pytest.approx(expected)


def test_a_bell_has_a_mean_of_0_and_a_deviation_of_1():
    places = [(2 * row + 1) / 40 for row in range(20)]
    found = [bell(a, b, c) for a in places for b in places for c in places]
    assert sum(found) / len(found) == pytest.approx(0, abs=1e-9)
    # twenty even steps in place of all numbers lose a four-hundredth of the variance
    assert sum(x * x for x in found) / len(found) == pytest.approx(1 - 1 / 400)


@given(vector, st.floats(-360, 360))
def test_what_is_turned_keeps_its_length_and_turns_back(velocity, degrees):
    there = turned(velocity, degrees)
    assert math.hypot(*there) == pytest.approx(math.hypot(*velocity))
    assert turned(there, -degrees) == pytest.approx(velocity, abs=1e-9)
    assert turned((1, 0), 90) == pytest.approx((0, 1))
