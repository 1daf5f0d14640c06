"""Doors open, close, move and wait; bodies, sight, shots and ways follow."""

from __future__ import annotations

import math

import numpy as np
import pytest

from runtime.records.world_records import Effect
from runtime.worlds.bodies.geometry import clearance
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import ask, box, document, no_variables

GAP = {"w1": box(9.8, 0, 10.2, 6), "w2": box(9.8, 8, 10.2, 12)}
"""A wall with a way through the middle, where the gate stands, and one around its upper end."""

GATE = {"gate": box(9.8, 6, 10.2, 8)}
SLIDING = {"gate": {**box(9.8, 6, 10.2, 8), "slide": [0, -2]}}
WALKER = {"a": {"at": [2, 7], "radius": 0.4}}


def made(**fields: object) -> World:
    return World(
        document((20, 14), **{"version": 4, "walls": GAP, "doors": GATE, "agents": WALKER, **fields})
    )


def cost_left(place: World) -> float:
    cost = place.entity_field("a", "route_cost:")
    assert isinstance(cost, float)
    return cost


def order(place: World, name: str, door: str = "gate") -> str | None:
    return place.apply_effect(Effect("a", name, {"door": door}, "n"))


def steps(place: World, count: int) -> np.ndarray:
    way = []
    for _ in range(count):
        place.step()
        way.append(place.pose("a").position)
    return np.array(way)


def opens_after(place: World, most: int = 100) -> int:
    return next(
        step for step in range(most) if place.step() is not None and place.entity_field("gate", "door:open")
    )


@pytest.mark.parametrize("doors", [GATE, SLIDING])
def test_11_6_a_door_takes_its_time_to_open_and_to_close(doors):
    place = made(doors=doors)
    assert place.entity_field("gate", "door:open") is False
    order(place, "open_door")
    assert opens_after(place) == 29
    order(place, "close_door")
    place.step()
    assert place.entity_field("gate", "door:open") is False
    steps(place, 29)
    assert clearance(place.solid, np.array([[10.0, 7.0]]))[0] < 0


def test_11_6_a_sliding_door_stands_aside_by_and_by():
    place = made(doors=SLIDING)
    order(place, "open_door")
    heights = []
    for _ in range(30):
        place.step()
        heights.append(float(place.solid.polygons[-1][:, 1].max()))
    assert heights[14] == pytest.approx(7)
    assert heights[29] == pytest.approx(6)
    assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize("doors", [GATE, SLIDING])
def test_11_6_a_door_waits_while_a_body_is_in_the_way(doors):
    place = made(
        doors={"gate": {**doors["gate"], "open": True}}, agents={"a": {"at": [10, 7], "radius": 0.4}}
    )
    order(place, "close_door")
    steps(place, 90)
    assert clearance(place.solid, np.array([place.pose("a").position]))[0] >= 0.4 - 1e-9
    assert place.pose("a").position == (10, 7)
    place.set_pose("a", (5, 7))
    steps(place, 40)
    assert clearance(place.solid, np.array([[10.0, 7.0]]))[0] < 0


def test_11_6_doors_hear_events_that_are_sent_to_all():
    place = made(doors={"gate": {**GATE["gate"], "opens_on": "alarm", "closes_on": "calm"}})
    place.announce("noise")
    steps(place, 40)
    assert place.entity_field("gate", "door:open") is False
    place.announce("alarm")
    steps(place, 40)
    assert place.entity_field("gate", "door:open") is True
    place.announce("calm")
    steps(place, 2)
    assert place.entity_field("gate", "door:open") is False


def test_a_door_that_is_not_there_is_refused():
    assert order(made(), "open_door", "den") == "There is no door 'den' in this world. Known doors: gate."
    assert "no effect" in str(order(World(document(agents=WALKER)), "open_door"))


def test_11_7_sight_and_shots_end_at_a_closed_door():
    looker = {
        "a": {
            "at": [8, 7],
            "radius": 0.4,
            "sensors": [{"kind": "sight", "params": {"looks_for": "b", "range": 9}}],
        },
        "b": {"at": [12, 7], "radius": 0.4, "heading": 180, "fields": {"health": 100}},
    }
    place = made(agents=looker)

    def sees() -> bool:
        place.sense(place.tick, no_variables)
        return bool(place.sensors_now("a")[0].outputs["visible"])

    def shoot() -> float:
        place.apply_effect(
            Effect("a", "fire", {"target": "b", "speed": 20.0, "range": 9.0, "damage": 5.0}, "n")
        )
        steps(place, 30)
        health = place.entity_field("b", "health")
        assert isinstance(health, (int, float))
        return health

    assert not sees()
    assert place.entity_field("a", "sight:b") == "gate"
    assert shoot() == 100
    order(place, "open_door")
    steps(place, 31)
    assert sees()
    assert place.entity_field("a", "sight:b") == ""
    assert shoot() == 95
    order(place, "close_door")
    steps(place, 31)
    assert not sees()
    assert shoot() == 95


def test_11_7_ways_are_searched_again_within_a_second_of_an_opening():
    place = made()
    place.set_requests("a", [ask("go_to", target=(18, 7))])
    assert steps(place, 30)[-1][1] > 7.4, "it sets out around the wall"
    order(place, "open_door")
    opened = opens_after(place)
    again = steps(place, 60)
    assert opened < 31
    assert cost_left(place) < 17
    assert (np.diff(again[-20:, 1]) <= 0).all(), "it turns back to the gate"
    assert math.dist(steps(place, 400)[-1], (18, 7)) < 0.6


def test_11_7_ways_are_searched_again_within_a_second_of_a_closing():
    place = made(doors={"gate": {**GATE["gate"], "open": True, "seconds": 0}})
    place.set_requests("a", [ask("go_to", target=(18, 7))])
    assert abs(steps(place, 60)[-1][1] - 7) < 0.1
    order(place, "close_door")
    steps(place, 60)
    assert cost_left(place) > 13
    assert steps(place, 600)[:, 1].max() > 12
    assert math.dist(place.pose("a").position, (18, 7)) < 0.6


def test_11_7_a_door_that_shuts_the_only_way_leaves_none_until_it_opens():
    shut = {**GAP, "w3": box(9.8, 12, 10.2, 14)}
    place = made(walls=shut)
    place.set_requests("a", [ask("go_to", target=(18, 7))])
    steps(place, 3)
    assert str(place.entity_field("a", "route:n1")).startswith("unreachable")
    order(place, "open_door")
    assert math.dist(steps(place, 500)[-1], (18, 7)) < 0.6


def test_grids_are_built_once_for_each_way_the_doors_stand():
    place = made()
    place.set_requests("a", [ask("go_to", target=(18, 7))])
    for turn in range(6):
        order(place, "open_door" if turn % 2 == 0 else "close_door")
        steps(place, 40)
    assert len(place.navigator.grounds.grids) == 2


@pytest.mark.parametrize("along", ["grid", "waypoints"])
def test_11_7_no_way_is_made_through_a_door_while_it_closes(along):
    slow = {"gate": {**SLIDING["gate"], "open": True, "seconds": 30}}
    points = {"p": {"at": [6, 7], "links": ["q"]}, "q": {"at": [14, 7]}}
    place = made(doors=slow, waypoints=points)
    order(place, "close_door")
    steps(place, 2)
    place.set_requests("a", [ask("go_to", target=(18, 7), along=along)])
    steps(place, 20)
    if along == "waypoints":
        assert str(place.entity_field("a", "route:n1")).startswith("unreachable")
    else:
        assert steps(place, 700)[:, 1].max() > 12, "it goes around the wall"
