"""Known answers: macrosteps, internal events, failures (rules 4.3, 4.7, 4.15, 6.5)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.model.document import ROUNDS
from runtime.basics.host import RaisedEvent
from runtime.basics.status import StateOutcome, Status
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, scripted, tree

EVENTS: dict[str, Any] = {name: {} for name in ("go", "one", "two", "three", "stop")}
VARIABLES = {"on": {"type": "bool"}, "n": {"type": "int"}, "zero": {"type": "int"}}


def new(
    nodes: dict[str, Any], edges: dict[str, Any] | None = None, graphs: dict[str, Any] | None = None
) -> LoneBrain:
    return LoneBrain(
        document({"g": machine(nodes, edges), **(graphs or {})}, events=EVENTS, variables=VARIABLES)
    )


def test_4_3_eventless_transitions_are_taken_in_the_same_tick():
    one = new(
        {"a": {}, "b": {}, "c": {}},
        {"t": {"from": "a", "event": "always", "to": "b"}, "u": {"from": "b", "event": "always", "to": "c"}},
    )
    one.tick()
    assert one.taken() == ["t", "u"]
    assert one.active() == ["c"]
    assert [one.outcome(state) for state in "abc"] == [
        StateOutcome.PASSED,
        StateOutcome.PASSED,
        StateOutcome.ENTERED,
    ]


def test_4_3_eventless_transitions_go_before_the_next_internal_event():
    one = new(
        {"a": {"entry": ["raise one"]}, "b": {}, "c": {}, "d": {}},
        {
            "event": {"from": "a", "event": "one", "to": "d"},
            "free": {"from": "a", "event": "always", "to": "b"},
            "then": {"from": "b", "event": "one", "to": "c"},
        },
    )
    one.tick()
    assert one.taken() == ["free", "then"]


def test_4_3_internal_events_are_taken_in_the_order_they_were_raised():
    one = new(
        {"a": {"entry": ["raise one", "raise two"]}},
        {
            "t1": {"from": "a", "event": "one", "actions": [noted("one"), "raise three"]},
            "t2": {"from": "a", "event": "two", "actions": [noted("two")]},
            "t3": {"from": "a", "event": "three", "actions": [noted("three")]},
        },
    )
    one.tick()
    assert one.notes() == ["one", "two", "three"]


def test_4_3_a_posted_event_is_finished_before_the_next():
    one = new(
        {"a": {}, "b": {"entry": ["raise one"]}, "c": {}, "d": {}},
        {
            "t1": {"from": "a", "event": "go", "to": "b"},
            "t2": {"from": "b", "event": "stop", "to": "d"},
            "t3": {"from": "b", "event": "one", "to": "c"},
        },
    )
    one.tick()
    one.tick(RaisedEvent("go"), RaisedEvent("stop"))
    assert one.taken() == ["t1", "t3"]
    assert one.active() == ["c"]


def test_4_3_eventless_transitions_see_what_changed_between_ticks():
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "event": "always", "guard": "on", "to": "b"}})
    one.tick()
    assert one.active() == ["a"]
    one.write("on", True)
    one.tick()
    assert one.active() == ["b"]


def test_4_3_eventless_transitions_see_what_an_update_changed_in_the_same_tick():
    one = new(
        {"a": {"update": ["n = n + 1"]}, "b": {}},
        {"t": {"from": "a", "event": "always", "guard": "n > 1", "to": "b"}},
    )
    one.tick()
    assert one.active() == ["a"]
    one.tick()
    assert one.active() == ["b"]


def test_4_3_an_endless_circle_is_an_error_that_names_it_and_the_machine_goes_on():
    one = new(
        {"a": {}, "b": {}, "c": {}},
        {
            "t1": {"from": "a", "event": "go", "to": "b"},
            "t2": {"from": "b", "event": "always", "to": "c"},
            "t3": {"from": "c", "event": "always", "to": "b"},
            "t4": {"event": "stop", "to": "a", "interrupt": True},
        },
    )
    one.tick()
    assert one.tick(RaisedEvent("go")) == Status.RUNNING
    # The event's own microstep is the first of the rounds.
    assert len(one.taken()) == ROUNDS
    (error,) = one.errors()
    assert "transition t3 from c to b; transition t2 from b to c" in error
    assert one.active() == ["c"]
    assert one.tick() == Status.RUNNING
    assert len(one.errors()) == 1
    assert len(one.taken()) == ROUNDS


def test_4_3_an_endless_circle_of_events_names_the_event_and_drops_the_queue():
    one = new(
        {"a": {}},
        {"t": {"from": "a", "event": "go", "actions": ["n = n + 1", "raise go"]}},
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.variable("n") == ROUNDS
    assert "event go (transition t from a)" in one.errors()[0]
    one.tick()
    assert one.variable("n") == ROUNDS
    assert one.errors() == []


def test_4_3_exactly_as_many_rounds_as_allowed_are_no_error():
    one = new(
        {"a": {}},
        {
            "t": {"from": "a", "event": "go", "actions": ["n = 1"]},
            "u": {"from": "a", "event": "always", "guard": f"0 < n < {ROUNDS}", "actions": ["n = n + 1"]},
        },
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.errors() == []
    assert one.variable("n") == ROUNDS


def test_6_5_events_raised_in_entry_exit_and_transition_join_the_same_macrostep():
    one = new(
        {"a": {"exit": ["raise one"]}, "b": {"entry": ["raise three"]}},
        {
            "t": {"from": "a", "event": "go", "to": "b", "actions": ["raise two"]},
            "u1": {"from": "b", "event": "one", "actions": [noted("one")]},
            "u2": {"from": "b", "event": "two", "actions": [noted("two")]},
            "u3": {"from": "b", "event": "three", "actions": [noted("three")]},
        },
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["one", "two", "three"]


def test_6_5_events_raised_in_an_update_wait_for_step_7():
    one = new(
        {
            "a": {"update": ["raise one"], "children": ["x"], "initial": "x"},
            "x": {"update": [noted("x")]},
            "b": {},
        },
        {"t": {"from": "a", "event": "one", "to": "b"}},
    )
    one.tick()
    # The inner update still ran: the configuration does not change in step 6.
    assert one.notes() == ["x"]
    assert one.active() == ["b"]


def test_6_5_a_leaf_of_an_activity_raises_to_the_machine_around_it():
    inner = tree({"x": {"kind": "raise", "actions": ["raise one"]}}, "x")
    one = new(
        {"a": {"activity": {"graph": "h"}}, "b": {}},
        {"t": {"from": "a", "event": "one", "to": "b"}},
        {"h": inner},
    )
    one.tick()
    assert one.active() == ["b"]
    assert one.host.sent == []


def test_6_5_an_event_nobody_took_is_told_to_be_unhandled():
    one = new({"a": {"update": ["raise two"]}}, {"t": {"from": "a", "event": "go"}})
    one.tick()
    one.tick(RaisedEvent("go"), RaisedEvent("stop"))
    assert [event.name for event in one.brain.events_now] == ["go", "stop"]
    assert one.brain.machines.handled == {0}
    assert [(event.name, taken) for event, taken in one.brain.raised] == [("two", False)]


def test_4_7_a_failing_guard_is_false_and_raises_error_execution():
    one = new(
        {"a": {}, "b": {}, "c": {}},
        {
            "t": {"from": "a", "event": "go", "guard": "1 / zero > 0", "to": "b"},
            "u": {"from": "a", "event": "error.execution", "to": "c"},
        },
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["u"]
    assert [error.row for error in one.brain.errors] == [one.row("t")]


def test_4_7_star_matches_the_error_event():
    one = new(
        {"a": {}, "c": {}},
        {
            "t": {"from": "a", "guard": "1 / zero > 0"},
            "u": {"from": "a", "event": "*", "to": "c"},
        },
    )
    one.tick()
    one.tick()
    assert one.taken() == ["u"]


def test_4_7_each_failing_expression_raises_at_most_once_per_macrostep():
    """Guards t and v both fail whenever they are asked; in one macrostep that makes two events, not more."""
    one = new(
        {"a": {}},
        {
            "t": {"from": "a", "event": ["go", "error.execution"], "guard": "1 / zero > 0"},
            "v": {"from": "a", "event": ["go", "error.execution"], "guard": "2 / zero > 0"},
            "u": {"from": "a", "event": "error.execution", "actions": ["n = n + 1"]},
        },
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.variable("n") == 2
    one.tick(RaisedEvent("go"), RaisedEvent("go"))
    assert one.variable("n") == 6


def test_4_7_a_failing_action_ends_its_block_only():
    one = new(
        {"a": {"exit": ["n = 1", "n = 1 if 1 / zero > 0 else 2", "n = 3"]}, "b": {"entry": [noted("in")]}},
        {"t": {"from": "a", "event": "go", "to": "b", "actions": ["on = true"]}},
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert (one.variable("n"), one.variable("on")) == (1, True)
    assert one.notes() == ["in"]
    assert one.active() == ["b"]


def test_4_7_a_failing_update_raises_in_step_7():
    one = new(
        {"a": {"update": ["n = 1 if 1 / zero > 0 else 2"]}, "b": {}},
        {"t": {"from": "a", "event": "error.execution", "to": "b"}},
    )
    one.tick()
    assert one.taken() == ["t"]


def test_4_7_a_failing_initial_action_raises_too():
    graph = machine(
        {"a": {}, "b": {}},
        {"t": {"from": "a", "event": "error.execution", "to": "b"}},
        initial={"targets": ["a"], "actions": ["n = 1 if 1 / zero > 0 else 2"]},
    )
    one = LoneBrain(document({"g": graph}, variables=VARIABLES))
    one.tick()
    assert one.active() == ["b"]


def test_4_15_a_final_child_completes_its_parent_with_its_status():
    nodes = {
        "p": {"children": ["a", "good", "bad"], "initial": "a"},
        "a": {},
        "good": {"kind": "final"},
        "bad": {"kind": "final", "status": "failure"},
        "won": {},
        "lost": {},
    }
    edges = {
        "t1": {"from": "a", "event": "one", "to": "good"},
        "t2": {"from": "a", "event": "two", "to": "bad"},
        "d1": {"from": "p", "event": "done.success", "to": "won"},
        "d2": {"from": "p", "event": "done.failure", "to": "lost"},
    }
    for event, state in (("one", "won"), ("two", "lost")):
        one = new(nodes, edges)
        one.tick()
        one.tick(RaisedEvent(event))
        assert one.active() == [state]


def test_4_15_only_the_completed_states_own_transitions_hear_of_it():
    nodes = {
        "o": {"children": ["p"], "initial": "p"},
        "p": {"children": ["end"], "initial": "end"},
        "end": {"kind": "final"},
        "x": {},
    }
    edges = {"root": {"event": "done", "to": "x"}, "outer": {"from": "o", "event": "done", "to": "x"}}
    one = new(nodes, edges)
    one.tick()
    assert one.active() == ["o", "p", "end"]
    one = new(nodes, edges | {"own": {"from": "p", "event": "done", "to": "x"}})
    one.tick()
    assert one.active() == ["x"]


def test_4_15_a_state_completes_once_per_final_entered():
    """A targetless answer to the completion must not make it happen again."""
    nodes = {"p": {"children": ["a", "end"], "initial": "a"}, "a": {}, "end": {"kind": "final"}}
    edges = {
        "t": {"from": "a", "event": "go", "to": "end"},
        "d": {"from": "p", "event": "done", "actions": ["n = n + 1"]},
        "again": {"from": "p", "event": "one", "to": "a"},
    }
    one = new(nodes, edges)
    one.tick()
    one.tick(RaisedEvent("go"), RaisedEvent("stop"))
    assert one.variable("n") == 1
    assert one.errors() == []
    one.tick()
    assert one.variable("n") == 1
    one.tick(RaisedEvent("one"), RaisedEvent("go"))
    assert one.variable("n") == 2


def test_4_15_a_completion_comes_after_what_the_finals_entry_raised():
    nodes = {
        "p": {"children": ["end"], "initial": "end"},
        "end": {"kind": "final", "entry": ["raise one"]},
    }
    edges = {
        "t": {"from": "p", "event": "one", "actions": [noted("one")]},
        "d": {"from": "p", "event": "done", "actions": [noted("done")]},
    }
    one = new(nodes, edges)
    one.tick()
    assert one.notes() == ["one", "done"]


@pytest.mark.parametrize(
    ("script", "event"), [("RS", "done.success"), ("RF", "done.failure"), ("RS", "done")]
)
def test_4_15_the_end_of_an_activity_completes_its_state(script, event):
    one = new(
        {"a": {"activity": scripted_activity(script)}, "b": {}},
        {"t": {"from": "a", "event": event, "to": "b"}},
    )
    one.tick()
    assert one.active() == ["a"]
    one.tick()
    assert one.active() == ["b"]


def test_4_15_a_completion_whose_activation_is_over_is_dropped():
    """The outer activity completes first and leaves; the inner one's completion is of a state left."""
    nodes = {
        "p": {"children": ["a"], "initial": "a", "activity": scripted_activity("S")},
        "a": {"activity": scripted_activity("S")},
    }
    edges = {
        "again": {"from": "p", "event": "done", "to": "p", "guard": "n == 0", "actions": ["n = 1"]},
        "inner": {"from": "a", "event": "done", "actions": [noted("inner")]},
    }
    one = new(nodes, edges)
    one.tick()
    assert one.taken() == ["again"]
    assert one.notes() == []


def scripted_activity(script: str, name: str = "x") -> dict[str, Any]:
    node = scripted(script, name)
    return {"action": node["action"], "params": node["params"]}
