"""Breakpoints stop a run at what they name, with conditions and counts."""

from __future__ import annotations

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.why.breakpoints import Breakpoint, BreakpointWatch, Stop
from runtime.session.session import Session
from tests.runtime.lone_brain import document, tree
from tests.runtime.session_of import move_player, sample_session, session_of

MIND = "a.mind.json"


def of_tree(nodes, **variables) -> Session:
    """Return a session of two agents that run one tree."""
    mind = document({"g": tree(nodes)}, variables=variables, events={"noise.loud": {}})
    return session_of({"a": {"mind": MIND}, "b": {"mind": MIND}}, {MIND: mind})


def stops(session: Session, ticks: int, *breakpoints: Breakpoint) -> list[Stop]:
    watch = BreakpointWatch(builtin_registry(), breakpoints)
    watch.start(session)
    session.watch(watch.agents_to_log(session))
    found: list[Stop] = []
    for _ in range(ticks):
        found += watch.stops(session.step(), session)
    return found


WAITING = {
    "root": {"kind": "sequence", "children": ["count", "wait"]},
    "count": {"kind": "set", "actions": ["n = n + 1"]},
    "wait": {"kind": "wait", "params": {"seconds": 0.05}},
}
"""Counts, then runs for three ticks, and begins again."""


@pytest.mark.parametrize(
    ("moment", "element", "ticks"),
    [
        ("enter", "wait", [0, 4, 8]),
        ("exit", "wait", [3, 7, 11]),
        ("running", "wait", [0, 4, 8]),
        ("success", "wait", [3, 7, 11]),
        ("success", "count", [0, 4, 8]),
        ("failure", "wait", []),
        ("halt", "wait", []),
        ("taken", "wait", []),
    ],
)
def test_a_breakpoint_on_a_node_stops_at_its_moment_for_every_agent(moment, element, ticks):
    session = of_tree(WAITING, n={"type": "int"})
    found = stops(session, 12, Breakpoint(MIND, moment, "g", element))
    assert [(item.tick, item.agent) for item in found] == [(tick, agent) for tick in ticks for agent in "ab"]
    rows = {session.programs["a"].rows[each.row].node for each in found}
    assert rows == ({element} if ticks else set())


def test_a_breakpoint_on_a_halt_stops_when_a_guard_takes_the_node_away():
    nodes = {
        "root": {"kind": "selector", "children": ["run", "rest"]},
        "run": {"kind": "wait", "params": {"seconds": 9}, "guard": {"test": "n < 3", "abort": "self"}},
        "rest": {"kind": "wait", "params": {"seconds": 9}},
    }
    session = of_tree(nodes, n={"type": "int"})
    session.step()
    session.write_variable("b", "n", 5)
    assert [(stop.tick, stop.agent) for stop in stops(session, 4, Breakpoint(MIND, "halt", "g", "run"))] == [
        (1, "b")
    ]


def test_a_breakpoint_on_a_variable_stops_when_its_value_is_another_than_before():
    session = of_tree(WAITING, n={"type": "int"})
    found = stops(session, 9, Breakpoint(MIND, "change", name="n"))
    assert [(each.tick, each.agent) for each in found] == [
        (tick, agent) for tick in (0, 4, 8) for agent in "ab"
    ]


def test_a_condition_must_hold_and_is_told_with_its_values():
    session = of_tree(WAITING, n={"type": "int"})
    found = stops(session, 12, Breakpoint(MIND, "enter", "g", "wait", condition="n >= 2"))
    assert [(each.tick, each.agent) for each in found] == [(4, "a"), (4, "b"), (8, "a"), (8, "b")]
    assert "n" in found[0].said
    assert "2" in found[0].said


@pytest.mark.parametrize("condition", ["n >=", "unheard_of > 1", "n + 1"])
def test_a_condition_that_cannot_be_read_stops_and_says_so(condition):
    session = of_tree(WAITING, n={"type": "int"})
    found = stops(session, 1, Breakpoint(MIND, "enter", "g", "wait", condition=condition))
    assert len(found) == 2
    assert found[0].said.startswith("The condition cannot be read:")


def test_a_condition_that_fails_stops_and_says_so():
    session = of_tree(WAITING, n={"type": "int"})
    found = stops(session, 1, Breakpoint(MIND, "enter", "g", "wait", condition="1 / (n - 1) > 0"))
    assert "could not be evaluated" in found[0].said


def test_every_third_time_counts_over_all_agents():
    session = of_tree(WAITING, n={"type": "int"})
    found = stops(session, 12, Breakpoint(MIND, "enter", "g", "wait", every=3))
    assert [(each.tick, each.agent) for each in found] == [(4, "a"), (8, "b")]


def test_a_breakpoint_that_is_off_or_of_another_mind_stops_nothing():
    session = of_tree(WAITING, n={"type": "int"})
    off = Breakpoint(MIND, "enter", "g", "wait", enabled=False)
    other = Breakpoint("b.mind.json", "enter", "g", "wait")
    assert stops(session, 9, off, other) == []


def test_a_breakpoint_on_an_event_takes_more_special_ones_too():
    session = of_tree(WAITING, n={"type": "int"})
    session.post_event("b", "noise.loud")
    found = stops(session, 2, Breakpoint(MIND, "event", name="noise"))
    assert [(each.tick, each.agent, each.row) for each in found] == [(0, "b", -1)]


def test_a_breakpoint_on_errors_stops_at_the_row_that_failed():
    nodes = {"root": {"kind": "condition", "test": "1 / n > 0"}}
    session = of_tree(nodes, n={"type": "int"})
    found = stops(session, 1, Breakpoint(MIND, "error"))
    assert [(each.agent, each.row) for each in found] == [("a", 0), ("b", 0)]


def test_states_and_transitions_stop_where_the_log_of_the_run_says_so():
    session = sample_session("tank")
    agent = next(iter(session.brains))
    mind = (session.mind_of(agent) or "").partition("#")[0]
    program = session.programs[agent]
    watched = [
        Breakpoint(mind, moment, row.graph, row.node)
        for row in program.rows
        for moment in ("enter", "exit", "taken")
        if row.family.value in ("state", "transition")
    ]
    watch = BreakpointWatch(builtin_registry(), tuple(watched))
    watch.start(session)
    met = set()
    expected = set()
    for _ in range(420):
        move_player(session)
        frame = session.step()
        brain = frame.brains[agent]
        for stop in watch.stops(frame, session):
            if stop.agent == agent:
                met.add((stop.tick, stop.breakpoint.moment, program.rows[stop.row].node))
        for row in program.rows:
            byte = brain.outcomes[row.index]
            if row.family.value == "transition" and byte == 4:
                expected.add((frame.tick, "taken", row.node))
            if row.family.value == "state" and byte in (2, 4, 5):
                expected.add((frame.tick, "enter", row.node))
            if row.family.value == "state" and byte in (3, 4, 5):
                expected.add((frame.tick, "exit", row.node))
    assert met == expected
    assert {moment for _, moment, _ in met} == {"enter", "exit", "taken"}


def test_5_4_a_question_of_a_decision_tree_stops_where_it_is_asked():
    session = sample_session("attack_or_flee")
    agent = next(iter(session.brains))
    mind = (session.mind_of(agent) or "").partition("#")[0]
    row = next(row for row in session.programs[agent].rows if row.node == "near")
    watch = BreakpointWatch(builtin_registry(), (Breakpoint(mind, "enter", row.graph, row.node),))
    watch.start(session)
    for _ in range(60):
        frame = session.step()
        stopped = any(stop.agent == agent for stop in watch.stops(frame, session))
        assert stopped == (frame.brains[agent].outcomes[row.index] != 0)
    assert watch.hits


def test_the_restart_of_a_states_activity_is_no_entry_of_the_state():
    graph = {
        "kind": "state_machine",
        "children": ["s"],
        "initial": "s",
        "nodes": {"s": {"kind": "state", "activity": {"graph": "t", "loop": True}}},
        "edges": {},
    }
    body = tree({"root": {"kind": "wait", "params": {"seconds": 0.05}}})
    mind = document({"g": graph, "t": body})
    session = session_of({"a": {"mind": MIND}}, {MIND: mind})
    found = stops(session, 30, Breakpoint(MIND, "enter", "g", "s"))
    assert [each.tick for each in found] == [0]
