"""Known answers: `after` on transitions and the time of states (rules 4.10, 1.1, 1.3, 2.4)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from runtime.basics.status import TransitionOutcome
from tests.runtime.lone_brain import LoneBrain, document, machine, noted

VARIABLES = {
    "on": {"type": "bool"},
    "gap": {"type": "float", "default": 9},
    "zero": {"type": "int"},
    "seen": {"type": "float", "default": -1},
}
EVENTS: dict[str, Any] = {"go": {}}


def new(nodes: dict[str, Any], edges: dict[str, Any], rate: int = 60) -> LoneBrain:
    return LoneBrain(document({"g": machine(nodes, edges)}, variables=VARIABLES, events=EVENTS), rate=rate)


def tick_taken(one: LoneBrain, edge: str, limit: int = 200) -> int:
    """Return the tick in which `edge` is taken; the first tick is 0."""
    for number in range(limit):
        one.tick()
        if edge in one.taken():
            return number
    raise AssertionError("it was never taken")


@pytest.mark.parametrize(
    ("seconds", "rate", "ticks"), [(0.1, 60, 6), (0.5, 60, 30), (1, 10, 10), (0.001, 60, 1), (2.5, 60, 150)]
)
def test_4_10_after_n_ticks_counts_from_the_entry(seconds, rate, ticks):
    """Entered on tick 0, enabled from tick n on."""
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "after": seconds, "to": "b"}}, rate)
    assert tick_taken(one, "t") == ticks


def test_4_10_after_zero_is_enabled_on_the_first_poll():
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "after": 0, "to": "b"}})
    assert tick_taken(one, "t") == 1


def test_4_10_after_is_a_condition_beside_the_guard():
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "after": 0.05, "guard": "on", "to": "b"}})
    for _ in range(6):
        one.tick()
    assert one.active() == ["a"]
    one.write("on", True)
    one.tick()
    assert one.active() == ["b"]


def test_4_10_after_holds_back_a_transition_with_an_event():
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "event": "go", "after": 0.05, "to": "b"}})
    for number in range(4):
        one.tick(RaisedEvent("go"))
        assert one.active() == (["a"] if number < 3 else ["b"])


def test_4_10_after_stays_enabled_until_the_source_exits_and_starts_anew():
    edges = {"t": {"from": "a", "after": 0.05, "to": "b"}, "u": {"from": "b", "to": "a"}}
    one = new({"a": {}, "b": {}}, edges)
    taken = []
    for number in range(14):
        one.tick()
        taken += [(number, edge) for edge in one.taken()]
    assert taken == [(3, "t"), (4, "u"), (7, "t"), (8, "u"), (11, "t"), (12, "u")]


def test_4_10_after_on_a_compound_counts_from_the_compounds_entry():
    nodes = {"p": {"children": ["a", "b"], "initial": "a"}, "a": {}, "b": {}, "q": {}}
    edges = {
        "ab": {"from": "a", "to": "b"},
        "ba": {"from": "b", "to": "a"},
        "t": {"from": "p", "after": 0.1, "to": "q"},
    }
    assert tick_taken(new(nodes, edges), "t") == 6


def test_4_10_after_on_the_machines_own_transition_counts_from_its_start():
    one = new({"a": {}, "b": {}}, {"t": {"after": 0.1, "to": "b", "interrupt": True}})
    assert tick_taken(one, "t") == 6


def test_4_10_after_on_an_eventless_transition_is_seen_on_its_tick():
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "event": "always", "after": 0.05, "to": "b"}})
    assert tick_taken(one, "t") == 3


def test_2_2_after_is_evaluated_when_the_source_is_entered_after_its_entry_actions():
    """What the entry drew is what counts; a later change is not."""
    nodes = {"a": {"entry": ["gap = 0.1"], "update": ["gap = 5.0"]}, "b": {}}
    one = new(nodes, {"t": {"from": "a", "after": {"expr": "gap"}, "to": "b"}})
    assert tick_taken(one, "t") == 6


def test_2_6_a_failing_after_keeps_its_transition_shut_and_raises_error_execution():
    edges = {
        "t": {"from": "a", "after": {"expr": "1 / zero"}, "to": "b"},
        "u": {"from": "a", "event": "error.execution", "actions": [noted("error")]},
    }
    one = new({"a": {}, "b": {}}, edges)
    one.tick()
    assert one.notes() == ["error"]
    assert len(one.errors()) == 1
    for _ in range(20):
        one.tick()
    assert one.active() == ["a"]


def test_1_3_a_brain_that_skips_steps_acts_on_its_first_tick_after_the_due_one():
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "after": 0.1, "to": "b"}})
    one.tick()
    one.host.tick = 4
    one.tick()
    assert one.active() == ["a"]
    one.host.tick = 8
    one.tick()
    assert one.active() == ["b"]


def test_2_4_state_time_is_the_time_of_the_state_around_the_expression():
    nodes = {
        "p": {"children": ["a", "b"], "initial": "a", "update": ["seen = state_time"]},
        "a": {},
        "b": {},
    }
    one = new(nodes, {"t": {"from": "a", "guard": "state_time >= 0.05", "to": "b"}})
    assert tick_taken(one, "t") == 3
    assert one.variable("seen") == 3 / 60


def test_2_4_time_is_the_worlds_time():
    one = new({"a": {"update": ["seen = time"]}}, {})
    for _ in range(7):
        one.tick()
    assert one.variable("seen") == 6 / 60


def test_4_14_a_transition_not_yet_due_says_how_long_it_takes():
    one = new({"a": {}, "b": {}}, {"t": {"from": "a", "after": 0.5, "to": "b"}})
    one.tick()
    one.tick()
    candidate = one.brain_log.candidates[one.row("t")]
    assert candidate.outcome == TransitionOutcome.GUARD_FALSE
    assert candidate.sentence == "0.48 s to go"
