"""Known answers: preconditions of nodes (rules 3.9, 2.3, 2.6), in the interpreter and in generated code."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from runtime.basics.status import HALTED, Status
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS as TREES
from tests.runtime.behavior_trees.random_trees import mind_of
from tests.runtime.lone_brain import LoneBrain, document, scripted, tree

VARIABLES = {
    "on": {"type": "bool", "default": True},
    "off": {"type": "bool"},
    "n": {"type": "int"},
    "hit": {"type": "trigger"},
}
LETTERS = {Status.RUNNING: "R", Status.SUCCESS: "S", Status.FAILURE: "F", Status.SKIPPED: "s"}


def asked(test: str, gives: str) -> dict[str, str]:
    return {"test": test, "gives": gives}


def brain_of(nodes: dict[str, Any]) -> LoneBrain:
    return LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))


@pytest.fixture(params=["interpreted", "generated"])
def run(request: pytest.FixtureRequest) -> Any:
    def made(script: str, *preconditions: dict[str, str], **fields: Any) -> LoneBrain:
        one = brain_of({"root": scripted(script, "a", preconditions=list(preconditions), **fields)})
        one.brain.interpreted = request.param == "interpreted"
        return one

    return made


def ticks(one: LoneBrain, count: int = 1) -> str:
    found = ""
    for _ in range(count):
        found += LETTERS[one.brain.tick()]
        one.host.tick += 1
    return found


@pytest.mark.parametrize(
    ("gives", "letter"), [("skip", "s"), ("succeed", "S"), ("fail", "F"), ("while", "R")]
)
def test_3_9_one_that_holds_gives_its_result_and_the_node_is_not_entered(run, gives, letter):
    one = run("RR", asked("on", gives))
    assert ticks(one) == letter
    assert bool(one.log) == (gives == "while")


@pytest.mark.parametrize("gives", ["skip", "succeed", "fail"])
def test_3_9_one_that_does_not_hold_lets_the_node_enter(run, gives):
    one = run("RS", asked("off", gives))
    assert ticks(one, 2) == "RS"


@pytest.mark.parametrize("gives", ["skip", "succeed", "fail"])
def test_3_9_only_while_is_tested_while_the_node_runs(run, gives):
    one = run("RRS", asked("off", gives))
    assert ticks(one) == "R"
    one.write("off", True)
    assert ticks(one, 2) == "RS"


def test_3_9_while_keeps_a_node_from_being_entered(run):
    one = run("R", asked("off", "while"))
    assert ticks(one) == "s"
    assert one.log == []


def test_3_9_while_halts_a_running_node_and_it_is_skipped(run):
    one = run("RRRR", asked("on", "while"))
    assert ticks(one, 2) == "RR"
    one.write("on", False)
    assert ticks(one) == "s"
    assert one.log == ["enter a", "tick a", "tick a", "halt a"]
    assert one.outcome("root") == Status.SKIPPED | HALTED
    assert one.stored("root") == Status.IDLE


def test_3_9_they_are_tested_in_order_and_the_first_that_decides_wins(run):
    tests = [asked("off", "skip"), asked("on", "succeed"), asked("1 / n > 0", "fail")]
    one = run("R", *tests)
    assert ticks(one) == "S"
    assert one.brain.errors == []
    assert ticks(run("R", *reversed(tests[:2]))) == "S"


def test_3_9_they_are_tested_behind_the_guard(run):
    one = run("R", asked("1 / n > 0", "succeed"), guard={"test": "off"})
    assert ticks(one) == "F"
    assert one.brain.errors == []


def test_3_9_they_are_tested_before_a_cooldown():
    nodes = {
        "root": {
            "kind": "cooldown",
            "params": {"seconds": 1},
            "children": ["a"],
            "preconditions": [asked("n > 0", "skip")],
        },
        "a": scripted("S", "a"),
    }
    one = brain_of(nodes)
    assert ticks(one, 2) == "SF"
    one.write("n", 1)
    assert ticks(one) == "s"


def test_3_9_a_success_without_entering_is_a_success_to_the_parent():
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "b"]},
        "a": scripted("R", "a", preconditions=[asked("on", "succeed")]),
        "b": scripted("S", "b"),
    }
    one = brain_of(nodes)
    assert one.ticks(1) == "S"
    assert one.log == ["enter b", "tick b"]


@pytest.mark.parametrize(
    ("gives", "letter"), [("skip", "R"), ("succeed", "R"), ("fail", "R"), ("while", "s")]
)
def test_2_6_a_failing_test_is_false_and_recorded(run, gives, letter):
    one = run("RR", asked("1 / n > 0", gives))
    assert ticks(one) == letter
    assert [error.row for error in one.brain.errors] == [one.row("root")]


@pytest.mark.parametrize("gives", ["skip", "succeed", "fail"])
def test_2_3_one_that_decides_consumes_what_it_read(gives):
    one = brain_of({"root": scripted("R", "a", preconditions=[asked("hit", gives)])})
    one.write("hit", True)
    assert one.tick() != Status.RUNNING
    assert one.brain.consumed == [one.program.variables["hit"].index]


def test_2_3_one_that_does_not_decide_consumes_nothing():
    one = brain_of({"root": scripted("R", "a", preconditions=[asked("hit and off", "skip")])})
    one.write("hit", True)
    assert one.tick() == Status.RUNNING
    assert one.brain.consumed == []
    assert one.brain.expired == ["hit"]


def test_2_3_while_consumes_when_it_lets_its_node_enter_and_counts_it_as_armed_from_then_on():
    one = brain_of({"root": scripted("RRR", "a", preconditions=[asked("hit and on", "while")])})
    assert one.ticks(1) == "s"
    one.write("hit", True)
    assert one.ticks(3) == "RRR"
    assert not one.variable("hit")
    one.write("on", False)
    assert one.ticks(1) == "s"


def test_2_3_a_node_that_is_refused_all_the_same_consumes_nothing():
    """Neither for its guard nor for what must hold meanwhile."""
    tests = [asked("hit", "while"), asked("on", "skip")]
    nodes = {"root": scripted("R", "a", guard={"test": "hit"}, preconditions=tests)}
    one = brain_of(nodes)
    one.write("hit", True)
    assert one.ticks(1) == "s"
    assert one.brain.consumed == []


def test_3_15_a_result_says_which_precondition_decided_and_what_it_saw():
    tests = [asked("off", "skip"), asked("n < 3", "fail")]
    one = brain_of({"root": scripted("R", "a", preconditions=tests)})
    one.tick()
    assert one.reason("root") == "precondition 2: n is 0, 3 below 3"
    broken = brain_of({"root": scripted("R", "a", preconditions=[asked("1 / n > 0", "while")])})
    broken.tick()
    assert broken.reason("root") == "precondition 1 could not be evaluated: Division by zero."


def test_7_4_a_forced_visit_asks_none():
    from runtime.minds.brain.from_outside import order_result

    one = brain_of({"root": scripted("R", "a", preconditions=[asked("on", "skip")])})
    order_result(one.brain, "root", Status.SUCCESS)
    assert one.tick() == Status.SUCCESS


def test_8_2_a_held_trigger_goes_over_with_the_node():
    nodes = {"root": scripted("RRRR", "a", preconditions=[asked("hit", "while")])}
    one = brain_of(nodes)
    one.write("hit", True)
    assert one.ticks(2) == "RR"
    more = {"root": {**nodes["root"], "on_end": ["n = 1"]}}
    one.swap(document({"g": tree(more)}, variables=VARIABLES))
    changed = {"root": {**nodes["root"], "preconditions": [asked("on", "while"), asked("hit", "while")]}}
    assert one.ticks(1) == "R"
    one.swap(document({"g": tree(changed)}, variables=VARIABLES))
    assert one.ticks(1) == "s"


@settings(max_examples=daily(40, deep=200), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES)
def test_3_9_in_random_trees_a_node_runs_on_only_while_what_must_hold_does(nodes):
    """No node runs, or is told to, from the tick on in which the test of all of them is false."""
    lasting = {
        node_id: {**node, "preconditions": [asked("time < 0.1", "while"), *node.get("preconditions", ())]}
        for node_id, node in nodes.items()
    }
    one = LoneBrain(mind_of(lasting))
    for tick in range(12):
        one.tick()
        for visit in one.brain_log.visits:
            row = one.program.rows[visit.row]
            if row.graph == "g" and tick >= 6:
                assert visit.outcome != Status.RUNNING
        if tick >= 6:
            assert Status.RUNNING not in one.brain.bytes_[: len(one.program.rows)]
