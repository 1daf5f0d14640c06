"""Think by needs, sheets and moods: a thousand agents four times a second, beside the soldier's plain tree.

Times are those of the processor, the median of seven rounds of 15 steps (`-s` shows them). The whole step
is counted: minds and bodies. `spread` has the usual phases, `at once` lets all agents think in one step.
"""

from __future__ import annotations

import json
import statistics
import time

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.worlds.model.world_file import load_world, world_from_bytes
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from tests.runtime.session_of import SAMPLES

AGENTS = 1_000
ROUNDS = 7
MOST_RATIO = 8.0
"""How many times longer than with the soldier's tree a step may take."""

MINDS = {
    "snack_or_sleep": "ann",
    "trooper": "trooper",
    "bob_goes_home": "bob",
    "moody_guard": "guard",
}
"""Samples, each with the agent that is taken a thousand times."""


def crowd(sample: str, agent: str, phase: int | None) -> Session:
    """Return a world of agents with one mind of a sample, without walls, that think four times a second."""
    world = load_world(SAMPLES / f"{sample}.world.json")
    entry = json.loads(world.agents[agent].model_dump_json(by_alias=True, exclude_defaults=True))
    entry |= {"tick_every": 15, "sensors": [], **({} if phase is None else {"phase": phase})}
    places = {f"a{row:04}": {**entry, "at": [1 + row % 40 * 2, 1 + row // 40 * 2]} for row in range(AGENTS)}
    value = {"format": "mindloom-world", "version": 3, "size": [82, 52], "agents": places}
    file = (world.agents[agent].mind or "").partition("#")[0]
    minds = {file: load_document(SAMPLES / file)}
    session = Session.open(
        world_from_bytes(json.dumps(value).encode()), minds, builtin_registry(), builtin_library()
    )
    for _ in range(30):
        session.step()
    return session


def milliseconds_a_step(session: Session) -> float:
    """Return the time of a step, on average over the quarter of a second in which each agent thinks once."""
    rounds = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(15):
            session.step()
        rounds.append((time.process_time() - begin) / 15)
    return statistics.median(rounds) * 1e3


@pytest.mark.parametrize("sample", MINDS)
def test_a_thousand_agents_that_think_by_it_take_a_small_multiple_of_a_plain_tree(sample):
    plain = milliseconds_a_step(crowd("soldier", "soldier_1", None))
    spread = milliseconds_a_step(crowd(sample, MINDS[sample], None))
    at_once = milliseconds_a_step(crowd(sample, MINDS[sample], 0)) * 15
    print(f"\n{sample}: {spread:.2f} ms a step, all in one {at_once:.0f} ms in 15; soldier {plain:.2f} ms")
    assert spread <= MOST_RATIO * plain
