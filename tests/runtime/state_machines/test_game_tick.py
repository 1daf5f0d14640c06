"""Known answers: the eight steps of a machine's game tick (rule 4.9)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.model.document import ROUNDS
from runtime.basics.host import RaisedEvent
from runtime.basics.status import StateOutcome
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, scripted, tree

EVENTS: dict[str, Any] = {name: {} for name in ("go", "hit", "stop")}
VARIABLES = {"on": {"type": "bool"}, "n": {"type": "int"}, "health": {"type": "int", "default": 10}}


def new(
    nodes: dict[str, Any], edges: dict[str, Any] | None = None, graphs: dict[str, Any] | None = None
) -> LoneBrain:
    return LoneBrain(
        document({"g": machine(nodes, edges), **(graphs or {})}, events=EVENTS, variables=VARIABLES)
    )


NESTED: dict[str, Any] = {"p": {"children": ["a", "b"], "initial": "a"}, "a": {}, "b": {}, "q": {}}


def activity(script: str, name: str) -> dict[str, Any]:
    node = scripted(script, name)
    return {"activity": {"action": node["action"], "params": node["params"]}}


def test_4_9_the_first_tick_enters_and_updates_and_polls_nothing():
    one = new({"a": {"update": [noted("update")]}, "b": {}}, {"t": {"from": "a", "to": "b"}})
    one.tick(RaisedEvent("go"))
    assert one.active() == ["a"]
    assert one.notes() == ["update"]
    assert one.taken() == []
    one.tick()
    assert one.active() == ["b"]


def test_4_9_the_first_tick_takes_no_posted_event():
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "event": "go", "to": "b"}})
    one.tick(RaisedEvent("go"))
    assert one.active() == ["a"]
    assert one.brain.machines.handled == set()


def test_4_9_posted_events_are_taken_in_order_before_polls():
    edges = {
        "poll": {"from": "a", "to": "q"},
        "event": {"from": "a", "event": "go", "to": "b"},
        "second": {"from": "b", "event": "hit", "actions": [noted("hit")]},
    }
    one = new(NESTED, edges)
    one.tick()
    one.tick(RaisedEvent("go"), RaisedEvent("hit"))
    assert one.taken() == ["event", "second"]


def test_4_9_polled_transitions_ask_outer_levels_first():
    edges = {"inner": {"from": "a", "to": "b"}, "outer": {"from": "p", "guard": "on", "to": "q"}}
    one = new(NESTED, edges)
    one.tick()
    one.write("on", True)
    one.tick()
    assert one.taken() == ["outer"]


def test_4_9_an_outer_level_that_is_not_enabled_lets_the_inner_one_go():
    edges = {"inner": {"from": "a", "to": "b"}, "outer": {"from": "p", "guard": "on", "to": "q"}}
    one = new(NESTED, edges)
    one.tick()
    one.tick()
    assert one.taken() == ["inner"]


def test_4_9_an_inner_circle_cannot_starve_the_outer_level():
    edges = {
        "ab": {"from": "a", "to": "b"},
        "ba": {"from": "b", "to": "a"},
        "outer": {"from": "p", "guard": "n > 3", "to": "q"},
    }
    one = new({**NESTED, "p": {**NESTED["p"], "update": ["n = n + 1"]}}, edges)
    for _ in range(5):
        one.tick()
    assert one.active() == ["q"]


def test_4_9_a_polled_targetless_transition_does_not_end_the_walk():
    edges = {
        "count": {"from": "p", "actions": ["n = n + 1"]},
        "also": {"from": "p", "actions": ["n = n + 10"]},
        "inner": {"from": "a", "to": "b"},
    }
    one = new(NESTED, edges)
    one.tick()
    one.tick()
    assert one.taken() == ["count", "also", "inner"]
    assert one.variable("n") == 11


def test_4_9_only_one_polled_microstep_is_taken_per_tick():
    edges = {"ab": {"from": "a", "to": "b"}, "bq": {"from": "b", "to": "q"}}
    one = new(NESTED, edges)
    one.tick()
    one.tick()
    assert one.active() == ["p", "b"]
    one.tick()
    assert one.active() == ["q"]


def test_4_9_a_state_entered_since_step_4_is_not_asked_but_its_ancestors_are():
    """A polled interrupt enters b; b's own poll waits, p's does not."""
    edges = {
        "any": {"from": "p", "guard": "n == 0", "to": "b", "interrupt": True, "actions": ["n = 1"]},
        "own": {"from": "b", "to": "a"},
        "outer": {"from": "p", "actions": [noted("outer")]},
    }
    one = new(NESTED, edges)
    one.tick()
    one.tick()
    assert one.taken() == ["any", "outer"]
    one.tick()
    assert one.taken() == ["outer", "own"]


def test_4_9_a_state_entered_by_an_event_is_asked_in_the_same_tick():
    edges = {"event": {"from": "a", "event": "go", "to": "b"}, "own": {"from": "b", "to": "q"}}
    one = new(NESTED, edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["event", "own"]


def test_4_9_transient_states_are_asked_once_more_in_the_same_tick():
    nodes = {"a": {}, "x": {"transient": True}, "y": {"transient": True}, "z": {}}
    edges = {
        "ax": {"from": "a", "to": "x"},
        "xy": {"from": "x", "to": "y"},
        "yz": {"from": "y", "to": "z"},
        "za": {"from": "z", "to": "a"},
    }
    one = new(nodes, edges)
    one.tick()
    one.tick()
    assert one.taken() == ["ax", "xy", "yz"]
    assert [one.outcome(state) for state in "xyz"] == [
        StateOutcome.PASSED,
        StateOutcome.PASSED,
        StateOutcome.ENTERED,
    ]
    one.tick()
    assert one.taken() == ["za"]


def test_4_9_a_transient_state_that_cannot_go_on_waits_for_the_next_tick():
    nodes = {"a": {}, "x": {"transient": True}, "z": {}}
    one = new(nodes, {"ax": {"from": "a", "to": "x"}, "xz": {"from": "x", "guard": "on", "to": "z"}})
    one.tick()
    one.tick()
    assert one.active() == ["x"]
    one.write("on", True)
    one.tick()
    assert one.active() == ["z"]


def test_4_9_other_states_are_not_asked_in_the_extra_passes():
    nodes = {"p": {"children": ["a", "x"], "initial": "a"}, "a": {}, "x": {"transient": True}, "z": {}}
    edges = {
        "count": {"from": "p", "actions": ["n = n + 1"]},
        "ax": {"from": "a", "to": "x"},
        "xz": {"from": "x", "guard": "on", "to": "z"},
    }
    one = new(nodes, edges)
    one.tick()
    one.tick()
    assert one.variable("n") == 1


def test_4_9_a_circle_of_transient_states_meets_the_round_cap():
    nodes = {"a": {}, "x": {"transient": True}, "y": {"transient": True}}
    edges = {
        "ax": {"from": "a", "to": "x"},
        "xy": {"from": "x", "to": "y"},
        "yx": {"from": "y", "to": "x"},
    }
    one = new(nodes, edges)
    one.tick()
    one.tick()
    assert len(one.taken()) == 1 + ROUNDS
    assert "transition xy from x to y; transition yx from y to x" in one.errors()[0]
    assert one.active() == ["x"]


INTERRUPTS: dict[str, Any] = {
    "die": {"guard": "health <= 0", "to": "q", "interrupt": True},
    "ab": {"from": "a", "to": "b"},
}


def test_4_9_a_polled_interrupt_goes_before_polled_transitions():
    one = new(NESTED, INTERRUPTS)
    one.tick()
    one.write("health", 0)
    one.tick()
    assert one.taken() == ["die"]
    assert one.active() == ["q"]


def test_4_9_dead_stays_dead():
    """All targets of the first enabled interrupt are active: the owner offers nothing."""
    one = new({**NESTED, "q": {"entry": [noted("dead")]}}, INTERRUPTS)
    one.tick()
    one.write("health", 0)
    for _ in range(4):
        one.tick()
    assert one.notes() == ["dead"]
    assert one.taken() == []


def test_4_9_an_owner_whose_first_interrupt_is_there_offers_no_other():
    edges = INTERRUPTS | {"alarm": {"event": "hit", "to": "p", "interrupt": True}}
    edges["die"] = {**edges["die"], "event": ["tick", "hit"]}
    one = new(NESTED, edges)
    one.tick()
    one.write("health", 0)
    one.tick()
    one.tick(RaisedEvent("hit"))
    assert one.active() == ["q"]
    assert one.taken() == []


def test_4_9_reenter_lifts_that():
    edges = {"die": {**INTERRUPTS["die"], "reenter": True}}
    one = new({**NESTED, "q": {"entry": [noted("dead")]}}, edges)
    one.tick()
    one.write("health", 0)
    one.tick()
    one.tick()
    assert one.notes() == ["dead", "dead"]
    assert one.outcome("q") == StateOutcome.REENTERED


def test_4_9_an_interrupt_owned_by_a_compound_acts_while_it_is_active():
    edges = {
        "any": {"from": "p", "event": "hit", "to": "b", "interrupt": True},
        "out": {"from": "p", "event": "go", "to": "q"},
    }
    one = new(NESTED, edges)
    one.tick()
    one.tick(RaisedEvent("hit"))
    assert one.active() == ["p", "b"]
    # p itself was not left: it is the interrupt's domain.
    assert one.outcome("p") == StateOutcome.ACTIVE
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("hit"))
    assert one.active() == ["q"]


def test_4_9_an_interrupt_with_a_target_outside_leaves_its_owner():
    edges = {"any": {"from": "p", "event": "hit", "to": "q", "interrupt": True}}
    one = new(NESTED, edges)
    one.tick()
    one.tick(RaisedEvent("hit"))
    assert one.active() == ["q"]
    assert one.outcome("p") == StateOutcome.EXITED


def test_4_9_the_outer_of_two_interrupts_that_meet_wins():
    edges = {
        "inner": {"from": "p", "event": "hit", "to": "b", "interrupt": True, "priority": 9},
        "outer": {"event": "hit", "to": "q", "interrupt": True},
    }
    one = new(NESTED, edges)
    one.tick()
    one.tick(RaisedEvent("hit"))
    assert one.taken() == ["outer"]


def test_4_9_an_interrupt_drops_the_ordinary_transition_of_a_state_it_exits():
    edges = {
        "any": {"event": "hit", "to": "q", "interrupt": True},
        "own": {"from": "a", "event": "hit", "to": "b", "priority": 9},
        "acts": {"from": "a", "event": "hit", "actions": [noted("acts")], "priority": 10},
    }
    one = new(NESTED, edges)
    one.tick()
    one.tick(RaisedEvent("hit"))
    assert one.taken() == ["any"]
    assert one.notes() == []


def test_4_9_a_targetless_interrupt_and_an_ordinary_transition_are_one_microstep():
    edges = {
        "own": {"from": "a", "event": "hit", "to": "b", "actions": [noted("own")]},
        "any": {"event": "hit", "interrupt": True, "actions": [noted("any")]},
    }
    one = new({**NESTED, "b": {"entry": [noted("in")]}}, edges)
    one.tick()
    one.tick(RaisedEvent("hit"))
    assert one.taken() == ["any", "own"]
    assert one.notes() == ["any", "own", "in"]


def test_4_9_interrupts_hear_of_raised_events_too():
    nodes = {"a": {}, "b": {"entry": ["raise hit"]}, "q": {}}
    edges = {
        "t": {"from": "a", "event": "go", "to": "b"},
        "any": {"event": "hit", "to": "q", "interrupt": True},
    }
    one = new(nodes, edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["t", "any"]


def test_4_9_interrupts_do_not_hear_of_completions():
    nodes = {"p": {"children": ["end"], "initial": "end"}, "end": {"kind": "final"}, "q": {}}
    one = new(nodes, {"any": {"event": ["done", "*"], "to": "q", "interrupt": True}})
    one.tick()
    assert one.active() == ["p", "end"]


def test_4_9_updates_run_outer_first_with_their_activities():
    nodes = {
        "p": {"children": ["a"], "initial": "a", "update": [noted("p")], **activity("RRR", "outer")},
        "a": {"update": [noted("a")], **activity("RRR", "inner")},
    }
    one = new(nodes)
    one.tick()
    assert one.notes() == ["p", "a"]
    assert one.log == ["enter outer", "tick outer", "enter inner", "tick inner"]


def test_4_9_states_just_entered_are_updated_too():
    one = new({"a": {"update": [noted("a")]}, "b": {"update": [noted("b")]}}, {"t": {"from": "a", "to": "b"}})
    one.tick()
    one.tick()
    assert one.notes() == ["a", "b"]


def test_4_9_completions_come_in_document_order_before_events_of_the_update():
    nodes = {
        "p": {"children": ["a"], "initial": "a", "update": ["raise go"], **activity("S", "outer")},
        "a": activity("S", "inner"),
    }
    edges = {
        "p done": {"from": "p", "event": "done", "actions": [noted("p")]},
        "a done": {"from": "a", "event": "done", "actions": [noted("a")]},
        "raised": {"from": "p", "event": "go", "actions": [noted("go")]},
    }
    one = new(nodes, edges)
    one.tick()
    assert one.notes() == ["p", "a", "go"]


def test_4_9_states_entered_by_a_completion_are_updated_from_the_next_tick_on():
    nodes = {"a": activity("S", "x"), "b": {"update": [noted("b")]}}
    one = new(nodes, {"t": {"from": "a", "event": "done", "to": "b"}})
    one.tick()
    assert one.active() == ["b"]
    assert one.notes() == []
    one.tick()
    assert one.notes() == ["b"]


def test_6_1_a_state_left_before_step_6_is_not_updated():
    one = new(
        {"a": {"update": [noted("a")], **activity("RRR", "x")}, "b": {}},
        {"t": {"from": "a", "event": "go", "to": "b"}},
    )
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["a"]
    assert one.log == ["enter x", "tick x", "halt x"]


def test_6_5_every_running_machine_takes_each_event_once_outermost_first():
    inner = machine(
        {"x": {}, "y": {}}, {"u": {"from": "x", "event": "hit", "to": "y", "actions": [noted("inner")]}}
    )
    one = new(
        {"a": {"activity": {"graph": "m"}}},
        {"t": {"from": "a", "event": "hit", "actions": [noted("outer")]}},
        {"m": inner},
    )
    one.tick()
    one.tick(RaisedEvent("hit"))
    assert one.notes() == ["outer", "inner"]
    one.tick()
    assert one.notes() == []


def test_6_5_a_machine_that_starts_in_this_tick_does_not_take_its_events():
    inner = machine({"x": {}}, {"u": {"from": "x", "event": "hit", "actions": [noted("inner")]}})
    one = new(
        {"a": {}, "b": {"activity": {"graph": "m"}}},
        {"t": {"from": "a", "event": "hit", "to": "b"}},
        {"m": inner},
    )
    one.tick()
    one.tick(RaisedEvent("hit"))
    assert one.active() == ["b", "x"]
    assert one.notes() == []


def test_6_5_raise_goes_to_the_innermost_machine():
    inner = machine({"x": {"update": ["raise go"]}, "y": {}}, {"u": {"from": "x", "event": "go", "to": "y"}})
    one = new(
        {"a": {"activity": {"graph": "m"}}, "b": {}},
        {"t": {"from": "a", "event": "go", "to": "b"}},
        {"m": inner},
    )
    one.tick()
    assert one.active() == ["a", "y"]


def test_6_5_received_and_last_hold_throughout_the_brain_tick():
    nodes = tree(
        {
            "root": {"kind": "sequence", "children": ["c", "s"]},
            "c": {"kind": "condition", "test": "received(shot)"},
            "s": {"kind": "set", "actions": ["n = last(shot).power"]},
        }
    )
    one = LoneBrain(
        document({"g": nodes}, events={"shot": {"payload": {"power": "int"}}}, variables=VARIABLES)
    )
    assert one.ticks(1) == "F"
    one.brain.post(RaisedEvent("shot", {"power": 2}))
    one.brain.post(RaisedEvent("shot", {"power": 5}))
    assert one.ticks(1) == "S"
    assert one.variable("n") == 5
    assert one.ticks(1) == "F"


@pytest.mark.parametrize("interrupt", [False, True])
def test_4_9_the_machine_ends_at_once_when_a_root_final_is_entered(interrupt):
    nodes = {"a": {"update": [noted("update")]}, "end": {"kind": "final"}}
    one = new(nodes, {"t": {"event": "go", "to": "end", "interrupt": interrupt}})
    one.tick()
    one.notes()
    one.tick(RaisedEvent("go"), RaisedEvent("hit"))
    assert one.notes() == []
    assert one.brain.ended
