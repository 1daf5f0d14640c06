"""STEER-11: places on paths and steering along them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.formulas.path_following import NOT_STARTED, build_track, follow_path, point_at, project
from tests.runtime.steering.body_builder import bodies, numbers, points

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]


def place(track, position, last=NOT_STARTED, window=3.0):
    return float(project(track, points(position), numbers(last), numbers(window))[0])


def where(track, parameter):
    return tuple(point_at(track, numbers(parameter))[0])


def test_an_open_path_is_clamped_at_both_ends():
    track = build_track(SQUARE, "open")
    assert track.total == 30
    assert where(track, -5) == (0, 0)
    assert where(track, 15) == (10, 5)
    assert where(track, 99) == (0, 10)


def test_a_loop_closes():
    track = build_track(SQUARE, "loop")
    assert track.total == 40
    assert where(track, 35) == (0, 5)
    assert where(track, 45) == (5, 0)
    assert where(track, -5) == (0, 5)


def test_a_ping_pong_path_comes_back():
    track = build_track([(0, 0), (10, 0)], "ping_pong")
    assert (track.total, track.one_way) == (20, 10)
    assert where(track, 13) == (7, 0)
    assert where(track, 22) == (2, 0)


@pytest.mark.parametrize(
    ("position", "expected"), [((4, -3), 4), ((-5, -5), 0), ((12, 4), 14), ((-1, 5), 35), ((4, 4), 4)]
)
def test_a_fresh_follower_starts_at_the_nearest_place(position, expected):
    assert place(build_track(SQUARE, "loop"), position) == pytest.approx(expected)


def test_a_follower_stays_on_its_own_leg_where_two_come_near():
    hairpin = build_track([(0, 0), (10, 0), (10, 1), (0, 1)], "open")
    assert place(hairpin, (3, 0.9), last=2.5) == pytest.approx(3)


def test_a_follower_never_goes_back():
    track = build_track(SQUARE, "loop")
    assert place(track, (1, 0), last=5) == 5


def test_a_follower_passes_the_seam_of_a_loop():
    track = build_track(SQUARE, "loop")
    assert place(track, (1, 0), last=39) == pytest.approx(1)


def test_zero_length_segments_and_single_points_are_harmless():
    for track in (
        build_track([(1, 1)], "open"),
        build_track([(1, 1)], "loop"),
        build_track([(1, 1)], "ping_pong"),
        build_track([(1, 1), (1, 1), (1, 1)], "loop"),
    ):
        assert place(track, (5, 5)) == 0
        assert where(track, 7) == (1, 1)
    doubled = build_track([(0, 0), (0, 0), (4, 0), (4, 0)], "open")
    assert place(doubled, (3, 1)) == 3


def test_a_path_needs_a_point():
    with pytest.raises(ValueError, match="at least one waypoint"):
        build_track([], "open")


def step_on(track, body, last, offset=1.0):
    return follow_path(body, track, numbers(last), numbers(4), numbers(offset), numbers(0.2))


def test_following_seeks_the_point_ahead():
    step = step_on(build_track(SQUARE, "loop"), bodies({"position": (3, 0)}), 2.5)
    assert step.parameter[0] == 3
    assert tuple(step.target[0]) == (4, 0)
    assert tuple(step.steering.linear[0]) == (10, 0)


def test_following_rounds_the_corner():
    step = step_on(build_track(SQUARE, "loop"), bodies({"position": (9.5, 0)}), 9)
    assert tuple(step.target[0]) == (10, 0.5)


def test_following_an_open_path_brakes_at_its_end():
    track = build_track([(0, 0), (10, 0)], "open")
    body = bodies({"position": (9.9, 0), "velocity": (1, 0)})
    step = step_on(track, body, 9.5)
    assert tuple(step.steering.linear[0]) == pytest.approx((-10, 0))


@given(
    st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=6),
    st.sampled_from(["open", "loop", "ping_pong"]),
    st.tuples(st.floats(-60, 60), st.floats(-60, 60)),
    st.one_of(st.just(NOT_STARTED), st.floats(0, 1)),
)
def test_places_are_on_the_track_and_finite(corners, mode, position, share):
    track = build_track(corners, mode)
    last = share if share < 0 else share * track.total
    found = place(track, position, last=last)
    assert 0 <= found <= track.total
    assert np.isfinite(point_at(track, numbers(found))).all()
