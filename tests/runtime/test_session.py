"""A world with its minds, step by step (rules 1.2, 1.3, 1.5, 1.7, 1.8, 6.5, 6.7, 9.3)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.files.document_file import document_to_bytes
from graphs.model import Document
from runtime.basics.random_numbers import fnv1a_32
from runtime.history.recording.trace_export import TraceHash
from runtime.minds.program.problems import CompileError
from runtime.session.session import Session
from tests.example_counts import daily
from tests.runtime.lone_brain import document, machine, tree
from tests.runtime.session_of import move_player, replace_document, sample_session, session_of, trace_hash_of

ROOT = Path(__file__).parents[2]
COUNTER = {"n": {"type": "int"}}


def mind(graph: dict[str, Any], **parts: Any) -> Document:
    return document({"g": graph}, **parts)


def setting(*lines: str, **parts: Any) -> Document:
    return mind(tree({"root": {"kind": "set", "actions": list(lines)}}), **parts)


def test_1_2_sensors_write_before_the_brain_ticks_in_the_same_step():
    watcher = setting("seen = d", variables={"d": {"type": "float"}, "seen": {"type": "float"}})
    sensor = {"kind": "distance", "params": {"to": "b"}, "writes": {"d": "distance"}}
    session = session_of({"a": {"mind": "m", "sensors": [sensor]}, "b": {}}, {"m": watcher})
    session.step()
    assert session.variables("a")["seen"] == 3.0


def test_1_2_inputs_come_first_in_the_next_step():
    session = session_of({"a": {"mind": "m"}}, {"m": setting("n = n * 2", variables=COUNTER)})
    session.write_variable("a", "n", 4)
    assert session.variables("a")["n"] == 0
    frame = session.step()
    assert session.variables("a")["n"] == 8
    assert [(write.variable, write.value, write.row) for write in frame.brains["a"].writes] == [
        ("n", 4, -1),
        ("n", 8, 0),
    ]


def test_1_2_brains_tick_in_ascending_agent_id_and_the_steering_acts_in_the_same_step():
    going = mind(tree({"root": {"kind": "action", "action": "seek", "params": {"target": [19, 7]}}}))
    session = session_of({"b": {"mind": "m"}, "a": {"mind": "m"}}, {"m": going})
    before = session.world.agents.position.copy()
    frame = session.step()
    assert list(frame.brains) == ["a", "b"]
    assert (session.world.agents.position[:, 0] > before[:, 0]).all()


@pytest.mark.parametrize(
    ("every", "phase", "ticks"), [(1, None, [0, 1, 2, 3, 4, 5, 6, 7]), (3, 1, [1, 4, 7])]
)
def test_1_3_a_brain_ticks_every_so_many_steps_from_its_phase(every, phase, ticks):
    agent = {"mind": "m", "tick_every": every, **({} if phase is None else {"phase": phase})}
    session = session_of({"a": agent}, {"m": setting("n = n + 1", variables=COUNTER)})
    frames = [session.step() for _ in range(8)]
    assert [frame.tick for frame in frames if "a" in frame.brains] == ticks
    assert session.variables("a")["n"] == len(ticks)


def test_1_3_the_phase_is_the_hash_of_the_agents_id():
    names = ["a", "b", "c", "d"]
    counting = {"m": setting("n = n + 1", variables=COUNTER)}
    session = session_of({name: {"mind": "m", "tick_every": 6} for name in names}, counting)
    first: dict[str, int] = {}
    for _ in range(6):
        frame = session.step()
        first |= dict.fromkeys(frame.brains, frame.tick)
    assert first == {name: fnv1a_32(name) % 6 for name in names}


def test_1_3_tick_every_zero_ticks_when_asked_or_at_an_event_of_its_list():
    agent = {"mind": "m", "tick_every": 0, "tick_on": ["noise"]}
    counting = setting("n = n + 1", variables=COUNTER, events={"noise.loud": {}, "other": {}})
    session = session_of({"a": agent}, {"m": counting})
    ticked = []
    for step in range(6):
        if step == 1:
            session.ask_tick("a")
        if step == 3:
            session.post_event("a", "other")
        if step == 4:
            session.post_event("a", "noise.loud")
        ticked += [frame.tick for frame in (session.step(),) if "a" in frame.brains]
    assert ticked == [1, 4]


def test_1_3_durations_count_world_ticks_for_a_brain_that_skips_steps():
    waiting = mind(
        tree(
            {
                "root": {"kind": "sequence", "children": ["w", "s"]},
                "w": {"kind": "wait", "params": {"seconds": 0.1}},
                "s": {"kind": "set", "actions": ["n = n + 1"]},
            }
        ),
        variables=COUNTER,
    )
    session = session_of({"a": {"mind": "m", "tick_every": 4, "phase": 0}}, {"m": waiting})
    seen = []
    for _ in range(9):
        session.step()
        seen.append(session.variables("a")["n"])
    # Entered on step 0, due on step 6; the first brain tick at or after it is that of step 8.
    assert seen == [0] * 8 + [1]


def shared(*lines: str) -> Document:
    variables = {"total": {"type": "int", "scope": "world", "default": 1}, **COUNTER}
    return setting(*lines, variables=variables, events=EVENTS)


def test_9_3_world_writes_are_applied_after_all_brains_in_ascending_agent_id():
    minds = {"first": shared("n = total", "total = 10"), "second": shared("n = total", "total = 20")}
    session = session_of({"b": {"mind": "second"}, "a": {"mind": "first"}}, minds)
    session.step()
    assert [session.variables(agent)["n"] for agent in "ab"] == [1, 1]
    assert session.world_variables() == {"total": 20}
    session.step()
    assert [session.variables(agent)["n"] for agent in "ab"] == [20, 20]


def test_9_3_a_brain_reads_the_value_from_before_even_its_own():
    session = session_of({"a": {"mind": "m"}}, {"m": shared("total = total + 1", "n = total")})
    session.step()
    assert session.variables("a")["n"] == 1
    assert session.world_variables() == {"total": 2}


def test_9_3_a_second_writer_in_one_step_is_recorded():
    minds = {"first": shared("total = 10"), "second": shared("total = 20")}
    session = session_of({"a": {"mind": "first"}, "b": {"mind": "second"}}, minds)
    session.step()
    errors = session.step().brains["b"].errors
    assert ["total was written by a in the same step" in error.message for error in errors] == [True]


def test_2_2_documents_of_one_world_must_agree_on_the_type_of_a_world_variable():
    other = setting("total = 2.0", variables={"total": {"type": "float", "scope": "world"}})
    with pytest.raises(CompileError, match="total is a float in second and an int in another mind"):
        session_of(
            {"a": {"mind": "first"}, "b": {"mind": "second"}}, {"first": shared("n = 1"), "second": other}
        )


EVENTS: dict[str, Any] = {"ping": {"payload": {"x": "int"}}}


def test_9_3_sent_events_arrive_in_the_next_tick_of_the_receiver():
    minds = {
        "sender": setting("send ping(x = 5) to all", events=EVENTS),
        "receiver": mind(
            machine({"r": {}}, {"t": {"from": "r", "event": "ping", "actions": ["n = event.x"]}}),
            variables=COUNTER,
            events=EVENTS,
        ),
    }
    session = session_of({"a": {"mind": "sender"}, "b": {"mind": "receiver"}}, minds)
    session.step()
    assert session.variables("b")["n"] == 0
    frame = session.step()
    assert session.variables("b")["n"] == 5
    assert [(event.agent, event.name, event.handled) for event in frame.events] == [("b", "ping", True)]


def test_6_5_events_go_to_the_team_without_the_sender():
    minds = {"m": setting("send ping(x = 1) to team", events=EVENTS)}
    agents = {name: {"mind": "m", "team": team} for name, team in (("a", "red"), ("b", "red"), ("c", "blue"))}
    session = session_of(agents, minds)
    session.step()
    assert [event.agent for event in session.step().events] == ["a", "b"]


def test_6_5_an_event_nobody_took_is_in_the_trace_as_unhandled():
    deaf = mind(machine({"r": {"entry": ["raise ping(x = 1)"]}}), events=EVENTS)
    session = session_of({"a": {"mind": "m"}}, {"m": deaf})
    assert [(event.name, event.handled) for event in session.step().events] == [("ping", False)]
    session.post_event("a", "ping", {"x": 2})
    (event,) = session.step().events
    assert (event.agent, event.name, event.payload, event.handled) == ("a", "ping", (("x", 2),), False)


def test_6_7_an_ended_brain_stays_ended_in_the_trace():
    ending = mind(machine({"r": {}, "end": {"kind": "final"}}, {"t": {"from": "r", "to": "end"}}))
    session = session_of({"a": {"mind": "m"}}, {"m": ending})
    assert [session.step().brains["a"].ended for _ in range(3)] == [False, True, True]


def test_7_4_inputs_are_seen_by_the_brains_next_tick():
    polling = mind(
        machine({"r": {}, "s": {}}, {"t": {"from": "r", "guard": "n > 0", "to": "s"}}), variables=COUNTER
    )
    session = session_of({"a": {"mind": "m"}}, {"m": polling})
    session.step()
    session.write_variable("a", "n", 1)
    assert len(session.step().brains["a"].taken) == 1


def test_1_5_the_same_seed_and_inputs_give_the_same_trace_here_and_in_a_process_with_another_hash_seed():
    hashes = {name: trace_hash_of(name, 200) for name in ("tank", "soldier")}
    assert hashes == {name: trace_hash_of(name, 200) for name in hashes}
    program = (
        "from tests.runtime.session_of import trace_hash_of\n"
        f"print({{name: trace_hash_of(name, 200) for name in {tuple(hashes)!r}}})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0" if os.environ.get("PYTHONHASHSEED") == "4711" else "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{hashes}\n"


def run(session: Session, steps: int) -> str:
    trace = TraceHash()
    for _ in range(steps):
        move_player(session)
        trace.add(session.step())
    return trace.hexdigest() + session.state_hash()


@settings(max_examples=daily(4, deep=12), deadline=None)
@given(st.sampled_from(["tank", "soldier"]), st.integers(0, daily(150, deep=300)), st.integers(1, 60))
def test_1_5_a_session_restored_at_a_random_tick_goes_on_as_the_straight_run(name, cut, further):
    session = sample_session(name)
    run(session, cut)
    saved = session.snapshot()
    before = session.state_hash()
    straight = run(session, further)
    session.restore(saved)
    assert session.state_hash() == before
    assert run(session, further) == straight
    fresh = sample_session(name)
    fresh.restore(saved)
    assert run(fresh, further) == straight


def test_1_5_a_snapshot_keeps_what_waits_for_the_next_step():
    """Posted events, ticks asked for, and what is to be recorded are part of it."""
    minds = {"first": shared("total = 10"), "second": shared("total = 20")}
    agents = {
        "a": {"mind": "first"},
        "b": {"mind": "second"},
        "c": {"mind": "first", "tick_every": 0},
    }
    session = session_of(agents, minds)
    session.step()
    session.ask_tick("c")
    session.post_event("a", "ping", {"x": 1})
    session.write_variable("b", "n", 3)
    saved = session.snapshot()
    straight = run(session, 3)
    session.restore(saved)
    assert run(session, 3) == straight
    session.restore(saved)
    frame = session.step()
    assert set(frame.brains) == {"a", "b", "c"}
    assert [event.name for event in frame.events] == ["ping"]
    assert len(frame.brains["b"].errors) == 1
    assert frame.brains["b"].writes[0].variable == "n"


def test_1_7_the_state_hash_tells_one_state_from_another():
    one, two = sample_session("tank"), sample_session("tank")
    for _ in range(60):
        one.step()
        two.step()
    assert one.state_hash() == two.state_hash()
    agent = next(iter(one.brains))
    name, value = next(
        (name, value) for name, value in two.variables(agent).items() if isinstance(value, float)
    )
    two.write_variable(agent, name, value + 1)
    two.apply_inputs()
    assert one.state_hash() != two.state_hash()


@pytest.mark.parametrize("name", ["tank", "soldier"])
def test_1_8_a_run_never_writes_the_document(name):
    session = sample_session(name)
    documents = session.segments[-1].minds.documents
    before = {file: document_to_bytes(document) for file, document in documents.items()}
    run(session, 120)
    assert {file: document_to_bytes(document) for file, document in documents.items()} == before


def test_8_4_variables_carry_over_by_name_and_type_when_the_document_changes():
    before = setting("n = n + 1", variables={**COUNTER, "gone": {"type": "int", "default": 3}})
    other = {**COUNTER, "gone": {"type": "float", "default": 7}, "new": {"type": "int", "default": 9}}
    session = session_of({"a": {"mind": "m"}}, {"m": before})
    for _ in range(3):
        session.step()
    after = mind(
        tree(
            {"root": {"kind": "sequence", "children": ["s"]}, "s": {"kind": "set", "actions": ["n = n + 10"]}}
        ),
        variables=other,
    )
    replace_document(session, "m", after)
    session.step()
    assert session.variables("a") == {"n": 13, "gone": 7.0, "new": 9}


def test_8_2_a_changed_number_lets_the_brain_go_on_where_it_is():
    def waiting(seconds: float) -> Document:
        nodes = {
            "root": {"kind": "sequence", "children": ["w", "s", "x"]},
            "w": {"kind": "wait", "params": {"seconds": 0.1}},
            "s": {"kind": "set", "actions": ["n = n + 1"]},
            "x": {"kind": "wait", "params": {"seconds": seconds}},
        }
        return mind(tree(nodes), variables=COUNTER)

    session = session_of({"a": {"mind": "m"}}, {"m": waiting(5)})
    for _ in range(4):
        session.step()
    replace_document(session, "m", waiting(9))
    for _ in range(3):
        session.step()
    # Step 6 ends the wait that began on step 0.
    assert session.variables("a")["n"] == 1


def test_8_5_a_document_with_errors_keeps_the_old_program_running():
    session = session_of({"a": {"mind": "m"}}, {"m": setting("n = n + 1", variables=COUNTER)})
    session.step()
    with pytest.raises(CompileError):
        replace_document(session, "m", setting("m = n + 1", variables=COUNTER))
    session.step()
    assert session.variables("a")["n"] == 2
