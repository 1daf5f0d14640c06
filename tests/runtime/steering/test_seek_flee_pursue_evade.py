"""Known answers of STEER-02 to STEER-05 and of interpose, computed by hand from the formulas."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.formulas.seeking import evade, flee, interpose, predict_position, pursue, seek
from tests.runtime.steering.body_builder import bodies, numbers, points


@pytest.mark.parametrize(
    ("position", "target", "expected"),
    [
        ((0, 0), (3, 4), (6, 8)),
        ((1, 1), (1, -4), (0, -10)),
        ((0, 0), (1e-9, 0), (10, 0)),
        ((2, 2), (2, 2), (0, 0)),
    ],
)
def test_seek_takes_full_acceleration_towards_its_target(position, target, expected):
    asked = seek(bodies({"position": position}), points(target))
    assert tuple(asked.linear[0]) == pytest.approx(expected)
    assert asked.angular[0] == 0


def test_seek_does_not_slow_near_its_target():
    asked = seek(bodies({"velocity": (4, 0)}), points((0.01, 0)))
    assert tuple(asked.linear[0]) == pytest.approx((10, 0))


@pytest.mark.parametrize(("target", "expected"), [((3, 4), (-6, -8)), ((0, -2), (0, 10)), ((-1, 0), (10, 0))])
def test_flee_takes_full_acceleration_away_from_its_target(target, expected):
    assert tuple(flee(bodies({}), points(target)).linear[0]) == pytest.approx(expected)


def test_flee_from_the_own_place_goes_along_the_heading():
    asked = flee(bodies({"orientation": 90}), points((0, 0)))
    assert tuple(asked.linear[0]) == pytest.approx((0, 10))


@pytest.mark.parametrize(
    ("own_velocity", "prediction", "expected"),
    [
        ((0, 0), 1.5, (10, 3)),  # at rest: the whole prediction
        ((5, 0), 1.0, (10, 2)),  # 5 · 1 ≤ 10: the whole prediction
        ((5, 0), 2.0, (10, 4)),  # 5 · 2 = 10: just the whole prediction
        ((5, 0), 4.0, (10, 4)),  # 10 / 5 = 2 s
        ((5, 0), 0.0, (10, 0)),  # no look ahead
    ],
)
def test_prediction_is_distance_over_own_speed_at_most_the_limit(own_velocity, prediction, expected):
    place = predict_position(
        bodies({"velocity": own_velocity}), points((10, 0)), points((0, 2)), numbers(prediction)
    )
    assert tuple(place[0]) == pytest.approx(expected)


def test_pursue_seeks_and_evade_flees_the_predicted_place():
    body = bodies({"max_acceleration": 5})
    arguments = (points((3, 0)), points((0, 4)), numbers(1))
    assert tuple(pursue(body, *arguments).linear[0]) == pytest.approx((3, 4))
    assert tuple(evade(body, *arguments).linear[0]) == pytest.approx((-3, -4))


@pytest.mark.parametrize(
    ("share", "speed", "met"),
    [
        (0.5, 1, (10, 20)),  # 10 / 1 = 10 s ahead of the middle of now, (0, 10)
        (0.5, 2, (5, 15)),  # 10 / 2 = 5 s
        (0.5, 0, (0, 10)),  # no look ahead
        (0.0, 1, (-1 + 101**0.5, 10 + 101**0.5)),  # at the target itself
    ],
)
def test_interpose_arrives_where_both_will_be_when_it_is_between_them(share, speed, met):
    found = interpose(
        bodies({"max_speed": 1}),
        points((-1, 10)),
        points((1, 1)),
        points((1, 10)),
        points((1, 1)),
        numbers(share),
        numbers(speed),
        numbers(0.3),
        numbers(2),
        numbers(0.1),
    )
    assert tuple(found.point[0]) == pytest.approx(met)
    if share == 0.5 and speed == 1:
        asked = found.steering.linear[0]
        assert tuple(asked / np.hypot(*asked)) == pytest.approx((0.447, 0.894), abs=5e-4)
