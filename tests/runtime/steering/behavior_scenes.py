"""Worlds in which six agents ask for one steering behavior, whichever the catalogue holds."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping

import numpy as np

from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from runtime.basics.values import Value, Vector
from runtime.basics.vectors import FloatArray
from runtime.records.world_records import SteeringRequest
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import document

SIDE = 12.0
OBSTACLE = (5.3, 6.7)
NAMES = ("a", "b", "c", "d", "e", "f")
LIMITS = {
    "max_speed": 3,
    "max_acceleration": 12,
    "max_rotation": 200,
    "max_angular_acceleration": 400,
}
"""Few enough for angular clamps to be met on both sides."""

WIDER: Mapping[str, Mapping[str, Value]] = {"avoid_agents": {"margin": 1.5, "horizon": 3.0, "range": 9.0}}
"""Arguments with which a behavior has something to do among so few agents."""


def scene(
    behavior: str,
    seed: int,
    *,
    names: Iterable[str] = NAMES,
    mirrored: bool = False,
    rate: int = 60,
    limits: Mapping[str, float] = LIMITS,
    combiner: str = "weight",
) -> World:
    """Return a world in which everybody asks for `behavior`, from places and velocities drawn by `seed`.

    The agents are called `names`, in the order drawn. A `mirrored` world is the same upside down. Bodies are
    so small that they never meet.
    """
    source = random.Random(seed)
    agents, motions, goals = {}, {}, {}
    for name in names:
        agents[name] = {
            "at": _flipped(_place(source), mirrored),
            "heading": source.uniform(0, 360) * (-1 if mirrored else 1),
            "radius": 0.001,
            "limits": dict(limits),
            "combiner": combiner,
        }
        motions[name] = source.uniform(-2, 2), source.uniform(-2, 2), source.uniform(-100, 100)
        goals[name] = _flipped(_place(source), mirrored)
    corners = [_flipped(_place(source), mirrored) for _ in range(5)]
    world = World(
        document(
            (SIDE, SIDE),
            agents=agents,
            obstacles={"o": {"center": _flipped(OBSTACLE, mirrored), "radius": 0.8}}
            if _sees(behavior)
            else {},
            waypoints={f"p{place}": {"at": corner} for place, corner in enumerate(corners)},
            paths={"way": {"waypoints": [f"p{place}" for place in range(5)], "mode": "loop"}},
            squads={"all": {"members": list(names), "formation": {"shape": "column", "size": 50}}}
            if behavior == "hold_slot"
            else {},
            rate=rate,
            seed=3,
        )
    )
    moving = np.array([motions[name] for name in world.agent_ids], dtype=np.float64)
    upright = np.array((1.0, -1.0, -1.0) if mirrored else (1.0, 1.0, 1.0))
    world.agents.velocity, world.agents.rotation = (moving * upright)[:, :2], (moving * upright)[:, 2]
    everybody = list(names)
    for place, name in enumerate(everybody):
        other = everybody[(place + 1) % len(everybody)]
        target = other if place % 2 else goals[name]
        request = request_for(behavior, target, other, **WIDER.get(behavior, {}))
        assert world.set_requests(name, [request]) == ()
    return world


def request_for(behavior: str, target: Value, entity: Value, **numbers: Value) -> SteeringRequest:
    """Return a request for `behavior` with what it needs: `target` where a point does, else `entity`."""
    arguments: dict[str, Value] = dict(numbers)
    for parameter in BEHAVIORS[behavior].parameters:
        if parameter.name == "target":
            arguments["target"] = entity if parameter.type == "entity" else target
        elif parameter.name == "other":
            arguments["other"] = entity
        elif parameter.type == "path":
            arguments["path"] = "way"
        else:
            assert not parameter.required, f"say what {behavior} is given as {parameter.name}"
    return SteeringRequest(behavior, arguments, 1.0, 1, "n1")


def asked(world: World) -> Mapping[str, tuple[FloatArray, float]]:
    """Return what each agent's request asks for now, by name: linear and angular."""
    step = world.steer()
    agents = [world.agent_ids[row] for row in step.table.agent.tolist()]
    return {name: (step.asked.linear[row], float(step.asked.angular[row])) for row, name in enumerate(agents)}


def _sees(behavior: str) -> bool:
    """Tell whether an obstacle stands in the scene; walkers of routes would have to search a way around."""
    return behavior != "go_to"


def _place(source: random.Random) -> Vector:
    """Draw a place that is clear of the obstacle."""
    while True:
        place = source.uniform(2, 10), source.uniform(2, 10)
        if math.dist(place, OBSTACLE) > 1.0:
            return place


def _flipped(point: Vector, mirrored: bool) -> Vector:
    return point[0], SIDE - point[1] if mirrored else point[1]
