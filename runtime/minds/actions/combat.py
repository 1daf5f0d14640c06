"""Give the actions that `graphs.kinds.actions.combat` declares their behavior.

| action | result of a tick |
|---|---|
| fire | asks for one bullet, SUCCESS; FAILURE where the target outruns it |
| throw_at | asks for one throw, SUCCESS; FAILURE out of reach |
| aim_at | files a request to face the place where they meet; SUCCESS within an angle, FAILURE if outrun |
| strike | asks for the damage, SUCCESS; FAILURE out of reach |
| heal | asks for the health, SUCCESS |
| remove | asks for it, SUCCESS |

What an action cannot do it says in the reason of its FAILURE.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from runtime.basics.angles import arc_tangent
from runtime.basics.status import Status
from runtime.basics.values import Value, Vector, distance_between
from runtime.formulas.ballistics import HAND_HEIGHT, Arc, Throw, aim_throw, lead, lead_throw, least_speed
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.action_context import number_in

_THROWN = ("damage", "blast_radius", "fuse", "bounce", "gravity", "object")


class FireAction(Action):
    """Ask for one bullet."""

    def tick(self, context: ActionContext) -> Status:
        """Ask for the bullet and return SUCCESS; FAILURE where a target that is led outruns it."""
        names = ("target", "speed", "damage", "range")
        arguments: dict[str, Value] = {name: context.argument(name) for name in names}
        target = arguments["target"]
        if target is not None:
            place = context.position_of(target)
            if context.argument("lead"):
                speed = number_in(context, "speed")
                meeting = lead(context.position_of(context.agent), place, _velocity(context, target), speed)
                if meeting is None:
                    return context.fail(f"the target outruns a shot of {speed:g} units/s")
                arguments["target"] = meeting.at
        if number_in(context, "spread") > 0.0:
            arguments["spread"] = context.argument("spread")
        context.effect("fire", arguments)
        return Status.SUCCESS


class ThrowAtAction(Action):
    """Ask for one throw."""

    def tick(self, context: ActionContext) -> Status:
        """Work out the arc, ask for the throw and return SUCCESS; FAILURE where there is no such arc."""
        throw = _throw(context)
        if throw is None:
            return context.fail(_why_not(context))
        arguments: dict[str, Value] = {"velocity": throw.velocity, "climb": throw.climb}
        for name in _THROWN:
            value = context.argument(name)
            if value is not None:
                arguments[name] = value
        named = arguments.get("object")
        if isinstance(named, str):
            context.position_of(named)
        context.effect("throw", arguments)
        return Status.SUCCESS


class AimAtAction(Action):
    """Turn to where a shot meets its target."""

    def tick(self, context: ActionContext) -> Status:
        """File the turn; return SUCCESS within the target radius, FAILURE where it outruns the shot."""
        target, own = context.argument("target"), context.position_of(context.agent)
        place, speed = context.position_of(target), number_in(context, "shot_speed")
        if speed > 0.0:
            meeting = lead(own, place, _velocity(context, target), speed)
            if meeting is None:
                return context.fail(f"the target outruns a shot of {speed:g} units/s")
            place = meeting.at
        names = ("target_radius", "slow_radius", "time_to_target")
        request: dict[str, Value] = {"target": place, **{name: context.argument(name) for name in names}}
        context.request("face", request, number_in(context, "weight"), int(number_in(context, "priority")))
        if context.argument("hold") or not _is_turned_to(context, own, place):
            return Status.RUNNING
        return Status.SUCCESS


class StrikeAction(Action):
    """Ask for damage to somebody in reach."""

    def tick(self, context: ActionContext) -> Status:
        """Ask for the damage and return SUCCESS; FAILURE where the target is out of reach."""
        target, reach = context.argument("target"), number_in(context, "reach")
        own, place = context.position_of(context.agent), context.position_of(target)
        gap = distance_between(own, place) - _radius(context, context.agent) - _radius(context, target)
        if gap > reach:
            return context.fail(f"the target is {gap:.2f} units away, the reach is {reach:g}")
        context.effect("strike", {"target": target, "damage": context.argument("damage")})
        return Status.SUCCESS


class HealAction(Action):
    """Ask for health for somebody."""

    def tick(self, context: ActionContext) -> Status:
        """Ask for the health and return SUCCESS."""
        target = context.argument("target")
        if target is not None:
            context.position_of(target)
        names = ("target", "amount", "limit")
        context.effect("heal", {name: context.argument(name) for name in names})
        return Status.SUCCESS


class RemoveAction(Action):
    """Ask for somebody to be taken out of the world."""

    def tick(self, context: ActionContext) -> Status:
        """Ask for it and return SUCCESS."""
        target = context.argument("target")
        if target is not None:
            context.position_of(target)
        context.effect("remove", {"target": target})
        return Status.SUCCESS


COMBAT_ACTIONS: Mapping[str, Action] = {
    "fire": FireAction(),
    "throw_at": ThrowAtAction(),
    "aim_at": AimAtAction(),
    "strike": StrikeAction(),
    "heal": HealAction(),
    "remove": RemoveAction(),
}
"""The behavior of every action that `graphs.kinds.actions.combat` declares, by id."""


def _throw(context: ActionContext) -> Throw | None:
    start, target = context.position_of(context.agent), context.argument("target")
    place, speed, gravity = (
        context.position_of(target),
        number_in(context, "speed"),
        number_in(context, "gravity"),
    )
    arc: Arc = "lob" if context.argument("arc") == "lob" else "flat"
    rise = -HAND_HEIGHT if gravity > 0.0 else 0.0
    if not context.argument("lead"):
        return aim_throw(start, place, speed, gravity, rise=rise, arc=arc)
    found = lead_throw(start, place, _velocity(context, target), speed, gravity, rise=rise, arc=arc)
    return None if found is None else found.throw


def _why_not(context: ActionContext) -> str:
    own, place = context.position_of(context.agent), context.position_of(context.argument("target"))
    distance, speed = distance_between(own, place), number_in(context, "speed")
    needed = least_speed(distance, number_in(context, "gravity"), -HAND_HEIGHT)
    if needed <= speed:
        return f"the target outruns a throw of {speed:g} units/s"
    return f"{distance:.1f} units are out of reach at {speed:g} units/s; it takes {needed:.1f}"


def _velocity(context: ActionContext, target: Value) -> Vector:
    """Return how fast a target moves: not at all if it is a place."""
    if not isinstance(target, str):
        return (0.0, 0.0)
    velocity = context.entity_field(target, "velocity")
    return velocity if isinstance(velocity, tuple) else (0.0, 0.0)


def _radius(context: ActionContext, entity: Value) -> float:
    radius = context.entity_field(entity, "radius") if isinstance(entity, str) else 0.0
    return float(radius) if isinstance(radius, (int, float)) else 0.0


def _is_turned_to(context: ActionContext, own: Vector, place: Vector) -> bool:
    x, y = place[0] - own[0], place[1] - own[1]
    if x == 0.0 and y == 0.0:
        return True
    heading = context.entity_field(context.agent, "heading")
    off = arc_tangent(y, x) - (float(heading) if isinstance(heading, (int, float)) else 0.0)
    off = math.fmod(abs(off), 360.0)
    return min(off, 360.0 - off) <= number_in(context, "target_radius")
