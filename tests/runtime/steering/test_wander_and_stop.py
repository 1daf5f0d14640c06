"""Known answers of STEER-10 and stop, and the draws that wander uses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.basics.random_batches import draw_units, stream_start
from runtime.basics.random_numbers import draw_float, fnv1a_32
from runtime.formulas.seeking import stop
from runtime.formulas.wandering import wander
from tests.runtime.steering.body_builder import bodies, numbers


def test_wander_steers_for_a_point_on_the_circle_ahead():
    body = bodies({"position": (1, 0), "orientation": 90})
    result = wander(body, numbers(-90), numbers(2), numbers(2))
    assert tuple(result.center[0]) == pytest.approx((1, 2))
    assert tuple(result.goal[0]) == pytest.approx((3, 2))
    half = np.sqrt(0.5) * 10
    assert tuple(result.steering.linear[0]) == pytest.approx((half, half))
    assert result.steering.angular[0] < 0


def test_wander_without_circle_stands():
    result = wander(bodies({}), numbers(30), numbers(0), numbers(0))
    assert tuple(result.steering.linear[0]) == (0, 0)
    assert result.steering.angular[0] == 0


@given(
    seed=st.integers(0, 2**32 - 1),
    agent=st.text(max_size=8),
    path=st.text(max_size=8),
    count=st.integers(0, 2**31),
)
def test_1_4_batches_draw_what_single_draws_draw(seed, agent, path, count):
    start = np.array([stream_start(seed, agent, path)])
    drawn = draw_units(start, np.array([count]))[0]
    assert drawn == draw_float(seed, fnv1a_32(agent), fnv1a_32(path), count)


def test_stop_asks_for_rest_within_the_limits():
    body = bodies({"velocity": (0.5, 0), "rotation": -30}, {"velocity": (0, 40), "rotation": 900})
    asked = stop(body, numbers(0.5, 0.5))
    assert asked.linear.tolist() == [[-1, 0], pytest.approx([0, -10])]
    assert asked.angular.tolist() == [60, -720]
