"""Known answers of STEER-17 to STEER-20: match velocity, waypoints with mass, surface normals, roaming."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.formulas.avoiding import avoid_by_normal, forward_rays
from runtime.formulas.path_following import follow_waypoints
from runtime.formulas.seeking import velocity_match
from runtime.formulas.wandering import MOST_PATIENCE, drawn_goal, needs_goal, patience, roam
from tests.runtime.steering.body_builder import bodies, numbers, points
from tests.runtime.worlds.world_builder import ask, box, world

SQUARE = points((0, 0), (4, 0), (4, 4), (0, 4))


def test_velocity_match_asks_for_the_difference_over_the_time():
    body = bodies({"velocity": (1, 1)}, {"velocity": (0, 0)})
    asked = velocity_match(body, points((3, 1), (400, 0)), numbers(0.5, 0.5))
    assert asked.linear.tolist() == [[4, 0], pytest.approx([10, 0])]
    assert asked.angular.tolist() == [0, 0]


WAYPOINTS = {
    "walks to its point": ((0, -3), 0, 0, (0, 12)),
    "goes on to the next within the radius": ((0, -0.5), 0, 1, None),
    "goes on only once a step": ((4, 0), 0, 0, None),
    "wraps at the end of a loop": ((0, 4), 3, 0, (0, -12)),
}


@pytest.mark.parametrize("name", sorted(WAYPOINTS))
def test_a_follower_of_waypoints(name):
    position, index, expected, linear = WAYPOINTS[name]
    body = bodies({"position": position, "max_acceleration": 1000})
    step = follow_waypoints(body, SQUARE, np.array([index]), numbers(1), numbers(5), numbers(1), loops=True)
    assert step.index.tolist() == [expected]
    assert step.target.tolist() == [SQUARE[expected].tolist()]
    if linear is not None:
        assert step.steering.linear[0].tolist() == pytest.approx(linear)


def test_a_mass_of_one_takes_over_the_wanted_velocity_in_one_frame():
    body = bodies({"position": (0, -3), "velocity": (2, 0), "max_acceleration": 1e6})
    for mass, share in ((1, 1.0), (4, 0.25)):
        step = follow_waypoints(
            body, SQUARE, np.array([0]), numbers(3), numbers(mass), numbers(1), loops=True
        )
        velocity = body.velocity + step.steering.linear * body.step_seconds
        assert velocity[0].tolist() == pytest.approx([2 - 2 * share, 3 * share])


def test_a_follower_brakes_at_the_last_waypoint_of_an_open_path():
    body = bodies({"position": (0, 4.5), "velocity": (1, 0)})
    step = follow_waypoints(body, SQUARE, np.array([3]), numbers(3), numbers(5), numbers(1), loops=False)
    assert step.index.tolist() == [3]
    assert step.steering.linear[0].tolist() == pytest.approx([-10, 0])


NORMALS = {
    "nothing ahead": (False, 1.0, (0, 0), (0, 0)),
    "an obstacle on the left turns it right": (True, 0.0, (0, -1), (10 / np.sqrt(2), -10 / np.sqrt(2))),
    "an obstacle on the right turns it left": (True, 0.0, (0, 1), (10 / np.sqrt(2), 10 / np.sqrt(2))),
    "further off it turns less": (True, 0.5, (0, 1), (20 / np.sqrt(5), 10 / np.sqrt(5))),
    "at the very end of the ray not at all": (True, 1.0, (0, 1), (10, 0)),
    "square on, it gives way to its left": (True, 0.0, (-1, 0), (0, 10)),
}


@pytest.mark.parametrize("name", sorted(NORMALS))
def test_avoiding_by_the_normal(name):
    hit, share, normal, linear = NORMALS[name]
    body = bodies({"velocity": (2, 0)})
    ray = forward_rays(body, numbers(4))
    assert ray.tolist() == [[4, 0]]
    result = avoid_by_normal(body, ray, np.array([hit]), numbers(share), points(normal), numbers(1))
    assert result.steering.linear[0].tolist() == pytest.approx(linear)


def test_a_body_at_rest_feels_where_it_looks():
    assert forward_rays(bodies({"orientation": 90}), numbers(2))[0].tolist() == pytest.approx([0, 2])


def test_roaming_walks_at_its_speed_and_draws_again_near_its_goal():
    body = bodies({"position": (0, 0)}, {"position": (9.5, 0)}, {"position": (0, 0)})
    goal = points((10, 0), (10, 0), (10, 0))
    due = needs_goal(body, goal, np.array([True, True, False]), numbers(1, 1, 1))
    assert due.tolist() == [False, True, True]
    asked = roam(body, goal, numbers(3, 3, 3), numbers(0.5, 0.5, 0.5))
    assert asked.linear[0].tolist() == pytest.approx([6, 0])


def test_a_place_is_given_up_after_twice_the_straight_way_and_two_seconds():
    body = bodies({"position": (0, 0)}, {"position": (10, 0)}, {"position": (0, 0)})
    goal = points((12, 0), (10, 0), (12, 0))
    assert patience(body, goal, numbers(3, 3, 0)).tolist() == [10.0, 2.0, MOST_PATIENCE]


def test_a_roaming_body_walks_against_no_wall_for_good():
    """The room is half of the square that places are drawn in."""
    place = world((20, 8), seed=3, walls={"w": box(9, 0, 10, 8)}, agents={"a": {"at": [4, 4], "radius": 0.4}})
    place.set_requests("a", [ask("roam", target=(9.5, 4.0), half_size=8.0)])
    at_wall, longest = 0, 0
    for _ in range(60 * 40):
        place.step()
        at_wall = at_wall + 1 if place.pose("a").position[0] > 8.55 else 0
        longest = max(longest, at_wall)
    assert 60 < longest < 60 * 20


def test_goals_are_drawn_in_a_square_around_the_middle():
    center = points((5, 7), (5, 7), (5, 7))
    goals = drawn_goal(center, numbers(2, 2, 0), numbers(0, 0.5, 0.9), numbers(0.75, 0.5, 0.1))
    assert goals.tolist() == [[3, 8], [5, 7], [5, 7]]
