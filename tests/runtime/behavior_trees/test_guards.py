"""Known answers: guards on nodes (rules 3.9, 2.6)."""

from __future__ import annotations

import pytest

from runtime.basics.status import HALTED, NodeOutcome, Status
from tests.runtime.lone_brain import LoneBrain, document, scripted, tree

VARIABLES = {"on": {"type": "bool", "default": True}, "n": {"type": "int"}}


def guarded(script: str, **guard) -> LoneBrain:
    nodes = {"root": scripted(script, "a", guard={"test": "on", **guard})}
    return LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))


def test_3_9_a_false_guard_is_failure():
    one = guarded("S")
    one.write("on", False)
    assert one.ticks(2) == "FF"
    assert one.log == []
    assert one.outcome("root") == NodeOutcome.FAILURE


def test_3_9_a_false_guard_is_skipped_by_choice():
    one = guarded("S", refused="skipped")
    one.write("on", False)
    assert one.ticks(1) == "s"
    assert one.stored("root") == Status.IDLE


def test_3_9_a_true_guard_lets_the_node_enter():
    assert guarded("RS").ticks(2) == "RS"


def test_3_9_without_abort_a_running_node_is_not_asked_again():
    one = guarded("RRS")
    assert one.ticks(1) == "R"
    one.write("on", False)
    assert one.ticks(3) == "RSF"


@pytest.mark.parametrize(("refused", "letter"), [("failure", "F"), ("skipped", "s")])
def test_3_9_abort_self_tests_before_each_tick_and_halts(refused, letter):
    one = guarded("RRRR", abort="self", refused=refused)
    assert one.ticks(2) == "RR"
    one.write("on", False)
    assert one.ticks(1) == letter
    assert one.log == ["enter a", "tick a", "tick a", "halt a"]
    assert one.outcome("root") & HALTED
    assert one.ticks(1) == letter
    assert one.log[-1] == "halt a"


def test_3_9_abort_self_of_a_branch_halts_what_runs_below():
    nodes = {
        "root": {"kind": "sequence", "children": ["a"], "guard": {"test": "on", "abort": "self"}},
        "a": scripted("RR", "a"),
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    one.tick()
    one.write("on", False)
    assert one.tick() == Status.FAILURE
    assert one.log == ["enter a", "tick a", "halt a"]


def test_3_9_the_guard_is_tested_once_when_the_node_is_entered():
    """Entering changes what the guard asks for; the same visit does not test again."""
    nodes = {
        "root": {"kind": "set", "actions": ["n = n + 1"], "guard": {"test": "n == 0", "abort": "self"}},
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    assert one.ticks(2) == "SF"


def test_3_9_a_selector_tries_its_next_child_where_a_guard_is_false():
    nodes = {
        "root": {"kind": "selector", "children": ["a", "b"]},
        "a": scripted("S", "a", guard={"test": "on"}),
        "b": scripted("S", "b"),
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    one.write("on", False)
    one.tick()
    assert one.log == ["enter b", "tick b"]


def test_2_6_a_failing_guard_is_false_and_recorded():
    nodes = {"root": scripted("S", "a", guard={"test": "1 / n > 0"})}
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    assert one.tick() == Status.FAILURE
    assert [error.row for error in one.brain.errors] == [one.row("root")]
    one.write("n", 1)
    assert one.tick() == Status.SUCCESS


def test_3_15_a_refusal_says_what_the_guard_saw():
    nodes = {"root": scripted("S", "a", guard={"test": "n > 2"})}
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    one.tick()
    assert one.reason("root") == "guard: n is 0, 2 too low"
