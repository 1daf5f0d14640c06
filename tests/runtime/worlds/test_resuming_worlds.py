"""A world resumed from a snapshot at any tick goes on as the straight run, whatever goes on in it."""

from __future__ import annotations

import hashlib
from typing import Any

from runtime.worlds.world import World, WorldSnapshot
from tests.runtime.worlds.world_of_everything import act, document_of_everything

STEPS, FURTHER = 130, 15
CUTS = (1, 5, 10, 39, 41, 59, 85, 124)
OF_WAYS = {"a door on its way", "a ride", "news of a door", "costs of areas", "a search for the nearest"}


def hashed(world: World, told: str) -> str:
    return hashlib.sha256(world.state_bytes() + told.encode()).hexdigest()


def test_1_5_a_world_in_which_everything_goes_on_resumes_at_any_tick():
    straight_world = World(document_of_everything())
    straight: list[str] = []
    saved: dict[int, WorldSnapshot] = {}
    going_on: set[str] = set()
    for tick in range(STEPS + FURTHER):
        if tick in CUTS:
            saved[tick] = straight_world.snapshot()
            going_on |= what_goes_on(saved[tick])
        straight.append(hashed(straight_world, act(straight_world)))
    assert going_on == {
        "a search",
        "a walk",
        "a shot",
        "a noise",
        "a draw",
        "a drive",
        "a memory",
        "a queue",
        *OF_WAYS,
    }
    resumed = World(document_of_everything())
    for tick in CUTS:
        resumed.restore(saved[tick])
        for step in range(tick, tick + FURTHER):
            assert hashed(resumed, act(resumed)) == straight[step], f"resumed at {tick}, other in {step}"


def what_goes_on(saved: WorldSnapshot) -> set[str]:
    """Name what a snapshot had to keep."""
    parts: dict[str, Any] = dict(saved.parts)
    doors, (_, rides), queues = parts["Doors"], parts["Links"], parts["SquadsPart"][2]
    there = {
        "a search": bool(saved.trips.searches),
        "a walk": any(trip.corners for _, trip in saved.trips.trips),
        "a shot": any(each.shooter for each in saved.flying.projectiles),
        "a noise": bool(saved.signals.noises),
        "a draw": bool(saved.requests.draw_counts),
        "a drive": bool(saved.driven),
        "a queue": any(waiting for _, waiting, _ in queues),
        "a memory": any(repr(memory) != "()" for memory in saved.senses.memories.values()),
    }
    there |= {
        "a door on its way": any(0 < moved < 30 for moved, _, _ in doors),
        "a ride": bool(rides),
        "news of a door": saved.trips.news is not None,
        "costs of areas": any(trip.costs for _, trip in saved.trips.trips),
        "a search for the nearest": any(not each.answer for each in saved.trips.nearest),
    }
    return {name for name, found in there.items() if found}
