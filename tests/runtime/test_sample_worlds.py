"""The samples with projectiles, cars and crowds play as they should, and their runs can be gone back to."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.history.recording.trace_export import TraceHash
from runtime.session.session import Session
from runtime.worlds.bodies.geometry import clearance
from tests.runtime.session_of import sample_session

ROOT = Path(__file__).parents[2]
NAMES = ("grenade_drill", "pong", "race", "swarm", "crowd")
CUTS = {"grenade_drill": (40, 160), "pong": (7, 140), "race": (60,), "swarm": (20,), "crowd": (25,)}
"""Ticks at which a snapshot is taken: with a grenade in flight, the ball on its way, a crowd under way."""

_FURTHER = 25


def run(session: Session, steps: int) -> str:
    trace = TraceHash()
    for _ in range(steps):
        trace.add(session.step())
    return trace.hexdigest() + session.state_hash()


@pytest.mark.parametrize(("name", "cut"), [(name, cut) for name in NAMES for cut in CUTS[name]])
def test_1_5_a_sample_restored_in_the_middle_goes_on_as_the_straight_run(name, cut):
    session = sample_session(name)
    run(session, cut)
    saved = session.snapshot()
    straight = run(session, _FURTHER)
    session.restore(saved)
    assert run(session, _FURTHER) == straight
    fresh = sample_session(name)
    fresh.restore(saved)
    assert run(fresh, _FURTHER) == straight


def hashes_of_runs() -> str:
    """Return the hashes of runs of two samples in which things fly."""
    return " ".join(run(sample_session(name), 40) for name in ("grenade_drill", "pong"))


def test_1_5_other_processes_with_other_hash_seeds_and_threads_play_the_same():
    program = "from tests.runtime.test_sample_worlds import hashes_of_runs; print(hashes_of_runs())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "4711", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == hashes_of_runs() + "\n"


def play(name: str, steps: int, look: Callable[[Session], object]) -> list[str]:
    """Play a sample and call `look` after every step; return the errors there were."""
    session, errors = sample_session(name), []
    for _ in range(steps):
        for brain in session.step().brains.values():
            errors += [f"{brain.agent}: {error.message}" for error in brain.errors]
        look(session)
    return errors


def test_soldiers_run_from_grenades_and_few_are_hurt():
    thrown: set[str] = set()
    near: dict[str, list[float]] = {}

    def look(session: Session) -> None:
        for each in session.world.projectiles:
            if each.blast_radius > 0:
                thrown.add(each.id)
                if each.due - session.tick <= 1:
                    places = [session.world.pose(f"soldier_{item}").position for item in (1, 2, 3)]
                    near[each.id] = [math.dist(each.position, place) for place in places]

    assert play("grenade_drill", 480, look) == []
    assert len(thrown) >= 2
    gaps = [gap for gaps in near.values() for gap in gaps]
    # The blast reaches 3 units and a body is 0.4 wide: whoever is 3.4 away is safe.
    assert sum(gap < 3.4 for gap in gaps) <= 2
    assert min(gaps) > 1.5


def test_paddles_return_the_ball_and_points_are_counted():
    seen: list[tuple[int, int]] = []

    def look(session: Session) -> None:
        (ball,) = session.world.projectiles
        assert math.hypot(*ball.velocity) == pytest.approx(9)
        scores = session.variables("referee")
        seen.append((int(str(scores["left_score"])), int(str(scores["right_score"]))))
        returns.append(
            int(str(session.variables("left")["returns"])) + int(str(session.variables("right")["returns"]))
        )

    returns: list[int] = []
    assert play("pong", 700, look) == []
    assert seen[-1] != (0, 0)
    assert returns[-1] >= 3
    assert all(sum(after) - sum(before) in (0, 1) for before, after in itertools.pairwise(seen))


def test_all_cars_go_round_without_touching_a_wall_for_long():
    angles: dict[str, float] = {}
    turned: dict[str, float] = {}

    def look(session: Session) -> None:
        for agent in session.agent_ids:
            x, y = session.world.pose(agent).position
            angle = math.degrees(math.atan2(y - 13, x - 22))
            turned[agent] = turned.get(agent, 0) + (angle - angles.get(agent, angle) + 180) % 360 - 180
            angles[agent] = angle
        bodies = session.world.agents
        gaps.append(float((clearance(session.world.solid, bodies.position) - bodies.radius).min()))

    gaps: list[float] = []
    assert play("race", 300, look) == []
    assert min(turned.values()) > 60
    assert min(gaps) >= -1e-6
    assert sum(gap < 0.05 for gap in gaps) < 0.1 * len(gaps)


def test_the_swarm_keeps_together_and_away_from_the_hunter():
    spreads, nearest = [], []

    def look(session: Session) -> None:
        bodies = session.world.agents
        boids = [row for row, agent in enumerate(bodies.ids) if agent.startswith("boid")]
        places = bodies.position[boids]
        spreads.append(float(places.std(axis=0).max()))
        hunter = session.world.pose("hunter").position
        nearest.append(min(math.dist(place, hunter) for place in places.tolist()))

    assert play("swarm", 120, look) == []
    assert max(spreads) < 12
    assert min(nearest) > 0.68  # nobody is caught: the bodies are 0.5 and 0.18 wide


def test_both_teams_change_sides_through_the_gates():
    session = sample_session("crowd")
    for _ in range(360):
        session.step()
    bodies = session.world.agents
    sides = zip(bodies.ids, bodies.position[:, 0].tolist(), strict=True)
    far = [(x > 20) == agent.startswith("amber") for agent, x in sides]
    assert sum(far) > 35
