"""Runs that are played together give what each gives by itself, byte for byte."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from graphs.worlds.model.world_file import WorldDocument, load_world, world_from_bytes
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.registration import action
from runtime.records.trace_frame import TraceFrame
from runtime.session.many_sessions import MOST_AGENTS, ManySessions
from runtime.session.session import Session
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.workers import play_chunk
from runtime.worlds.world import World, WorldRefused
from tests.example_counts import daily
from tests.runtime.actions.game_session import game_of
from tests.runtime.batches.batch_builders import guard_call, guard_world
from tests.runtime.session_of import SAMPLES, sample_session

TOGETHER, TICKS = 5, 45
TICKS_OF_EACH = daily(25, deep=TICKS)
"""How often sessions of each sample step together."""
NAMES = [
    path.name.removesuffix(".world.json")
    for path in sorted(SAMPLES.glob("*.world.json"))
    if len(load_world(path).agents) <= MOST_AGENTS
]


def sessions_of(name: str, count: int = TOGETHER) -> list[Session]:
    """Return sessions of a sample that differ in their seeds and in where the first two agents stand."""
    found = [sample_session(name, seed=seed) for seed in range(count)]
    for place, session in enumerate(found):
        width, height = session.document.size
        for row, agent in enumerate(session.agent_ids[:2]):
            share = (0.13 + 0.17 * place + 0.31 * row) % 1.0
            session.set_pose(agent, (width * share, height * (1.0 - share)), 77.0 * place)
    return found


def told(frame: TraceFrame) -> tuple[object, ...]:
    return repr(dict(frame.brains)), frame.poses.tobytes(), frame.events, frame.tick


def check_steps(alone: list[Session], together: list[Session], ticks: int = TICKS) -> None:
    many = ManySessions()
    for _ in range(ticks):
        frames = many.step(together)
        assert [told(frame) for frame in frames] == [told(session.step()) for session in alone]
    assert [session.state_hash() for session in together] == [session.state_hash() for session in alone]


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_sessions_of_every_small_sample_step_together_as_alone(name):
    check_steps(sessions_of(name), sessions_of(name), TICKS_OF_EACH)


def test_whoever_is_driven_by_hand_steps_alone_and_comes_back():
    alone, together = sessions_of("tank"), sessions_of("tank")
    many = ManySessions()
    for tick in range(40):
        for sessions in (alone, together):
            if tick == 5:
                sessions[1].drive("player", (1.0, 0.0))
                sessions[3].world.send("player", (3.0, 3.0))
            if tick == 20:
                sessions[1].drive("player", None)
        frames = many.step(together)
        assert [told(frame) for frame in frames] == [told(session.step()) for session in alone]


def test_bodies_that_overlap_in_one_world_are_pushed_apart_there():
    alone, together = sessions_of("soldier"), sessions_of("soldier")
    for sessions in (alone, together):
        place = sessions[2].world.pose("player").position
        for agent in sessions[2].agent_ids:
            sessions[2].set_pose(agent, place)
    check_steps(alone, together, 10)


def test_sessions_that_leave_change_nothing_for_the_others():
    alone, together = sessions_of("tank", 8), sessions_of("tank", 8)
    many = ManySessions()
    for tick in range(30):
        if tick in (7, 19):
            del alone[2], together[2]
        frames = many.step(together)
        assert [told(frame) for frame in frames] == [told(session.step()) for session in alone]


def test_runs_that_end_at_other_ticks_give_what_they_give_alone():
    call = guard_call("end=health", "t=time_in:Worn", vary=("wear=0.5..9",), until="health <= 60", runs=12)
    player = EpisodePlayer(call)
    results = player.play_together(range(12))
    assert results == [player.play(run) for run in range(12)]
    assert len({result.ticks for result in results}) > 3


def test_a_world_of_many_agents_is_played_run_by_run(monkeypatch):
    call = guard_call("end=health", runs=3, ticks=2, world=guard_world(MOST_AGENTS, size=[200, 30]))
    monkeypatch.setattr(ManySessions, "step", None)
    player = EpisodePlayer(call)
    assert [result.ticks for result in player.play_together(range(3))] == [2, 2, 2]


class OwnGame:
    """Open a game with an action of its own, which may keep things in its module."""

    def open(self) -> GameBehaviors:
        @action()
        def knock() -> bool:
            return True

        return game_of(knock)

    def fingerprint(self) -> str:
        return "knocks"


def test_a_game_with_code_of_its_own_is_played_run_by_run(monkeypatch):
    monkeypatch.setattr(ManySessions, "step", None)
    player = EpisodePlayer(replace(guard_call("end=health", runs=6, ticks=4), game=OwnGame()))
    assert player.play_together(range(6)) == [player.play(run) for run in range(6)]


def test_a_run_that_fails_among_others_is_named(monkeypatch):
    player = EpisodePlayer(guard_call(runs=6, ticks=4))
    step = Session.think
    third = player.play(3).seed

    def failing(session, senses):
        if session.seed == third:
            raise RuntimeError("broken")
        return step(session, senses)

    monkeypatch.setattr(Session, "think", failing)
    with pytest.raises(BatchRefused, match=r"run 3.*RuntimeError: broken"):
        play_chunk(player, range(6))


def walled(at: tuple[float, float], **agent: object) -> WorldDocument:
    value = {
        "format": "mindloom-world",
        "version": 1,
        "size": [20, 14],
        "walls": {"w": {"polygon": [[8, 4], [12, 4], [12, 8], [8, 8]]}},
        "agents": {"a": {"at": [2, 2]}, "b": {"at": at, **agent}},
    }
    return world_from_bytes(json.dumps(value).encode())


@pytest.mark.parametrize("at", [(4, 4), (7.9, 5), (0, 0), (19.9, 13.9)])
def test_a_world_like_another_starts_as_one_opened_by_itself(at):
    like = World(walled((5.0, 5.0)))
    document = walled(at, fields={"health": 40}, limits={"max_speed": 9})
    assert World(document, like=like).state_bytes() == World(document).state_bytes()


@pytest.mark.parametrize("at", [(10, 6), (-3, 2), (21, 2)])
def test_a_start_that_is_refused_is_refused_beside_another_world_too(at):
    like = World(walled((5.0, 5.0)))
    with pytest.raises(WorldRefused) as alone:
        World(walled(at))
    with pytest.raises(WorldRefused) as beside:
        World(walled(at), like=like)
    assert beside.value.problems == alone.value.problems
