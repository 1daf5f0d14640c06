"""A world with every sensor, emitter and steering behavior there is, with searches and things in the air.

There are doors that slide and doors that do not, links, areas that cost, and linked waypoints.
"""

from __future__ import annotations

import random

from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Value
from runtime.records.world_records import Effect, SenseResults, SteeringRequest
from runtime.worlds.world import World
from tests.runtime.steering.behavior_scenes import request_for
from tests.runtime.worlds.world_builder import box, document

AGENTS = tuple(f"a{number}" for number in range(9))
NEEDED = {"looks_for": "anyone", "zone": "pond", "entity": "a0", "path": "way", "variable": "place"}
"""What the parameters without a default are given, by name or else by type."""


def document_of_everything() -> WorldDocument:
    """Return the world: nine agents in two teams with sensors of all kinds; three give off all signals."""
    sensors: list[dict[str, object]] = []
    for kind in SENSOR_KINDS.values():
        params = {
            parameter.name: NEEDED.get(parameter.name) or NEEDED[parameter.type]
            for parameter in kind.parameters
            if parameter.required
        }
        outputs = {f"{kind.id}_{output.name}": output.name for output in kind.outputs}
        events = {f"{kind.id}_{event.name}": event.name for event in kind.events}
        sensors.append({"kind": kind.id, "params": params, "writes": outputs, "raises": events})
        sensors.append({"kind": kind.id, "params": params, "every": 0.2})
    agents = {
        agent: {
            "at": [2.0, 1.5 + 2.0 * number],
            "team": ("red", "blue")[number % 2],
            "tags": ["guard"],
            "radius": 0.3,
            "sensors": sensors if number % 3 == 0 else sensors[:8],
            "emits": [{"kind": kind} for kind in EMITTER_KINDS] if number % 3 == 1 else [],
            "combiner": ("weight", "priority", "running_sum")[number % 3],
            "modifiers": [{"behavior": "avoid_walls"}] if number % 2 else [],
            "fields": {"health": 100},
            "area_costs": ({}, {"pond": "never"}, {"pond": 3})[number % 3],
        }
        for number, agent in enumerate(AGENTS)
    }
    walls = {f"w{x}": box(x, 0 if x % 4 else 1.2, x + 0.5, 18.8 if x % 4 else 20) for x in range(6, 28, 2)}
    return document(
        (30, 20),
        seed=7,
        agents=agents,
        walls=walls,
        obstacles={"o": {"center": [3.5, 10], "radius": 0.4}},
        version=4,
        ways={"cells_per_step": 1500},
        doors={
            "gate": {**box(8, 18.8, 8.5, 20), "seconds": 0.3, "opens_on": "bell"},
            "slide": {**box(10, 18.8, 10.5, 20), "seconds": 0.5, "slide": [0, -1.2], "open": True},
        },
        links={
            "jump": {"start": [2, 7.5], "end": [7.3, 7.2], "cost": 0.4},
            "ladder": {"start": [11.2, 4], "end": [13.2, 4], "kind": "ladder", "both_ways": False},
        },
        waypoints={
            f"p{number}": {
                "at": [1.0 + number, 4.0 * number + 2],
                "links": [f"p{number - 1}"] if number else [],
            }
            for number in range(4)
        },
        paths={"way": {"waypoints": [f"p{number}" for number in range(4)], "mode": "loop"}},
        zones={"pond": {"polygon": [[1, 1], [4, 1], [4, 6], [1, 6]], "clears_scent": True, "cost": 2}},
        sources={kind: {"at": [3, 15], "kind": kind} for kind in EMITTER_KINDS},
        squads={
            "reds": {"members": ["a0", "a2", "a4"], "roles": {"a2": "scout"}},
            "blues": {"members": ["a1", "a3"], "formation": {"shape": "circle", "size": 2}, "mind": "none"},
        },
        circles={"ring": {"around": "a8", "slots": 3, "attacks": 2}},
        tokens={"key": 1},
        projectiles={"ball": {"at": [4, 3], "velocity": [2, 1]}},
    )


def act(world: World) -> str:
    """Make one step of the world with all that can happen in it; return what was sensed and told, as text.

    Depends on nothing but the tick, so that a world resumed at any tick goes on alike.
    """
    source = random.Random(world.tick)
    if world.tick % 40 == 0:
        ask_for_everything(world)
    if world.tick % 15 == 3:
        world.make_noise((source.uniform(0, 5), source.uniform(0, 20)), 8.0, "bang")
    if world.tick % 25 == 4:
        arguments: dict[str, Value] = {
            "target": source.choice(AGENTS),
            "speed": 6.0,
            "damage": 5.0,
            "range": 20.0,
        }
        assert world.apply_effect(Effect(source.choice(AGENTS), "fire", arguments)) is None
    act_in_squads(world, source)
    if world.tick % 35 == 5:
        order = ("open_door", "close_door")[world.tick // 35 % 2]
        for door in ("gate", "slide"):
            assert world.apply_effect(Effect("a0", order, {"door": door})) is None
    if world.tick % 45 == 9:
        world.announce("bell")
        on = world.tick // 45 % 2 == 1
        assert world.apply_effect(Effect("a0", "switch_link", {"link": "ladder", "on": on})) is None
    if world.tick % 20 == 18:
        assert world.apply_effect(Effect(source.choice(AGENTS), "find_nearest", {"among": "ladder"})) is None
    if world.tick % 30 == 10:
        world.drive(source.choice(AGENTS), (source.uniform(-1, 1), source.uniform(-1, 1)))
    if world.tick % 30 == 20:
        for agent in AGENTS:
            world.drive(agent, None)
        world.set_pose(source.choice(AGENTS), (source.uniform(0, 30), source.uniform(0, 20)))
    sensed = world.sense(world.tick, lambda agent, name: 1)
    return repr((shown(sensed), world.step()))


def act_in_squads(world: World, source: random.Random) -> None:
    """Let some join, fight, ask for tokens, give back and order."""
    agent, wait = source.choice(AGENTS), source.random() < 0.5
    asked: tuple[tuple[str, dict[str, Value]], ...] = (
        ("request_slot", {"of": source.choice(("", "ring", "blues", "reds")), "wait": wait}),
        ("request_attack", {"weight": 1.0, "wait": wait}),
        ("request_token", {"token": "key", "wait": wait}),
        ("release_token", {"token": "key"}),
        ("release_slot", {}),
        ("end_attack", {}),
        ("order", {"event": "go", "squad": "reds", "place": (1.0, 2.0)}),
        ("acknowledge", {}),
    )
    for name, arguments in source.sample(asked, 3):
        assert world.apply_effect(Effect(agent, name, arguments)) is None
    if world.tick % 20 == 5:
        shape = source.choice(("line", "column", "circle"))
        assert world.apply_effect(Effect("blues", "set_formation", {"shape": shape})) is None


def ask_for_everything(world: World) -> None:
    """Let each agent ask for some of the behaviors, so that all are asked for, and others the next time."""
    behaviors = sorted(BEHAVIORS)
    for number, agent in enumerate(AGENTS):
        wanted: list[SteeringRequest] = []
        for place in range(3):
            behavior = behaviors[(number + 9 * place + world.tick // 40) % len(behaviors)]
            far = (28.5, 2.0 + 1.9 * number)
            wanted.append(request_for(behavior, far if place else "ball", AGENTS[number - 1]))
        if number < 5:
            wanted.append(request_for("go_to", (28.5, 2.0 + 1.9 * number), None))
        assert world.set_requests(agent, wanted) == ()


def shown(sensed: SenseResults) -> object:
    """Return sense results as plain values."""
    return sensed.writes, sensed.events
