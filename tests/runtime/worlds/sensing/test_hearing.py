"""SENSE-05, SENSE-09, SENSE-10: what is heard, how loud, and through which walls."""

from __future__ import annotations

import pytest

from runtime.records.world_records import Effect
from tests.runtime.worlds.sensing.sensing_world import Watcher, agent, sensor, watched
from tests.runtime.worlds.world_builder import box

BELL = {"bell": {"at": [9, 5], "kind": "noise", "params": {"loudness": 10, "every": 0, "tag": "ring"}}}


def listener(**fields) -> Watcher:
    """Return a guard at (5, 5) that hears noises of at least 2."""
    params = fields.pop("params", {})
    every = fields.pop("every", 0)
    return watched(agent(5, 5, sensor("hearing", every, **{"threshold": 2, **params})), **fields)


def test_before_the_first_noise_only_silence_is_written():
    assert listener().steps(7) == {"heard": False, "silent_for": 0.1}


@pytest.mark.parametrize(
    ("at", "loudness", "attenuation", "heard"),
    [
        ((9, 5), 10, 1, 6),
        ((5, 5), 2, 1, 2),
        ((9, 5), 6, 1, 2),
        ((9, 5), 5.999, 1, None),
        ((9, 5), 10, 2, 2),
        ((9, 5), 10, 2.001, None),
        ((19.9, 5), 3, 0, 3),
        ((9, 5), 0, 0, None),
    ],
)
def test_sense_09_loudness_falls_with_distance(at, loudness, attenuation, heard):
    watcher = listener()
    watcher.world.make_noise(at, loudness, "step", attenuation=attenuation)
    values = watcher.step()
    assert values["heard"] is (heard is not None)
    assert values.get("loudness") == (None if heard is None else pytest.approx(heard))


def test_what_was_heard_last_is_remembered():
    watcher = listener()
    watcher.world.make_noise((9, 5), 10, "step")
    watcher.step()
    assert watcher.names == ["heard"]
    assert watcher.events[0].payload == {
        "at": (9.0, 5.0), "source": None, "distance": 4.0, "loudness": 6.0, "tag": "step"
    }  # fmt: skip
    watcher.steps(29)
    assert watcher.names == []
    assert watcher.step() == {
        "heard": False,
        "loudness": 6.0,
        "position": (9.0, 5.0),
        "distance": 4.0,
        "source": None,
        "tag": "step",
        "silent_for": 0.5,
    }


@pytest.mark.parametrize(
    ("walls", "heard"),
    [
        ({}, 6),
        ({"w": box(6.5, 4, 7, 6)}, 3),
        ({"w": {**box(6.5, 4, 7, 6), "muffling": 0.5}}, 5.5),
        ({"w": {**box(6.5, 4, 7, 6), "muffling": 4}}, 2),
        ({"w": {**box(6.5, 4, 7, 6), "muffling": 4.1}}, None),
        ({"w": {**box(6.5, 4, 7, 6), "muffling": 0}}, 6),
        ({"w": {**box(6.5, 4, 7, 6), "muffling": 1}, "v": {**box(8, 4, 8.5, 6), "muffling": 2}}, 3),
        ({"w": box(6.5, 6, 7, 8)}, 6),
    ],
)
def test_sense_10_every_wall_on_the_way_takes_its_own_amount(walls, heard):
    watcher = listener(walls=walls)
    watcher.world.make_noise((9, 5), 10)
    assert watcher.step().get("loudness") == heard


def test_obstacles_muffle_too():
    watcher = listener(obstacles={"o": {"center": [7, 5.2], "radius": 0.5, "muffling": 2.5}})
    watcher.world.make_noise((9, 5), 10)
    assert watcher.step()["loudness"] == 3.5


def test_beyond_its_range_nothing_is_heard():
    watcher = listener(params={"range": 3.9})
    watcher.world.make_noise((9, 5), 1000)
    assert watcher.step()["heard"] is False


def test_of_several_the_loudest_counts_and_each_is_told_the_loudest_first():
    watcher = listener()
    watcher.world.make_noise((9, 5), 10, "far")
    watcher.world.make_noise((6, 5), 10, "near")
    watcher.world.make_noise((4, 5), 10, "later")
    assert watcher.step()["tag"] == "later"
    assert [event.payload["tag"] for event in watcher.events] == ["later", "near", "far"]


def test_slow_ears_hear_all_that_was_made_since_they_listened_last():
    watcher = listener(every=0.1)
    watcher.steps(2)
    watcher.world.make_noise((6, 5), 10, "first")
    watcher.step()
    watcher.world.make_noise((6, 5), 10, "second")
    watcher.steps(4)
    assert [event.payload["tag"] for event in watcher.events] == ["second", "first"]
    watcher.steps(12)
    assert watcher.names == []


def test_the_slowest_ears_hear_the_oldest_noise():
    watcher = listener(every=5)
    watcher.step()
    watcher.world.make_noise((6, 5), 10)
    watcher.steps(300)
    assert watcher.names == ["heard"]


@pytest.mark.parametrize(
    ("looks_for", "heard"),
    [
        ("anything", ["ring", "boom", "step"]),
        ("anyone", ["step"]),
        ("bell", ["ring"]),
        ("ring", ["ring"]),
        ("boom, step", ["boom", "step"]),
        ("anything, -ring", ["boom", "step"]),
        ("foes", ["step"]),
        ("friends", []),
        ("-thief", ["ring", "boom"]),
    ],
)
def test_sense_07_ears_choose_by_maker_and_tag(looks_for, heard):
    watcher = watched(
        agent(5, 5, sensor("hearing", looks_for=looks_for), team="guards"),
        agents={"thief": agent(8, 5, team="thieves")},
        sources=BELL,
    )
    watcher.world.signals.ring("bell")
    watcher.world.make_noise((7, 5), 6, "boom")
    watcher.world.make_noise((8, 5), 5, "step", maker="thief")
    watcher.step()
    assert sorted(event.payload["tag"] for event in watcher.events) == sorted(heard)


def test_nobody_hears_its_own_noise_and_an_effect_is_heard_in_the_next_step():
    """Rule 1.2: what brains do is heard from the next step on."""
    ears = sensor("hearing")
    watcher = watched(agent(5, 5, ears), agents={"other": agent(9, 5, ears)})
    watcher.world.sense(0, lambda agent, name: None)
    assert watcher.world.apply_effect(Effect("other", "make_noise", {"loudness": 9.0, "tag": "hey"})) is None
    watcher.world.step()
    other = Watcher(watcher.world, "other")
    results = watcher.world.sense(1, lambda agent, name: None)
    assert [(event.agent_id, event.payload["source"]) for event in results.events] == [("guard", "other")]
    assert other.explained().candidates[0].verdict == "own noise"


def test_a_source_makes_its_noise_again_and_again():
    bell = {"bell": {"at": [9, 5], "params": {"loudness": 10, "every": 0.1, "first": 0.05}}}
    watcher = listener(sources=bell)
    heard = [tick for tick in range(20) if watcher.step()["heard"]]
    assert heard == [3, 9, 15]


def test_a_source_that_is_off_is_silent_until_it_is_switched_on():
    bell = {"bell": {"at": [9, 5], "active": False, "params": {"loudness": 10, "every": 0.1}}}
    watcher = listener(sources=bell)
    watcher.steps(7)
    assert watcher.names == []
    effect = Effect("guard", "switch_source", {"source": "bell", "on": True})
    assert watcher.world.apply_effect(effect) is None
    watcher.steps(6)
    assert watcher.names == ["heard"]


def test_steps_are_heard_only_from_those_who_move_and_the_louder_the_faster():
    steps = {"kind": "noise", "params": {"loudness": 10, "attenuation": 0, "every": 0.1, "moving": True}}
    watcher = watched(
        agent(5, 5, sensor("hearing", looks_for="anyone")),
        agents={"thief": agent(9, 5, emits=[steps], limits={"max_speed": 4, "max_acceleration": 1000})},
    )
    watcher.steps(7)
    assert watcher.names == []
    watcher.world.drive("thief", (0.5, 0.0))
    watcher.steps(30)
    assert watcher.values["loudness"] == pytest.approx(5, abs=0.2)


def test_each_noise_is_explained():
    watcher = listener(walls={"w": box(6.5, 4, 7, 6)}, params={"range": 8})
    watcher.step()
    watcher.world.make_noise((9, 5), 10, "clear")
    watcher.world.make_noise((9, 5), 8, "faint")
    watcher.world.make_noise((19, 5), 100, "far")
    found = watcher.explained().candidates
    assert [each.verdict for each in found] == [
        "heard, 3.0 loud",
        "too faint through w, 1.0 of 2",
        "out of range",
    ]
    assert [each.visible for each in found] == [True, False, False]
    assert found[1].blocked_by == "w"


def test_nonsense_makes_no_nan():
    watcher = listener()
    watcher.world.make_noise((float("nan"), float("inf")), float("nan"), attenuation=float("inf"))
    watcher.world.make_noise((9, 5), float("inf"), attenuation=float("-inf"))
    watcher.step()
    assert watcher.values["loudness"] == 1_000_000
