"""Agents that go to places around walls: they arrive, keep their distance, give up, and search again."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from runtime.navigation.string_pulling import free_lines, pull_straight
from runtime.worlds.geometry import build_obstructions, clearance
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import ask, box, document, world

ROOM = {"w1": box(5, 0, 6, 10), "w2": box(10, 4, 11, 14), "w3": box(15, 0, 16, 10)}
"""Three walls to walk around, below, above and below."""


def walker(**fields: object) -> dict[str, object]:
    return {"a": {"at": [2, 2], "radius": 0.4, **fields}}


def walk(place: World, goal: object, ticks: int, agent: str = "a") -> list[tuple[float, float]]:
    """Let the agent go to `goal`; return where it was in each step."""
    place.set_requests(agent, [ask("go_to", target=goal)])
    way = []
    for _ in range(ticks):
        place.step()
        way.append(place.pose(agent).position)
    return way


def test_it_walks_around_three_walls_and_arrives():
    place = world(walls=ROOM, agents=walker())
    way = walk(place, (18.0, 2.0), 900)
    assert math.dist(way[-1], (18, 2)) <= 0.5
    assert clearance(place.solid, np.array(way)).min() >= 0.4 - 1e-6
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(way))
    assert length <= 40, "the shortest way is 37.9"


def test_in_the_open_it_goes_straight_without_a_search():
    place = world(agents=walker())
    walk(place, (12.0, 9.0), 1)
    assert place.entity_field("a", "route:n1") == "walking"
    way = walk(place, (12.0, 9.0), 400)
    assert math.dist(way[-1], (12, 9)) <= 0.5


@pytest.mark.parametrize("goal", [(8.5, 7.0), (-40.0, 3.0)])
def test_a_place_that_cannot_be_reached_is_unreachable(goal):
    shut = {"n": box(6, 9, 11, 10), "s": box(6, 4, 11, 5), "w": box(6, 4, 7, 10), "e": box(10, 4, 11, 10)}
    place = world(walls=shut, agents=walker())
    walk(place, goal, 2)
    assert place.entity_field("a", "route:n1") == "unreachable"


def test_a_goal_in_a_wall_is_unreachable_once_the_agent_stands_before_it():
    place = world(walls={"w": box(8, 0, 9, 14)}, agents=walker())
    way = walk(place, (8.2, 7.0), 600)
    assert place.entity_field("a", "route:n1") == "unreachable"
    assert way[-1][0] < 8


def test_a_goal_that_moves_is_followed():
    place = world(walls=ROOM, agents={**walker(), "b": {"at": [8, 12]}})
    place.set_requests("b", [ask("arrive", target=(8.0, 2.0))])
    way = walk(place, "b", 900)
    assert math.dist(way[-1], (8, 2)) <= 1.2


def test_pushed_behind_a_wall_it_searches_again():
    place = world(walls=ROOM, agents=walker())
    walk(place, (18.0, 2.0), 120)
    place.set_pose("a", (8.0, 2.0))
    way = walk(place, (18.0, 2.0), 900)
    assert math.dist(way[-1], (18, 2)) <= 0.5


def test_a_long_search_is_spread_over_steps():
    """A comb of walls with many dead ends: the first step does not finish it, and the agent waits."""
    walls = {f"w{x}": box(x, 0 if x % 4 else 1.2, x + 0.5, 98.8 if x % 4 else 100) for x in range(4, 96, 2)}
    place = world((100, 100), walls=walls, agents=walker())
    place.set_requests("a", [ask("go_to", target=(98.0, 50.0))])
    states = []
    for _ in range(120):
        place.step()
        states.append(place.entity_field("a", "route:n1"))
    assert states[0] == "searching"
    assert "walking" in states
    assert states.index("walking") > 2


def test_two_runs_and_a_restored_one_are_the_same():
    """Snapshots at random steps, a search under way included."""
    walls = {f"w{x}": box(x, 0 if x % 4 else 1.2, x + 0.5, 38.8 if x % 4 else 40) for x in range(4, 36, 2)}
    agents = {f"a{n}": {"at": [2, 2 + 3 * n], "radius": 0.3} for n in range(5)}

    def run(place: World, steps: int) -> bytes:
        for _ in range(steps):
            place.step()
        return place.state_bytes()

    source = random.Random(4)
    place = world((40, 40), walls=walls, agents=agents)
    for agent in place.agent_ids:
        place.set_requests(agent, [ask("go_to", target=(38.0, 20.0))])
    for _ in range(6):
        run(place, source.randrange(1, 40))
        saved = place.snapshot()
        straight = run(place, 50)
        fresh = world((40, 40), walls=walls, agents=agents)
        fresh.restore(saved)
        assert run(fresh, 50) == straight
        place.restore(saved)


def test_a_pulled_way_goes_through_no_wall_and_keeps_its_ends():
    solid = build_obstructions(document(walls={"w": box(4, 0, 5, 8)}))
    points = [(2.0, 2.0), (2.0, 5.0), (3.0, 9.0), (4.5, 9.5), (6.0, 9.0), (7.0, 5.0), (7.0, 2.0)]
    pulled = pull_straight(solid, points, 0.4)
    assert pulled[0] == points[0]
    assert pulled[-1] == points[-1]
    assert len(pulled) < len(points)
    starts, ends = np.array(pulled[:-1]), np.array(pulled[1:])
    assert free_lines(solid, starts, ends, 0.4).all()


LINES = {
    "past the corner": ((2, 9), (7, 9), True),
    "too near the corner": ((2, 8.3), (7, 8.3), False),
    "through the wall": ((2, 4), (7, 4), False),
    "beside the wall": ((3.5, 2), (3.5, 7), True),
    "scraping the wall": ((3.7, 2), (3.7, 7), False),
    "past the obstacle": ((8, 5), (16, 5), True),
    "into the obstacle": ((8, 6.2), (16, 6.2), False),
}


@pytest.mark.parametrize("name", sorted(LINES))
def test_a_line_is_free(name):
    start, end, free = LINES[name]
    solid = build_obstructions(
        document(walls={"w": box(4, 0, 5, 8)}, obstacles={"o": {"center": [12, 7], "radius": 1}})
    )
    assert free_lines(solid, np.array([start]), np.array([end]), 0.4).tolist() == [free]
