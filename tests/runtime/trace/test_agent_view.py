"""What an editor is told of one agent: this tick, last results, dwell, transitions (rules 3.1, 7.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.basics.host import RaisedEvent
from runtime.basics.status import HALTED, NodeOutcome, StateOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.history.recording.trace_export import TraceHash
from runtime.minds.program.brain_log import BrainLog
from runtime.records.trace_frame import TraceFrame
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree

EVENTS: dict[str, Any] = {"go": {}, "back": {}}
VARIABLES: dict[str, Any] = {"n": {"type": "int"}, "f": {"type": "float"}, "on": {"type": "bool"}}


class Watched:
    """Run one brain and merge its frames into a view."""

    def __init__(self, graph: dict[str, Any]) -> None:
        self.one = LoneBrain(document({"g": graph}, variables=VARIABLES, events=EVENTS))
        self.view = AgentView(self.one.program, "me")
        self.changed: set[str] = set()

    def frame(self, *events: RaisedEvent, watched: bool = True) -> TraceFrame:
        for event in events:
            self.one.brain.post(event)
        log = BrainLog() if watched else None
        self.one.brain.watched = watched
        tick = self.one.host.tick
        status = self.one.brain.tick(log)
        self.one.host.tick += 1
        return TraceFrame(tick, {"me": self.one.brain.frame(status, log)}, np.zeros((1, 3)))

    def tick(self, *events: RaisedEvent) -> None:
        rows = self.view.merge(self.frame(*events))
        self.changed = {self.one.program.rows[row].node for row in rows if row >= 0}

    def row(self, node: str) -> int:
        return self.one.row(node)


def test_3_1_the_last_result_is_kept_apart_with_its_tick():
    seen = Watched(
        tree(
            {
                "root": {"kind": "sequence", "children": ["a", "b"]},
                "a": scripted("S", "a"),
                "b": scripted("RRF", "b"),
            }
        )
    )
    seen.tick()
    seen.tick()
    a = seen.row("a")
    assert seen.view.outcome[a] == NodeOutcome.NOT_VISITED
    assert seen.view.last_result[a] == NodeOutcome.SUCCESS
    assert seen.view.last_tick[a] == 0
    assert seen.view.last_tick[seen.row("b")] == 1


def test_7_2_a_node_halted_in_this_tick_shows_it():
    seen = Watched(
        tree(
            {
                "root": {"kind": "parallel", "params": {"success": "any"}, "children": ["a", "b"]},
                "a": scripted("RS"),
                "b": scripted("RR"),
            }
        )
    )
    seen.tick()
    seen.tick()
    assert seen.view.outcome[seen.row("b")] == HALTED
    assert seen.view.last_result[seen.row("b")] == NodeOutcome.RUNNING


def test_7_2_states_are_active_entered_exited_and_were_active():
    seen = Watched(machine({"a": {}, "b": {}}, {"t": {"from": "a", "event": "go", "to": "b"}}))
    seen.tick()
    a, b = seen.row("a"), seen.row("b")
    assert seen.view.active(a)
    assert not seen.view.active(b)
    assert seen.view.active_since(a) == 0
    seen.tick()
    assert seen.view.outcome[a] == StateOutcome.ACTIVE
    assert seen.view.dwell(a) == 1 / 60
    seen.tick(RaisedEvent("go"))
    assert seen.view.was_active == {a}
    assert seen.view.active(b)
    assert seen.view.active_since(b) == 2
    assert seen.view.taken_tick(seen.row("t")) == 2
    assert {"a", "b", "t"} <= seen.changed


def test_a_quiet_tick_changes_only_what_looks_different():
    seen = Watched(machine({"a": {}, "b": {}}, {"t": {"from": "a", "event": "go", "to": "b"}}))
    seen.tick()
    seen.tick()
    seen.tick()
    assert seen.changed == set()


def test_7_1_float_writes_and_reasons_are_of_watched_agents_only():
    graph = tree({"root": {"kind": "set", "actions": ["n = n + 1", "f = 0.5"]}})
    seen = Watched(graph)
    watched = seen.frame().brains["me"]
    assert [write.variable for write in watched.writes] == ["n", "f"]
    assert watched.writes[0].row == seen.row("root")
    assert watched.visits
    plain = seen.frame(watched=False).brains["me"]
    assert [write.variable for write in plain.writes] == ["n"]
    assert plain.visits == ()
    assert plain.candidates == ()
    assert plain.outcomes == watched.outcomes


def test_7_1_the_trace_hash_is_the_same_watched_or_not():
    graph = machine(
        {"a": {"update": ["n = n + 1", "f = f + 0.5"]}, "b": {}},
        {"t": {"from": "a", "guard": "n > 3", "to": "b"}},
    )
    hashes = []
    for watched in (True, False):
        seen, trace = Watched(graph), TraceHash()
        for _ in range(8):
            trace.add(seen.frame(watched=watched))
        hashes.append(trace.hexdigest())
    assert hashes[0] == hashes[1]


def test_an_error_is_kept_with_its_row():
    seen = Watched(tree({"root": scripted("X", "a")}))
    seen.tick()
    assert "ZeroDivisionError" in seen.view.errors[seen.row("root")].message


def test_a_write_is_dated():
    seen = Watched(
        tree(
            {
                "root": {"kind": "sequence", "children": ["w", "s"]},
                "w": {"kind": "wait", "params": {"seconds": 0.05}},
                "s": {"kind": "set", "actions": ["on = true"]},
            }
        )
    )
    for _ in range(5):
        seen.tick()
    assert seen.view.writes == {"on": 3}


def test_6_7_an_ended_brain_is_shown_so():
    seen = Watched(machine({"a": {}, "end": {"kind": "final"}}, {"t": {"from": "a", "to": "end"}}))
    seen.tick()
    seen.tick()
    assert seen.view.ended
    assert not seen.view.active(seen.row("a"))
    seen.tick()
    assert bytes(seen.view.outcome) == bytes(len(seen.one.program.rows))


def test_7_2_questions_keep_their_last_branch_and_what_they_saw_in_this_tick():
    nodes = {
        "q": {
            "kind": "test",
            "test": "on",
            "branches": [{"when": False, "child": "a"}, {"when": True, "child": "r"}],
        },
        "r": {
            "kind": "ranges",
            "value": {"expr": "f"},
            "branches": [{"upto": 1, "child": "a"}, {"child": "a"}],
        },
        "a": scripted("", "a"),
    }
    watched = Watched({"kind": "decision_tree", "root": "q", "nodes": nodes})
    question, ranges = watched.one.row("q"), watched.one.row("r")
    watched.tick()
    assert watched.view.outcome[ranges] == watched.view.last_result[ranges] == 0
    assert watched.view.steps.keys() == {question}
    watched.one.write("on", True)
    watched.tick()
    assert watched.view.outcome[ranges] == watched.view.last_result[ranges] == 2
    assert watched.view.steps[ranges].values == (("f", 0.0),)
    watched.one.write("f", 0.5)
    watched.tick()
    assert watched.changed == {"r"}
    watched.one.write("on", False)
    watched.tick()
    assert watched.view.outcome[ranges] == 0
    assert (watched.view.last_result[ranges], watched.view.last_tick[ranges]) == (2, 2)
    assert watched.view.steps.keys() == {question}
