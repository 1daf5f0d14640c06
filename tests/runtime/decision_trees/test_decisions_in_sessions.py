"""Decision trees in worlds: the same again, saved and resumed, asked by a host (rules 1.5, 5.5, 6.7)."""

from __future__ import annotations

import pytest

from runtime.basics.status import NodeOutcome
from runtime.history.recording.trace_export import TraceHash
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session
from tests.runtime.lone_brain import document, tree
from tests.runtime.session_of import move_player, sample_session, session_of, trace_hash_of

SAMPLES = ("alarm_guard", "attack_or_flee", "light_bulb", "water")


def chosen(session: Session, frame: TraceFrame, agent: str) -> list[str]:
    rows, outcomes = session.programs[agent].rows, frame.brains[agent].outcomes
    return [
        row.node
        for row in rows
        if row.graph == "attack_or_flee" and row.kind in ("action", "run") and outcomes[row.index] & 7
    ]


@pytest.mark.parametrize("name", SAMPLES)
def test_1_5_a_sample_runs_the_same_again(name: str) -> None:
    assert trace_hash_of(name, 150) == trace_hash_of(name, 150)


@pytest.mark.parametrize("name", SAMPLES)
def test_1_5_a_resumed_sample_gives_the_same_trace(name: str) -> None:
    session = sample_session(name)
    for _ in range(120):
        move_player(session)
        session.step()
    saved = session.snapshot()
    traces = []
    for other in (session, sample_session(name)):
        other.restore(saved)
        trace = TraceHash()
        for _ in range(120):
            move_player(other)
            trace.add(other.step())
        traces.append((trace.hexdigest(), other.state_hash()))
    assert traces[0] == traces[1]


def test_5_5_brawlers_go_through_all_four_leaves() -> None:
    session = sample_session("attack_or_flee")
    seen: set[str] = set()
    for _ in range(900):
        frame = session.step()
        for agent in session.agent_ids:
            leaves = chosen(session, frame, agent)
            assert len(leaves) == 1
            seen |= set(leaves)
            assert frame.brains[agent].errors == ()
        if len(seen) == 4:
            break
    assert seen == {"wander", "pursue", "attack", "flee"}


def test_4_12_the_first_guard_is_alone_and_rings() -> None:
    session = sample_session("alarm_guard")
    rows = session.programs["guard_1"].rows
    alarm = next(row.index for row in rows if row.node == "alarm" and row.graph == "guard")
    for _ in range(120):
        session.step()
    assert session.brains["guard_1"].bytes_[alarm]


def test_5_5_a_host_asks_for_a_decision() -> None:
    branches = [{"when": False, "child": "a"}, {"when": True, "child": "b"}]
    nodes = {
        "q": {"kind": "test", "test": "on", "branches": branches},
        "a": {"kind": "action", "action": "wander"},
        "b": {"kind": "action", "action": "stop"},
    }
    decide = {"root": {"kind": "decide", "graph": "d", "params": {"every": 0}}}
    graphs = {"g": tree(decide), "d": {"kind": "decision_tree", "root": "q", "nodes": nodes}}
    minds = {"m.mind.json": document(graphs, variables={"on": {"type": "bool"}})}
    session = session_of({"one": {"mind": "m.mind.json"}}, minds)
    (leaf,) = (row.index for row in session.programs["one"].rows if row.node == "a")
    session.step()
    session.write_variable("one", "on", True)
    for _ in range(3):
        assert session.step().brains["one"].outcomes[leaf] == NodeOutcome.RUNNING
    session.ask_decisions("one")
    assert session.step().brains["one"].outcomes[leaf] != NodeOutcome.RUNNING
