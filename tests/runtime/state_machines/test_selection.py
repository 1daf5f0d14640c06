"""Known answers: which transition an event or a poll picks (rules 4.2, 4.4, 4.14)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from runtime.basics.status import TransitionOutcome
from tests.runtime.lone_brain import LoneBrain, document, machine

EVENTS = {"noise": {}, "noise.loud": {}, "noisy": {}, "hit": {"payload": {"force": "int"}}}
VARIABLES = {"on": {"type": "bool"}, "n": {"type": "int"}, "d": {"type": "float", "default": 4.2}}


def started(nodes: dict[str, Any], edges: dict[str, Any]) -> LoneBrain:
    one = LoneBrain(document({"g": machine(nodes, edges)}, events=EVENTS, variables=VARIABLES))
    one.tick()
    return one


NESTED: dict[str, Any] = {"p": {"children": ["a", "b"], "initial": "a"}, "a": {}, "b": {}, "q": {}, "r": {}}


@pytest.mark.parametrize(
    ("descriptor", "event", "taken"),
    [
        ("noise", "noise", True),
        ("noise", "noise.loud", True),
        ("noise.loud", "noise", False),
        ("noise", "noisy", False),
        ("*", "noise.loud", True),
        (["hit", "noise"], "noise", True),
        (["hit", "noisy"], "noise", False),
    ],
)
def test_4_2_descriptors_match_by_dotted_prefix(descriptor, event, taken):
    one = started({"a": {}, "b": {}}, {"t": {"from": "a", "event": descriptor, "to": "b"}})
    one.tick(RaisedEvent(event))
    assert one.taken() == (["t"] if taken else [])


def test_4_2_a_transition_without_event_is_polled():
    one = started({"a": {}, "b": {}}, {"t": {"from": "a", "guard": "on", "to": "b"}})
    one.tick(RaisedEvent("noise"))
    assert one.taken() == []
    one.write("on", True)
    one.tick()
    assert one.taken() == ["t"]


def test_4_2_star_matches_neither_polls_nor_eventless_rounds():
    one = started({"a": {}, "b": {}}, {"t": {"from": "a", "event": "*", "to": "b"}})
    one.tick()
    assert one.taken() == []
    one.tick(RaisedEvent("hit", {"force": 1}))
    assert one.taken() == ["t"]


def test_4_2_a_transition_may_be_polled_and_wait_for_an_event():
    edges = {"t": {"from": "a", "event": ["tick", "noise"], "guard": "on", "to": "b"}}
    for posted in ((), (RaisedEvent("noise"),)):
        one = started({"a": {}, "b": {}}, edges)
        one.write("on", True)
        one.tick(*posted)
        assert one.taken() == ["t"]


def test_4_2_guard_and_actions_read_the_events_payload():
    edges = {
        "t": {
            "from": "a",
            "event": "hit",
            "guard": "event.force > 3",
            "to": "b",
            "actions": ["n = event.force"],
        }
    }
    one = started({"a": {}, "b": {}}, edges)
    one.tick(RaisedEvent("hit", {"force": 3}))
    assert one.active() == ["a"]
    one.tick(RaisedEvent("hit", {"force": 4}))
    assert one.active() == ["b"]
    assert one.variable("n") == 4


def test_4_4_an_event_goes_to_the_innermost_state_first():
    edges = {
        "outer": {"from": "p", "event": "noise", "to": "q"},
        "inner": {"from": "a", "event": "noise", "to": "b"},
    }
    one = started(NESTED, edges)
    one.tick(RaisedEvent("noise"))
    assert one.taken() == ["inner"]


def test_4_4_the_walk_goes_outwards_where_the_inner_guard_is_false():
    edges = {
        "root": {"event": "noise", "to": "r"},
        "outer": {"from": "p", "event": "noise", "to": "q"},
        "inner": {"from": "a", "event": "noise", "guard": "on", "to": "b"},
    }
    one = started(NESTED, edges)
    one.tick(RaisedEvent("noise"))
    assert one.taken() == ["outer"]


def test_4_4_the_machines_own_transitions_are_asked_last():
    edges = {
        "root": {"event": "noise", "to": "r"},
        "outer": {"from": "p", "event": "noise", "guard": "on", "to": "q"},
    }
    one = started(NESTED, edges)
    one.tick(RaisedEvent("noise"))
    assert one.active() == ["r"]


def test_4_4_priority_goes_before_document_order():
    edges = {
        "t1": {"from": "a", "event": "noise", "to": "b"},
        "t2": {"from": "a", "event": "noise", "to": "q", "priority": 2},
        "t3": {"from": "a", "event": "noise", "to": "r", "priority": 2},
        "t4": {"from": "a", "event": "noise", "to": "p", "priority": -1},
    }
    one = started(NESTED, edges)
    one.tick(RaisedEvent("noise"))
    assert one.taken() == ["t2"]


def test_4_4_an_inner_targetless_transition_ends_the_walk_of_an_event():
    edges = {
        "outer": {"from": "p", "event": "noise", "to": "q"},
        "inner": {"from": "a", "event": "noise", "actions": ["n = 1"]},
    }
    one = started(NESTED, edges)
    one.tick(RaisedEvent("noise"))
    assert one.taken() == ["inner"]
    assert one.active() == ["p", "a"]


def test_4_4_a_disabled_transition_is_never_asked():
    edges = {"t": {"from": "a", "event": "noise", "to": "b", "disabled": True}}
    one = started(NESTED, edges)
    one.tick(RaisedEvent("noise"))
    assert one.taken() == []
    assert one.outcome("t") == TransitionOutcome.NOT_CONSIDERED


def test_7_2_a_transitions_byte_says_how_far_it_came():
    edges = {
        "false": {"from": "a", "guard": "on", "to": "b"},
        "taken": {"from": "a", "to": "b"},
        "late": {"from": "a", "to": "q"},
    }
    one = started({"a": {}, "b": {}, "q": {}}, edges)
    one.tick()
    assert one.outcome("false") == TransitionOutcome.GUARD_FALSE
    assert one.outcome("taken") == TransitionOutcome.TAKEN
    assert one.outcome("late") == TransitionOutcome.NOT_CONSIDERED


def test_4_14_candidates_carry_the_guards_parts_and_what_was_missing():
    one = started({"a": {}, "b": {}}, {"t": {"from": "a", "guard": "on or d < 3", "to": "b"}})
    one.tick()
    candidate = one.brain_log.candidates[one.row("t")]
    assert candidate.outcome == TransitionOutcome.GUARD_FALSE
    assert [(part.text, part.value) for part in candidate.parts] == [
        ("on", "false"),
        (" or ", "neutral"),
        ("d < 3", "false"),
    ]
    one.write("on", True)
    one.tick()
    candidate = one.brain_log.candidates[one.row("t")]
    assert candidate.outcome == TransitionOutcome.TAKEN
    assert candidate.parts[0].value == "true"
    assert candidate.parts[2].value == "neutral"


def test_4_14_a_margin_is_told():
    one = started({"a": {}, "b": {}}, {"t": {"from": "a", "guard": "d < 3", "to": "b"}})
    one.tick()
    assert one.brain_log.candidates[one.row("t")].sentence == "d is 4.2, 1.2 too high"


def test_4_14_a_true_transition_says_what_it_lost_to():
    edges = {
        "die": {"event": "hit", "to": "q", "interrupt": True},
        "flinch": {"from": "a", "event": "hit", "to": "b"},
    }
    one = started(NESTED, edges)
    one.tick(RaisedEvent("hit", {"force": 1}))
    assert one.taken() == ["die"]
    lost = one.brain_log.candidates[one.row("flinch")]
    assert lost.outcome == TransitionOutcome.TRUE_BUT_LOST
    assert lost.sentence == "lost to the any-state transition die of the machine"
    assert one.outcome("flinch") == TransitionOutcome.TRUE_BUT_LOST


def test_4_14_nothing_is_logged_where_nobody_watches():
    one = started({"a": {}, "b": {}}, {"t": {"from": "a", "guard": "on", "to": "b"}})
    one.brain.tick(None)
    assert one.brain.log is None
    assert one.outcome("t") == TransitionOutcome.GUARD_FALSE
