"""Agents that go to places around walls: they arrive, keep their distance, give up, and search again."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Mapping

import numpy as np
import pytest

from graphs.worlds.model.ground_and_squads import Ways
from runtime.worlds.bodies.geometry import build_obstructions, clearance
from runtime.worlds.bodies.solid_shapes import build_solid_shapes
from runtime.worlds.navigation.free_lines import free_lines, pull_straight
from runtime.worlds.navigation.goal_search import GoalSearch
from runtime.worlds.navigation.walkable_grid import Cell
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import ask, box, document, world

SEARCH_PER_STEP = Ways().cells_per_step

ROOM = {"w1": box(5, 0, 6, 10), "w2": box(10, 4, 11, 14), "w3": box(15, 0, 16, 10)}
"""Three walls to walk around, below, above and below."""


def walker(**fields: object) -> dict[str, object]:
    return {"a": {"at": [2, 2], "radius": 0.4, **fields}}


def walk(
    place: World, goal: object, ticks: int, agent: str = "a", **arguments: str | float
) -> list[tuple[float, float]]:
    """Let the agent go to `goal`; return where it was in each step."""
    place.set_requests(agent, [ask("go_to", node="n1", weight=1.0, target=goal, **arguments)])
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


def test_a_walk_of_another_node_takes_the_place_of_one_under_way():
    place = world(agents=walker())
    place.set_requests("a", [ask("go_to", node="near", target=(2.0, 6.0))])
    for _ in range(5):
        place.step()
    place.set_requests("a", [ask("go_to", node="far", target=(12.0, 2.0))])
    for _ in range(600):
        place.step()
    assert math.dist(place.pose("a").position, (12.0, 2.0)) < 0.5


def test_in_the_open_it_goes_straight_without_a_search():
    place = world(agents=walker())
    walk(place, (12.0, 9.0), 1)
    assert place.entity_field("a", "route:n1") == "walking"
    way = walk(place, (12.0, 9.0), 400)
    assert math.dist(way[-1], (12, 9)) <= 0.5


SHUT = {"n": box(6, 9, 11, 10), "s": box(6, 4, 11, 5), "w": box(6, 4, 7, 10), "e": box(10, 4, 11, 10)}
"""Four walls around a place."""


@pytest.mark.parametrize(
    ("goal", "mode", "why"),
    [
        ((8.5, 7.0), "nearest", "walls shut it off"),
        ((8.5, 7.0), "refuse", "walls shut it off"),
        ((-40.0, 3.0), "refuse", "off the map"),
    ],
)
def test_a_place_that_cannot_be_reached_is_unreachable(goal, mode, why):
    place = world(walls=SHUT, agents=walker())
    walk(place, goal, 2, in_wall=mode)
    state = str(place.entity_field("a", "route:n1"))
    assert state.startswith("unreachable: No way leads there")
    assert why in state


def test_a_goal_in_a_wall_is_unreachable_once_the_agent_stands_before_it_if_it_is_to_refuse():
    place = world(walls={"w": box(8, 0, 9, 14)}, agents=walker())
    way = walk(place, (8.2, 7.0), 600, in_wall="refuse")
    assert place.entity_field("a", "route:n1") == "unreachable: No body of this size has room at the goal."
    assert way[-1][0] < 8


IN_WALLS: dict[str, tuple[Mapping[str, object], tuple[float, float], tuple[float, float]]] = {
    "just inside": ({"w": box(8, 0, 9, 14)}, (8.2, 7.0), (7.6, 7.0)),
    "deep inside": ({"w": box(6, 0, 18, 14)}, (13.0, 7.0), (5.6, 7.0)),
    "nearer to a side it cannot reach": ({"w": box(6, 0, 10, 14)}, (9.5, 7.0), (5.6, 7.0)),
    "in a wall around a room": (SHUT, (6.5, 7.0), (5.6, 7.0)),
    "off the map": ({}, (-40.0, 3.0), (0.4, 3.0)),
}


@pytest.mark.parametrize("name", sorted(IN_WALLS))
def test_to_a_goal_in_a_wall_it_goes_to_the_nearest_free_place_that_it_can_reach(name):
    walls, goal, nearest = IN_WALLS[name]
    place = world(walls=walls, agents=walker())
    way = walk(place, goal, 600, target_radius=0.2)
    assert place.entity_field("a", "route:n1") == f"arrived: {goal[0]!r} {goal[1]!r}"
    assert math.dist(way[-1], nearest) < 0.75


def test_once_it_arrived_before_a_wall_it_sets_out_for_another_goal():
    place = world(walls={"w": box(8, 0, 9, 14)}, agents=walker())
    walk(place, (8.2, 7.0), 400)
    assert str(place.entity_field("a", "route:n1")).startswith("arrived")
    way = walk(place, (2.0, 2.0), 400)
    assert place.entity_field("a", "route:n1") == "walking"
    assert math.dist(way[-1], (2, 2)) <= 0.5


CORNERS = {
    "square": {"w": box(7, 0, 9, 9)},
    "a spike": {"w": {"polygon": [[6, 0], [10, 0], [8, 10]]}},
    "a thin rod at a slant": {"w": {"polygon": [[5, 2], [11, 11], [11.02, 10.98], [5.02, 1.98]]}},
    "a round one": {},
    "a gap hardly wider than the body": {"s": box(7.8, 0, 8.2, 6.2), "n": box(7.8, 7.3, 8.2, 14)},
}


@pytest.mark.parametrize("name", sorted(CORNERS))
def test_the_body_cuts_no_corner_of_its_route(name):
    """The route itself keeps the radius from everything; the walker, swept by its contacts, arrives."""
    obstacles = {"o": {"center": [8.5, 4], "radius": 3.9}} if name == "a round one" else {}
    place = world(walls=CORNERS[name], obstacles=obstacles, agents=walker())
    walk(place, (15.0, 2.5), 30)
    trip = place.snapshot().trips.trips[0][1]
    assert len(trip.corners) > 1
    corners = np.array([(2.0, 2.0), *trip.corners])
    shares = np.linspace(0, 1, 200)[:, None]
    for start, end in itertools.pairwise(corners[1:]):
        assert clearance(place.solid, start + shares * (end - start)).min() >= 0.4 * (1 - 1e-6)
    way = walk(place, (15.0, 2.5), 900)
    assert math.dist(way[-1], (15, 2.5)) <= 0.5


def test_who_stands_in_a_wall_s_reach_sets_out_and_who_is_to_go_there_arrives_beside():
    """Start and goal touch walls: both are nearer than any middle of a cell may be."""
    walls = {**ROOM, "low": box(0, 0, 1.3, 1.3)}
    place = world(walls=walls, agents={"a": {"at": [1.7001, 1.7001], "radius": 0.4}})
    way = walk(place, (4.5999, 0.4001), 400)
    assert math.dist(way[-1], (4.6, 0.4)) <= 0.5
    way = walk(place, (16.4001, 9.0), 1500)
    assert math.dist(way[-1], (16.4, 9)) <= 0.5


def test_a_goal_shut_off_by_a_thin_wall_is_refused_at_once_and_not_walked_up_to():
    thin = {"polygon": [[0, 7], [20, 7], [20, 7.01], [0, 7.01]]}
    place = world(walls={"w": thin}, agents=walker())
    way = walk(place, (2.0, 7.6), 60)
    assert str(place.entity_field("a", "route:n1")).endswith("walls shut it off.")
    assert way[-1] == (2, 2)


def test_a_crowd_that_asks_at_once_is_served_in_turn_and_all_arrive():
    """Forty agents, one goal behind walls: some set off before others, none waits for ever."""
    agents = {
        f"a{number:02d}": {"at": [1 + number % 4, 1 + number // 4 * 1.2], "radius": 0.2}
        for number in range(40)
    }
    place = world(walls=ROOM, agents=agents)
    for agent in place.agent_ids:
        place.set_requests(agent, [ask("go_to", target=(18.0, 3.0), target_radius=3.0)])
    walking = []
    for _ in range(60):
        place.step()
        states = [place.entity_field(agent, "route:n1") for agent in place.agent_ids]
        walking.append(states.count("walking"))
        assert set(states) <= {"searching", "walking"}
    assert 0 < walking[next(step for step, count in enumerate(walking) if count)] < 40
    assert walking == sorted(walking)
    assert walking[-1] == 40
    steps = 0
    while np.sqrt(((place.agents.position - (18.0, 3.0)) ** 2).sum(axis=1)).max() >= 4.5:
        place.step()
        steps += 1
        assert steps <= 1500


def test_a_step_never_works_on_more_than_its_share(monkeypatch):
    """Searches to fifty goals at once: each step works on as many cells as it may, and no more."""
    worked: list[int] = []
    advance = GoalSearch.advance

    def counting(search: GoalSearch, start: Cell, most: int) -> int:
        assert most <= SEARCH_PER_STEP
        found = advance(search, start, most)
        worked[-1] += found
        return found

    monkeypatch.setattr(GoalSearch, "advance", counting)
    agents = {
        f"a{number:02d}": {"at": [1 + number % 4, 1 + number // 4], "radius": 0.2} for number in range(50)
    }
    place = world(walls=ROOM, agents=agents)
    for number, agent in enumerate(place.agent_ids):
        place.set_requests(agent, [ask("go_to", target=(17.0 + number % 3, 1.0 + number / 5))])
    for _ in range(12):
        worked.append(0)
        place.step()
    assert max(worked) <= SEARCH_PER_STEP
    assert worked[5] >= SEARCH_PER_STEP / 4


def test_a_goal_that_never_rests_does_not_keep_its_hunter_from_setting_out():
    """It moves on faster than a way is found: the way to where it was is found nevertheless."""
    walls = {f"w{x}": box(x, 0 if x % 4 else 1.2, x + 0.5, 38.8 if x % 4 else 40) for x in range(4, 36, 2)}
    agents = {
        "a": {"at": [2, 2], "radius": 0.3},
        "b": {"at": [38, 5], "radius": 0.3, "limits": {"max_speed": 12, "max_acceleration": 100}},
    }
    place = world((40, 40), walls=walls, agents=agents)
    place.set_requests("b", [ask("seek", target=(38.0, 35.0))])
    walk(place, "b", 120)
    assert place.entity_field("a", "route:n1") == "walking"


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
    shapes = build_solid_shapes(solid, 2.0)
    pulled = pull_straight(shapes, points, 0.4)
    assert pulled[0] == points[0]
    assert pulled[-1] == points[-1]
    assert len(pulled) < len(points)
    starts, ends = np.array(pulled[:-1]), np.array(pulled[1:])
    assert free_lines(shapes, starts, ends, np.full(len(starts), 0.4)).all()


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
    shapes = build_solid_shapes(solid, 2.0)
    for first, other in ((start, end), (end, start)):
        line = np.array([first], dtype=float), np.array([other], dtype=float)
        assert free_lines(shapes, *line, np.array([0.4])).tolist() == [free]


def test_it_walks_through_a_door_hardly_wider_than_itself():
    """Not one of the cells has its middle in the door."""
    door = {"s": box(9.9, 0, 10.2, 6.63), "n": box(9.9, 6.63 + 0.81, 10.2, 14)}
    place = world(walls=door, agents=walker())
    way = walk(place, (17.0, 11.0), 700)
    assert math.dist(way[-1], (17, 11)) <= 0.5
    assert clearance(place.solid, np.array(way)).min() >= 0.4 - 1e-6
