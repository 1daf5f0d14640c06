"""Known answers of PROJ-03, worked out by hand with a speed and a gravity of 10."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from runtime.formulas.ballistics import aim_throw, furthest_throw, height_after, landing, least_speed

place = st.tuples(st.floats(-50, 50), st.floats(-50, 50))
anything = st.floats(allow_nan=True, allow_infinity=True)
arcs = st.sampled_from(["flat", "lob"])


@pytest.mark.parametrize(
    ("distance", "rise", "arc", "seconds", "climb"),
    [
        # level ground: sin 2θ = g·d/s², t = 2 s sin θ / g
        (5, 0, "flat", 2 * math.sin(math.radians(15)), 10 * math.sin(math.radians(15))),
        (5, 0, "lob", 2 * math.sin(math.radians(75)), 10 * math.sin(math.radians(75))),
        (10, 0, "flat", math.sqrt(2), 10 / math.sqrt(2)),  # exactly as far as it goes, at 45°
        (10, 0, "lob", math.sqrt(2), 10 / math.sqrt(2)),
        (0, 5, "flat", 1, 10),  # straight up, exactly as high as it goes
        (0, -15, "lob", 3, 10),  # straight up and down past the thrower
        (0, -15, "flat", 1, -10),
        (0, 0, "lob", 2, 10),
        (0, 0, "flat", 0, 0),
        # 10 along and 5 up: k = 50 < g·Δ = 111.8
        (10, 5, "flat", None, None),
        (10.0001, 0, "flat", None, None),
        (10.0001, 0, "lob", None, None),
    ],
)
def test_both_arcs(distance, rise, arc, seconds, climb):
    found = aim_throw((0, 0), (distance, 0), 10, 10, rise=rise, arc=arc)
    if seconds is None:
        assert found is None
        return
    assert found is not None
    assert (found.seconds, found.climb) == pytest.approx((seconds, climb))


def test_without_gravity_both_arcs_are_the_straight_line():
    for arc in ("flat", "lob"):
        found = aim_throw((1, 1), (4, 5), 10, 0, arc=arc)
        assert found is not None
        assert found.velocity == pytest.approx((6, 8))
        assert (found.climb, found.seconds) == pytest.approx((0, 0.5))


def test_the_direction_has_the_length_of_the_speed_and_meets_the_point():
    found = aim_throw((0, 0), (3, 4), 10, 10, rise=1)
    assert found is not None
    x, y = found.velocity
    assert math.sqrt(x * x + y * y + found.climb * found.climb) == pytest.approx(10)
    assert (x * found.seconds, y * found.seconds) == pytest.approx((3, 4))


@given(place, place, st.floats(1, 40), st.floats(-5, 5), arcs)
def test_a_throw_has_its_speed_and_comes_to_its_target(start, target, speed, rise, arc):
    found = aim_throw(start, target, speed, 9.8, rise=rise, arc=arc)
    assume(found is not None and found.seconds > 1e-3)
    assert found is not None
    (x, y), up = found.velocity, found.climb
    assert math.sqrt(x * x + y * y + up * up) == pytest.approx(speed, rel=1e-6)
    assert height_after(0, up, 9.8, found.seconds) == pytest.approx(rise, abs=1e-6)
    assert (start[0] + x * found.seconds, start[1] + y * found.seconds) == pytest.approx(target, abs=1e-6)


@given(st.floats(0, 60), st.floats(1, 30), st.floats(-8, 3), arcs)
def test_what_is_in_reach_is_what_the_least_speed_says(distance, speed, rise, arc):
    needed = least_speed(distance, 9.8, rise)
    assume(abs(needed - speed) > 1e-9 * speed)
    found = aim_throw((0, 0), (distance, 0), speed, 9.8, rise=rise, arc=arc)
    assert (found is not None) == (speed > needed)


@given(st.floats(2, 40), st.floats(-10, 0.1), arcs)
def test_the_border_of_the_reach_belongs_to_it(speed, rise, arc):
    furthest = furthest_throw(speed, 9.8, rise)
    found = aim_throw((0, 0), (furthest, 0), speed, 9.8, rise=rise, arc=arc)
    assert found is not None
    assert least_speed(furthest, 9.8, rise) == pytest.approx(speed)
    assert aim_throw((0, 0), (furthest * 1.0001 + 1e-4, 0), speed, 9.8, rise=rise, arc=arc) is None


@given(place, st.floats(1, 40), st.floats(-5, 5), arcs)
def test_mirrored_targets_give_mirrored_throws(target, speed, rise, arc):
    found = aim_throw((0, 0), target, speed, 9.8, rise=rise, arc=arc)
    mirrored = aim_throw((0, 0), (target[0], -target[1]), speed, 9.8, rise=rise, arc=arc)
    if found is None or mirrored is None:
        assert found is mirrored
        return
    assert mirrored.velocity == (found.velocity[0], -found.velocity[1])
    assert (mirrored.climb, mirrored.seconds) == (found.climb, found.seconds)


@given(place, st.floats(5, 40))
def test_the_flat_arc_is_never_later_than_the_lob(target, speed):
    flat = aim_throw((0, 0), target, speed, 9.8)
    lob = aim_throw((0, 0), target, speed, 9.8, arc="lob")
    assert (flat is None) == (lob is None)
    if flat is not None and lob is not None:
        assert flat.seconds <= lob.seconds * (1 + 1e-9)


@given(place, st.floats(6, 30), arcs)
def test_the_landing_of_a_throw_is_its_target(target, speed, arc):
    found = aim_throw((0, 0), target, speed, 9.8, rise=-1.0, arc=arc)
    if found is None:
        return
    there = landing((0, 0), 1.0, found.velocity, found.climb, 9.8)
    assert there is not None
    assert there.at == pytest.approx(target, abs=1e-6)


@given(st.tuples(anything, anything), st.tuples(anything, anything), anything, anything, anything, arcs)
@example((0.0, 0.0), (0.0, 0.0), 1.0, math.nan, 1.0, "lob")
def test_no_input_gives_a_throw_of_no_numbers(start, target, speed, gravity, rise, arc):
    found = aim_throw(start, target, speed, gravity, rise=rise, arc=arc)
    assert found is None or not any(map(math.isnan, (*found.velocity, found.climb, found.seconds)))
