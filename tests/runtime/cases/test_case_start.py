"""A case begins where its start says, and a start written from a running mind goes on the same."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graphs.model import Document
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.minds.memory.brain_memory import memory_of
from runtime.trials.cases.case_file import (
    CaseFile,
    CaseStart,
    PostedEvent,
    case_from_bytes,
    case_to_bytes,
    plain_value,
)
from runtime.trials.cases.case_runner import CaseResult, run_case
from runtime.trials.cases.case_start import begin_at, case_start_of
from tests.runtime.behavior_trees.random_trees import TREES, VARIABLES
from tests.runtime.behavior_trees.test_random_trees import FEW
from tests.runtime.cases.test_cases import GAME
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree
from tests.runtime.state_machines.called_graphs import mind_of
from tests.runtime.state_machines.random_machines import POSTS, machines
from tests.runtime.state_machines.test_random_machines import outcomes as machine_outcomes

TICKS = 20


def through_a_file(start: CaseStart, mind: Document) -> CaseStart:
    """Return a start as it is read back from the text of a case."""
    nodes: list[dict[str, Any]] = [{"expect": {}}]
    head = {"format": "mindloom-case", "version": 1, "document": "mind.mind.json", "ticks": nodes}
    case = CaseFile.model_validate_json(json.dumps(head)).model_copy(update={"start": start})
    return case_from_bytes(case_to_bytes(case)).start


def begun(start: CaseStart, mind: Document) -> LoneBrain:
    one = LoneBrain(mind)
    one.host.tick = start.tick

    def event_of(posted: PostedEvent, _where: str) -> RaisedEvent:
        return RaisedEvent(posted.event, {name: plain_value(value) for name, value in posted.payload.items()})

    assert begin_at(start, one.brain, one.slab.agent(0), event_of) == ()
    return one


def run(one: LoneBrain, ticks: int) -> list[tuple[Status, bytes, list[str], object]]:
    done: list[tuple[Status, bytes, list[str], object]] = []
    for _ in range(ticks):
        status = one.tick()
        requests = [(each.behavior, each.node_path) for each in one.brain.requests_in_force]
        done.append((status, bytes(one.brain.outcomes), one.errors(), requests))
    return done


@FEW
@given(TREES, st.integers(0, TICKS))
def test_a_start_written_from_a_running_tree_goes_on_as_the_tree_does(nodes, cut):
    mind = document({"g": tree(nodes)}, variables=VARIABLES)
    first = LoneBrain(mind)
    run(first, cut)
    start = case_start_of(first.brain)
    assert start.tick == cut
    second = begun(through_a_file(start, mind), mind)
    assert run(second, TICKS) == run(first, TICKS)


@FEW
@given(machines(), POSTS, st.integers(0, 30))
def test_8_2_a_start_written_from_a_running_machine_goes_on_as_the_machine_does(graph, posts, cut):
    mind = mind_of(graph)
    first = LoneBrain(mind)
    machine_outcomes(first, posts[:cut])
    if first.brain.ended:
        return
    start = case_start_of(first.brain)
    second = begun(through_a_file(start, mind), mind)
    assert machine_outcomes(second, posts[cut:]) == machine_outcomes(first, posts[cut:])
    assert memory_of(second.brain) == memory_of(first.brain)


def test_9_1_requests_in_force_and_events_that_wait_are_part_of_the_start():
    mind = document(
        {"g": tree({"root": {"kind": "action", "action": "asking", "params": {"name": "goal"}}})},
        events={"noise": {"payload": {"at": "vector"}}},
    )
    first = LoneBrain(mind)
    run(first, 3)
    first.brain.post(RaisedEvent("noise", {"at": (1.0, 2.5)}))
    start = through_a_file(case_start_of(first.brain), mind)
    assert [(event.event, event.payload) for event in start.events] == [("noise", {"at": [1, 2.5]})]
    assert [(request.node, request.behavior, request.arguments) for request in start.requests] == [
        ("root", "seek", {"target": "goal"})
    ]
    second = begun(start, mind)
    assert second.brain.requests_in_force == first.brain.requests_in_force


# -- starts written by hand ---------------------------------------------------------------------------

NODES: dict[str, Any] = {
    "root": {"kind": "sequence", "children": ["a", "w", "b"]},
    "a": scripted("S"),
    "w": {"kind": "wait", "params": {"seconds": 0.05}},
    "b": scripted("R"),
}


def result_of(start: dict[str, Any], *ticks: dict[str, Any]) -> CaseResult:
    nodes = {
        "root": NODES["root"],
        "a": {"kind": "action", "action": "work"},
        "w": NODES["w"],
        "b": {"kind": "action", "action": "work"},
    }
    mind = {
        "format": "mindloom",
        "version": 1,
        "root": "g",
        "graphs": {"g": {"kind": "behavior_tree", "root": "root", "nodes": nodes}},
        "variables": {"n": {"type": "int"}, "fear": {"type": "float", "scope": "world"}},
    }
    value = {
        "format": "mindloom-case",
        "version": 1,
        "mind": mind,
        "leaves": {"a": "S", "b": "R"},
        "start": start,
        "ticks": list(ticks) or [{"expect": {}}],
    }
    case = case_from_bytes(json.dumps(value).encode())
    assert case.mind is not None
    return run_case(case, case.mind, GAME)


def running(**memory: Any) -> dict[str, Any]:
    return {"status": "running", "memory": memory}


def test_a_case_begins_with_a_node_running_and_its_timer_where_the_start_says():
    result = result_of(
        {"tick": 100, "nodes": {"root": running(), "w": running(due=102)}},
        {"repeat": 2, "expect": {"outcomes": {"a": "none", "w": "running"}, "counts": {"w": {"enter": 0}}}},
        {"expect": {"outcomes": {"w": "success", "b": "running"}}},
    )
    assert [each for tick in result.ticks for each in tick.mismatches] == []
    assert result.passed
    assert result.notes == ()


def test_what_is_gone_from_the_mind_is_left_out_and_told():
    result = result_of(
        {"nodes": {"root": running(), "old": running(), "w": {"kind": "delay", "status": "running"}}},
        {"expect": {"outcomes": {"a": "success", "w": "running"}}},
    )
    assert result.passed
    assert [(note.where, note.message) for note in result.notes] == [
        ("start.nodes.old", "It is not in this mind."),
        ("start.nodes.w", "It was a delay and is a wait now."),
    ]


def test_variables_of_a_snapshot_that_are_gone_are_left_out_and_told():
    result = result_of({"nodes": {"root": running()}, "variables": {"gone": 1, "n": "x", "fear": 2}})
    assert result.passed
    assert {note.where for note in result.notes} == {"start.variables.gone", "start.variables.n"}
    assert result.ticks[0].record.variables == {"n": 0, "fear": 2.0}


def refused(start: dict[str, Any]) -> str:
    result = result_of(start)
    assert not result.passed
    (problem,) = result.problems
    return f"{problem.where}: {problem.message} {problem.remedy}".rstrip()


def test_a_start_that_makes_no_sense_is_refused_at_its_place():
    assert refused({"nodes": {"w": running(deu=3)}}) == (
        "start.nodes.w.memory.deu: A wait remembers no 'deu'. Use 'due'."
    )
    assert refused({"nodes": {"root": running(), "w": running(due=-1)}}) == (
        "start.nodes.w.memory.due: due is a tick, a whole number from 0 on, not -1."
    )
    assert refused({"variables": {"m": 1}}).startswith("start.variables.m: This mind has no variable 'm'.")
    assert refused({"variables": {"fear": "much"}, "nodes": {"root": running()}}) == (
        'start.variables.fear: fear is a float and cannot be "much". Write a value of that type.'
    )
    assert refused({"events": [{"event": "bang"}]}) == (
        "start.events.0: This mind has no event 'bang'. None is declared."
    )


# -- machines ------------------------------------------------------------------------------------------

MACHINE = machine(
    {
        "calm": {},
        "hunt": {"initial": "seek", "children": ["seek", "hit"]},
        "seek": {"entry": ["n = n + 1"]},
        "hit": {},
    },
    {
        "tired": {"from": "hunt", "after": 0.1, "to": "calm"},
        "near": {"from": "seek", "event": "close", "delay": 0.05, "to": "hit"},
    },
)


def begun_machine(**start: Any) -> tuple[LoneBrain, list[tuple[str, str]]]:
    mind = document({"g": MACHINE}, variables={"n": {"type": "int"}}, events={"close": {}, "late": {}})
    one = LoneBrain(mind)
    written = CaseStart.model_validate_json(json.dumps({"tick": 10, **start}))
    one.host.tick = written.tick

    def event_of(posted: PostedEvent, _where: str) -> RaisedEvent:
        return RaisedEvent(posted.event, {})

    left_out = begin_at(written, one.brain, one.slab.agent(0), event_of)
    return one, [(told.where, told.message) for told in left_out]


def active(*states: str) -> dict[str, Any]:
    return {state: {"status": "running"} for state in ("", *states)}


def test_8_2_a_case_begins_with_states_active_and_their_timers_where_the_start_says():
    one, told = begun_machine(
        nodes={**active("hunt", "seek"), "hunt": {"status": "running", "memory": {"entered": 6}}}
    )
    assert told == []
    assert one.active() == ["hunt", "seek"]
    assert one.variable("n") == 0
    assert [one.tick() and one.taken() for _ in range(3)] == [[], [], ["tired"]]
    assert one.active() == ["calm"]


def test_8_3_what_misses_in_the_configuration_is_entered_and_told():
    one, told = begun_machine(nodes=active("hunt"))
    assert told == [("start.nodes.seek", "It is entered, since what it stands in had no active state.")]
    assert one.active() == ["hunt", "seek"]
    assert one.variable("n") == 1


def test_8_2_two_states_of_one_compound_are_not_both_active():
    one, told = begun_machine(nodes=active("hunt", "seek", "hit", "calm"))
    assert told == [
        ("start.nodes.hunt", "calm is active beside it."),
        ("start.nodes.seek", "What it stands in does not run."),
        ("start.nodes.hit", "What it stands in does not run."),
    ]
    assert one.active() == ["calm"]


def test_8_3_pending_transitions_and_delayed_events_wait_on():
    one, told = begun_machine(
        nodes=active("hunt", "seek"),
        pending=[{"transition": "near", "since": 9, "due": 12, "event": "close"}],
        delayed=[{"event": "late", "due": 11, "machine": ""}],
    )
    assert told == []
    assert [(one.tick(), one.taken())[1] for _ in range(3)] == [[], [], ["near"]]
    assert one.brain.machines.delayed == []


def test_8_3_what_waits_for_what_is_gone_is_left_out():
    one, told = begun_machine(
        nodes=active("calm"),
        pending=[
            {"transition": "near", "since": 9, "due": 12},
            {"transition": "tired", "since": 9, "due": 12},
        ],
        delayed=[{"event": "late", "due": 11, "machine": "", "state": "seek"}],
    )
    assert told == [
        ("start.delayed.0", "No state runs at 'seek'."),
        ("start.pending.0", "The source of the transition at 'near' is not active."),
        ("start.pending.1", "There is no transition with a delay at 'tired'."),
    ]
    assert one.brain.machines.pending == {}
