"""Known answers: which steering requests are in force (rule 9.1)."""

from __future__ import annotations

from typing import Any

from runtime.basics.host import RaisedEvent
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree

VARIABLES: dict[str, Any] = {
    "on": {"type": "bool", "default": True},
    "who": {"type": "string", "default": "a"},
}
EVENTS: dict[str, Any] = {"go": {}}


def asking(name: str, ticks: int = 1_000_000, **fields: Any) -> dict[str, Any]:
    return {"kind": "action", "action": "asking", "params": {"name": name, "ticks": ticks}, **fields}


def activity(name: str, ticks: int = 1_000_000) -> dict[str, Any]:
    node = asking(name, ticks)
    return {"activity": {"action": node["action"], "params": node["params"]}}


def in_force(one: LoneBrain) -> list[str]:
    return [str(request.arguments["target"]) for request in one.brain.requests_in_force]


def of_tree(nodes: dict[str, Any]) -> LoneBrain:
    return LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))


def of_machine(nodes: dict[str, Any], edges: dict[str, Any] | None = None) -> LoneBrain:
    return LoneBrain(document({"g": machine(nodes, edges)}, variables=VARIABLES, events=EVENTS))


def test_9_1_the_request_of_a_running_node_is_in_force():
    one = of_tree({"root": asking("a")})
    one.ticks(3)
    assert in_force(one) == ["a"]
    assert one.brain.requests_in_force[0].node_path == "root"


def test_9_1_the_request_of_a_node_that_just_ended_is_in_force():
    one = of_tree(
        {"root": {"kind": "sequence", "children": ["a", "b"]}, "a": asking("a", 2), "b": asking("b")}
    )
    one.tick()
    assert in_force(one) == ["a"]
    one.tick()
    assert in_force(one) == ["a", "b"]
    one.tick()
    assert in_force(one) == ["b"]


def test_9_1_a_halted_node_has_none_whatever_the_order():
    """The first child takes over; the second had asked before, and is halted after."""
    one = of_tree(
        {
            "root": {"kind": "parallel", "params": {"success": "any"}, "children": ["b", "a"]},
            "b": asking("b"),
            "a": scripted("RS"),
        }
    )
    one.tick()
    assert in_force(one) == ["b"]
    one.tick()
    # b asked in this tick and was halted in it: the tick leaves no request, so the former set is kept once.
    assert in_force(one) == ["b"]
    assert one.brain.requests == {}


def test_9_1_requests_stand_in_the_order_of_their_nodes():
    nodes = {"root": {"kind": "parallel", "children": ["z", "a"]}, "z": asking("z"), "a": asking("a")}
    one = of_tree(nodes)
    one.tick()
    assert in_force(one) == ["z", "a"]


def test_9_1_a_quiet_tick_keeps_the_set_once_then_the_stop_rule_acts():
    one = of_tree({"root": asking("a", guard={"test": "on", "abort": "self"})})
    one.tick()
    one.write("on", False)
    one.tick()
    assert in_force(one) == ["a"]
    one.tick()
    assert in_force(one) == []
    one.write("on", True)
    one.tick()
    assert in_force(one) == ["a"]


def test_9_1_a_change_of_state_in_step_7_makes_one_quiet_tick_at_most():
    """Tick 0 ends a; b, entered by its completion, asks from tick 1 on."""
    one = of_machine(
        {"a": activity("a", 1), "b": activity("b")}, {"t": {"from": "a", "event": "done", "to": "b"}}
    )
    one.tick()
    assert in_force(one) == ["a"]
    one.tick()
    assert in_force(one) == ["b"]


def test_9_1_a_change_of_state_before_the_update_asks_at_once():
    one = of_machine({"a": activity("a"), "b": activity("b")}, {"t": {"from": "a", "event": "go", "to": "b"}})
    one.tick()
    one.tick(RaisedEvent("go"))
    assert in_force(one) == ["b"]


def test_9_1_an_ended_brain_has_none():
    one = of_machine(
        {"a": activity("a", 1), "end": {"kind": "final"}}, {"t": {"from": "a", "event": "done", "to": "end"}}
    )
    one.tick()
    assert one.brain.ended
    assert in_force(one) == []


def test_9_1_a_node_ticked_twice_in_a_tick_asks_once():
    one = of_tree(
        {
            "root": {"kind": "repeat", "params": {"count": 3, "pace": "same_tick"}, "children": ["a"]},
            "a": asking("a", 1),
        }
    )
    one.tick()
    assert in_force(one) == ["a"]


def test_9_1_outer_and_inner_activities_ask_together():
    one = of_machine({"p": {"children": ["a"], "initial": "a", **activity("outer")}, "a": activity("inner")})
    one.tick()
    assert in_force(one) == ["outer", "inner"]


def test_9_1_arguments_are_those_of_the_latest_tick():
    one = of_tree({"root": asking("a") | {"params": {"name": {"expr": "who"}}}})
    one.tick()
    one.write("who", "b")
    one.tick()
    assert in_force(one) == ["b"]
