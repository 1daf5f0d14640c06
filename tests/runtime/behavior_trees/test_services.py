"""Known answers: services on nodes (rule 3.10)."""

from __future__ import annotations

from typing import Any

from runtime.basics.random_numbers import draw_int, fnv1a_32
from runtime.basics.status import Status
from tests.runtime.lone_brain import LoneBrain, document, noted, scripted, tree

VARIABLES = {
    "n": {"type": "int"},
    "on": {"type": "bool", "default": True},
    "gap": {"type": "float", "default": 0.1},
}


def served(service: dict[str, Any], script: str = "R", **fields) -> LoneBrain:
    nodes = {"root": scripted(script, "a", services=[service], **fields)}
    return LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))


def ticks_of_notes(one: LoneBrain, count: int) -> list[int]:
    found = []
    for number in range(count):
        one.tick()
        found += [number] * len(one.notes())
    return found


def test_3_10_a_service_runs_on_enter_and_every_interval():
    """0.1 s at 60 Hz are 6 ticks."""
    one = served({"every": 0.1, "actions": [noted("look")]})
    assert ticks_of_notes(one, 20) == [0, 6, 12, 18]


def test_3_10_an_interval_is_at_least_one_tick():
    one = served({"every": 0.001, "actions": [noted("look")]})
    assert ticks_of_notes(one, 3) == [0, 1, 2]


def test_3_10_a_service_runs_again_on_each_enter():
    one = served({"every": 1, "actions": [noted("look")]}, script="RS")
    assert ticks_of_notes(one, 6) == [0, 2, 4]


def test_3_10_a_service_rests_while_its_node_is_not_active():
    one = served({"every": 0.05, "actions": [noted("look")]}, guard={"test": "on", "abort": "self"})
    assert ticks_of_notes(one, 4) == [0, 3]
    one.write("on", False)
    assert ticks_of_notes(one, 5) == []


def test_3_10_a_false_guard_of_a_service_lets_it_wait_for_the_next_interval():
    one = served({"every": 0.1, "guard": "on", "actions": [noted("look")]})
    one.write("on", False)
    assert ticks_of_notes(one, 3) == []
    one.write("on", True)
    assert ticks_of_notes(one, 10) == [3, 9]


def test_3_10_a_failing_guard_of_a_service_is_false():
    one = served({"every": 1, "guard": "1 / n > 0", "actions": [noted("look")]})
    assert one.tick() == Status.RUNNING
    assert one.notes() == []
    assert len(one.errors()) == 1


def test_3_10_a_service_runs_before_its_nodes_tick_and_sees_it_first():
    nodes = {
        "root": {"kind": "condition", "test": "n == 1", "services": [{"every": 1, "actions": ["n = n + 1"]}]}
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    assert one.ticks(2) == "SF"


def test_3_10_a_service_may_be_an_instant_action():
    one = served({"every": 0.05, "action": "note", "params": {"word": "seen"}})
    one.ticks(4)
    assert one.notes() == ["seen", "seen"]


def test_3_10_the_interval_is_drawn_within_the_jitter_from_the_seed():
    one = served({"every": 0.5, "jitter": 0.2, "actions": [noted("look")]})
    found = ticks_of_notes(one, 200)
    due, expected, drawn = 0, [], 0
    while due < 200:
        expected.append(due)
        due += draw_int(1, fnv1a_32("me"), fnv1a_32("root"), drawn, 18, 42)
        drawn += 1
    assert found == expected


def test_2_2_the_interval_of_a_service_is_evaluated_on_enter():
    one = served({"every": {"expr": "gap"}, "actions": [noted("look"), "gap = 1.0"]})
    assert ticks_of_notes(one, 14) == [0, 6, 12]


def test_2_6_a_failing_interval_fails_the_node():
    one = served({"every": {"expr": "1 / n"}, "actions": [noted("look")]})
    assert one.tick() == Status.FAILURE
    assert one.log == []
    assert len(one.errors()) == 1
