"""SENSE-04: a detection meter that fills by zone and drains, and what it tells."""

from __future__ import annotations

import pytest

from tests.runtime.worlds.sensing.sensing_world import Watcher, agent, sensor, watched
from tests.runtime.worlds.world_builder import box


def lookout(at: tuple[float, float], *, every: float = 0, agents=None, **fields) -> Watcher:
    """Return a guard at (5, 5) that looks along +x for the thief at `at`."""
    params = {
        "looks_for": "thief",
        "half_angle": 30,
        "range": 10,
        "near_range": 2,
        "wide_half_angle": 90,
        "wide_range": 6,
        "fill_rate": 2,
        "drain_rate": 1,
        "far_share": 0.25,
        "edge_share": 0.5,
        "notice_at": 0.4,
        **fields.pop("params", {}),
    }
    guard = agent(5, 5, sensor("graded_vision", every, **params))
    return watched(guard, agents={"thief": agent(*at), **(agents or {})}, **fields)


@pytest.mark.parametrize(
    ("at", "zone", "a_second"),
    [
        ((7, 5), "near", 2),
        ((5, 7), "near", 1),
        ((15, 5), "far", 0.5),
        ((11, 5), "far", 2 * (1 - 4 / 8 * 0.75)),
        ((5, 9), "wide", 2 * 0.5 * (1 - 2 / 4 * 0.75)),
        ((4, 5), "none", 0),
        ((16, 5), "none", 0),
        ((5, 11.5), "none", 0),
    ],
)
def test_each_zone_fills_at_its_own_rate(at, zone, a_second):
    watcher = lookout(at)
    values = watcher.steps(7)
    assert values["zone"] == zone
    assert values["visible"] is (zone != "none")
    assert values["meter"] == pytest.approx(a_second * 0.1)


def test_it_notices_detects_and_loses():
    watcher = lookout((6, 5))
    told = {}
    for tick in range(120):
        if tick == 40:
            watcher.world.set_pose("thief", (1.0, 12.0))
        watcher.step()
        for event in watcher.events:
            told[tick] = (event.name, round(event.payload["meter"], 6), event.payload["at"])
    assert told == {
        12: ("noticed", 0.4, (6.0, 5.0)),
        30: ("detected", 1.0, (6.0, 5.0)),
        99: ("lost", 0.0, (6.0, 5.0)),
    }
    assert watcher.values["noticed"] is watcher.values["detected"] is False
    assert watcher.values["target"] == "thief"
    assert watcher.values["unseen_for"] == pytest.approx(80 / 60)


def test_noticed_and_detected_hold_until_the_meter_is_empty():
    watcher = lookout((6, 5))
    watcher.steps(31)
    assert (watcher.values["noticed"], watcher.values["detected"]) == (True, True)
    watcher.world.set_pose("thief", (1.0, 12.0))
    watcher.steps(50)
    assert 0 < watcher.values["meter"] < 0.4
    assert (watcher.values["noticed"], watcher.values["detected"]) == (True, True)


def test_a_glimpse_that_was_not_noticed_is_not_lost():
    watcher = lookout((6, 5))
    watcher.steps(4)
    watcher.world.set_pose("thief", (1.0, 12.0))
    watcher.steps(60)
    assert watcher.names == []
    assert watcher.values["meter"] == 0


def test_passing_both_marks_at_once_tells_both_in_order():
    watcher = lookout((6, 5), params={"fill_rate": 1000})
    watcher.steps(2)
    assert watcher.names == ["noticed", "detected"]


def test_walls_hide_and_drain():
    watcher = lookout((9, 5), walls={"w": box(6.5, 4, 7, 6)})
    assert watcher.steps(10)["meter"] == 0
    assert watcher.explained().candidates[0].verdict == "behind w"


def test_a_slow_sensor_fills_as_much_in_the_same_time():
    quick, slow = lookout((7, 5)), lookout((7, 5), every=0.1)
    quick.steps(13)
    slow.steps(13)
    assert slow.values["meter"] == pytest.approx(quick.values["meter"]) == pytest.approx(0.4)


def test_what_fills_most_is_the_target():
    """A thing near and aside may fill less than one further away and ahead."""
    watcher = lookout((5, 6.9), agents={"other": agent(9, 5)}, params={"looks_for": "anyone"})
    watcher.step()
    assert watcher.values["target"] == "other"


LAMP = {"lamp": {"at": [11, 8], "kind": "light", "params": {"radius": 6}}}


@pytest.mark.parametrize(
    ("sources", "walls", "share"),
    [
        ({}, {}, 0.2),
        (LAMP, {}, 0.2 + 0.8 * 0.5),
        ({"lamp": {**LAMP["lamp"], "active": False}}, {}, 0.2),
        (LAMP, {"w": box(10, 6, 12, 6.5)}, 0.2),
        (LAMP, {"w": {**box(10, 6, 12, 6.5), "see_through": True}}, 0.2 + 0.8 * 0.5),
    ],
)
def test_in_the_dark_it_fills_more_slowly(sources, walls, share):
    watcher = lookout((11, 5), params={"dark_share": 0.2}, sources=sources, walls=walls)
    bright = lookout((11, 5))
    watcher.steps(7)
    bright.steps(7)
    assert watcher.values["meter"] == pytest.approx(bright.values["meter"] * share)


def test_it_is_mirror_symmetric():
    left, right = lookout((9, 7)), lookout((9, 3))
    assert left.steps(5)["meter"] == right.steps(5)["meter"] > 0


def test_everything_in_and_out_of_the_zones_is_explained():
    watcher = lookout((8, 5), agents={"x": agent(1, 5), "y": agent(18, 5)}, params={"looks_for": "anyone"})
    found = {each.entity_id: each for each in watcher.explained().candidates}
    assert found["thief"].verdict == "far, fills 1.81 a second"
    assert found["thief"].strength == pytest.approx(2 * (1 - 1 / 8 * 0.75))
    assert found["x"].verdict == "outside the zones"
    assert found["y"].verdict == "out of range"
    assert [shape.name for shape in watcher.explained().shapes] == ["wide", "far", "near"]
