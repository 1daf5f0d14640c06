"""Known answers: what a state does while it is active (rules 6.1, 6.6, 6.7, 3.13)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from runtime.basics.status import HALTED, NodeOutcome, Status
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, scripted, tree

EVENTS: dict[str, Any] = {"go": {}, "back": {}}
VARIABLES = {"n": {"type": "int"}, "on": {"type": "bool", "default": True}, "zero": {"type": "int"}}


def new(nodes: dict[str, Any], edges: dict[str, Any] | None = None, **graphs: dict[str, Any]) -> LoneBrain:
    return LoneBrain(document({"g": machine(nodes, edges), **graphs}, events=EVENTS, variables=VARIABLES))


def action(script: str, name: str = "x", **fields) -> dict[str, Any]:
    node = scripted(script, name)
    return {"activity": {"action": node["action"], "params": node["params"], **fields}}


COUNT_DONE = {"d": {"from": "a", "event": "done", "actions": ["n = n + 1"]}}


def test_6_1_each_update_ticks_the_activity():
    one = new({"a": action("RRRR")})
    one.ticks(3)
    assert one.log == ["enter x", "tick x", "tick x", "tick x"]


def test_6_1_entering_starts_a_new_activation():
    one = new(
        {"a": action("RRR"), "b": {}},
        {"t": {"from": "a", "event": "go", "to": "b"}, "u": {"from": "b", "event": "back", "to": "a"}},
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("back"))
    assert one.log == ["enter x", "tick x", "halt x", "enter x", "tick x"]


def test_6_1_an_action_that_ended_stays_ended_and_completes_once():
    one = new({"a": action("RS")}, COUNT_DONE)
    one.ticks(5)
    assert one.log == ["enter x", "tick x", "tick x"]
    assert one.variable("n") == 1


def test_6_1_an_ended_activity_is_not_halted():
    one = new({"a": action("S"), "b": {}}, {"t": {"from": "a", "event": "go", "to": "b"}})
    one.ticks(2)
    one.tick(RaisedEvent("go"))
    assert "halt x" not in one.log


def test_6_1_a_looping_action_starts_afresh_on_the_next_update_and_completes_each_time():
    one = new({"a": action("RS", loop=True)}, COUNT_DONE)
    one.ticks(6)
    assert one.log.count("enter x") == 3
    assert one.variable("n") == 3


def test_6_1_a_behavior_tree_loops_by_default():
    one = new({"a": {"activity": {"graph": "h"}}}, COUNT_DONE, h=tree({"r": scripted("RS", "x")}, "r"))
    one.ticks(6)
    assert one.variable("n") == 3


def test_6_1_a_behavior_tree_that_does_not_loop_is_left_ended_until_the_next_entry():
    one = new(
        {"a": {"activity": {"graph": "h", "loop": False}}, "b": {}},
        {
            **COUNT_DONE,
            "t": {"from": "a", "event": "go", "to": "b"},
            "u": {"from": "b", "event": "back", "to": "a"},
        },
        h=tree({"r": scripted("S", "x")}, "r"),
    )
    one.ticks(3)
    assert one.variable("n") == 1
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("back"))
    assert one.variable("n") == 2


def test_6_1_a_machine_does_not_loop_by_default():
    inner = machine({"end": {"kind": "final", "entry": [noted("in")]}})
    one = new({"a": {"activity": {"graph": "m"}}}, COUNT_DONE, m=inner)
    one.ticks(4)
    assert one.notes() == ["in"]
    assert one.variable("n") == 1


def test_6_1_a_looping_machine_starts_afresh():
    inner = machine({"end": {"kind": "final", "entry": [noted("in")]}})
    one = new({"a": {"activity": {"graph": "m", "loop": True}}}, COUNT_DONE, m=inner)
    one.ticks(3)
    assert one.notes() == ["in"] * 3
    assert one.variable("n") == 3


def test_6_1_skipped_neither_ends_nor_completes():
    inner = tree({"r": scripted("S", "x", guard={"test": "not on", "refused": "skipped"})}, "r")
    one = new({"a": {"activity": {"graph": "h", "loop": False}}}, COUNT_DONE, h=inner)
    one.ticks(3)
    assert one.variable("n") == 0
    one.write("on", False)
    one.ticks(3)
    assert one.variable("n") == 1


def test_6_1_leaving_halts_what_runs_below():
    inner = tree({"r": {"kind": "sequence", "children": ["c"]}, "c": scripted("RR", "c")}, "r")
    one = new(
        {"a": {"activity": {"graph": "h"}}, "b": {}}, {"t": {"from": "a", "event": "go", "to": "b"}}, h=inner
    )
    one.tick()
    assert one.outcome("a/c") == NodeOutcome.RUNNING
    one.tick(RaisedEvent("go"))
    assert one.log[-1] == "halt c"
    assert one.outcome("a/r") == HALTED
    assert one.outcome("a/c") == HALTED


def test_6_1_a_failing_argument_fails_the_activity():
    inner = tree({"r": scripted("RRR", "x")}, "r")
    inner["parameters"] = {"p": {"type": "float", "direction": "in", "default": 0}}
    nodes = {
        "a": {"activity": {"graph": "h", "arguments": {"p": {"expr": "1 / (zero - 1)"}}}},
        "b": {},
    }
    one = new(nodes, {"t": {"from": "a", "event": "done.failure", "to": "b"}}, h=inner)
    one.tick()
    assert one.active() == ["a"]
    one.write("zero", 1)
    one.tick()
    assert one.log == ["enter x", "tick x", "halt x"]
    assert one.active() == ["b"]


def test_6_1_a_failing_argument_of_an_action_fails_it_too():
    params = {"script": "RRR", "name": {"expr": '"x" if 1 / zero > 0 else "y"'}}
    nodes = {"a": {"activity": {"action": "scripted", "params": params}}, "b": {}}
    one = new(nodes, {"t": {"from": "a", "event": "done.failure", "to": "b"}})
    one.tick()
    assert one.log == []
    assert one.active() == ["b"]


def test_6_1_an_exception_in_the_action_fails_the_state_and_the_run_goes_on():
    one = new({"a": action("RX"), "b": {}}, {"t": {"from": "a", "event": "done.failure", "to": "b"}})
    one.tick()
    assert one.tick() == Status.RUNNING
    assert one.active() == ["b"]
    assert "ZeroDivisionError" in one.errors()[0]


def test_6_4_graph_variables_of_an_activity_are_made_anew_on_entry():
    inner = tree({"r": {"kind": "set", "actions": ["own = own + 1", "n = own"]}}, "r")
    inner["variables"] = {"own": {"type": "int", "default": 5}}
    one = new(
        {"a": {"activity": {"graph": "h"}}, "b": {}},
        {"t": {"from": "a", "event": "go", "to": "b"}, "u": {"from": "b", "event": "back", "to": "a"}},
        h=inner,
    )
    one.ticks(3)
    assert one.variable("n") == 8
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("back"))
    assert one.variable("n") == 6


def test_2_2_arguments_of_an_activity_are_evaluated_before_each_tick():
    inner = tree({"r": {"kind": "set", "actions": ["n = p"]}}, "r")
    inner["parameters"] = {"p": {"type": "int", "direction": "in", "default": 0}}
    nodes = {"a": {"activity": {"graph": "h", "arguments": {"p": {"expr": "zero + 1"}}}}}
    one = new(nodes, h=inner)
    one.tick()
    assert one.variable("n") == 1
    one.write("zero", 4)
    one.tick()
    assert one.variable("n") == 5


def test_6_6_a_machine_as_activity_has_its_own_states_and_polls():
    inner = machine({"x": {}, "y": {}}, {"t": {"from": "x", "to": "y"}})
    one = new({"a": {"activity": {"graph": "m"}}}, m=inner)
    one.tick()
    assert one.active() == ["a", "x"]
    one.tick()
    assert one.active() == ["a", "y"]


def test_6_6_leaving_exits_the_inner_machine_first():
    inner = machine({"x": {"exit": [noted("-x")]}})
    one = new(
        {"a": {"activity": {"graph": "m"}, "exit": [noted("-a")]}, "b": {}},
        {"t": {"from": "a", "event": "go", "to": "b"}},
        m=inner,
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-x", "-a"]


def test_6_6_an_inner_machine_starts_at_its_initial_state_each_time():
    inner = machine({"x": {}, "y": {}}, {"t": {"from": "x", "to": "y"}})
    one = new(
        {"a": {"activity": {"graph": "m"}}, "b": {}},
        {"t": {"from": "a", "event": "go", "to": "b"}, "u": {"from": "b", "event": "back", "to": "a"}},
        m=inner,
    )
    one.ticks(3)
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("back"))
    assert one.active() == ["a", "x"]


def test_6_5_what_an_inner_machine_raises_while_it_is_left_goes_nowhere():
    inner = machine({"x": {"exit": ["raise back"]}})
    one = new(
        {"a": {"activity": {"graph": "m"}}, "b": {}},
        {"t": {"from": "a", "event": "go", "to": "b"}, "u": {"from": "b", "event": "back", "to": "a"}},
        m=inner,
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.active() == ["b"]
    assert one.host.sent == []


@pytest.mark.parametrize("kind", ["behavior_tree", "state_machine"])
def test_6_7_a_brains_root_may_be_of_any_kind_that_runs(kind):
    graph = tree({"root": scripted("RS", "x")}) if kind == "behavior_tree" else machine({"a": action("RS")})
    one = LoneBrain(document({"g": graph}))
    one.ticks(2)
    assert one.log == ["enter x", "tick x", "tick x"]


def test_6_7_an_ended_brain_does_nothing_and_keeps_no_events():
    one = new({"a": {}, "end": {"kind": "final"}}, {"t": {"from": "a", "event": "go", "to": "end"}})
    one.tick()
    assert one.tick(RaisedEvent("go")) == Status.SUCCESS
    assert one.tick(RaisedEvent("go")) == Status.IDLE
    assert one.brain.posted == []
    assert bytes(one.brain.outcomes) == bytes(len(one.program.rows))


def test_6_7_removing_an_agent_halts_its_brain():
    one = new({"a": {**action("RRR"), "exit": [noted("-a")]}})
    one.tick()
    one.brain.halt()
    assert one.log[-1] == "halt x"
    assert one.notes() == ["-a"]
    assert one.brain.requests_in_force == ()
