"""Known answers: states, domains and microsteps (rules 4.1, 4.5, 4.6, 4.13)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from runtime.basics.status import StateOutcome, Status
from tests.runtime.lone_brain import LoneBrain, document, machine, noted

EVENTS: dict[str, Any] = {name: {} for name in ("go", "back", "ping")}


def speaking(name: str, **fields) -> dict[str, Any]:
    """Return a state that notes its entry and its exit."""
    return {"entry": [noted(f"+{name}")], "exit": [noted(f"-{name}")], **fields}


def nested() -> dict[str, Any]:
    """Return p [a [a1, a2], b [b1]] and q, all of them speaking."""
    return {
        "p": speaking("p", children=["a", "b"], initial="a"),
        "a": speaking("a", children=["a1", "a2"], initial="a1"),
        "a1": speaking("a1"),
        "a2": speaking("a2"),
        "b": speaking("b", children=["b1"], initial="b1"),
        "b1": speaking("b1"),
        "q": speaking("q"),
    }


def started(nodes: dict[str, Any], edges: dict[str, Any] | None = None, **parts) -> LoneBrain:
    """Return a brain that has ticked once; what was noted until then is dropped."""
    one = LoneBrain(document({"g": machine(nodes, edges)}, events=EVENTS, **parts))
    one.tick()
    one.notes()
    return one


def test_4_1_a_compound_has_one_active_child_and_enters_its_initial_one():
    one = LoneBrain(document({"g": machine(nested())}))
    one.tick()
    assert one.active() == ["p", "a", "a1"]
    assert one.notes() == ["+p", "+a", "+a1"]


def test_4_1_document_order_is_the_stored_order():
    """The atomic state's own transitions are asked in list order, whatever the names."""
    edges = {"z": {"from": "a", "to": "b"}, "y": {"from": "a", "to": "c"}}
    one = started({"a": {}, "b": {}, "c": {}}, edges)
    one.tick()
    assert one.active() == ["b"]


def test_4_5_the_domain_is_the_nearest_proper_ancestor_that_holds_all_targets():
    one = started(nested(), {"t": {"from": "a1", "event": "go", "to": "a2"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "+a2"]


def test_4_5_a_transition_to_another_branch_exits_up_to_the_common_ancestor():
    one = started(nested(), {"t": {"from": "a1", "event": "go", "to": "b1"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "-a", "+b", "+b1"]


def test_4_5_a_self_transition_exits_and_enters_its_source():
    one = started(nested(), {"t": {"from": "a", "event": "go", "to": "a"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "-a", "+a", "+a1"]
    assert one.outcome("a") == StateOutcome.REENTERED


def test_4_5_an_external_transition_to_a_child_leaves_its_source():
    one = started(nested(), {"t": {"from": "a", "event": "go", "to": "a2"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "-a", "+a", "+a2"]


def test_4_5_an_internal_transition_to_a_child_does_not_leave_its_source():
    one = started(nested(), {"t": {"from": "a", "event": "go", "to": "a2", "internal": True}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "+a2"]


def test_4_5_an_internal_transition_to_a_state_outside_is_as_any_other():
    one = started(nested(), {"t": {"from": "a", "event": "go", "to": "b", "internal": True}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "-a", "+b", "+b1"]


def test_4_5_a_transition_to_an_ancestor_leaves_the_ancestor():
    one = started(nested(), {"t": {"from": "a1", "event": "go", "to": "a"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "-a", "+a", "+a1"]


def test_4_5_a_targetless_transition_leaves_nothing():
    one = started(nested(), {"t": {"from": "a", "event": "go", "actions": [noted("acted")]}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["acted"]
    assert one.taken() == ["t"]
    assert one.active() == ["p", "a", "a1"]


def test_4_5_the_roots_own_transitions_exit_everything():
    one = started(nested(), {"t": {"event": "go", "to": "q"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "-a", "-p", "+q"]


def test_4_6_exit_actions_then_transition_actions_then_entry_actions():
    one = started(nested(), {"t": {"from": "p", "event": "go", "to": "q", "actions": [noted("t")]}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "-a", "-p", "t", "+q"]


def test_4_6_entry_actions_come_before_initial_actions_and_before_the_child():
    nodes = nested()
    nodes["p"]["initial"] = {"targets": ["b"], "actions": [noted("initial of p")]}
    one = LoneBrain(document({"g": machine(nodes)}))
    one.tick()
    assert one.notes() == ["+p", "initial of p", "+b", "+b1"]


def test_4_6_the_machines_initial_actions_run_before_its_first_state():
    graph = machine({"a": speaking("a")}, initial={"targets": ["a"], "actions": [noted("initial")]})
    one = LoneBrain(document({"g": graph}))
    one.tick()
    assert one.notes() == ["initial", "+a"]


def test_4_6_an_explicit_target_takes_no_initial_transition_on_its_way():
    nodes = nested()
    nodes["p"]["initial"] = {"targets": ["a"], "actions": [noted("initial of p")]}
    one = started(nodes, {"t": {"from": "p", "event": "go", "to": "b1"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a1", "-a", "-p", "+p", "+b", "+b1"]


def test_4_6_leaving_halts_the_activity_before_the_exit_actions(monkeypatch):
    log_of = {"activity": {"action": "scripted", "params": {"name": "act"}}}
    one = started({"a": speaking("a", **log_of), "b": {}}, {"t": {"from": "a", "event": "go", "to": "b"}})
    order: list[str] = []

    def effect(agent: str, name: str, arguments: dict[str, Any], node_path: str) -> None:
        order.extend([*one.log[-1:], str(arguments["word"])])

    monkeypatch.setattr(one.host, "effect", effect)
    one.tick(RaisedEvent("go"))
    assert order == ["halt act", "-a"]


@pytest.mark.parametrize("status", ["success", "failure"])
def test_4_6_a_root_final_ends_the_machine_and_all_states_exit(status):
    nodes = {"a": speaking("a"), "end": {"kind": "final", "status": status, "entry": [noted("+end")]}}
    one = started(nodes, {"t": {"from": "a", "event": "go", "to": "end"}})
    result = one.tick(RaisedEvent("go"))
    assert result == (Status.SUCCESS if status == "success" else Status.FAILURE)
    assert one.notes() == ["-a", "+end"]
    assert one.outcome("end") == StateOutcome.PASSED
    assert one.active() == []
    assert one.brain.ended
    assert one.tick() == Status.IDLE


def test_4_6_a_machine_that_starts_in_a_final_ends_in_its_first_tick():
    one = LoneBrain(document({"g": machine({"end": {"kind": "final"}})}))
    assert one.tick() == Status.SUCCESS
    assert one.brain.ended


def test_4_6_what_a_machine_raises_while_it_ends_goes_nowhere():
    nodes = {"a": {"exit": ["raise ping"]}, "end": {"kind": "final"}}
    one = started(nodes, {"t": {"from": "a", "event": "go", "to": "end"}})
    one.tick(RaisedEvent("go"))
    assert one.host.sent == []


def test_4_13_several_transitions_may_join_the_same_two_states():
    edges = {
        "t1": {"from": "a", "event": "go", "to": "b"},
        "t2": {"from": "a", "event": "ping", "to": "b"},
        "t3": {"from": "b", "event": "back", "to": "a"},
    }
    one = started({"a": {}, "b": {}}, edges)
    one.tick(RaisedEvent("ping"))
    assert one.taken() == ["t2"]
    one.tick(RaisedEvent("back"), RaisedEvent("go"))
    assert one.taken() == ["t3", "t1"]
