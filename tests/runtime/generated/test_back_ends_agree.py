"""The generated form of a tree does what the interpreter does, outcome byte by outcome byte."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from runtime.basics.status import StateOutcome, Status
from runtime.minds.brain import brain as brain_module
from runtime.minds.source.backend import tree_source, trees_of
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS as TREES
from tests.runtime.behavior_trees.random_trees import mind_of
from tests.runtime.lone_brain import LoneBrain, RequestingAction, document, machine, scripted, tree

TICKS = 24


def pair(nodes: dict[str, Any]) -> tuple[LoneBrain, LoneBrain]:
    source = mind_of(nodes)
    generated, interpreted = LoneBrain(source), LoneBrain(source)
    interpreted.brain.interpreted = True
    return generated, interpreted


def step(one: LoneBrain) -> tuple[object, ...]:
    result = one.brain.tick()
    one.host.tick += 1
    brain = one.brain
    told = brain.writes, brain.errors, brain.expired, brain.requests_in_force
    return result, bytes(brain.outcomes), *told, one.log


@settings(max_examples=daily(60, deep=300), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES)
def test_generated_code_and_interpreter_give_the_same_bytes_and_leave_the_same_memory(nodes):
    generated, interpreted = pair(nodes)
    for _ in range(TICKS):
        assert step(generated) == step(interpreted)
        assert generated.state_hash() == interpreted.state_hash()


def watched_step(one: LoneBrain) -> tuple[object, ...]:
    one.tick()
    brain, log = one.brain, one.brain_log
    return bytes(brain.outcomes), log.visits, log.passages, brain.writes, brain.errors, one.log


@settings(max_examples=daily(20, deep=100), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES)
def test_a_brain_that_is_watched_now_and_then_logs_what_one_logs_that_is_interpreted(nodes):
    """Watching sends a brain to the interpreter in mid-run, and back."""
    generated, interpreted = pair(nodes)
    for tick in range(TICKS):
        one_step = watched_step if tick // 2 % 2 else step
        assert one_step(generated) == one_step(interpreted)
        assert generated.state_hash() == interpreted.state_hash()


@pytest.mark.parametrize("budget", [12, 40])
@settings(max_examples=daily(30, deep=200), deadline=None, suppress_health_check=list(HealthCheck))
@given(nodes=TREES)
def test_3_14_generated_code_spends_the_visit_budget_where_the_interpreter_does(nodes, budget):
    """What loops without end is not drawn elsewhere; a small budget cuts trees anywhere."""
    nodes = {**nodes, "spin": {"kind": "repeat", "params": {"pace": "same_tick"}, "children": ["n"]}}
    nodes["n"] = {"kind": "condition", "test": "n % 5 != 3"}
    nodes["top"] = {"kind": "parallel", "params": {"failure": "all"}, "children": ["root", "spin"]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(brain_module, "VISIT_BUDGET", budget)
        source = mind_of(nodes, "top")
        generated, interpreted = LoneBrain(source), LoneBrain(source)
        interpreted.brain.interpreted = True
        for _ in range(TICKS):
            assert step(generated) == step(interpreted)
            assert generated.brain.visits_left == interpreted.brain.visits_left
            assert generated.state_hash() == interpreted.state_hash()


@settings(max_examples=daily(20, deep=100), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES)
def test_a_watched_brain_does_what_an_unwatched_one_does(nodes):
    watched, unwatched = pair(nodes)
    unwatched.brain.interpreted = False
    unwatched.brain.watched = True
    for tick in range(TICKS):
        watched.tick()
        unwatched.brain.tick()
        unwatched.host.tick += 1
        assert watched.brain.outcomes == unwatched.brain.outcomes
        assert watched.brain.writes == unwatched.brain.writes
        assert watched.state_hash() == unwatched.state_hash(), tick


@settings(max_examples=daily(20, deep=100), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES)
def test_a_brain_can_change_its_back_end_at_any_tick(nodes):
    changing, interpreted = pair(nodes)
    for tick in range(TICKS):
        changing.brain.interpreted = tick % 3 == 1
        assert step(changing)[:2] == step(interpreted)[:2]
        assert changing.state_hash() == interpreted.state_hash()


def test_7_2_states_of_a_machine_that_a_tree_runs_are_told_as_active_in_every_tick():
    graphs = {
        "g": tree(
            {"root": {"kind": "sequence", "children": ["m"]}, "m": {"kind": "run_machine", "graph": "m"}}
        ),
        "m": machine({"a": {}, "b": {}}, {"t": {"from": "a", "after": 0.05, "to": "b"}}),
    }
    generated, interpreted = LoneBrain(document(graphs)), LoneBrain(document(graphs))
    interpreted.brain.interpreted = True
    told = []
    for each in (generated, interpreted):
        for _ in range(6):
            step(each)
            told.append((each.outcome("m/a"), each.outcome("m/b")))
    assert trees_of(generated.program).run_of(generated.program.root) is not None
    assert told[:6] == told[6:]
    assert told[1] == (StateOutcome.ACTIVE, StateOutcome.INACTIVE)
    assert told[5] == (StateOutcome.INACTIVE, StateOutcome.ACTIVE)


ENDED_AT_ONCE: dict[str, dict[str, Any]] = {
    "parallel": {"kind": "parallel", "children": ["x"]},
    "utility_selector": {"kind": "utility_selector", "params": {"on_failure": "next"}, "children": ["x"]},
    "if_else": {"kind": "if_else", "children": ["x", "y"]},
    "repeat": {"kind": "repeat", "params": {"count": 1}, "children": ["x"]},
    "sequence": {"kind": "sequence", "params": {"memory": "keep"}, "children": ["x"]},
    "random_selector": {"kind": "random_selector", "children": ["x"]},
    "try_recover": {"kind": "try_recover", "children": ["x", "y"]},
}


@pytest.mark.parametrize("kind", ENDED_AT_ONCE)
def test_3_3_a_child_that_ended_is_stored_alike_in_every_tick_without_memory(kind):
    """Such a child ends again in each tick, before one that runs."""
    score = {"slot": {"score": "1"}} if kind == "utility_selector" else {}
    nodes = {
        "root": {"kind": "sequence", "params": {"memory": "none"}, "children": ["ended", "w"]},
        "ended": ENDED_AT_ONCE[kind],
        "x": {"kind": "succeed", **score},
        "w": {"kind": "wait", "params": {"seconds": 1}},
    }
    if "y" in ENDED_AT_ONCE[kind]["children"]:
        nodes["y"] = {"kind": "succeed"}
    generated, interpreted = pair(nodes)
    for _ in range(4):
        assert step(generated) == step(interpreted)
        assert generated.stored("ended") == interpreted.stored("ended") == Status.SUCCESS
        assert generated.state_hash() == interpreted.state_hash()


def test_a_node_visited_by_the_interpreter_below_one_that_always_ends_stores_nothing():
    nodes = {
        "root": {"kind": "repeat", "children": ["i"]},
        "i": {"kind": "inverter", "children": ["c"]},
        "c": {"kind": "condition", "test": "n > 2", "services": [{"every": 0.02, "actions": ["n = n + 1"]}]},
    }
    generated, interpreted = pair(nodes)
    for _ in range(4):
        assert step(generated) == step(interpreted)
        assert generated.state_hash() == interpreted.state_hash()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"services": [{"every": 0.05, "actions": ["n = n + 1"]}]},
        {"params": {"ticks": {"expr": "n + 9"}}},
    ],
)
def test_3_12_an_action_without_an_enter_of_its_own_is_halted_all_the_same(fields, monkeypatch):
    halted: list[bool] = []
    monkeypatch.setattr(RequestingAction, "halt", lambda *_: halted.append(True))
    nodes = {
        "root": {"kind": "timeout", "params": {"seconds": 0.03}, "children": ["a"]},
        "a": {"kind": "action", "action": "asking", **fields},
    }
    generated, interpreted = pair(nodes)
    for _ in range(3):
        assert step(generated) == step(interpreted)
        assert generated.state_hash() == interpreted.state_hash()
    assert len(halted) == 2


def test_a_tree_of_plain_kinds_is_written_as_source_without_visits_by_the_interpreter():
    nodes = {
        "root": {"kind": "selector", "params": {"memory": "none"}, "children": ["a", "w"]},
        "a": {"kind": "sequence", "children": ["c", "s"]},
        "c": {"kind": "condition", "test": "n > 2"},
        "s": {"kind": "set", "actions": ["n = 3"]},
        "w": {"kind": "wait", "params": {"seconds": 1}},
    }
    generated, _ = pair(nodes)
    source = tree_source(generated.program.root)
    assert "visit(" not in source


def test_a_deep_tree_is_split_into_functions():
    depth = 60
    nodes: dict[str, Any] = {
        f"n{level}": {"kind": "inverter", "children": [f"n{level + 1}"]} for level in range(depth)
    }
    nodes["root"] = {"kind": "sequence", "children": ["n0"]}
    nodes[f"n{depth}"] = scripted("SF")
    generated, interpreted = pair(nodes)
    assert trees_of(generated.program).run_of(generated.program.root) is not None
    for _ in range(6):
        assert step(generated) == step(interpreted)
