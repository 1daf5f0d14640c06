"""Known answers: decorators that map results and repeat (the decorators of section 3; rules 3.7, 3.14)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, Status
from runtime.minds.trees.tree_walk import VISIT_BUDGET
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree


def decorated(kind: str, child: dict[str, Any], more: dict[str, Any] | None = None, **params) -> LoneBrain:
    root: dict[str, Any] = {"kind": kind, "children": ["a"]}
    if params:
        root["params"] = params
    variables = {"n": {"type": "int"}, "count": {"type": "int", "default": 2}}
    return LoneBrain(document({"g": tree({"root": root, "a": child, **(more or {})})}, variables=variables))


SKIPPED = scripted("S", disabled=True)


@pytest.mark.parametrize(
    ("kind", "script", "letters"),
    [
        ("inverter", "S", "F"),
        ("inverter", "F", "S"),
        ("inverter", "RRS", "RRF"),
        ("force_success", "F", "S"),
        ("force_success", "S", "S"),
        ("force_success", "RF", "RS"),
        ("force_failure", "S", "F"),
        ("force_failure", "F", "F"),
        ("force_failure", "RS", "RF"),
    ],
)
def test_3_decorators_result_maps(kind, script, letters):
    assert decorated(kind, scripted(script)).ticks(len(letters)) == letters


@pytest.mark.parametrize(
    "kind",
    [
        *("inverter", "force_success", "force_failure"),
        *("repeat", "retry", "until_success", "until_failure"),
    ],
)
def test_3_7_a_decorator_returns_skipped_and_is_idle(kind):
    one = decorated(kind, SKIPPED)
    assert one.ticks(2) == "ss"
    assert one.stored("root") == Status.IDLE
    assert one.outcome("root") == NodeOutcome.SKIPPED


@pytest.mark.parametrize("kind", ["repeat", "retry", "until_success", "until_failure"])
def test_3_7_a_loop_under_way_ends_with_a_skipped_child(kind):
    """The child runs in tick 0, gives what makes the loop go on in tick 1, and is skipped in tick 2."""
    again = "S" if kind in ("repeat", "until_failure") else "F"
    child = scripted("R" + again, guard={"test": "time < 2 / 60", "refused": "skipped"})
    params: dict[str, Any] = {"count": 5} if kind in ("repeat", "retry") else {}
    assert decorated(kind, child, **params).ticks(3) == "RRs"


@pytest.mark.parametrize(
    ("kind", "params", "script", "letters"),
    [
        ("repeat", {"count": 3}, "S", "RRSRRS"),
        ("repeat", {"count": 1}, "RS", "RSRS"),
        ("repeat", {"count": 3}, "F", "FF"),
        ("repeat", {"count": 0}, "S", "SS"),
        ("repeat", {"count": 2}, "RS", "RRRS"),
        ("repeat", {}, "S", "RRRRRR"),
        ("repeat", {}, "RF", "RFRF"),
        ("retry", {"count": 3}, "F", "RRFRRF"),
        ("retry", {}, "F", "FF"),
        ("retry", {"count": 3}, "S", "SS"),
        ("retry", {"count": 0}, "S", "FF"),
        ("retry", {"count": 2}, "RF", "RRRF"),
        ("until_success", {}, "F", "RRRR"),
        ("until_success", {}, "RS", "RSRS"),
        ("until_failure", {}, "S", "RRRR"),
        ("until_failure", {}, "RF", "RSRS"),
        ("repeat", {"count": 3, "pace": "same_tick"}, "S", "SS"),
        ("repeat", {"count": 2, "pace": "same_tick"}, "RS", "RRSRRS"),
        ("retry", {"count": 3, "pace": "same_tick"}, "F", "FF"),
        ("until_success", {"pace": "same_tick"}, "RS", "RSRS"),
    ],
)
def test_3_decorators_loops(kind, params, script, letters):
    assert decorated(kind, scripted(script), **params).ticks(len(letters)) == letters


def test_3_decorators_repeat_makes_one_attempt_per_tick():
    one = decorated("repeat", {"kind": "set", "actions": ["n = n + 1"]}, count=3)
    assert one.ticks(2) == "RR"
    assert one.variable("n") == 2


def test_3_decorators_repeat_at_the_pace_of_the_same_tick_makes_all_attempts_at_once():
    one = decorated("repeat", {"kind": "set", "actions": ["n = n + 1"]}, count=3, pace="same_tick")
    assert one.ticks(1) == "S"
    assert one.variable("n") == 3


def test_3_decorators_until_success_at_the_same_tick_tries_until_the_condition_holds():
    nodes = {
        "b": {"kind": "set", "actions": ["n = n + 1"]},
        "c": {"kind": "condition", "test": "n >= 4"},
    }
    one = decorated("until_success", {"kind": "sequence", "children": ["b", "c"]}, nodes, pace="same_tick")
    assert one.ticks(1) == "S"
    assert one.variable("n") == 4


def test_3_decorators_a_count_is_drawn_on_enter():
    one = decorated("repeat", {"kind": "set", "actions": ["count = 5"]}, count={"expr": "count"})
    assert one.ticks(2) == "RS"
    assert one.ticks(5) == "RRRRS"


def test_3_decorators_a_negative_count_fails_the_node():
    one = decorated("repeat", scripted("S", "a"), count={"expr": "0 - 1"})
    assert one.ticks(1) == "F"
    assert one.log == []
    assert "count" in one.errors()[0]


def test_3_14_an_endless_loop_is_an_error_on_the_node_that_spins():
    one = decorated("repeat", {"kind": "set", "actions": ["n = n + 1"]}, pace="same_tick")
    assert one.tick() == Status.FAILURE
    assert [error.row for error in one.brain.errors] == [one.row("root")]
    assert str(VISIT_BUDGET) in one.errors()[0]
    assert one.variable("n") == VISIT_BUDGET - 1
    assert one.outcome("root") == NodeOutcome.FAILURE | HALTED
    assert one.tick() == Status.FAILURE


def test_3_14_the_outer_of_two_loops_is_blamed_when_it_is_the_one_that_spins():
    inner = {"kind": "repeat", "children": ["b"], "params": {"count": 3, "pace": "same_tick"}}
    one = decorated("repeat", inner, {"b": {"kind": "succeed"}}, pace="same_tick")
    one.tick()
    assert [error.row for error in one.brain.errors] == [one.row("root")]


@pytest.mark.parametrize("interpreted", [True, False], ids=["interpreter", "generated"])
def test_3_14_a_recovery_in_the_same_tick_that_spins_is_blamed(interpreted):
    params = {"attempts": 50_000, "pace": "same_tick"}
    nodes = {
        "root": {"kind": "try_recover", "params": params, "children": ["a", "b"]},
        "a": {"kind": "fail"},
        "b": {"kind": "succeed"},
    }
    one = LoneBrain(document({"g": tree(nodes)}))
    one.brain.interpreted = interpreted
    assert one.brain.tick() == Status.FAILURE
    assert [error.row for error in one.brain.errors] == [one.row("root")]


def test_3_14_the_tree_is_halted_and_its_running_nodes_with_it():
    nodes = {
        "root": {"kind": "parallel", "children": ["a", "b"]},
        "a": scripted("R", "a"),
        "b": {"kind": "repeat", "children": ["c"], "params": {"pace": "same_tick"}},
        "c": {"kind": "succeed"},
    }
    one = LoneBrain(document({"g": tree(nodes)}))
    assert one.tick() == Status.FAILURE
    assert one.log == ["enter a", "tick a", "halt a"]
    assert [error.row for error in one.brain.errors] == [one.row("b")]
    assert all(one.stored(node) == Status.IDLE for node in ("root", "a", "b", "c"))


def test_3_14_a_tree_that_spins_as_an_activity_fails_its_state_and_ends_nothing_else():
    spinning = tree(
        {
            "root": {"kind": "repeat", "children": ["c"], "params": {"pace": "same_tick"}},
            "c": {"kind": "succeed"},
        }
    )
    states = machine(
        {"a": {"activity": {"graph": "spin"}}, "b": {}},
        {"t": {"from": "a", "event": "done.failure", "to": "b"}},
    )
    one = LoneBrain(document({"g": states, "spin": spinning}))
    assert one.tick() == Status.RUNNING
    assert one.active() == ["b"]
    assert one.outcome("a/root") & RESULT_MASK == NodeOutcome.FAILURE
    assert one.tick() == Status.RUNNING
    assert not one.brain.ended


def test_3_14_a_budget_spent_elsewhere_leaves_the_other_activities_as_they_are():
    spinning = tree(
        {
            "root": {"kind": "repeat", "children": ["c"], "params": {"pace": "same_tick"}},
            "c": {"kind": "succeed"},
        }
    )
    steady = tree({"root": scripted("RRR", "steady")})
    states = machine(
        {
            "outer": {
                "children": ["inner"],
                "initial": "inner",
                "activity": {"graph": "spin", "loop": False},
            },
            "inner": {"activity": {"graph": "steady"}},
        },
    )
    one = LoneBrain(document({"g": states, "spin": spinning, "steady": steady}))
    one.tick()
    assert one.log == []
    one.tick()
    assert one.log == ["enter steady", "tick steady"]
    assert one.errors() == []


def test_3_14_more_nodes_than_the_budget_are_not_visited_in_one_tick():
    children = {f"c{number}": {"kind": "succeed"} for number in range(VISIT_BUDGET)}
    one = LoneBrain(
        document({"g": tree({"root": {"kind": "sequence", "children": list(children)}, **children})})
    )
    assert one.tick() == Status.FAILURE
    assert [error.row for error in one.brain.errors] == [one.row(f"c{VISIT_BUDGET - 1}")]
