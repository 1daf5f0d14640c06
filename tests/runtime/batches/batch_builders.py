"""Make small calls of batches for tests: a guard that wears out, quick to play."""

from __future__ import annotations

import json
from typing import Any

from graphs.worlds.model.world_file import WorldDocument, world_from_bytes
from runtime.trials.batches.batch_call import BatchCall, measure_of, named_measure
from runtime.trials.batches.variations import variation_of
from tests.graphs.builders import document_of, machine

GUARD = document_of(
    machine(
        {
            "calm": {
                "kind": "state",
                "name": "Calm",
                "transitions": ["tires"],
                "update": ["health = health - wear"],
            },
            "worn": {
                "kind": "state",
                "name": "Worn",
                "entry": ["raise worn_out", "heat = 1 / (9 - level)"],
            },
        },
        {"tires": {"guard": "health <= 40", "targets": ["worn"]}},
        initial="calm",
    ),
    events={"worn_out": {}},
    variables={
        "health": {"type": "float", "default": 100, "min": 0, "max": 100},
        "wear": {"type": "float", "default": 1},
        "level": {"type": "int", "min": 0, "max": 9},
        "mood": {"type": "enum", "values": ["glad", "sad"]},
        "armed": {"type": "bool"},
        "heat": {"type": "float", "scope": "world"},
    },
)


def guard_world(agents: int = 1, **fields: Any) -> WorldDocument:
    """Return a world of guards `g1`, `g2`, … and a player without a mind."""
    placed: dict[str, Any] = {
        f"g{n}": {"at": [2 * n, 5], "mind": "guard.mind.json"} for n in range(1, agents + 1)
    }
    placed["player"] = {"at": [10, 10], "fields": {"health": 80}}
    value = {"format": "mindloom-world", "version": 1, "size": [20, 14], "agents": placed, **fields}
    return world_from_bytes(json.dumps(value).encode())


def guard_call(
    *measures: str,
    vary: tuple[str, ...] = (),
    runs: int = 20,
    ticks: int = 30,
    until: str = "",
    seed: int = 3,
    world: WorldDocument | None = None,
) -> BatchCall:
    """Return a call of guards with measures and variations as they are typed."""
    world = world or guard_world()
    minds = {"guard.mind.json": GUARD}
    return BatchCall(
        world=world,
        minds=minds,
        runs=runs,
        seed=seed,
        ticks=ticks,
        variations=tuple(variation_of(text, world, minds) for text in vary),
        measures=dict(named_measure(text, world.agents) for text in measures),
        until=measure_of(until, world.agents, "first", "until") if until else None,
    )
