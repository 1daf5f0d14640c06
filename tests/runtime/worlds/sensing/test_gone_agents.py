"""Rule 6.7 for senses: who was taken out of a world is sensed no more, senses and gives off nothing."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.worlds.kinds.sensors import SENSOR_KINDS
from tests.runtime.worlds.sensing.sensing_world import Watcher, agent, sensor, watched
from tests.runtime.worlds.world_builder import no_variables

FAR = 1_000_000
"""A range that reaches whoever may have been put anywhere."""

EMITS = [
    {"kind": "noise", "params": {"every": 0.1, "loudness": FAR, "attenuation": 0}},
    {"kind": "scent", "params": {"every": 0.1, "lifetime": 0.2}},
    {"kind": "interest", "params": {"every": 0.1, "radius": FAR, "interest": "terror"}},
    {"kind": "light", "params": {"radius": FAR}},
]

REACHING: dict[str, dict[str, Any]] = {
    "sight": {"range": FAR, "half_angle": 180, "looks_for": "anyone"},
    "graded_vision": {"range": FAR, "half_angle": 180, "looks_for": "anyone"},
    "visor": {"range": FAR, "near_width": FAR, "far_width": FAR, "looks_for": "anyone"},
    "proximity": {"radius": FAR, "looks_for": "anyone"},
    "touch": {"reach": FAR, "looks_for": "anyone"},
}


GONE = {"sight": "lost", "visor": "lost", "proximity": "left", "touch": "left"}


def watcher_of(*sensors) -> Watcher:
    return watched(agent(5, 5, *sensors), agents={"thief": agent(6, 5, *sensors, emits=EMITS)})


@pytest.mark.parametrize("kind", REACHING)
def test_who_is_gone_is_sensed_no_more(kind):
    watcher = watcher_of(sensor(kind, **REACHING[kind]))
    watcher.step()
    assert watcher.values["target"] == "thief"
    watcher.world.take_out("thief")
    watcher.step()
    assert watcher.names == ([] if kind == "graded_vision" else [GONE[kind]])
    shown = {"touch": "touching", "proximity": "near"}.get(kind, "visible")
    assert watcher.values[shown] is False
    assert watcher.explained().candidates == ()


@pytest.mark.parametrize("kind", sorted(set(SENSOR_KINDS) - {"waypoint"}))
def test_who_is_gone_senses_nothing(kind):
    given: dict[str, dict[str, Any]] = {
        "distance": {"to": "guard"},
        "fact": {"of": "guard"},
        "zone": {"zone": "z"},
    }
    declared = SENSOR_KINDS[kind]
    looks: dict[str, Any] = {"looks_for": "anyone"} if declared.parameter("looks_for") is not None else {}
    sensors = sensor(kind, **{**looks, **given.get(kind, {})})
    zone = {"z": {"polygon": [[0, 0], [20, 0], [20, 14], [0, 14]]}}
    watcher = watched(agent(5, 5), agents={"thief": agent(6, 5, sensors)}, zones=zone)
    watcher.world.sense(0, no_variables)
    watcher.world.take_out("thief")
    watcher.world.make_noise((5, 5), FAR)
    results = watcher.world.sense(1, no_variables)
    assert (results.writes, results.events) == ((), ())


def test_who_is_gone_gives_off_nothing():
    watcher = watcher_of(sensor("hearing", range=FAR), sensor("awareness"))
    watcher.steps(2)
    assert set(watcher.names) == {"heard", "noticed"}
    watcher.world.take_out("thief")
    made = watcher.world.signals.noises.count
    watcher.steps(30)
    assert watcher.names == []
    assert watcher.world.signals.noises.count == made
    assert len(watcher.world.signals.scents.traces) == 0
    assert len(watcher.world.signals.lights()[0]) == 0


def test_who_is_gone_is_in_no_squad():
    crowd = {f"g{n}": agent(3 + 2 * n, 5, sensor("awareness")) for n in range(4)}
    box = {"kind": "interest", "at": [9, 6], "params": {"radius": FAR, "who": "all", "first": 0.1}}
    watcher = watched(agent(5, 9), agents=crowd, sources={"box": box})
    watcher.step()
    watcher.world.take_out("g1")
    told = []
    for _ in range(8):
        told += [each.agent_id for each in watcher.world.sense(watcher.world.tick, no_variables).events]
        watcher.world.step()
    assert told == ["g0", "g2", "g3"]


def test_the_distance_to_who_is_gone_stays_as_it_was():
    watcher = watcher_of(sensor("distance", to="thief"))
    assert watcher.step()["distance"] == 1.0
    watcher.world.take_out("thief")
    watcher.world.set_pose("guard", (15.0, 5.0))
    assert watcher.step()["distance"] == 1.0


def test_a_snapshot_brings_back_who_is_gone():
    watcher = watcher_of(sensor("sight", looks_for="anyone"))
    watcher.step()
    saved = watcher.world.snapshot()
    watcher.world.take_out("thief")
    gone = watcher.world.snapshot()
    watcher.world.restore(saved)
    assert watcher.step()["visible"] is True
    watcher.world.restore(gone)
    assert watcher.step()["visible"] is False
