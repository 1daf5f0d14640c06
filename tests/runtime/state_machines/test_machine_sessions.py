"""Machines in whole sessions: snapshots, hashes and traces (rules 1.5, 4.8, 4.10)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.history.recording.trace_export import TraceHash
from runtime.session.session import Session
from tests.runtime.lone_brain import document, machine
from tests.runtime.session_of import session_of

EVENTS: dict[str, Any] = {"ping": {"payload": {"x": "int"}}, "go": {}, "back": {}}
VARIABLES: dict[str, Any] = {"n": {"type": "int"}}
MIND = document(
    {
        "g": machine(
            {
                "p": {
                    "kind": "parallel",
                    "children": ["r", "s"],
                    "entry": ["raise ping(x = n) after 0.2 as late"],
                },
                "r": {"children": ["a", "b", "h"], "initial": "a"},
                "a": {},
                "b": {"entry": ["n = random_int(0, 9)"]},
                "h": {"kind": "history", "depth": "deep", "default": "a"},
                "s": {"children": ["c", "d"], "initial": "c"},
                "c": {},
                "d": {},
                "q": {},
            },
            {
                "ab": {"from": "a", "delay": 0.1, "jitter": 0.05, "to": "b"},
                "stay": {"from": "b", "group": "w", "after": 0.1, "weight": 3},
                "ba": {"from": "b", "group": "w", "after": 0.1, "to": "a"},
                "cd": {"from": "c", "cooldown": 0.5, "to": "d"},
                "dc": {"from": "d", "after": 0.05, "to": "c"},
                "out": {"from": "p", "event": "ping", "guard": "event.x % 2 == 0", "delay": 0.1, "to": "q"},
                "in": {"from": "q", "after": 0.1, "to": "h"},
            },
        )
    },
    events=EVENTS,
    variables=VARIABLES,
)


def opened() -> Session:
    agents = {name: {"mind": "m.mind.json"} for name in ("ann", "ben", "cat")}
    return session_of(agents, {"m.mind.json": MIND})


def run(session: Session, steps: int, trace: TraceHash) -> None:
    for _ in range(steps):
        trace.add(session.step())


@pytest.mark.parametrize("cut", [1, 7, 13, 20, 33, 50])
def test_1_5_a_session_goes_on_from_a_snapshot_as_the_straight_run(cut):
    straight, trace = opened(), TraceHash()
    run(straight, cut, TraceHash())
    run(straight, 120 - cut, trace)
    other, again = opened(), TraceHash()
    run(other, cut, TraceHash())
    snapshot, known = other.snapshot(), other.state_hash()
    run(other, 40, TraceHash())
    assert other.state_hash() != known
    other.restore(snapshot)
    assert other.state_hash() == known
    run(other, 120 - cut, again)
    assert again.hexdigest() == trace.hexdigest()
    assert other.state_hash() == straight.state_hash()


def test_1_5_everything_that_waits_is_met_in_that_run():
    session = opened()
    pending = delayed = 0
    for _ in range(120):
        session.step()
        for brain in session.brains.values():
            pending += len(brain.machines.pending)
            delayed += len(brain.machines.delayed)
    assert pending > 50
    assert delayed > 50
