"""Known answers of STEER-14, STEER-15 and the prioritized running sum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.formulas.blend import Asked, blend_as_running_sum, blend_by_priority, blend_by_weight
from runtime.formulas.steering_input import SteeringInput
from tests.runtime.steering.body_builder import numbers, points

BLENDS = {
    "weight": blend_by_weight,
    "priority": blend_by_priority,
    "running sum": blend_as_running_sum,
}


def asked(*rows: tuple[int, float, int, tuple[float, float], float]) -> Asked:
    """Return requests given as (agent, weight, priority, linear, angular)."""
    return Asked(
        agent=np.array([row[0] for row in rows], dtype=np.int64),
        weight=numbers(*[row[1] for row in rows]),
        priority=np.array([row[2] for row in rows], dtype=np.int64),
        steering=SteeringInput(points(*[row[3] for row in rows]), numbers(*[row[4] for row in rows])),
    )


def test_blend_adds_weighted_steering_and_clamps_only_the_sum():
    rows = asked(
        (0, 1, 1, (10, 0), 100), (0, 1, 1, (-10, 0), 100), (0, 0.5, 1, (0, 4), -500), (2, 3, 1, (6, 8), -90)
    )
    blended = blend_by_weight(rows, numbers(10, 10, 10), numbers(60, 60, 60))
    assert blended.linear.tolist() == [[0, 2], [0, 0], pytest.approx([6, 8])]
    assert blended.angular.tolist() == [-50, 0, -60]


Expectation = tuple[list[tuple[float, int, tuple[float, float], float]], tuple[float, float], float]
"""The requests (weight, priority, linear, angular), and the linear and angular that come out."""

PRIORITY_TABLE: dict[str, Expectation] = {
    "the earliest group that asks for something": (
        [(1, 0, (0.1, 0.1), 0), (1, 1, (3, 0), 0), (1, 1, (0, 4), 0), (1, 2, (9, 9), 0)],
        (3, 4),
        0,
    ),
    "stored order does not matter": ([(1, 2, (9, 9), 0), (1, 0, (3, 0), 0)], (3, 0), 0),
    "the threshold itself asks for nothing": ([(1, 0, (0.2, 0), 0), (1, 1, (1, 0), 0)], (1, 0), 0),
    "the last group if none asks": ([(1, 0, (0.1, 0), 0), (1, 5, (0, 0.15), 0)], (0, 0.15), 0),
    "each channel by itself": ([(1, 0, (0, 0), 30), (1, 1, (2, 0), -50)], (2, 0), 30),
    "weights count within a group": ([(2, 0, (1, 0), 0), (0.5, 0, (0, 4), 0)], (2, 2), 0),
    "opposite requests of one group cancel": (
        [(1, 0, (5, 0), 0), (1, 0, (-5, 0), 0), (1, 1, (0, 1), 0)],
        (0, 1),
        0,
    ),
    "the answer is shortened to the limit": ([(1, 0, (30, 40), 900)], (6, 8), 60),
}


@pytest.mark.parametrize("name", sorted(PRIORITY_TABLE))
def test_priority_takes(name):
    rows, linear, angular = PRIORITY_TABLE[name]
    blended = blend_by_priority(asked(*[(0, *row) for row in rows]), numbers(10), numbers(60))
    assert blended.linear[0].tolist() == pytest.approx(linear)
    assert blended.angular[0] == angular


RUNNING_SUM_TABLE: dict[str, Expectation] = {
    "all that fits": ([(1, 0, (3, 0), 10), (1, 1, (0, 4), 20)], (3, 4), 30),
    "the rest is shortened to what is left": ([(1, 0, (8, 0), 0), (1, 1, (5, 0), 0)], (10, 0), 0),
    "nothing is left for the last": ([(1, 0, (10, 0), 60), (1, 1, (0, 10), -60)], (10, 0), 60),
    "earlier priorities first": ([(1, 3, (0, 10), 0), (1, 1, (10, 0), 0)], (10, 0), 0),
    "weights before what is left": ([(0.5, 0, (8, 0), 0), (2, 1, (1, 0), 0)], (6, 0), 0),
    "what turns back makes room again": (
        [(1, 0, (8, 0), 0), (1, 1, (-2, 0), 0), (1, 2, (0, 3), 0)],
        (6, 3),
        0,
    ),
}


@pytest.mark.parametrize("name", sorted(RUNNING_SUM_TABLE))
def test_the_running_sum_adds(name):
    rows, linear, angular = RUNNING_SUM_TABLE[name]
    blended = blend_as_running_sum(asked(*[(0, *row) for row in rows]), numbers(10), numbers(60))
    assert blended.linear[0].tolist() == pytest.approx(linear)
    assert blended.angular[0] == angular


@pytest.mark.parametrize("name", sorted(BLENDS))
@given(angular=st.floats(-1e6, 1e6), limit=st.floats(0, 1e6))
def test_blends_are_clamped_alike_on_both_sides(name, angular, limit):
    def blended(value: float) -> float:
        return float(BLENDS[name](asked((0, 1, 1, (0, 0), value)), numbers(1), numbers(limit)).angular[0])

    assert blended(-angular) == -blended(angular)
    assert abs(blended(angular)) <= limit


@pytest.mark.parametrize("name", sorted(BLENDS))
def test_blends_without_requests_are_zero(name):
    blended = BLENDS[name](asked(), numbers(1, 2), numbers(1, 2))
    assert blended.linear.tolist() == [[0, 0], [0, 0]]
    assert blended.angular.tolist() == [0, 0]


steps = st.integers(-40, 40).map(lambda value: value / 4)
requests = st.tuples(
    st.sampled_from((0.5, 1.0, 2.0)), st.integers(0, 3), st.tuples(steps, steps), st.integers(-90, 90)
)


@pytest.mark.parametrize("name", sorted(BLENDS))
@given(of_agents=st.lists(st.lists(requests, max_size=4), min_size=1, max_size=4))
def test_agents_do_not_see_each_other_and_nobody_exceeds_its_limit(name, of_agents):
    """What many agents get at once is what each gets alone, bit by bit."""
    count = len(of_agents)
    rows = [(agent, *row) for agent, own in enumerate(of_agents) for row in own]
    together = BLENDS[name](asked(*rows), np.full(count, 5.0), np.full(count, 60.0))
    for agent, own in enumerate(of_agents):
        alone = BLENDS[name](asked(*[(0, *row) for row in own]), numbers(5), numbers(60))
        assert together.linear[agent].tolist() == alone.linear[0].tolist()
        assert together.angular[agent] == alone.angular[0]
        assert np.sqrt((alone.linear * alone.linear).sum()) <= 5 * (1 + 1e-12)
