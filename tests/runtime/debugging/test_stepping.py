"""Stepping visit by visit visits what the straight run visits, in its order, forwards and back (7.1)."""

from __future__ import annotations

import pytest

from tests.runtime.debugging.stepping import OtherVisits, step_through, watched_run
from tests.runtime.lone_brain import document, machine, tree
from tests.runtime.recording.test_random_seeks import act
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import sample_session, session_of


@pytest.mark.parametrize("name", NAMES)
def test_7_1_stepping_visits_what_the_straight_run_visits(name):
    session = sample_session(name)
    agent = sorted(session.brains)[0]
    run, seen = watched_run(session, agent, 28, act)
    step_through(run, agent, seen, range(0, 28, 9), thoroughly=False)


def test_7_1_other_visits_are_told():
    session = sample_session("tank")
    agent = sorted(session.brains)[0]
    run, seen = watched_run(session, agent, 3, act)
    seen[2] = ((), ())
    with pytest.raises(OtherVisits, match="tick 2"):
        step_through(run, agent, seen, range(3), thoroughly=True)


def test_1_5_what_a_step_left_in_its_middle_had_gathered_is_dropped_when_another_state_is_restored():
    nodes = {
        "root": {"kind": "sequence", "children": ["say", "w"]},
        "say": {"kind": "set", "actions": ["send hello to all"]},
        "w": {"kind": "wait", "params": {"seconds": 0.05}},
    }
    says = document({"g": tree(nodes)}, events={"hello": {}})
    counts = document(
        {
            "g": machine(
                {"a": {}}, {"t": {"from": "a", "event": "hello", "targets": [], "actions": ["n = n + 1"]}}
            )
        },
        events={"hello": {}},
        variables={"n": {"type": "int"}},
    )
    agents = {"one": {"mind": "says.mind.json"}, "two": {"mind": "counts.mind.json"}}
    session = session_of(agents, {"says.mind.json": says, "counts.mind.json": counts})
    run, seen = watched_run(session, "one", 24, lambda _session: None)
    assert session.variables("two")["n"] == 6
    assert step_through(run, "one", seen, range(24), thoroughly=True) > 24
