"""Do what agents ask for once to hurt and heal: fire, throw, strike, heal (rule 9.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from runtime.basics.values import Value
from runtime.formulas.falling import GRAVITY, HAND_HEIGHT
from runtime.formulas.impacts import bell, turned
from runtime.records.world_records import Effect
from runtime.worlds.flight.projectiles import ThrownObject, launch, number_of, thrown

if TYPE_CHECKING:
    from runtime.worlds.world import World


def fire(world: World, effect: Effect) -> str | None:
    """Launch a bullet: `target` (entity or vector; else straight ahead), `speed`, `range`, `damage`.

    `spread` in degrees is the standard deviation of how far it misses its aim, drawn from the stream of the
    agent and the node that asks.
    """
    target = effect.arguments.get("target")
    if isinstance(target, str):
        if world.entities.find_row(target) is None:
            return f"Fire has no target: there is no entity {target!r}."
        target = world.entity_field(target, "position")
    pose = world.pose(effect.agent_id)
    shot = launch(effect.agent_id, world.tick, pose.position, pose.heading, target, effect.arguments)
    spread = number_of(effect.arguments, "spread", 0.0)
    if spread > 0.0:
        key = effect.draw_key("fire")
        off = bell(*(world.draw(effect.agent_id, f"{effect.node_path}/fire", key) for _ in range(3)))
        shot = replace(shot, velocity=turned(shot.velocity, off * spread))
    world.launch(replace(shot, team=_team(world, effect)))
    return None


def throw(world: World, effect: Effect) -> str | None:
    """Throw something along `velocity` (vector) and `climb`, or the entity `object` that flies or lies.

    `damage`, `blast_radius`, `fuse` (seconds; without one it explodes where it lands), `bounce` (0 to 1),
    `radius`, `gravity`.
    """
    arguments = effect.arguments
    velocity = arguments.get("velocity")
    if not isinstance(velocity, tuple):
        return f"Throw needs a velocity, a vector; found {velocity!r}."
    pose = world.pose(effect.agent_id)
    climb, made = _signed(arguments, "climb"), _thing(arguments)
    start = pose.position
    thing = thrown(
        effect.agent_id,
        world.tick,
        world.rate,
        start,
        HAND_HEIGHT,
        velocity,
        climb,
        made,
        _team(world, effect),
    )
    named = arguments.get("object")
    if isinstance(named, str):
        known = world.flying.find(named)
        if known is None:
            return f"Throw has nothing to throw: nothing flies or lies here that is {named!r}."
        thing = replace(
            known,
            shooter=thing.shooter,
            tick=thing.tick,
            start=thing.start,
            position=thing.position,
            velocity=velocity,
            height=thing.height if known.gravity > 0.0 else known.height,
            climb=climb if known.gravity > 0.0 else 0.0,
            resting=False,
        )
    world.launch(thing)
    return None


def strike(world: World, effect: Effect) -> str | None:
    """Hurt the entity `target` by `damage` at once; who is in reach is the action's business."""
    target = effect.arguments.get("target")
    if not isinstance(target, str) or not _is_there(world, target):
        return f"Strike has no target: there is no agent {target!r}."
    world.change_health(target, -number_of(effect.arguments, "damage", 10.0), effect.agent_id)
    return None


def remove(world: World, effect: Effect) -> str | None:
    """Take the entity `target` (without one the agent itself) out of the world, at the end of the step."""
    target = effect.arguments.get("target") or effect.agent_id
    if not isinstance(target, str) or not _is_there(world, target):
        return f"Remove has no target: there is no agent {target!r}."
    world.ask_to_leave(target)
    return None


def heal(world: World, effect: Effect) -> str | None:
    """Give the entity `target` (without one the agent itself) `amount` more health, up to `limit`."""
    target = effect.arguments.get("target") or effect.agent_id
    if not isinstance(target, str) or not _is_there(world, target):
        return f"Heal has no target: there is no agent {target!r}."
    amount = number_of(effect.arguments, "amount", 10.0)
    world.change_health(target, amount, effect.agent_id, number_of(effect.arguments, "limit", 100.0))
    return None


COMBAT_EFFECTS: Mapping[str, Callable[[World, Effect], str | None]] = {
    "fire": fire,
    "heal": heal,
    "remove": remove,
    "strike": strike,
    "throw": throw,
}
"""What does each effect, by name; it returns why it cannot be done, or None."""


def _thing(arguments: Mapping[str, Value]) -> ThrownObject:
    fuse = arguments.get("fuse")
    return ThrownObject(
        damage=number_of(arguments, "damage", 0.0),
        blast_radius=number_of(arguments, "blast_radius", 0.0),
        fuse=None if fuse is None else number_of(arguments, "fuse", 0.0),
        bounce=number_of(arguments, "bounce", 0.0),
        radius=number_of(arguments, "radius", 0.12),
        gravity=number_of(arguments, "gravity", GRAVITY),
    )


def _is_there(world: World, agent: str) -> bool:
    return agent in world.agent_ids and agent not in world.gone


def _signed(arguments: Mapping[str, Value], name: str) -> float:
    value = arguments.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return 0.0
    return max(-1e9, min(float(value), 1e9))


def _team(world: World, effect: Effect) -> str:
    team = world.entity_field(effect.agent_id, "team")
    return team if isinstance(team, str) else ""
