"""Runs of worlds whose ground changes, or in which more goes on than bodies, give what they give alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphs.worlds.model.world_file import WorldDocument
from runtime.records.world_records import Effect
from runtime.session.many_sessions import ManySessions
from runtime.session.session import Session
from runtime.trials.batches.episode import EpisodePlayer
from runtime.worlds.many_worlds import ManyWorlds
from runtime.worlds.world import World
from tests.runtime.batches.batch_builders import guard_call, guard_world
from tests.runtime.navigation.test_closing_in import session as ambush
from tests.runtime.squads.test_circles_and_tokens import askers
from tests.runtime.squads.test_squads import minded
from tests.runtime.worlds.world_builder import ask, box, document, no_variables

GAP = {"w1": box(9.8, 0, 10.2, 6), "w2": box(9.8, 8, 10.2, 14)}
GATE = {"gate": {**box(9.8, 6, 10.2, 8), "seconds": 0.1}}
CHANGING: dict[str, dict[str, Any]] = {
    "doors": {"walls": GAP, "doors": GATE},
    "links": {"links": {"jump": {"start": [6, 7], "end": [14, 7], "kind": "jump"}}},
    "layers": {"layers": {"fear": {"cell": 1}}},
    "squads": {"squads": {"red": {"members": ["a0", "a1"]}}},
    "tokens": {"tokens": {"grenades": 2}},
    "costs": {"zones": {"mud": {**box(6, 2, 12, 12), "cost": 3}}},
}
TOGETHER, AGENTS = 5, 12


def changing(name: str, shift: float = 0.0) -> WorldDocument:
    """Return such a world, a plain one for any other name, of agents enough to step with others."""
    agents: dict[str, Any] = {
        f"a{row}": {"at": [2 + 0.5 * (row % 4), 3 + 3 * (row // 4) + shift], "radius": 0.2}
        for row in range(AGENTS)
    }
    return document(**{"version": 4, "agents": agents, **CHANGING.get(name, {})})


def seeking(name: str) -> list[World]:
    """Return worlds in which everybody walks straight to the right, with a behavior of one body."""
    found = [World(changing(name, 0.1 * number), seed=number) for number in range(TOGETHER)]
    for world in found:
        for agent in world.agent_ids:
            world.set_requests(agent, [ask("seek", target=(18.0, 7.0))])
    return found


def both_stepped(name: str, change: Callable[[list[World], int], None], ticks: int = 90) -> list[World]:
    """Step worlds one by one and together, each changed before every tick; return those stepped together."""
    alone, together, many = seeking(name), seeking(name), ManyWorlds()
    for tick in range(ticks):
        for worlds in (alone, together):
            change(worlds, tick)
        sensed = many.sense(together, [no_variables] * TOGETHER)
        assert sensed == [world.sense(world.tick, no_variables) for world in alone]
        assert many.step(together) == [world.step() for world in alone]
    assert [world.state_bytes() for world in together] == [world.state_bytes() for world in alone]
    return together


@pytest.mark.parametrize("name", CHANGING)
def test_worlds_with_more_than_bodies_step_as_alone(name):
    both_stepped(name, lambda worlds, tick: None)


def test_a_door_that_opens_in_one_world_stays_closed_in_the_others():
    def open_one(worlds: list[World], tick: int) -> None:
        if tick == 3:
            worlds[2].apply_effect(Effect("a0", "open_door", {"door": "gate"}, "n"))

    together = both_stepped("doors", open_one, 240)

    furthest = [float(world.agents.position[:, 0].max()) for world in together]
    assert [place for place, reached in enumerate(furthest) if reached > 10.5] == [2]


def test_who_asks_for_the_nearest_of_several_gets_an_answer_among_other_worlds():
    def ask_one(worlds: list[World], tick: int) -> None:
        if tick == 2:
            worlds[3].ask_nearest(0, "all", (("a5", (4.0, 10.0)), ("a9", (17.0, 2.0))))

    together = both_stepped("plain", ask_one, 20)

    assert together[3].navigator.nearest.answer(0, "all") == "found: a5"


@pytest.mark.parametrize("opened", [minded, askers, ambush])
def test_sessions_with_squads_tokens_and_ambushes_step_together_as_alone(opened: Callable[[], Session]):
    alone, together = ([opened() for _ in range(TOGETHER)] for _ in range(2))
    for sessions in (alone, together):
        for number, session in enumerate(sessions):
            agent = session.world.agent_ids[1]
            x, y = session.world.pose(agent).position
            session.set_pose(agent, (x, y + 0.3 * number))
    many = ManySessions()
    for _ in range(60):
        frames, singles = many.step(together), [session.step() for session in alone]
        assert [dict(frame.brains) for frame in frames] == [dict(frame.brains) for frame in singles]
        assert [frame.poses.tobytes() for frame in frames] == [frame.poses.tobytes() for frame in singles]
    assert [session.state_hash() for session in together] == [session.state_hash() for session in alone]


@pytest.mark.parametrize("name", CHANGING)
def test_a_changing_world_like_another_starts_as_one_opened_by_itself(name):
    like, by_itself = World(changing(name)), World(changing(name, 0.4))
    if name == "doors":
        like.apply_effect(Effect("a0", "open_door", {"door": "gate"}, "n"))
    for _ in range(20):
        like.step()

    beside = World(changing(name, 0.4), like=like)

    assert beside.state_bytes() == by_itself.state_bytes()
    assert beside.solid.start.tobytes() == by_itself.solid.start.tobytes()
    assert beside.navigator.grounds.grids is not like.navigator.grounds.grids


def test_plain_worlds_have_their_ground_in_common_and_nothing_else():
    like = World(document(version=4, walls=GAP, agents={"a": {"at": [2, 7]}}))
    beside = World(document(version=4, walls=GAP, agents={"a": {"at": [2, 9]}}), like=like)

    assert beside.navigator.grounds.grids is like.navigator.grounds.grids
    assert beside.parts is not like.parts
    assert not {id(part) for part in beside.parts.parts} & {id(part) for part in like.parts.parts}
    assert beside.navigator.grounds.costs is not like.navigator.grounds.costs
    assert np.shares_memory(beside.solid.start, like.solid.start)


def test_runs_of_a_world_with_doors_give_what_they_give_alone():
    world = guard_world(3, version=4, doors={"gate": box(10, 6, 10.4, 8)})
    call = guard_call("end=health", vary=("wear=0.5..9",), runs=6, world=world)
    player = EpisodePlayer(call)

    assert player.play_together(range(6)) == [player.play(run) for run in range(6)]
