"""Known answers: subtrees, machines in trees, and what is remembered (rules 2.2, 3.13, 6.2, 6.4)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.random_numbers import draw_int, fnv1a_32
from runtime.basics.status import HALTED, NodeOutcome, StateOutcome, Status
from runtime.minds.program.problems import CompileError
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, scripted, tree

VARIABLES = {"n": {"type": "int"}, "total": {"type": "int"}, "on": {"type": "bool", "default": True}}


def call(graph: str, **arguments) -> dict[str, Any]:
    return {"kind": "subtree", "graph": graph, "arguments": arguments}


@pytest.mark.parametrize("script", ["S", "F", "RRS", "RF"])
def test_6_4_a_subtree_gives_the_result_of_its_root(script):
    one = LoneBrain(document({"g": tree({"root": call("h")}), "h": tree({"x": scripted(script, "x")}, "x")}))
    assert one.ticks(len(script)) == script


def test_6_4_halting_a_subtree_halts_its_nodes():
    nodes = {**call("h"), "guard": {"test": "on", "abort": "self"}}
    one = LoneBrain(
        document({"g": tree({"root": nodes}), "h": tree({"x": scripted("R", "x")}, "x")}, variables=VARIABLES)
    )
    one.tick()
    one.write("on", False)
    one.tick()
    assert one.log == ["enter x", "tick x", "halt x"]
    assert one.outcome("root/x") == HALTED


def test_6_4_each_use_of_a_graph_has_its_own_states_and_variables():
    counting = tree(
        {
            "x": {"kind": "sequence", "children": ["y", "z"]},
            "y": {"kind": "set", "actions": ["own = own + step", "total = total + own"]},
            "z": scripted("RS"),
        },
        "x",
    )
    counting["variables"] = {"own": {"type": "int"}}
    counting["parameters"] = {"step": {"type": "int", "direction": "in", "default": 1}}
    nodes = {
        "root": {"kind": "parallel", "children": ["a", "b"]},
        "a": call("h", step=1),
        "b": call("h", step=10),
    }
    one = LoneBrain(document({"g": tree(nodes), "h": counting}, variables=VARIABLES))
    assert one.ticks(2) == "RS"
    assert one.variable("total") == 11
    # The instances live as long as the brain: their variables go on where they were.
    assert one.ticks(2) == "RS"
    assert one.variable("total") == 11 + 2 + 20
    assert {"a/x", "a/y", "b/x", "b/y"} <= {row.path for row in one.program.rows}
    assert [instance.path for instance in one.program.instances_of("h")] == ["a", "b"]


def test_2_2_parameters_are_evaluated_before_each_tick_of_the_instance():
    inner = tree({"x": scripted("RRR", services=[{"every": 0.001, "actions": ["total = p"]}])}, "x")
    inner["parameters"] = {"p": {"type": "int", "direction": "in", "default": 0}}
    one = LoneBrain(
        document({"g": tree({"root": call("h", p={"expr": "n * 2"})}), "h": inner}, variables=VARIABLES)
    )
    seen = []
    for value in (1, 5):
        one.write("n", value)
        one.tick()
        seen.append(one.variable("total"))
    assert seen == [2, 10]


def test_2_2_a_parameter_that_is_not_given_has_its_default():
    inner = tree({"x": {"kind": "set", "actions": ["total = p"]}}, "x")
    inner["parameters"] = {"p": {"type": "int", "direction": "in", "default": 7}}
    one = LoneBrain(document({"g": tree({"root": call("h")}), "h": inner}, variables=VARIABLES))
    one.tick()
    assert one.variable("total") == 7


def test_2_2_a_failing_parameter_fails_the_call_and_halts_what_runs_below():
    inner = tree({"x": scripted("RRR", "x")}, "x")
    inner["parameters"] = {"p": {"type": "float", "direction": "in", "default": 0}}
    one = LoneBrain(
        document({"g": tree({"root": call("h", p={"expr": "1 / (n - 1)"})}), "h": inner}, variables=VARIABLES)
    )
    assert one.ticks(1) == "R"
    one.write("n", 1)
    assert one.ticks(1) == "F"
    assert one.log == ["enter x", "tick x", "halt x"]


def test_6_4_recursion_is_refused_with_its_circle():
    with pytest.raises(CompileError) as refused:
        LoneBrain(document({"g": tree({"root": call("h")}), "h": tree({"root": call("g")})}))
    assert "g → h → g" in str(refused.value)


def run_machine(nodes: dict[str, Any], edges: dict[str, Any], **fields) -> LoneBrain:
    root = {"kind": "run_machine", "graph": "m", "guard": {"test": "on", "abort": "self"}}
    return LoneBrain(
        document({"g": tree({"root": root}), "m": machine(nodes, edges, **fields)}, variables=VARIABLES)
    )


@pytest.mark.parametrize(("status", "letter"), [("success", "S"), ("failure", "F")])
def test_6_2_run_machine_runs_until_a_root_final_whose_status_is_the_result(status, letter):
    one = run_machine(
        {"a": {}, "end": {"kind": "final", "status": status}},
        {"t": {"from": "a", "to": "end", "after": 0.05}},
    )
    assert one.ticks(4) == "RRR" + letter
    assert one.outcome("root/end") == StateOutcome.PASSED
    # The node starts afresh: the machine is entered again by the next tick.
    assert one.ticks(4) == "RRR" + letter


def test_6_2_the_first_tick_of_run_machine_enters_and_updates_it():
    one = run_machine({"a": {"entry": [noted("in")], "update": [noted("update")]}}, {})
    one.tick()
    assert one.notes() == ["in", "update"]


def test_6_2_halting_run_machine_exits_every_state_in_exit_order():
    one = run_machine(
        {
            "a": {"children": ["b"], "initial": "b", "exit": [noted("out a")]},
            "b": {"exit": [noted("out b")], "activity": {"action": "scripted", "params": {"name": "x"}}},
        },
        {},
    )
    one.tick()
    one.write("on", False)
    assert one.tick() == Status.FAILURE
    assert one.notes() == ["out b", "out a"]
    assert one.log[-1] == "halt x"
    assert one.outcome("root/a") == StateOutcome.EXITED
    assert one.active() == []


def test_6_6_a_machine_run_twice_keeps_two_sets_of_states():
    nodes = {
        "root": {"kind": "parallel", "children": ["a", "b"]},
        "a": {"kind": "run_machine", "graph": "m", "arguments": {"wait": 0.05}},
        "b": {"kind": "run_machine", "graph": "m", "arguments": {"wait": 0.1}},
    }
    inner = machine(
        {"x": {}, "end": {"kind": "final"}}, {"t": {"from": "x", "to": "end", "after": {"expr": "wait"}}}
    )
    inner["parameters"] = {"wait": {"type": "float", "direction": "in", "default": 1}}
    one = LoneBrain(document({"g": tree(nodes), "m": inner}))
    assert one.ticks(3) == "RRR"
    one.tick()
    assert one.outcome("a") == NodeOutcome.SUCCESS
    assert one.outcome("b") == NodeOutcome.RUNNING
    assert one.ticks(3) == "RRS"


def test_3_13_running_memory_is_made_on_enter():
    """The count of a repeat that was halted starts again."""
    nodes = {
        "root": {
            "kind": "repeat",
            "params": {"count": 3},
            "children": ["a"],
            "guard": {"test": "on", "abort": "self"},
        },
        "a": scripted("S", "a"),
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    assert one.ticks(2) == "RR"
    one.write("on", False)
    assert one.ticks(1) == "F"
    one.write("on", True)
    assert one.ticks(3) == "RRS"


def test_3_13_draw_counts_survive_completion_and_halts():
    one = LoneBrain(
        document(
            {"g": tree({"root": {"kind": "set", "actions": ["n = random_int(0, 99)"]}})}, variables=VARIABLES
        )
    )
    drawn = []
    for _ in range(4):
        one.tick()
        drawn.append(one.variable("n"))
    assert drawn == [draw_int(1, fnv1a_32("me"), fnv1a_32("root"), n, 0, 99) for n in range(4)]


def test_3_13_draw_counts_of_an_activity_last_the_whole_run():
    drawing = tree({"x": {"kind": "set", "actions": ["n = random_int(0, 99)"]}}, "x")
    states = machine(
        {"a": {"activity": {"graph": "d"}}, "b": {}},
        {"t": {"from": "a", "to": "b"}, "u": {"from": "b", "to": "a"}},
    )
    one = LoneBrain(document({"g": states, "d": drawing}, variables=VARIABLES))
    drawn = []
    for _ in range(4):
        one.tick()
        drawn.append(one.variable("n"))
        one.tick()
    path = fnv1a_32("a/x")
    assert drawn == [draw_int(1, fnv1a_32("me"), path, n, 0, 99) for n in range(4)]
