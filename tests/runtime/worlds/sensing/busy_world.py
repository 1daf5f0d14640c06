"""A world in which everything senses everything: run as a script it prints the hash of a run."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from typing import Any

from graphs.worlds.kinds.sensors import SENSOR_KINDS
from runtime.records.world_records import Effect
from runtime.worlds.world import World
from tests.runtime.worlds.sensing.sensing_world import sensor
from tests.runtime.worlds.world_builder import box, no_variables, world

_PARAMS: Mapping[str, Mapping[str, object]] = {
    "distance": {"to": "bell"},
    "fact": {"of": "a00"},
    "proximity": {"looks_for": "foes", "certainty": "by_distance", "through_walls": False},
    "waypoint": {"path": "round", "index": "next"},
    "zone": {"zone": "pond", "looks_for": "anyone"},
}


def every_sensor() -> list[dict[str, object]]:
    """Return one sensor of every kind, with different intervals."""
    params: dict[str, Mapping[str, object]] = {
        kind: {"looks_for": "anything"} if declared.parameter("looks_for") else {}
        for kind, declared in SENSOR_KINDS.items()
    } | dict(_PARAMS)
    return [
        sensor(kind, every=index % 3 / 20, phase=None, **params[kind])
        for index, kind in enumerate(SENSOR_KINDS)
    ]


def busy_fields(count: int = 8) -> dict[str, Any]:
    """Return the fields of a world with walls, water, sources of all kinds and `count` agents."""
    emits = [
        {"kind": "scent", "params": {"every": 0.2, "lifetime": 2}},
        {"kind": "noise", "params": {"loudness": 6, "every": 0.4, "moving": True}},
        {"kind": "light", "params": {"radius": 3}},
    ]
    agents = {
        f"a{index:02}": {
            "at": [2 + 1.5 * (index % 11), 2 + 4 * (index // 11)],
            "radius": 0.3,
            "heading": 40 * index,
            "team": ("red", "blue")[index % 2],
            "tags": ["odd"] if index % 2 else [],
            "sensors": every_sensor(),
            "emits": emits,
            "limits": {"max_speed": 3},
        }
        for index in range(count)
    }
    return {
        "agents": agents,
        "seed": 5,
        "walls": {"w": box(6, 4, 6.5, 9), "pane": {**box(12, 7, 12.3, 11), "see_through": True}},
        "obstacles": {"o": {"center": [15, 9], "radius": 1, "muffling": 1}},
        "zones": {"pond": {"polygon": box(8, 1, 11, 4)["polygon"], "clears_scent": True}},
        "waypoints": {"p": {"at": [3, 3]}, "q": {"at": [17, 11]}},
        "paths": {"round": {"waypoints": ["p", "q"]}},
        "sources": {
            "bell": {"at": [9, 6], "params": {"loudness": 12, "every": 0.5, "tag": "bell"}},
            "box": {"at": [10, 10], "kind": "interest", "params": {"every": 0.7, "radius": 9}},
            "jar": {"at": [4, 10], "kind": "scent", "tags": ["brain"]},
            "lamp": {"at": [16, 4], "kind": "light"},
        },
    }


def busy_world() -> World:
    """Return the world."""
    return world(**busy_fields())


def advance(running: World, digest: Any = None) -> None:
    """Make one step in which agents are driven about and do things."""
    tick = running.tick
    results = running.sense(tick, no_variables)
    if digest is not None:
        digest.update(repr(results).encode())
    for index, agent_id in enumerate(running.agent_ids):
        turn = (tick // 30 + 3 * index) % 8
        running.drive(agent_id, ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))[turn])
        if (tick + 7 * index) % 40 == 0:
            running.apply_effect(Effect(agent_id, "make_noise", {"loudness": 8.0, "tag": "hey"}))
            running.apply_effect(Effect(agent_id, "emote", {"text": "!", "seconds": 0.3}))
        if (tick + 11 * index) % 90 == 0:
            running.apply_effect(Effect(agent_id, "attract", {"interest": "flare", "lasts": 0.2}))
            running.apply_effect(Effect(agent_id, "forget_interest"))
            running.apply_effect(Effect(agent_id, "leave_scent", {"on": bool(tick % 2)}))
    running.step()


def hash_of_run(steps: int) -> str:
    """Return a hash of everything sensed and of the state after so many steps."""
    running, digest = busy_world(), hashlib.blake2b(digest_size=16)
    for _ in range(steps):
        advance(running, digest)
    digest.update(running.state_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(hash_of_run(int(sys.argv[1])))
