"""Known answers of PROJ-01 and PROJ-02, worked out by hand with a gravity of 10."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.formulas.ballistics import height_after, landing, seconds_until_height

finite = st.floats(-1e3, 1e3)
anything = st.floats(allow_nan=True, allow_infinity=True)


@pytest.mark.parametrize(
    ("height", "climb", "gravity", "ground", "seconds"),
    [
        (20, 0, 10, 0, 2),
        (0, 10, 10, 0, 2),
        (15, 10, 10, 0, 3),
        (15, -10, 10, 0, 1),
        (5, 0, 10, 5, 0),
        (0, 10, 10, 5, 1),  # exactly at the top of its way
        (0, 10, 10, 5.001, None),
        (-1, -3, 10, 0, None),  # below the ground and falling
        (-1.8, 10, 10, 0, 1.8),  # comes up through the ground and down again: the later time counts
        (4, -2, 0, 0, 2),
        (4, 2, 0, 0, None),
        (4, 0, 0, 0, None),
        (0, 0, 0, 0, 0),
    ],
)
def test_the_last_time_at_a_height(height, climb, gravity, ground, seconds):
    found = seconds_until_height(height, climb, gravity, ground)
    assert found == (None if seconds is None else pytest.approx(seconds))


def test_a_landing_is_where_the_way_along_the_map_has_led_by_then():
    found = landing((1, 2), 15, (3, -1), 10, 10)
    assert found is not None
    assert found.at == pytest.approx((10, -1))
    assert (found.seconds, found.fall_speed) == pytest.approx((3, 20))


def test_what_never_comes_down_has_no_landing():
    assert landing((0, 0), 1, (5, 0), 0, 0) is None


@given(finite, finite, st.floats(0.1, 50), finite)
def test_it_is_at_the_height_then_and_falling(height, climb, gravity, ground):
    seconds = seconds_until_height(height, climb, gravity, ground)
    if seconds is None:
        return
    scale = abs(height) + abs(ground) + abs(climb) * (seconds + 1) + gravity * seconds * seconds + 1
    assert height_after(height, climb, gravity, seconds) == pytest.approx(ground, abs=1e-9 * scale)
    assert climb - gravity * seconds <= 1e-6 * scale


@given(finite, finite, finite, st.floats(0, 1))
def test_the_landing_is_the_same_from_every_moment_of_the_flight(height, climb, speed, share):
    first = landing((0, 0), abs(height), (speed, 1), climb, 9.8)
    assert first is not None
    seconds = first.seconds * share
    later_height = height_after(abs(height), climb, 9.8, seconds)
    later = landing((speed * seconds, seconds), later_height, (speed, 1), climb - 9.8 * seconds, 9.8)
    if later is None:  # it has just come down, by a hair
        assert share == pytest.approx(1, abs=1e-6)
        return
    scale = (abs(height) + abs(climb) + 1) * (abs(speed) + 1)
    assert later.at == pytest.approx(first.at, abs=1e-5 * scale)


@given(st.tuples(anything, anything), anything, st.tuples(anything, anything), anything, anything, anything)
def test_a_landing_is_never_made_of_numbers_that_are_none(position, height, velocity, climb, gravity, ground):
    found = landing(position, height, velocity, climb, gravity, ground)
    assert found is None or all(map(math.isfinite, (*found.at, found.seconds)))


def euler_landing(height: float, speed: float, climb: float, step: float) -> float:
    """Return where a flight in steps comes down: semi-implicit, the last step cut at the ground."""
    x, z, up = 0.0, height, climb
    while True:
        up -= 10 * step
        if z + up * step <= 0:
            return x + speed * z / -up
        x, z = x + speed * step, z + up * step


def test_smaller_steps_come_ever_nearer_to_the_landing():
    found = landing((0, 0), 1.5, (8, 0), 6, 10)
    assert found is not None
    errors = [abs(euler_landing(1.5, 8, 6, 1 / rate) - found.at[0]) for rate in (30, 60, 120, 240, 480)]
    assert all(after < 0.75 * before for before, after in itertools.pairwise(errors))
    assert errors[-1] < 0.02
