"""Known answers of STEER-12 and STEER-13, computed by hand from the formulas."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.formulas.avoiding import Neighbors, WallHits, avoid_agents, avoid_walls, wall_rays
from tests.runtime.steering.body_builder import bodies, numbers, points


def dodge(own, *others, margin=0.0, horizon=5.0):
    """Return the acceleration of one body of radius 0.4 with neighbors (position, velocity)."""
    body = bodies({"radius": 0.4, **own})
    neighbors = Neighbors(
        np.zeros(len(others), dtype=np.int64),
        points(*[other[0] for other in others]),
        points(*[other[1] for other in others]),
        np.full(len(others), 0.4),
    )
    return avoid_agents(body, neighbors, numbers(margin), numbers(horizon))


def test_closest_approach_off_axis_is_the_true_distance():
    """The published shortcut |Δp| - |Δv|·t gives 0.44 here and would dodge; the true distance is 3."""
    asked = dodge({}, ((10, 3), (-4, 0)))
    assert tuple(asked.steering.linear[0]) == (0, 0)


def test_a_coming_neighbor_is_dodged_to_the_other_side():
    asked = dodge({}, ((10, 0.5), (-4, 0)))
    assert tuple(asked.steering.linear[0]) == pytest.approx((0, -10))
    assert tuple(asked.meeting[0]) == pytest.approx((0, 0.5))


@pytest.mark.parametrize(("horizon", "dodges"), [(2.4, False), (2.5, True)])
def test_a_meeting_beyond_the_horizon_does_not_count(horizon, dodges):
    asked = dodge({}, ((10, 0.5), (-4, 0)), horizon=horizon)
    assert asked.steering.linear.any() == dodges


def test_a_leaving_neighbor_does_not_count():
    assert not dodge({}, ((10, 0.5), (4, 0))).steering.linear.any()


def test_a_neighbor_with_the_same_velocity_counts_only_when_near():
    assert not dodge({"velocity": (2, 0)}, ((1, 0), (2, 0))).steering.linear.any()
    near = dodge({"velocity": (2, 0)}, ((0.5, 0), (2, 0)))
    assert tuple(near.steering.linear[0]) == pytest.approx((-10, 0))


def test_the_earliest_meeting_counts_and_the_near_one_before_it():
    far, soon, near = ((10, 0.5), (-4, 0)), ((0.5, 4), (0, -4)), ((-0.3, 0), (0, 0))
    assert tuple(dodge({}, far, soon).steering.linear[0]) == pytest.approx((-10, 0))
    assert tuple(dodge({}, far, soon, near).steering.linear[0]) == pytest.approx((10, 0))


def test_head_on_each_gives_way_to_its_right():
    east = dodge({"velocity": (2, 0)}, ((4, 0), (-2, 0)))
    west = dodge({"velocity": (-2, 0)}, ((-4, 0), (2, 0)))
    assert tuple(east.steering.linear[0]) == pytest.approx((0, -10))
    assert tuple(west.steering.linear[0]) == pytest.approx((0, 10))


def test_coincident_bodies_at_rest_have_a_direction():
    asked = dodge({"orientation": 0}, ((0, 0), (0, 0)))
    assert tuple(asked.steering.linear[0]) == pytest.approx((0, -10))


def test_no_neighbors_no_acceleration():
    body = bodies({})
    nobody = Neighbors(np.zeros(0, dtype=np.int64), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    assert not avoid_agents(body, nobody, numbers(1), numbers(1)).steering.linear.any()


def hits(*rows):
    """Return hits of one body from (distance, point, normal) or None per ray."""
    return WallHits(
        hit=np.array([[row is not None for row in rows]]),
        distance=np.array([[row[0] if row else 0.0 for row in rows]]),
        point=np.array([[row[1] if row else (0, 0) for row in rows]], dtype=np.float64),
        normal=np.array([[row[2] if row else (0, 0) for row in rows]], dtype=np.float64),
    )


def test_walls_are_avoided_by_seeking_a_point_off_them():
    body = bodies({"velocity": (1, 1)})
    found = avoid_walls(body, hits((3, (2, 2), (0, -1)), None, None), numbers(2))
    assert tuple(found.target[0]) == (2, 0)
    assert tuple(found.steering.linear[0]) == (10, 0)


def test_the_nearest_of_the_rays_counts():
    body = bodies({"velocity": (1, 0)})
    found = avoid_walls(body, hits((3, (3, 0), (-1, 0)), None, (1, (1, -1), (0, 1))), numbers(1))
    assert tuple(found.target[0]) == (1, 0)


def test_no_hit_or_no_velocity_asks_for_nothing():
    moving = avoid_walls(bodies({"velocity": (1, 0)}), hits(None, None, None), numbers(1))
    resting = avoid_walls(bodies({}), hits((1, (1, 0), (-1, 0)), None, None), numbers(1))
    assert not moving.steering.linear.any()
    assert not resting.steering.linear.any()


def test_rays_go_along_the_velocity_with_whiskers_to_both_sides():
    rays = wall_rays(bodies({"velocity": (0, 3)}), numbers(2), numbers(90), numbers(0.5))
    assert rays[0].tolist() == [
        pytest.approx([0, 2]),
        pytest.approx([-1, 0], abs=1e-12),
        pytest.approx([1, 0], abs=1e-12),
    ]
    assert not wall_rays(bodies({}), numbers(2), numbers(30), numbers(0.5)).any()
