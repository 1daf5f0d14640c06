"""Ways over areas that cost, along links and waypoints, and to the nearest of several."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from runtime.basics.context import EvaluationError
from runtime.records.world_records import Effect
from runtime.worlds.navigation import grounds, weighted_grid
from runtime.worlds.navigation.area_map import build_area_map
from runtime.worlds.navigation.goal_search import GoalSearch
from runtime.worlds.world import World
from tests.runtime.navigation.random_ways import cost_of, least_cost, random_map, way_found
from tests.runtime.worlds.world_builder import ask, box, document

WALKER = {"a": {"at": [2, 7], "radius": 0.4}}


def made(**fields: object) -> World:
    return World(document((20, 14), **{"version": 4, "agents": WALKER, **fields}))


def walk(place: World, goal: object, ticks: int, agent: str = "a", **arguments: Any) -> np.ndarray:
    place.set_requests(agent, [ask("go_to", target=goal, **arguments)])
    way = []
    for _ in range(ticks):
        place.step()
        way.append(place.pose(agent).position)
    return np.array(way)


def order(place: World, name: str, **arguments: object) -> str | None:
    return place.apply_effect(Effect("a", name, arguments, "n"))  # type: ignore[arg-type]


class TestAreas:
    def test_11_2_a_dear_area_is_gone_around_where_that_costs_less(self):
        around = walk(made(zones={"z": {**box(6, 5, 12, 12), "cost": 5}}), (18, 7), 600)
        assert not ((around[:, 0] > 6.2) & (around[:, 0] < 11.8) & (around[:, 1] > 5.2)).any()
        through = walk(made(zones={"z": {**box(6, 1, 12, 13), "cost": 1.2}}), (18, 7), 500)
        assert np.abs(through[:, 1] - 7).max() < 0.5

    def test_few_steps_are_kept_and_the_ways_are_the_same(self, monkeypatch):
        zones = {"z": {**box(6, 5, 12, 12), "cost": 5}}
        usual = walk(made(zones=zones), (18, 7), 600)
        monkeypatch.setattr(weighted_grid, "MOST_STEPS", 20)
        steps = weighted_grid.KnownSteps()
        monkeypatch.setattr(grounds, "KnownSteps", lambda: steps)
        assert (walk(made(zones=zones), (18, 7), 600) == usual).all()
        assert 0 < len(steps) <= 20

    def test_11_2_a_cheap_area_draws_ways_that_are_longer(self):
        place = made(zones={"road": {**box(3, 2, 17, 4), "cost": 0.3}})
        assert walk(place, (18, 7), 600)[:, 1].min() < 4

    @pytest.mark.parametrize("x", [7.5, 7.8, 7.95])
    def test_11_2_no_way_leads_into_what_is_never_entered_from_its_rim_either(self, x):
        place = made(
            agents={"a": {"at": [x, 7], "radius": 0.4}},
            zones={"z": {**box(8, 4, 14, 10), "cost": "never"}},
        )
        assert walk(place, (11, 7), 120)[:, 0].max() < 8
        told = place.entity_field("a", "route:n1")
        assert told == "unreachable: No way leads there but through areas that it never enters."

    def test_11_2_what_is_never_entered_is_left_and_not_walked_into(self):
        holy = {"z": {**box(6, 2, 12, 12), "cost": "never"}}
        way = walk(made(zones=holy), (18, 7), 700)
        assert math.dist(way[-1], (18, 7)) < 0.6
        assert not ((way[:, 0] > 6) & (way[:, 0] < 12) & (way[:, 1] > 2) & (way[:, 1] < 12)).any()
        inside = made(zones=holy, agents={"a": {"at": [9, 7], "radius": 0.4}})
        assert math.dist(walk(inside, (18, 7), 500)[-1], (18, 7)) < 0.6

    def test_11_2_a_wall_of_holy_ground_leaves_no_way(self):
        place = made(zones={"z": {**box(6, 0, 12, 14), "cost": "never"}})
        walk(place, (18, 7), 40)
        told = place.entity_field("a", "route:n1")
        assert told == "unreachable: No way leads there but through areas that it never enters."

    def test_11_2_of_areas_that_overlap_the_smallest_counts(self):
        bridge = {
            "water": {**box(8, 0, 11, 14), "cost": "never"},
            "bridge": {**box(7, 9, 12, 11), "cost": 1.1},
        }
        way = walk(made(zones=bridge), (18, 7), 700)
        assert math.dist(way[-1], (18, 7)) < 0.6
        over = way[(way[:, 0] > 8) & (way[:, 0] < 11)]
        assert len(over)
        assert over[:, 1].min() > 8.8
        assert over[:, 1].max() < 11.2

    def test_a_line_costs_by_the_share_that_lies_in_each_area(self):
        corners = np.array(box(2, 0, 4, 4)["polygon"], dtype=np.float64)
        areas = build_area_map((("z", 3.0),), {"z": corners})
        lines = (
            np.array([[0.0, 1.0], [3.0, 1.0], [0.0, 5.0]]),
            np.array([[10.0, 1.0], [3.5, 1.0], [10.0, 5.0]]),
        )
        assert areas.costs(*lines).tolist() == pytest.approx([10 + 2 * 2, 1.5, 10])
        never = build_area_map((("z", math.inf),), {"z": corners})
        into, out_of = never.costs(np.array([[0.0, 1.0], [3.0, 1.0]]), np.array([[3.0, 1.0], [0.0, 1.0]]))
        assert math.isinf(into)
        assert out_of == pytest.approx(1 * 100 + 2)

    def test_11_3_an_agent_may_see_areas_otherwise(self):
        zones = {"z": {**box(6, 2, 12, 13.9), "cost": 5}}
        agents = {
            "a": {"at": [2, 7], "radius": 0.4, "area_costs": {"z": 1}},
            "b": {"at": [2, 9], "radius": 0.4, "area_costs": {"z": "never"}},
        }
        place = made(zones=zones, agents=agents)
        assert np.abs(walk(place, (18, 7), 400)[:, 1] - 7).max() < 0.5
        assert walk(place, (18, 7), 600, "b")[:, 1].min() < 2

    def test_11_3_expressions_are_asked_at_most_once_a_second(self):
        agents = {"a": {"at": [2, 7], "radius": 0.4, "mind": "m.mind.json", "area_costs": {"z": "fear"}}}
        place = made(zones={"z": box(6, 2, 12, 13.9)}, agents=agents)
        asked: list[int] = []

        def read(agent: str, zone: str) -> float:
            assert (agent, zone) == ("a", "z")
            asked.append(place.tick)
            return 4.0

        place.read_area_costs(read)
        for step in range(180):
            place.set_requests("a", [ask("go_to", target=(18, 7 + step % 2 * 3))])
            place.step()
        assert 2 <= len(asked) <= 3
        assert all(b - a >= 60 for a, b in itertools.pairwise(asked))
        assert place.navigator.grounds.costs.of(0, 180) == (("z", 4.0),)

    @pytest.mark.parametrize("seed", range(40, 46))
    def test_11_2_ways_are_within_8_percent_of_the_shortest(self, seed):
        drawn = random_map(seed)
        way, least = way_found(drawn), least_cost(drawn)
        assert (cost_of(drawn, way) if way else math.inf) <= least * 1.08


class TestSettings:
    def test_11_4_what_is_left_to_pay_of_a_route_can_be_read(self):
        place = made(zones={"z": {**box(0, 0, 20, 14), "cost": 2}})
        assert place.entity_field("a", "route_cost:") == -1
        walk(place, (12, 7), 2)
        assert place.entity_field("a", "route_cost:") == pytest.approx(20, abs=0.5)

    def test_11_4_without_a_guess_more_cells_are_worked_on_for_the_same_way(self):
        place = made(walls={"w": box(9, 3, 10, 14)})
        grid = place.navigator.grounds.search_ground(0.4, ())
        found = {}
        for guess in ("straight", "none", "manhattan"):
            search = GoalSearch(grid, (45, 20), guess)
            found[guess] = search.advance((5, 20), 10**6), search.way_from((5, 20))
        assert found["straight"][0] < found["none"][0]
        assert 0 < len(found["manhattan"][1]) <= 1.1 * len(found["straight"][1])
        assert len(found["straight"][1]) == len(found["none"][1])

    def test_11_4_all_searches_together_work_on_so_many_cells_in_a_step(self):
        slow = made(walls={"w": box(9, 1, 10, 14)}, ways={"cells_per_step": 20})
        quick = made(walls={"w": box(9, 1, 10, 14)}, ways={"cells_per_step": 20000})
        for place in (slow, quick):
            walk(place, (18, 7), 2)
        assert slow.entity_field("a", "route:n1") == "searching"
        assert quick.entity_field("a", "route:n1") == "walking"


class TestLinks:
    SHUT = {"w": box(9, 0, 11, 14)}
    JUMP = {"j": {"start": [8, 7], "end": [12, 7]}}

    def test_11_5_a_jump_carries_over_a_wall(self):
        place = made(walls=self.SHUT, links=self.JUMP)
        walk(place, (18, 3), 150)
        assert place.entity_field("a", "link:") == "j"
        assert 9 < place.pose("a").position[0] < 11
        assert math.dist(walk(place, (18, 3), 400)[-1], (18, 3)) < 0.6
        assert place.entity_field("a", "link:") == ""

    def test_11_5_who_is_carried_gets_to_the_end_whatever_is_asked(self):
        place = made(walls=self.SHUT, links=self.JUMP)
        walk(place, (18, 3), 130)
        place.set_requests("a", [])
        for _ in range(80):
            place.step()
        assert math.dist(place.pose("a").position, (12, 7)) < 0.7

    def test_11_5_a_link_one_way_is_not_gone_back(self):
        back = {"a": {"at": [18, 7], "radius": 0.4}}
        place = made(walls=self.SHUT, links={"j": {**self.JUMP["j"], "both_ways": False}}, agents=back)
        walk(place, (2, 7), 30)
        assert str(place.entity_field("a", "route:n1")).startswith("unreachable")
        both = made(walls=self.SHUT, links=self.JUMP, agents=back)
        assert math.dist(walk(both, (2, 7), 500)[-1], (2, 7)) < 0.6

    def test_11_5_links_are_switched_off_and_on(self):
        place = made(walls=self.SHUT, links=self.JUMP)
        assert order(place, "switch_link", link="j", on=False) is None
        walk(place, (18, 3), 20)
        assert str(place.entity_field("a", "route:n1")).startswith("unreachable")
        assert order(place, "switch_link", link="j", on=True) is None
        assert place.entity_field("j", "link:active") is True
        assert math.dist(walk(place, (18, 3), 500)[-1], (18, 3)) < 0.6
        assert "no link 'x'" in str(order(place, "switch_link", link="x"))

    def test_11_5_a_link_that_costs_more_is_left_aside_and_slower(self):
        wall = {"w": box(9, 0, 11, 12)}
        over = walk(made(walls=wall, links=self.JUMP), (18, 7), 400)
        around = walk(made(walls=wall, links={"j": {**self.JUMP["j"], "cost": 9}}), (18, 7), 600)
        assert over[:, 1].max() < 9
        assert around[:, 1].max() > 12

        def steps_on(cost: float) -> int:
            place = made(walls=self.SHUT, links={"j": {**self.JUMP["j"], "cost": cost}})
            place.set_requests("a", [ask("go_to", target=(18, 7))])
            return sum(
                place.entity_field("a", "link:") == "j" for _ in range(500) if place.step() is not None
            )

        assert steps_on(3) == pytest.approx(3 * steps_on(1), abs=4)


class TestWaypoints:
    WALL = {"w": box(9.8, 0, 10.2, 12)}
    POINTS: Mapping[str, Any] = {
        "p1": {"at": [3, 8], "links": ["p2"]},
        "p2": {"at": [10, 13], "links": ["p3"]},
        "p3": {"at": [17, 8]},
    }

    def test_11_8_it_goes_from_one_linked_waypoint_to_the_next(self):
        place = made(walls=self.WALL, waypoints=self.POINTS)
        way = walk(place, (18, 7), 700, along="waypoints")
        near = [min(math.dist(each, self.POINTS[name]["at"]) for each in way) for name in self.POINTS]
        assert max(near) < 0.3
        assert math.dist(way[-1], (18, 7)) < 0.6

    def test_11_8_it_says_why_no_way_leads_along_waypoints(self):
        told = []
        for points in ({}, {**self.POINTS, "p2": {"at": [10, 13]}, "p4": {"at": [18, 2], "links": ["p3"]}}):
            place = made(walls=self.WALL, waypoints=points)
            walk(place, (18, 7), 3, along="waypoints")
            told.append(place.entity_field("a", "route:n1"))
        assert told[0] == "unreachable: No linked waypoint is in sight of the agent."
        assert told[1] == "unreachable: No way along waypoints leads there."

    def test_11_8_a_closed_door_shuts_the_way_between_waypoints(self):
        walls, doors = (
            {"w": box(9.8, 0, 10.2, 12), "v": box(9.8, 13.9, 10.2, 14)},
            {"d": box(9.8, 12, 10.2, 13.9)},
        )
        place = made(walls=walls, doors=doors, waypoints=self.POINTS)
        walk(place, (18, 7), 3, along="waypoints")
        ground = place.navigator.grounds
        assert str(place.entity_field("a", "route:n1")).startswith("unreachable")
        assert ground.waypoints.shut_links(ground.shapes.solid) == [("p1", "p2"), ("p2", "p3")]
        order(place, "open_door", door="d")
        assert math.dist(walk(place, (18, 7), 700, along="waypoints")[-1], (18, 7)) < 0.6
        assert ground.waypoints.shut_links(ground.shapes.solid) == []


class TestNearest:
    SOURCES = {
        "far": {"at": [2, 12], "tags": ["kit"]},
        "behind": {"at": [6, 7], "tags": ["kit"]},
        "other": {"at": [2, 6]},
    }

    def ask(self, place: World, among: str) -> str:
        assert order(place, "find_nearest", among=among) is None
        for _ in range(30):
            place.step()
        return str(place.entity_field("a", f"nearest:{among}"))

    def test_11_9_the_nearest_is_the_one_of_the_shortest_way(self):
        shut = made(walls={"w": box(4, 0, 4.4, 13)}, sources=self.SOURCES)
        assert self.ask(shut, "kit") == "found: far"
        assert self.ask(made(sources=self.SOURCES), "kit") == "found: behind"
        assert self.ask(made(sources=self.SOURCES), "other, kit") == "found: other"

    def test_11_9_it_says_where_there_is_none(self):
        assert self.ask(made(), "kit") == "none: No way leads to any of them."
        shut = made(walls={"w": box(4, 0, 4.4, 14)}, sources={"kit": {"at": [6, 7]}})
        assert self.ask(shut, "kit").startswith("none")


def test_a_field_of_links_or_doors_fails_for_what_is_none():
    place = made(links=TestLinks.JUMP, doors={"d": box(5, 5, 6, 6)})
    for entity, field in (("j", "link:open"), ("a", "door:open"), ("d", "door:wide")):
        with pytest.raises(EvaluationError):
            place.entity_field(entity, field)
