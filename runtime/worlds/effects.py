"""Do what agents, or the user, ask a world for once: fights, signals, throws (rule 9.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS, LOUDEST
from runtime.basics.time_ticks import duration_to_ticks
from runtime.basics.values import Value, Vector
from runtime.formulas.ballistics import GRAVITY, HAND_HEIGHT, aim_throw, furthest_throw
from runtime.formulas.impacts import bell, turned
from runtime.records.world_records import Effect
from runtime.worlds.flight.flight_hits import support_under
from runtime.worlds.flight.projectiles import Projectile, ThrownObject, launch, number_of, thrown

if TYPE_CHECKING:
    from runtime.worlds.world import World

LONGEST_SHOWN = 3600.0
"""Longest time in seconds that an emote or an interest stays."""
_LARGEST = 1e6


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


def make_noise(world: World, effect: Effect) -> str | None:
    """Make a noise `at` a vector or entity, else where the agent is: `loudness`, `attenuation`, `tag`."""
    at = _place(world, effect, "at")
    if isinstance(at, str):
        return at
    arguments = effect.arguments
    world.make_noise(
        at,
        _number(arguments, "loudness", 10.0),
        _text(arguments, "tag"),
        maker=effect.agent_id,
        attenuation=_number(arguments, "attenuation", 1.0),
    )
    return None


def attract(world: World, effect: Effect) -> str | None:
    """Let others notice something `at` a place: `interest`, `priority`, `radius`, `sense`, `who`, `lasts`."""
    at = _place(world, effect, "at")
    if isinstance(at, str):
        return at
    arguments = effect.arguments
    given = arguments.get("priority")
    world.signals.attract(
        world.tick + 1,
        at,
        interest=_text(arguments, "interest", "suspect"),
        priority=None if given is None else int(_number(arguments, "priority", 0.0)),
        radius=_number(arguments, "radius", 8.0),
        sense=_text(arguments, "sense", "sound"),
        who=_text(arguments, "who", "squad"),
        lasts=min(_number(arguments, "lasts", 0.0), LONGEST_SHOWN),
        source=effect.agent_id,
    )
    return None


def emote(world: World, effect: Effect) -> str | None:
    """Show `text` above the agent for `seconds`; "" takes away what is there."""
    seconds = min(_number(effect.arguments, "seconds", 1.5), LONGEST_SHOWN)
    steps = duration_to_ticks(seconds, world.rate)
    world.signals.emotes.show(effect.agent_id, _text(effect.arguments, "text"), world.tick + 1, steps)
    return None


def leave_scent(world: World, effect: Effect) -> str | None:
    """Leave scent from now on, or with `on` false no more."""
    if world.signals.switch(effect.agent_id, effect.arguments.get("on") is not False, "scent"):
        return None
    return f"{effect.agent_id} has no scent to leave; give it an emitter of kind scent in the world."


def ring_source(world: World, effect: Effect) -> str | None:
    """Let the noises and interests of `source` be given off in the next step."""
    source = effect.arguments.get("source")
    if isinstance(source, str) and world.signals.ring(source):
        return None
    return f"Nothing rings at {source!r}: it gives off no noise and no interest."


def switch_source(world: World, effect: Effect) -> str | None:
    """Switch all that `source` gives off on, or with `on` false off."""
    source = effect.arguments.get("source")
    if isinstance(source, str) and world.signals.switch(source, effect.arguments.get("on") is not False):
        return None
    known = ", ".join(EMITTER_KINDS)
    return f"There is nothing to switch at {source!r}: it gives off nothing ({known})."


def forget_interest(world: World, effect: Effect) -> str | None:
    """Let the agent be interested in nothing, so that everything matters again."""
    if world.forget_interest(effect.agent_id):
        return None
    return f"{effect.agent_id} has no awareness sensor that could forget."


SIGNAL_EFFECTS: Mapping[str, Callable[[World, Effect], str | None]] = {
    "attract": attract,
    "emote": emote,
    "forget_interest": forget_interest,
    "leave_scent": leave_scent,
    "make_noise": make_noise,
    "ring_source": ring_source,
    "switch_source": switch_source,
}
"""What does each effect, by name; it returns why it cannot be done, or None."""


def _place(world: World, effect: Effect, name: str) -> Vector | str:
    """Return the place an argument names, the agent's where it names none, or why there is none."""
    value = effect.arguments.get(name)
    if isinstance(value, tuple):
        return value
    entity = effect.agent_id if value is None else value
    if not isinstance(entity, str) or not world.has_entity(entity):
        return f"There is no entity {entity!r} to do this at."
    place = world.entity_field(entity, "position")
    assert isinstance(place, tuple)
    return place


def _number(arguments: Mapping[str, Value], name: str, default: float) -> float:
    return min(number_of(arguments, name, default), LOUDEST)


def _text(arguments: Mapping[str, Value], name: str, default: str = "") -> str:
    value = arguments.get(name)
    return value if isinstance(value, str) else default


def user_throw(
    world: World, start: Vector, target: Vector, thing: ThrownObject, thrower: str, speed: float
) -> Projectile:
    """Return `thing` on its way; see `World.throw_object`. Onto its own place it is dropped.

    Raises `EvaluationError` for an unknown thrower.
    """
    start, target = _on_map(world, start), _on_map(world, target)
    height = HAND_HEIGHT + support_under(world.solid, np.array(start), math.inf)
    rise = -height
    way = (target[0] - start[0], target[1] - start[1])
    distance = math.sqrt(way[0] * way[0] + way[1] * way[1])
    share = min(1.0, furthest_throw(speed, thing.gravity, rise) / distance) if distance > 0.0 else 0.0
    reached = (start[0] + way[0] * share, start[1] + way[1] * share)
    aim = aim_throw(start, reached, speed, thing.gravity, rise=rise) if distance > 0.0 else None
    velocity, climb = (aim.velocity, aim.climb) if aim is not None else ((0.0, 0.0), 0.0)
    team = world.entity_field(thrower, "team") if thrower else ""
    return thrown(
        thrower,
        world.tick,
        world.rate,
        start,
        height,
        velocity,
        climb,
        thing,
        team if isinstance(team, str) else "",
    )


def _on_map(world: World, place: Vector) -> Vector:
    width, height = world.solid.width, world.solid.height
    x, y = (0.0 if math.isnan(part) else max(-_LARGEST, min(part, _LARGEST)) for part in place)
    return min(max(x, 0.0), width), min(max(y, 0.0), height)
