"""Triggers in sessions, snapshots and swaps (rule 2.3); what they do in a tick is shown by cases."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from graphs.model import Document
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.history.recording.agent_view import AgentView
from runtime.history.recording.trace_export import frame_bytes, frame_line
from runtime.minds.memory.brain_memory import LatchMemory, memory_of
from runtime.minds.memory.restore_brain import take_over
from runtime.records.trace_frame import TraceFrame
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree
from tests.runtime.session_of import session_of

WAITING = {"root": {"kind": "wait_until", "test": "hit and on"}}
VARIABLES: dict[str, Any] = {"hit": {"type": "trigger"}, "on": {"type": "bool"}}


def waiting(latched: bool | float = False) -> Document:
    variables = {**VARIABLES, "hit": {"type": "trigger", "latched": latched}}
    return document({"g": tree(WAITING)}, variables=variables)


def test_2_3_what_the_user_sets_during_a_run_is_armed_for_the_next_step_and_its_end_is_in_the_frame():
    session = session_of({"a": {"mind": "m"}}, {"m": waiting()})
    session.step()
    session.write_variable("a", "hit", True)
    frame = session.step()
    assert [(write.variable, write.value, write.row) for write in frame.brains["a"].writes] == [
        ("hit", True, -1)
    ]
    assert frame.brains["a"].expired == ("hit",)
    assert session.step().brains["a"].expired == ()


def test_2_3_a_sensor_arms_a_trigger_for_the_brain_tick_of_the_same_step():
    seeing = document(
        {"g": tree({"root": {"kind": "condition", "test": "seen"}})}, variables={"seen": {"type": "trigger"}}
    )
    eye = {
        "kind": "sight",
        "params": {"half_angle": 180, "looks_for": "b", "range": 20},
        "writes": {"seen": "visible"},
    }
    session = session_of({"a": {"mind": "m", "sensors": [eye]}, "b": {}}, {"m": seeing})
    frame = session.step().brains["a"]
    assert frame.status == Status.SUCCESS
    assert [write.value for write in frame.writes] == [True, False]


def test_1_5_armed_triggers_are_in_snapshots():
    session = session_of({"a": {"mind": "m"}}, {"m": waiting(latched=0.1)})
    session.brains["a"].write_from_outside("hit", True)
    session.step()
    session.step()
    saved, here = session.snapshot(), session.state_hash()
    straight = [frame_bytes(session.step()) for _ in range(8)]
    session.restore(saved)
    assert session.state_hash() == here
    assert [frame_bytes(session.step()) for _ in range(8)] == straight
    assert session.variables("a")["hit"] is False


def test_2_3_a_world_can_begin_with_a_trigger_armed():
    session = session_of({"a": {"mind": "m", "variables": {"hit": True}}}, {"m": waiting(latched=0.05)})
    ends = [session.step().brains["a"].expired for _ in range(5)]
    assert ends == [(), (), (), ("hit",), ()]


def test_2_3_what_it_consumes_is_a_write_of_the_node_that_acts():
    one = LoneBrain(waiting())
    one.write("hit", True)
    one.write("on", True)
    one.tick()
    assert one.brain.writes == [("hit", True, -1), ("on", True, -1), ("hit", False, one.row("root"))]
    assert one.brain.expired == []


def frame_of(one: LoneBrain, tick: int) -> TraceFrame:
    status = one.tick()
    return TraceFrame(tick, {"me": one.brain.frame(status, None)}, np.zeros((1, 3)))


def test_7_1_a_trigger_that_dies_is_told_in_every_form_of_the_trace():
    one = LoneBrain(waiting())
    view = AgentView(one.program, "me")
    one.write("hit", True)
    frame = frame_of(one, 0)
    assert json.loads(frame_line(frame))["brains"]["me"]["expired"] == ["hit"]
    quiet = TraceFrame(0, {"me": one.brain.frame(Status.RUNNING, None)}, np.zeros((1, 3)))
    assert frame_bytes(frame) == frame_bytes(quiet)
    one.brain.expired = []
    quiet = TraceFrame(0, {"me": one.brain.frame(Status.RUNNING, None)}, np.zeros((1, 3)))
    assert frame_bytes(frame) != frame_bytes(quiet)
    view.merge(frame)
    assert view.expired == {"hit": 0}
    assert view.writes["hit"] == 0
    view.merge(frame_of(one, 1))
    assert view.expired == {"hit": 0}


def test_2_3_a_trigger_of_a_graph_is_told_by_the_path_of_its_call():
    inner = {
        **tree(
            {"root": {"kind": "sequence", "children": ["s", "w"]}, "s": setting("own"), "w": scripted("R")}
        ),
        "variables": {"own": {"type": "trigger"}},
    }
    one = LoneBrain(document({"g": tree({"root": {"kind": "subtree", "graph": "h"}}), "h": inner}))
    one.tick()
    assert [place.label for place in one.program.triggers.values()] == ["root/own"]
    one.tick()
    assert one.brain.expired == ["root/own"]


def setting(*names: str) -> dict[str, Any]:
    return {"kind": "set", "actions": [f"set {name}" for name in names]}


def test_3_13_a_new_activation_of_an_activity_arms_what_begins_armed():
    inner = {
        **tree({"root": {"kind": "condition", "test": "fresh"}}),
        "variables": {"fresh": {"type": "trigger", "default": True}},
    }
    states = {"a": {"activity": {"graph": "h", "loop": False}}, "b": {}}
    edges = {
        "t": {"from": "a", "to": "b", "event": "done.success"},
        "u": {"from": "b", "to": "a", "event": "again"},
    }
    one = LoneBrain(document({"g": machine(states, edges), "h": inner}, events={"again": {}}))
    for _ in range(3):
        one.tick(RaisedEvent("again"))
        assert one.taken()[-1] == "t"
        assert one.active() == ["b"]


@pytest.mark.parametrize("waited", range(7))
def test_8_4_a_swap_keeps_a_latched_trigger_armed_for_as_long_as_it_would_have_been(waited):
    """Set before tick 0 for 6 ticks: dead from tick 6 on, whenever the swap was."""
    one = LoneBrain(waiting(latched=0.1))
    one.write("hit", True)
    one.ticks(waited)
    changed = {"root": {"kind": "force_success", "children": ["w"]}, "w": WAITING["root"]}
    one.swap(
        document({"g": tree(changed)}, variables={**VARIABLES, "hit": {"type": "trigger", "latched": 0.1}})
    )
    assert one.variable("hit") is True
    ended = waited
    while not one.brain.expired:
        one.tick()
        ended += 1
    assert ended == 7


def test_8_4_a_trigger_that_is_not_latched_any_more_lives_for_one_tick():
    one = LoneBrain(waiting(latched=True))
    one.write("hit", True)
    one.ticks(3)
    one.swap(waiting())
    assert one.variable("hit") is True
    one.tick()
    assert one.brain.expired == ["hit"]


def test_2_3_what_is_taken_over_by_name_tells_until_when_a_trigger_is_latched():
    first = LoneBrain(waiting(latched=0.1))
    first.write("hit", True)
    first.tick()
    told = memory_of(first.brain)
    assert told.variables["hit"] is True
    assert told.latches == {"hit": LatchMemory(6, had_tick=True)}
    second = LoneBrain(waiting(latched=0.1))
    second.host.tick, second.brain.tick_now = 1, 0
    assert take_over(told, second.brain) == ()
    for each in (first, second):
        ends = []
        for _ in range(7):
            each.tick()
            ends.append(bool(each.brain.expired))
        assert ends == [False] * 5 + [True, False]


HELD = {
    "root": {"kind": "selector", "children": ["a", "b"]},
    "a": scripted("RRRRRR", guard={"test": "hit", "abort": "self"}),
    "b": {"kind": "wait", "params": {"seconds": 1}},
}


def test_3_9_what_let_a_node_enter_is_taken_over_by_name_and_by_a_swap():
    mind = document({"g": tree(HELD)}, variables=VARIABLES)
    first = LoneBrain(mind)
    first.write("hit", True)
    first.tick()
    told = memory_of(first.brain)
    assert told.nodes["a"].memory["guard_held_hit"] is True
    second = LoneBrain(mind)
    second.host.tick, second.brain.tick_now = 1, 0
    assert take_over(told, second.brain) == ()
    title = {**HELD, "b": {**HELD["b"], "params": {"seconds": 2}}}
    first.swap(document({"g": tree({**title, "c": scripted("R")})}, variables=VARIABLES))
    for each in (first, second):
        each.ticks(3)
        assert each.stored("a") == Status.RUNNING


def test_2_3_a_brain_that_has_ended_keeps_its_triggers_as_they_are():
    ending = machine({"a": {}, "z": {"kind": "final"}}, {"t": {"from": "a", "to": "z"}})
    one = LoneBrain(document({"g": ending}, variables=VARIABLES))
    one.ticks(3)
    one.write("hit", True)
    one.ticks(3)
    assert one.variable("hit") is True
    assert one.brain.expired == []
