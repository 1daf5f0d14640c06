"""Known answers of leading a target, worked out by hand, and what holds for all of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.formulas.ballistics import lead, lead_throw

place = st.tuples(st.floats(-50, 50), st.floats(-50, 50))
speed = st.tuples(st.floats(-10, 10), st.floats(-10, 10))
anything = st.floats(allow_nan=True, allow_infinity=True)


@pytest.mark.parametrize(
    ("target", "velocity", "shot", "seconds"),
    [
        ((10, 0), (0, 0), 5, 2),
        ((10, 0), (0, 3), 5, 2.5),  # the triangle 3, 4, 5: 4 t = 10
        ((10, 0), (5, 0), 5, None),  # runs away as fast as the shot
        ((10, 0), (-5, 0), 5, 1),  # comes as fast as the shot
        ((10, 0), (4, 0), 5, 10),
        ((10, 0), (6, 0), 5, None),
        ((10, 0), (-6, 0), 5, 10 / 11),
        ((10, 0), (0, 5), 5, None),  # across, as fast as the shot: never
        ((10, 0), (0, 4.9999), 5, 10 / math.sqrt(25 - 4.9999**2)),
        ((10, 0), (-8, 6), 6, 1.25),  # faster than the shot, met at the one moment there is
        ((10, 0), (-8, 6), 5.9, None),
        ((0, 0), (3, 4), 5, 0),
        ((10, 0), (0, 0), 0, None),
    ],
)
def test_lead(target, velocity, shot, seconds):
    found = lead((0, 0), target, velocity, shot)
    if seconds is None:
        assert found is None
        return
    assert found is not None
    assert found.seconds == pytest.approx(seconds)
    aimed = (target[0] + velocity[0] * seconds, target[1] + velocity[1] * seconds)
    assert found.at == pytest.approx(aimed)


@given(place, place, speed, st.floats(0.1, 30))
def test_the_shot_is_there_when_the_target_is(start, target, velocity, shot):
    found = lead(start, target, velocity, shot)
    if found is None:
        return
    way = math.dist(start, found.at)
    assert way == pytest.approx(shot * found.seconds, rel=1e-6, abs=1e-6 * (1 + found.seconds * 20))


@given(place, place, speed, st.floats(0.1, 30))
def test_whoever_is_slower_than_the_shot_can_always_be_met(start, target, velocity, shot):
    if math.hypot(*velocity) < 0.999 * shot:
        assert lead(start, target, velocity, shot) is not None


@given(place, speed, st.floats(0.1, 30))
def test_mirrored_targets_are_met_at_mirrored_places(target, velocity, shot):
    found = lead((0, 0), target, velocity, shot)
    mirrored = lead((0, 0), (target[0], -target[1]), (velocity[0], -velocity[1]), shot)
    if found is None or mirrored is None:
        assert found is mirrored
        return
    assert mirrored.at == (found.at[0], -found.at[1])


@given(st.tuples(anything, anything), st.tuples(anything, anything), st.tuples(anything, anything), anything)
def test_no_input_gives_a_place_of_no_numbers(start, target, velocity, shot):
    found = lead(start, target, velocity, shot)
    assert found is None or not any(map(math.isnan, (*found.at, found.seconds)))


@pytest.mark.parametrize("arc", ["flat", "lob"])
@pytest.mark.parametrize("velocity", [(0, 0), (2, 0), (-1, 2), (0, -3)])
def test_a_throw_comes_down_where_the_target_is_by_then(arc, velocity):
    found = lead_throw((0, 0), (6, 2), velocity, 12, 9.8, rise=-1, arc=arc)
    assert found is not None
    seconds = found.throw.seconds
    place = (6 + velocity[0] * seconds, 2 + velocity[1] * seconds)
    assert found.at == pytest.approx(place, abs=1e-6)
    came = (found.throw.velocity[0] * seconds, found.throw.velocity[1] * seconds)
    assert came == pytest.approx(place, abs=1e-6)


def test_a_throw_at_what_runs_out_of_reach_is_none():
    assert lead_throw((0, 0), (13, 0), (6, 0), 12, 9.8) is None
    assert lead_throw((0, 0), (13, 0), (-6, 0), 12, 9.8) is not None
