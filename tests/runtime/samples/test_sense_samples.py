"""The samples of the senses play by themselves, react to what they sense, and go on from any snapshot."""

from __future__ import annotations

import pytest

from runtime.history.recording.trace_export import TraceHash
from runtime.session.session import Session
from tests.runtime.session_of import move_player, sample_session, trace_hash_of


def run(session: Session, steps: int) -> str:
    """Go on, with noises of the user, and return a hash of what happened and how it stands then."""
    trace = TraceHash()
    for _ in range(steps):
        move_player(session)
        if session.tick % 70 == 0:
            session.make_noise((float(session.tick % 25), float(session.tick % 17)), 12, "click")
        trace.add(session.step())
    return trace.hexdigest() + session.state_hash()


@pytest.mark.parametrize(
    ("name", "ticks", "told"),
    [
        (
            "sensor_playground",
            1420,
            {
                "listener": {"magic"},
                "walker": {"spotted", "bumped"},
                "watchman": {"noticed", "detected"},
                "zombie": {"smelled", "bumped"},
            },
        ),
        (
            "stealth_squad",
            1100,
            {"guard_1": {"noticed"}, "guard_2": {"noticed"}},
        ),
    ],
)
def test_everybody_senses_something_and_nothing_goes_wrong(name, ticks, told):
    session = sample_session(name)
    heard: dict[str, set[str]] = {}
    changed: set[str] = set()
    for _ in range(ticks):
        frame = session.step()
        for agent, brain in frame.brains.items():
            assert brain.errors == (), (frame.tick, agent)
            if brain.taken:
                changed.add(agent)
        for event in frame.events:
            heard.setdefault(event.agent, set()).add(event.name)
    assert {agent: names & heard[agent] for agent, names in told.items()} == told
    assert changed >= set(told)


def test_one_who_finds_something_in_the_squad_sends_scouts():
    """SENSE-16: a scream reaches all four guards: two go, one leads, one goes on."""
    session = sample_session("stealth_squad")
    for agent in ("guard_1", "guard_2", "guard_3", "guard_4"):
        session.set_pose(agent, (22.0 + 0.9 * int(agent[-1]), 6.0))
    session.apply_inputs()
    session.world.signals.ring("scream")
    told = [(event.agent, event.name) for event in session.step().events]
    assert sorted(name for _, name in told) == ["lead", "noticed", "noticed"]
    assert len({agent for agent, _ in told}) == 3


@pytest.mark.parametrize("name", ["sensor_playground", "stealth_squad"])
def test_1_5_it_goes_on_from_a_snapshot_as_the_straight_run(name):
    session = sample_session(name)
    run(session, 170)
    saved = session.snapshot()
    straight = run(session, 60)
    session.restore(saved)
    assert run(session, 60) == straight
    fresh = sample_session(name)
    fresh.restore(saved)
    assert run(fresh, 60) == straight


def test_1_5_the_same_run_gives_the_same_trace():
    assert trace_hash_of("sensor_playground", 120) == trace_hash_of("sensor_playground", 120)
