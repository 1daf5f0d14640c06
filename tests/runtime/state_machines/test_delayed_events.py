"""Known answers: delayed and canceled events (rules 4.8, 4.9 step 2)."""

from __future__ import annotations

from typing import Any

from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.minds.program.machines import MOST_DELAYED
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, tree

EVENTS: dict[str, Any] = {"go": {}, "ping": {}, "pong": {"payload": {"x": "int"}}, "stop": {}}
VARIABLES = {"gap": {"type": "float", "default": 0.05}, "n": {"type": "int"}, "zero": {"type": "int"}}
HEARD = {
    "ping": {"event": "ping", "actions": [noted("ping")]},
    "pong": {"event": "pong", "actions": [noted("pong"), "n = event.x"]},
}


def new(nodes: dict[str, Any], edges: dict[str, Any] | None = None, **graphs: Any) -> LoneBrain:
    graphs = {"g": machine(nodes, {**HEARD, **(edges or {})}), **graphs}
    return LoneBrain(document(graphs, events=EVENTS, variables=VARIABLES))


def heard(one: LoneBrain, ticks: int) -> list[tuple[int, str]]:
    """Return what is noted in so many ticks, with the world's tick."""
    found = []
    for _ in range(ticks):
        one.tick()
        found += [(one.host.tick - 1, word) for word in one.notes()]
    return found


def test_4_8_an_event_raised_after_n_ticks_is_taken_on_that_tick():
    assert heard(new({"a": {"entry": ["raise ping after 0.05"]}}), 8) == [(3, "ping")]


def test_4_8_the_delay_is_evaluated_and_the_payload_kept_when_it_is_raised():
    one = new({"a": {"entry": ["raise pong(x = n + 7) after gap", "gap = 9", "n = 1"]}})
    assert heard(one, 8) == [(3, "pong")]
    assert one.variable("n") == 7


def test_4_8_delayed_events_are_taken_by_due_tick_then_in_the_order_raised():
    lines = ["raise ping after 0.1", "raise pong(x = 1) after 0.05", "raise ping after 0.05"]
    assert heard(new({"a": {"entry": lines}}), 9) == [(3, "pong"), (3, "ping"), (6, "ping")]


def test_4_8_each_due_event_is_a_macrostep_before_posted_ones():
    nodes = {"a": {"entry": ["raise ping after 0.05"]}, "b": {}, "c": {}}
    edges = {
        "ab": {"from": "a", "event": "ping", "to": "b"},
        "bc": {"from": "b", "event": "stop", "to": "c"},
    }
    one = new(nodes, edges)
    for _ in range(3):
        one.tick()
    one.tick(RaisedEvent("stop"))
    assert one.taken() == ["ab", "bc"]


def test_4_8_what_a_states_entry_raised_dies_at_its_exit():
    nodes = {"a": {"entry": ["raise ping after 0.1"]}, "b": {}}
    one = new(nodes, {"t": {"from": "a", "event": "go", "to": "b"}})
    one.tick()
    one.tick(RaisedEvent("go"))
    assert heard(one, 10) == []


def test_4_8_what_a_states_update_raised_dies_at_its_exit():
    nodes = {"a": {"update": ["raise ping after 0.05"]}, "b": {}}
    one = new(nodes, {"t": {"from": "a", "event": "go", "to": "b"}})
    one.tick()
    one.tick(RaisedEvent("go"))
    assert heard(one, 10) == []


def test_4_8_what_an_activity_raised_dies_at_the_exit_of_its_state():
    body = tree({"r": {"kind": "raise", "actions": ["raise ping after 0.1"]}}, "r")
    nodes = {"a": {"activity": {"graph": "body", "loop": False}}, "b": {}}
    edges = {"t": {"from": "a", "event": "go", "to": "b"}}
    assert heard(new(nodes, edges, body=body), 9) == [(6, "ping")]
    one = new(nodes, edges, body=body)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert heard(one, 10) == []


def test_4_8_what_exit_actions_and_transitions_raised_belongs_to_the_machine():
    nodes = {"a": {"exit": ["raise ping after 0.05"]}, "b": {}, "c": {}}
    edges = {
        "ab": {"from": "a", "event": "go", "to": "b", "actions": ["raise pong(x = 2) after 0.1"]},
        "bc": {"from": "b", "to": "c"},
    }
    one = new(nodes, edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert heard(one, 9) == [(4, "ping"), (7, "pong")]


def test_4_8_what_an_inner_state_raised_does_not_outlive_it_but_its_owner_does_not_matter():
    nodes = {
        "p": {"children": ["a", "b"], "initial": "a", "entry": ["raise pong(x = 1) after 0.1"]},
        "a": {"entry": ["raise ping after 0.1"]},
        "b": {},
    }
    one = new(nodes, {"t": {"from": "a", "event": "go", "to": "b"}})
    one.tick()
    one.tick(RaisedEvent("go"))
    assert heard(one, 9) == [(6, "pong")]


def test_4_8_cancel_takes_back_what_waits_under_an_id():
    nodes = {"a": {"entry": ["raise ping after 0.1 as alarm", "raise ping after 0.05"]}, "b": {}}
    one = new(nodes, {"t": {"event": "go", "actions": ["cancel alarm"]}})
    one.tick()
    one.tick(RaisedEvent("go"))
    assert heard(one, 10) == [(3, "ping")]


def test_4_8_canceling_what_is_not_there_does_nothing():
    one = new({"a": {"entry": ["cancel alarm", "raise ping after 0.05"]}})
    assert heard(one, 5) == [(3, "ping")]


def test_4_8_an_event_that_is_due_can_still_be_canceled_by_one_before_it():
    nodes = {"a": {"entry": ["raise pong(x = 1) after 0.05", "raise ping after 0.05 as late"]}}
    one = new(nodes, {"c": {"from": "a", "event": "pong", "actions": [noted("cancels"), "cancel late"]}})
    assert heard(one, 6) == [(3, "cancels")]


def test_4_8_an_event_raised_after_no_time_is_taken_in_the_next_tick():
    """Taken at step 2, an event that raises itself again waits for the next tick, and no tick hangs."""
    nodes = {"a": {"entry": ["raise ping after 0"]}}
    one = new(
        nodes, {"again": {"from": "a", "event": "ping", "actions": [noted("again"), "raise ping after 0"]}}
    )
    assert heard(one, 4) == [(1, "again"), (2, "again"), (3, "again")]


def test_4_8_nor_is_one_that_an_eventless_transition_raises_before_step_2():
    edges = {"ab": {"from": "a", "event": "always", "guard": "n > 0", "to": "b"}}
    one = new({"a": {}, "b": {"entry": ["raise ping after 0"]}}, edges)
    one.ticks(2)
    one.write("n", 1)
    assert heard(one, 3) == [(3, "ping")]


def test_4_8_events_that_raise_ever_more_of_themselves_come_to_an_end():
    nodes = {"a": {"entry": ["raise ping after 0.02"]}}
    lines = ["raise ping after 0.02", "raise ping after 0.02"]
    one = new(nodes, {"more": {"from": "a", "event": "ping", "actions": lines}})
    said = set()
    for _ in range(30):
        one.tick()
        assert len(one.brain.machines.delayed) <= MOST_DELAYED
        said.update(one.errors())
    assert said == {"line 2: 1000 delayed events wait already; no more are taken."}


def test_4_8_a_machine_that_ends_takes_its_delayed_events_with_it():
    inner = machine(
        {"x": {}, "end": {"kind": "final"}},
        {"t": {"from": "x", "to": "end", "actions": ["raise ping after 0.05"]}},
    )
    one = new({"a": {"activity": {"graph": "inner"}}}, inner=inner)
    assert heard(one, 9) == []
    assert one.brain.machines.delayed == []


def test_4_8_delayed_events_of_a_nested_machine_are_its_own():
    inner = machine(
        {"x": {"entry": ["raise ping after 0.05"]}}, {"u": {"event": "ping", "actions": [noted("inner")]}}
    )
    one = new({"a": {"activity": {"graph": "inner"}}}, inner=inner)
    assert heard(one, 6) == [(3, "inner")]


def test_4_8_a_tree_without_machine_posts_to_itself_when_it_is_due():
    nodes = {
        "r": {"kind": "sequence", "children": ["once", "test"]},
        "once": {"kind": "run_once", "children": ["raise"]},
        "raise": {"kind": "raise", "actions": ["raise pong(x = 5) after 0.05"]},
        "test": {"kind": "condition", "test": "received(pong) and last(pong).x == 5"},
    }
    one = LoneBrain(document({"g": tree(nodes, "r")}, events=EVENTS))
    tests = []
    for _ in range(5):
        one.tick()
        tests.append(Status(one.outcome("test")).name)
    assert tests == ["FAILURE", "FAILURE", "FAILURE", "SUCCESS", "FAILURE"]


def test_4_8_a_failing_delay_ends_its_block_and_raises_error_execution():
    nodes = {"a": {"entry": ["raise ping after 1 / zero", noted("not reached")]}}
    one = new(nodes, {"e": {"event": "error.execution", "actions": [noted("error")]}})
    assert heard(one, 3) == [(0, "error")]


def test_4_8_delayed_events_are_in_the_trace_when_they_are_taken():
    one = new({"a": {"entry": ["raise ping after 0.05", "raise stop after 0.05"]}})
    for _ in range(4):
        one.tick()
    assert [(event.name, taken) for event, taken in one.brain.raised] == [("ping", True), ("stop", False)]


def test_1_5_delayed_events_are_in_the_snapshot():
    one = new({"a": {"entry": ["raise pong(x = 3) after 0.1"]}})
    one.tick()
    saved, buffers = one.brain.machines.snapshot(), one.slab.snapshot()
    straight = heard(one, 8)
    one.brain.machines.restore(saved)
    one.slab.restore(buffers)
    one.host.tick = 1
    assert heard(one, 8) == straight == [(6, "pong")]
