"""SENSE-06: touch of bodies and walls, and who is in a zone."""

from __future__ import annotations

import pytest

from tests.runtime.worlds.sensing.sensing_world import Watcher, agent, sensor, watched
from tests.runtime.worlds.world_builder import box


def feeler(*others, guard=(5, 5), params=None, **fields) -> Watcher:
    agents = {f"t{index}": other for index, other in enumerate(others)}
    return watched(agent(*guard, sensor("touch", **(params or {}))), agents=agents, **fields)


@pytest.mark.parametrize(("gap", "touched"), [(0, True), (0.05, True), (0.06, False), (3, False)])
def test_bodies_within_reach_touch(gap, touched):
    watcher = feeler(agent(5.6 + gap, 5))
    watcher.world.agents.position[:] = [[5, 5], [5.6 + gap - 1e-9, 5]]
    values = watcher.step()
    assert values["touching"] is touched
    assert values["count"] == int(touched)
    assert values.get("target") == ("t0" if touched else None)
    if touched:
        assert values["position"] == pytest.approx((5.3, 5.0))


def test_coming_into_touch_and_leaving_are_told_once():
    watcher = feeler(agent(5.6, 5), agent(5, 5.6))
    names = []
    for tick in range(6):
        if tick == 2:
            watcher.world.set_pose("t0", (9.0, 9.0))
        if tick == 4:
            watcher.world.set_pose("t1", (9.0, 5.0))
        watcher.step()
        names.append([(event.name, event.payload["target"]) for event in watcher.events])
    assert names == [
        [("touched", "t0"), ("touched", "t1")], [], [("left", "t0")], [], [("left", "t1")], []
    ]  # fmt: skip
    assert watcher.values["target"] == "t1"
    assert watcher.values["count"] == 0


def test_the_nearest_is_the_target():
    watcher = feeler(agent(5.63, 5), agent(5, 5.6))
    watcher.step()
    assert watcher.values["target"] == "t1"


def test_sources_are_touched_as_points():
    watcher = feeler(params={"looks_for": "coin"}, sources={"c": {"at": [5.3, 5], "tags": ["coin"]}})
    watcher.step()
    assert watcher.values["target"] == "c"


@pytest.mark.parametrize(
    ("at", "wall"), [((5, 5), ""), ((6.2, 5), "w"), ((5, 0.3), "map edge"), ((9.2, 9), "o")]
)
def test_walls_are_felt_when_asked_for(at, wall):
    watcher = feeler(
        guard=at,
        params={"walls": True},
        walls={"w": box(6.5, 4, 7, 6)},
        obstacles={"o": {"center": [10, 9], "radius": 0.5}},
    )
    watcher.steps(3)
    assert watcher.values["wall"] == wall
    assert [(event.name, event.payload["wall"]) for event in watcher.events] == (
        [("bumped", wall)] if wall else []
    )
    deaf = feeler(guard=(6.2, 5), walls={"w": box(6.5, 4, 7, 6)})
    assert deaf.step()["wall"] == ""


def test_gaps_are_explained():
    watcher = feeler(agent(7, 5))
    assert watcher.explained().candidates[0].verdict == "1.40 away"


ZONES = {"pond": {"polygon": box(8, 4, 12, 6)["polygon"]}}


def test_a_zone_tells_of_the_agent_itself():
    watcher = watched(agent(5, 5, sensor("zone", zone="pond")), zones=ZONES)
    names = []
    for tick in range(6):
        if tick in (2, 4):
            watcher.world.set_pose("guard", (9.0, 5.0) if tick == 2 else (5.0, 5.0))
        watcher.step()
        names.append(watcher.names)
        assert watcher.values["inside"] is (tick in (2, 3))
    assert names == [[], [], ["entered"], [], ["left"], []]
    assert watcher.values["target"] == "guard"


def test_a_zone_tells_of_others_and_counts_them():
    others = {"a": agent(9, 5, team="red"), "b": agent(10, 5, team="red"), "c": agent(11, 5)}
    watcher = watched(agent(5, 5, sensor("zone", zone="pond", looks_for="red")), agents=others, zones=ZONES)
    assert watcher.step() == {"inside": True, "count": 2, "target": "a"}
    watcher.world.set_pose("a", (1.0, 1.0))
    assert watcher.step() == {"inside": True, "count": 1, "target": "b"}
    watcher.world.set_pose("b", (1.0, 3.0))
    assert watcher.step() == {"inside": False, "count": 0, "target": "b"}
    assert watcher.names == ["left"]
    assert [each.verdict for each in watcher.explained().candidates] == ["not in the zone"] * 2
