"""Known answers of STEER-06 and STEER-07, computed by hand from the formulas."""

from __future__ import annotations

import pytest

from runtime.formulas.seeking import arrive, leave
from tests.runtime.steering.body_builder import bodies, numbers, points


def arrive_at(x: float, velocity: tuple[float, float] = (0, 0), slow_radius: float = 4, time: float = 1):
    body = bodies({"velocity": velocity, "max_acceleration": 100})
    asked = arrive(body, points((x, 0)), numbers(4), numbers(0.5), numbers(slow_radius), numbers(time))
    return tuple(asked.linear[0])


@pytest.mark.parametrize(
    ("distance", "expected"),
    [(10, 4), (4.001, 4), (4, 4), (2, 2), (1, 1), (0.5001, 0.5001), (0.5, 0), (0, 0)],
)
def test_arrive_wants_less_speed_inside_the_slow_radius(distance, expected):
    assert arrive_at(distance) == pytest.approx((expected, 0))


def test_arrive_brakes_inside_target_radius_instead_of_drifting():
    assert arrive_at(0.4, velocity=(2, 0)) == pytest.approx((-2, 0))


def test_arrive_never_slows_with_a_slow_radius_of_zero():
    assert arrive_at(0.6, slow_radius=0) == pytest.approx((4, 0))


def test_arrive_divides_by_time_to_target_and_stays_below_the_maximum():
    assert arrive_at(10, time=0.1) == pytest.approx((40, 0))
    assert arrive_at(10, time=0.02) == pytest.approx((100, 0))


def test_arrive_takes_a_time_shorter_than_a_step_as_one_step():
    body = bodies({"max_acceleration": 1e6})
    asked = arrive(body, points((10, 0)), numbers(4), numbers(0), numbers(1), numbers(0))
    assert asked.linear[0, 0] / 60 == pytest.approx(4)


def leave_from(distance: float, velocity: tuple[float, float] = (0, 0)):
    body = bodies({"velocity": velocity, "max_acceleration": 100, "orientation": 90})
    asked = leave(body, points((-distance, 0)), numbers(4), numbers(2), numbers(5), numbers(1))
    return tuple(asked.linear[0])


@pytest.mark.parametrize(
    ("distance", "expected"), [(1.999, 4), (2, 2.4), (2.5, 2), (5, 0), (5.001, 0), (50, 0)]
)
def test_leave_jumps_at_the_escape_radius_and_ends_at_the_danger_radius(distance, expected):
    assert leave_from(distance) == pytest.approx((expected, 0))


def test_leave_asks_for_nothing_beyond_the_danger_radius_even_when_moving():
    assert leave_from(6, velocity=(3, 0)) == (0, 0)


def test_leave_from_the_own_place_goes_along_the_heading():
    assert leave_from(0) == pytest.approx((0, 4))
