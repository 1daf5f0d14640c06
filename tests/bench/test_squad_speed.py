"""Step 1,000 agents in 20 squads, most of them in formation, over a layer of 200 by 200 cells.

The time is that of whole steps, minds and bodies and a slice of the layer, beside the same agents that wander
without squads and layer, in one run; `-s` shows it.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from typing import Any

from graphs.files.document_file import document_from_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.model.world_file import world_from_bytes
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session

SQUADS, MEMBERS, SIZE = 20, 50, 200
MOST_RATIO = 2.5
"""How many times longer a step may take than that of agents who wander."""


def mind() -> Document:
    graphs = {
        name: {"kind": "behavior_tree", "root": "n", "nodes": {"n": {"kind": "action", "action": action}}}
        for name, action in (("lead", "wander"), ("hold", "hold_slot"))
    }
    value = {"format": "mindloom", "version": 5, "root": "lead", "graphs": graphs}
    return document_from_bytes(json.dumps(value).encode())


def session(*, squads: bool) -> Session:
    source = random.Random(2)
    agents: dict[str, Any] = {}
    formed: dict[str, Any] = {}
    for squad in range(SQUADS):
        x, y = source.uniform(20, SIZE - 20), source.uniform(20, SIZE - 20)
        names = [f"s{squad:02d}_{row:02d}" for row in range(MEMBERS)]
        for row, name in enumerate(names):
            agents[name] = {
                "at": [x + row % 8 * 1.2 - 4, y + row // 8 * 1.2 - 4],
                "radius": 0.3,
                "team": "red" if squad % 2 else "blue",
                "mind": "m.mind.json#hold" if squads and row else "m.mind.json#lead",
            }
        formation = {"shape": "grid", "size": MEMBERS - 1, "spacing": 1.2}
        formed[f"q{squad:02d}"] = {"members": names, "formation": formation}
    fields: dict[str, Any] = {"agents": agents}
    if squads:
        fields |= {"squads": formed, "layers": {"red": {"sources": [{"who": "red"}]}}}
    world = {"format": "mindloom-world", "version": 4, "size": [SIZE, SIZE], **fields}
    minds = dict.fromkeys(("m.mind.json", "m.mind.json#hold", "m.mind.json#lead"), mind())
    opened = world_from_bytes(json.dumps(world).encode())
    return Session(opened, minds, builtin_registry(), builtin_library())


def milliseconds_a_step(running: Session) -> float:
    for _ in range(60):
        running.step()
    rounds = []
    for _ in range(7):
        begin = time.process_time()
        for _ in range(30):
            running.step()
        rounds.append((time.process_time() - begin) / 30)
    return statistics.median(rounds) * 1e3


def test_a_thousand_agents_in_squads_take_a_small_multiple_of_those_who_wander():
    plain, formed = milliseconds_a_step(session(squads=False)), milliseconds_a_step(session(squads=True))
    print(f"\n20 squads over a layer: {formed:.2f} ms a step; wandering {plain:.2f} ms")
    assert formed <= MOST_RATIO * plain
