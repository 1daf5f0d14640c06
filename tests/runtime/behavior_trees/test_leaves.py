"""Known answers: leaves, waiting, and what the game's own actions do wrong (rules 3.8, 3.11, 3.12)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.random_numbers import draw_int, fnv1a_32
from runtime.basics.status import NodeOutcome, Status
from tests.runtime.lone_brain import LoneBrain, document, noted, scripted, tree

VARIABLES = {
    "n": {"type": "int"},
    "f": {"type": "float", "default": 0.1},
    "on": {"type": "bool"},
    "word": {"type": "string", "default": "one"},
}


def leaf(node: dict[str, Any], *, rate: int = 60, **parts) -> LoneBrain:
    return LoneBrain(document({"g": tree({"root": node})}, variables=VARIABLES, **parts), rate=rate)


@pytest.mark.parametrize(
    ("seconds", "rate", "ticks"),
    [(0, 60, 0), (0.1, 60, 6), (0.1, 30, 3), (1, 60, 60), (0.001, 60, 1), (0.05, 60, 3), (0.07, 100, 7)],
)
def test_3_8_wait_runs_for_its_ticks_and_succeeds_on_the_next(seconds, rate, ticks):
    one = leaf({"kind": "wait", "params": {"seconds": seconds}}, rate=rate)
    assert one.ticks(ticks + 1) == "R" * ticks + "S"


def test_3_8_wait_starts_anew_when_entered_again():
    one = leaf({"kind": "wait", "params": {"seconds": 0.05}})
    assert one.ticks(8) == "RRRSRRRS"


def test_3_8_a_wait_that_misses_its_tick_ends_on_the_first_brain_tick_after():
    one = leaf({"kind": "wait", "params": {"seconds": 0.1}})
    one.tick()
    one.host.tick = 5
    assert one.tick() == Status.RUNNING
    one.host.tick = 9
    assert one.tick() == Status.SUCCESS


def test_3_8_the_longest_wait_does_not_overflow():
    one = leaf({"kind": "wait", "params": {"seconds": 35_791_394}})
    one.host.tick = 1_000_000
    assert one.ticks(2) == "RR"


def test_2_2_a_wait_is_evaluated_on_enter():
    nodes = {
        "root": {
            "kind": "parallel",
            "children": ["a", "b"],
            "params": {"success": "any"},
        },
        "a": {"kind": "wait", "params": {"seconds": {"expr": "f"}}},
        "b": scripted("RRRR", services=[{"every": 1, "actions": ["f = 9.0"]}]),
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    assert one.ticks(7) == "RRRRRRS"


def test_1_4_a_wait_within_a_range_is_drawn_on_enter_from_the_seed():
    one = leaf({"kind": "wait", "params": {"seconds": 0.5, "jitter": 0.2}})
    for draw in range(5):
        wanted = draw_int(1, fnv1a_32("me"), fnv1a_32("root"), draw, 18, 42)
        assert one.ticks(wanted + 1) == "R" * wanted + "S"


def test_3_11_condition_is_never_running():
    one = leaf({"kind": "condition", "test": "n > 0"})
    assert one.ticks(1) == "F"
    one.write("n", 1)
    assert one.ticks(1) == "S"


def test_3_11_wait_until_runs_until_its_test_is_true():
    one = leaf({"kind": "wait_until", "test": "n > 0"})
    assert one.ticks(2) == "RR"
    one.write("n", 1)
    assert one.ticks(1) == "S"


@pytest.mark.parametrize("kind", ["condition", "wait_until"])
def test_2_6_a_failing_test_is_failure_and_recorded(kind):
    one = leaf({"kind": kind, "test": "1 / n > 0"})
    assert one.ticks(2) == "FF"
    assert [error.row for error in one.brain.errors] == [0]


def test_3_11_set_runs_its_block_and_succeeds():
    one = leaf({"kind": "set", "actions": ["n = n + 2", "on = n > 1", ""]})
    assert one.ticks(1) == "S"
    assert (one.variable("n"), one.variable("on")) == (2, True)


def test_2_6_a_failing_line_ends_its_block():
    one = leaf({"kind": "set", "actions": ["n = 1", "f = 1 / 0", "n = 5"]})
    assert one.ticks(1) == "S"
    assert one.variable("n") == 1
    assert one.errors()[0].startswith("line 2: ")
    assert one.reason("root") == "line 2 of the block failed"


@pytest.mark.parametrize("word", ["crash", "fail"])
def test_2_6_an_instant_action_that_fails_ends_its_block(word):
    one = leaf({"kind": "set", "actions": [noted("first"), noted(word), noted("last")]})
    assert one.ticks(1) == "S"
    assert "last" not in one.notes()
    assert any(message.startswith("line 2: ") for message in one.errors())


def test_3_11_raise_without_a_machine_sends_to_itself():
    one = leaf(
        {"kind": "raise", "actions": ["raise ping(x = n + 1)"]}, events={"ping": {"payload": {"x": "int"}}}
    )
    assert one.ticks(1) == "S"
    ((receiver, event),) = one.host.sent
    assert (receiver, event.name, event.fields) == ("me", "ping", {"x": 1})


@pytest.mark.parametrize(("kind", "letter"), [("succeed", "S"), ("fail", "F")])
def test_3_11_succeed_and_fail_end_at_once(kind, letter):
    assert leaf({"kind": kind}).ticks(2) == letter * 2


def test_3_12_enter_comes_once_then_a_tick_per_tick():
    one = leaf(scripted("RRS", "a"))
    assert one.ticks(3) == "RRS"
    assert one.log == ["enter a", "tick a", "tick a", "tick a"]


def test_3_12_declared_fields_live_in_the_agents_state_and_are_made_anew_on_enter():
    """The script's place is such a field: the second activation starts at the script's first letter."""
    assert leaf(scripted("RRS", "a")).ticks(6) == "RRSRRS"


def test_3_12_two_agents_share_one_action_object_and_nothing_else():
    nodes = {
        "root": {"kind": "parallel", "children": ["a", "b"]},
        "a": scripted("RRS", "a"),
        "b": scripted("RS", "b"),
    }
    assert LoneBrain(document({"g": tree(nodes)})).ticks(3) == "RRS"


def test_3_12_an_exception_fails_the_node_keeps_the_traceback_and_the_run_goes_on():
    one = leaf(scripted("RX", "a"))
    assert one.ticks(1) == "R"
    assert one.tick() == Status.FAILURE
    (error,) = one.brain.errors
    assert error.row == one.row("root")
    assert error.message == "ScriptedAction raised ZeroDivisionError: scripted"
    assert "Traceback" in error.detail
    assert "tick" in error.detail
    assert one.ticks(1) == "R"
    assert one.log.count("enter a") == 2
    assert "halt a" not in one.log


def test_3_12_a_result_that_is_none_is_an_error_of_the_action():
    one = leaf({"kind": "action", "action": "careless"})
    assert one.tick() == Status.FAILURE
    assert "None" in one.errors()[0]


def test_2_4_a_condition_that_raises_is_a_failing_expression():
    one = leaf({"kind": "condition", "test": 'word_is_true("crash")'})
    assert one.tick() == Status.FAILURE
    assert "ZeroDivisionError" in one.errors()[0]


def test_2_2_arguments_follow_their_expression_while_the_action_runs():
    node = {"kind": "action", "action": "scripted", "params": {"script": "RRR", "name": {"expr": "word"}}}
    one = leaf(node)
    one.tick()
    one.write("word", "two")
    one.tick()
    assert one.log == ["enter one", "tick one", "tick two"]


def test_2_6_a_failing_argument_fails_its_node_and_halts_what_it_began():
    node = {
        "kind": "action",
        "action": "asking",
        "params": {"name": "x", "ticks": {"expr": "9 if 1 / (n - 1) != 0 else 9"}},
    }
    one = leaf(node)
    assert one.ticks(1) == "R"
    one.write("n", 1)
    assert one.ticks(1) == "F"
    assert one.outcome("root") == NodeOutcome.FAILURE
    assert one.stored("root") == Status.IDLE
    one.write("n", 0)
    assert one.ticks(1) == "R"


def test_2_6_an_action_whose_first_argument_fails_is_never_begun():
    node = {
        "kind": "action",
        "action": "scripted",
        "params": {"script": {"expr": 'word if 1 / n > 0 else "S"'}, "name": "a"},
    }
    one = leaf(node)
    assert one.ticks(1) == "F"
    assert one.log == []


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        (scripted("S"), "the action succeeded"),
        (scripted("F"), "the action failed"),
        (scripted("X"), "ScriptedAction raised ZeroDivisionError: scripted"),
        ({"kind": "condition", "test": "n > 1"}, "n is 0, 1 too low"),
        ({"kind": "wait", "params": {"seconds": 0}}, "the time is over"),
        ({"kind": "set", "actions": ["n = 1"]}, "the block ran"),
        ({"kind": "succeed", "disabled": True}, "disabled"),
    ],
)
def test_3_15_every_end_carries_a_reason(node, reason):
    one = leaf(node)
    one.tick()
    assert one.reason("root") == reason
