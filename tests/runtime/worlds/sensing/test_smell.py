"""SENSE-11: trails of scent, how strong they smell and where they lead."""

from __future__ import annotations

import pytest

from runtime.records.world_records import Effect
from tests.runtime.worlds.sensing.sensing_world import Watcher, agent, sensor, watched
from tests.runtime.worlds.world_builder import box

SCENT = {"kind": "scent", "params": {"strength": 1, "lifetime": 1, "every": 0.1}}


def nose(*others, guard=(5, 5), params=None, **fields) -> Watcher:
    """Return a guard that smells things within 4."""
    given = {"looks_for": "anything", "range": 4, **(params or {})}
    agents = {f"t{index}": other for index, other in enumerate(others)}
    return watched(agent(*guard, sensor("smell", **given)), agents=agents, **fields)


def test_a_trace_smells_less_the_further_and_the_older_it_is():
    watcher = nose(agent(7, 5, emits=[{**SCENT, "params": {"strength": 2, "lifetime": 1, "every": 60}}]))
    values = [dict(watcher.step()) for _ in range(62)]
    assert values[0]["strength"] == pytest.approx(2 * 0.5)
    assert values[30]["strength"] == pytest.approx(2 * 0.5 * 0.5)
    assert values[0]["direction"] == (1.0, 0.0)
    assert values[0]["freshest"] == values[0]["position"] == (7.0, 5.0)
    assert values[0]["source"] == "t0"
    assert values[58]["smelled"] is False  # below the threshold of 0.05
    assert values[61]["strength"] == 0
    assert values[61]["freshest"] == (7.0, 5.0)


def test_it_tells_when_scent_is_picked_up_and_lost():
    watcher = nose(agent(7, 5, emits=[{**SCENT, "params": {"strength": 2, "lifetime": 1, "every": 60}}]))
    told = {}
    for tick in range(62):
        watcher.step()
        for event in watcher.events:
            told[tick] = (event.name, event.payload["source"])
    assert told == {0: ("smelled", "t0"), 58: ("lost", "t0")}


def test_a_trail_leads_to_where_it_is_fresh():
    runner = agent(6, 5, emits=[SCENT], limits={"max_speed": 3, "max_acceleration": 1000})
    watcher = nose(runner, params={"range": 10})
    watcher.world.drive("t0", (1.0, 0.0))
    watcher.steps(60)
    x, y = watcher.values["freshest"]
    assert x == pytest.approx(watcher.world.pose("t0").position[0], abs=0.35)
    assert y == pytest.approx(5)
    assert watcher.values["direction"] == pytest.approx((1.0, 0.0))
    assert watcher.values["position"][0] < x


def test_who_stands_still_smells_of_all_traces_together():
    watcher = nose(agent(5, 7, emits=[SCENT]))
    watcher.steps(61)
    expected = sum(1 - age / 60 for age in range(0, 60, 6)) * 0.5
    assert watcher.values["strength"] == pytest.approx(expected)


@pytest.mark.parametrize(("looks_for", "source"), [("t0", "t0"), ("brain", "jar"), ("foes", None)])
def test_sense_07_noses_choose(looks_for, source):
    jar = {"at": [4, 5], "kind": "scent", "tags": ["brain"], "params": {"every": 1}}
    watcher = nose(agent(7, 5, emits=[SCENT]), params={"looks_for": looks_for}, sources={"jar": jar})
    watcher.step()
    assert watcher.values.get("source") == source


def test_nobody_smells_itself():
    watcher = watched(agent(5, 5, sensor("smell", looks_for="anyone"), emits=[SCENT]))
    assert watcher.step()["smelled"] is False


def test_water_keeps_no_scent():
    water = {"polygon": box(6, 4, 9, 6)["polygon"], "clears_scent": True}
    assert nose(agent(7, 5, emits=[SCENT]), zones={"water": water}).step()["smelled"] is False
    assert nose(agent(7, 5, emits=[SCENT])).step()["smelled"] is True


def test_an_agent_stops_leaving_scent_and_begins_again():
    watcher = nose(agent(7, 5, emits=[SCENT]))
    watcher.steps(5)
    assert watcher.world.apply_effect(Effect("t0", "leave_scent", {"on": False})) is None
    watcher.steps(80)
    assert len(watcher.world.signals.scents.traces) == 0
    watcher.world.apply_effect(Effect("t0", "leave_scent", {"on": True}))
    watcher.steps(7)
    assert watcher.values["smelled"] is True
    refusal = watcher.world.apply_effect(Effect("guard", "leave_scent", {"on": True}))
    assert refusal is not None
    assert "guard has no scent to leave" in refusal


def test_it_is_mirror_symmetric():
    up, down = nose(agent(7, 7, emits=[SCENT])), nose(agent(7, 3, emits=[SCENT]))
    assert up.step()["strength"] == down.step()["strength"] > 0
    (x, y), (other_x, other_y) = up.values["direction"], down.values["direction"]
    assert (x, y) == (other_x, -other_y)


def test_each_trail_is_explained():
    far = agent(19, 5, emits=[SCENT])
    watcher = nose(agent(7, 5, emits=[SCENT]), far)
    watcher.steps(8)
    near_one, far_one = watcher.explained().candidates
    assert (near_one.entity_id, near_one.visible) == ("t0", True)
    assert near_one.verdict == f"2 traces, {near_one.strength:.2f}"
    assert (far_one.entity_id, far_one.verdict) == ("t1", "out of range")
