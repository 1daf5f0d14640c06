"""Known answers: how a node is visited and halted (rules 3.1 to 3.6)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.status import HALTED, NodeOutcome, Status
from runtime.minds.brain.from_outside import order_result
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.leaves import ActionRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from tests.runtime.lone_brain import LoneBrain, document, noted, scripted, tree


def brain(nodes: dict[str, Any], **parts) -> LoneBrain:
    return LoneBrain(document({"g": tree(nodes)}, **parts))


BACK_ENDS = ["interpreted", "plain", "logged"]


def results(one: LoneBrain, count: int, back_end: str) -> list[Status]:
    """Return the results of some ticks of a brain with a back end."""
    one.brain.interpreted = back_end == "interpreted"
    given = []
    for _ in range(count):
        if back_end == "logged":
            given.append(one.tick())
        else:
            given.append(one.brain.tick())
            one.host.tick += 1
    return given


def test_3_1_stored_status_is_never_skipped():
    one = brain(
        {
            "root": {"kind": "selector", "children": ["a", "b"]},
            "a": scripted("S", "a", disabled=True),
            "b": scripted("RS", "b"),
        }
    )
    assert one.ticks(1) == "R"
    assert one.outcome("a") == NodeOutcome.SKIPPED
    assert one.stored("a") == Status.IDLE
    assert one.stored("root") == Status.RUNNING
    assert one.stored("b") == Status.RUNNING


def test_3_1_a_node_not_visited_shows_no_result_of_this_tick():
    one = brain(
        {
            "root": {"kind": "sequence", "children": ["a", "b"]},
            "a": scripted("S", "a"),
            "b": scripted("RRS", "b"),
        }
    )
    one.tick()
    assert one.outcome("a") == NodeOutcome.SUCCESS
    assert one.stored("a") == Status.SUCCESS
    one.tick()
    assert one.outcome("a") == NodeOutcome.NOT_VISITED
    assert one.stored("a") == Status.SUCCESS


def test_3_2_disabled_comes_before_the_guard_and_the_guard_before_enter():
    one = brain(
        {
            "root": {"kind": "selector", "children": ["a", "b", "c"]},
            "a": scripted("S", "a", disabled=True, guard={"test": "1 / zero > 0"}),
            "b": scripted("S", "b", guard={"test": "zero == 1"}),
            "c": scripted("S", "c", guard={"test": "zero == 0"}),
        },
        variables={"zero": {"type": "int"}},
    )
    assert one.tick() == Status.SUCCESS
    assert one.errors() == []
    assert one.log == ["enter c", "tick c"]


def test_3_2_services_run_after_enter_and_before_the_tick():
    one = brain(
        {
            "root": {
                "kind": "sequence",
                "children": ["a", "b"],
                "services": [{"every": 1, "actions": [noted("service")]}],
            },
            "a": {"kind": "set", "actions": [noted("child")]},
            "b": {"kind": "set", "actions": [noted("last")]},
        }
    )
    one.tick()
    assert one.notes() == ["service", "child", "last"]


def test_3_2_a_refused_node_is_neither_entered_nor_halted():
    one = brain(
        {
            "root": {"kind": "sequence", "children": ["a"]},
            "a": scripted("R", "a", guard={"test": "false", "abort": "self"}),
        }
    )
    assert one.ticks(3) == "FFF"
    assert one.log == []


def test_3_2_every_enter_has_one_exit_or_one_halt():
    one = brain(
        {
            "root": {"kind": "parallel", "params": {"success": "any"}, "children": ["a", "b"]},
            "a": scripted("RS", "a"),
            "b": scripted("R", "b"),
        }
    )
    assert one.ticks(4) == "RSRS"
    assert one.log.count("enter b") == one.log.count("halt b") == 2
    assert "halt a" not in one.log


def test_3_3_halt_reaches_running_descendants_children_before_parent(monkeypatch):
    one = brain(
        {
            "root": {"kind": "parallel", "params": {"success": "any"}, "children": ["p", "z"]},
            "p": {"kind": "parallel", "children": ["q", "c"]},
            "q": {"kind": "sequence", "children": ["a", "b"]},
            "a": scripted("S", "a"),
            "b": scripted("R", "b"),
            "c": scripted("R", "c"),
            "z": scripted("RS", "z"),
        }
    )
    halted: list[str] = []
    for kind in (TreeRow, ActionRow, OrderedCompositeRow):
        monkeypatch.setattr(kind, "stop", lambda row, given: halted.append(row.node))
    assert one.ticks(2) == "RS"
    assert halted == ["b", "q", "c", "p"]


def test_3_3_everything_below_a_halted_or_ended_node_is_idle():
    one = brain(
        {
            "root": {"kind": "parallel", "params": {"success": "any"}, "children": ["q", "z"]},
            "q": {"kind": "sequence", "children": ["a", "b"]},
            "a": scripted("S", "a"),
            "b": scripted("R", "b"),
            "z": scripted("RS", "z"),
        }
    )
    one.ticks(1)
    assert [one.stored(node) for node in "qab"] == [Status.RUNNING, Status.SUCCESS, Status.RUNNING]
    one.tick()
    assert [one.stored(node) for node in "qabz"] == [Status.IDLE] * 4
    assert one.outcome("q") == NodeOutcome.RUNNING | HALTED
    assert one.outcome("b") == NodeOutcome.RUNNING | HALTED
    assert one.outcome("a") == NodeOutcome.NOT_VISITED


def test_3_3_halting_twice_does_nothing_more():
    one = brain({"root": {"kind": "sequence", "children": ["a"]}, "a": scripted("R", "a")})
    one.tick()
    one.brain.halt()
    one.brain.halt()
    assert one.log == ["enter a", "tick a", "halt a"]


@pytest.mark.parametrize(("script", "letters"), [("RS", "RSRS"), ("F", "FFFF")])
def test_3_4_a_root_that_ended_starts_afresh(script: str, letters: str):
    one = brain(
        {"root": {"kind": "sequence", "children": ["a", "b"]}, "a": scripted("S"), "b": scripted(script)}
    )
    assert one.ticks(4) == letters


def test_3_4_a_skipped_root_starts_afresh():
    one = brain(
        {"root": {"kind": "sequence", "children": ["a"]}, "a": scripted("S", disabled=True)},
    )
    assert one.ticks(2) == "ss"


@pytest.mark.parametrize("kind", ["sequence", "selector", "parallel"])
def test_3_5_a_composite_of_skipped_children_is_skipped(kind: str):
    one = brain(
        {
            "root": {"kind": kind, "children": ["a", "b"]},
            "a": scripted("S", disabled=True),
            "b": scripted("S", guard={"test": "false", "refused": "skipped"}),
        }
    )
    assert one.ticks(2) == "ss"
    assert one.reason("root") == "every child was skipped"


WALKS = [
    *(
        (kind, {"memory": memory})
        for kind in ("sequence", "selector")
        for memory in ("resume", "none", "keep")
    ),
    ("round_robin", {}),
    ("pipeline_sequence", {}),
    ("random_sequence", {}),
    ("random_selector", {}),
]
AT_FIRST = {"test": "time < 0.01", "abort": "self", "refused": "skipped"}
"""A guard that holds in tick 0 only."""


@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize(("kind", "params"), WALKS)
def test_3_5_a_child_that_ran_and_is_then_skipped_has_not_ended(kind, params, back_end):
    one = brain(
        {
            "root": {"kind": kind, "params": params, "children": ["a", "b"]},
            "a": scripted("S", disabled=True),
            "b": scripted("R", guard=AT_FIRST),
        }
    )
    assert results(one, 2, back_end) == [Status.RUNNING, Status.SKIPPED]


@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize(("kind", "params"), WALKS)
def test_3_5_a_child_that_ended_counts_since_the_composite_was_entered(kind, params, back_end):
    """One child ends in tick 0, in tick 1 every child is skipped: random orders are those of the seed."""
    onward = "S" if "sequence" in kind else "F"
    one = brain(
        {
            "root": {"kind": kind, "params": params, "children": ["a", "b"]},
            "a": scripted(onward, guard=AT_FIRST),
            "b": scripted("R" * 9, guard=AT_FIRST, slot={"weight": 0.000001} if "random" in kind else {}),
        }
    )
    wanted = Status.SUCCESS if onward == "S" else Status.FAILURE
    assert results(one, 2, back_end) == [Status.RUNNING, wanted]


@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize("memory", ["resume", "none", "keep"])
def test_3_5_a_forced_skip_of_the_only_child_that_ran_skips_its_parent(memory, back_end):
    """No child can be skipped by itself, so generated code need not look for it."""
    nodes = {
        "root": {"kind": "sequence", "params": {"memory": memory}, "children": ["a"]},
        "a": scripted("R"),
    }
    one = brain(nodes)
    results(one, 2, back_end)
    order_result(one.brain, "a", Status.SKIPPED)
    assert results(one, 1, back_end) == [Status.SKIPPED]


@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize("memory", ["resume", "none", "keep"])
def test_3_5_a_forced_skip_after_a_child_ended_ends_the_sequence(memory, back_end):
    nodes = {
        "root": {"kind": "sequence", "params": {"memory": memory}, "children": ["a", "b"]},
        "a": scripted("SR"),
        "b": scripted("R"),
    }
    one = brain(nodes)
    results(one, 2, back_end)
    for path in ("a", "b"):
        order_result(one.brain, path, Status.SKIPPED)
    assert results(one, 1, back_end) == [Status.SUCCESS]


def test_3_6_children_are_ticked_in_stored_order():
    nodes = {key: scripted("S", key) for key in "abc"}
    for order in ("abc", "cab"):
        one = brain({"root": {"kind": "sequence", "children": list(order)}, **nodes})
        one.tick()
        assert [line for line in one.log if line.startswith("tick")] == [f"tick {key}" for key in order]


def test_3_6_positions_do_not_change_the_order():
    graph = tree(
        {
            "root": {"kind": "sequence", "children": ["a", "b"]},
            "a": scripted("S", "a"),
            "b": scripted("S", "b"),
        }
    )
    graph["layout"] = {"b": {"at": [-500, 0]}, "a": {"at": [500, 0]}}
    one = LoneBrain(document({"g": graph}))
    one.tick()
    assert one.log == ["enter a", "tick a", "enter b", "tick b"]
