"""Answer the conditions that `graphs.kinds.actions` declares for fights and senses, from what the host has.

| condition | true when |
|---|---|
| can_hit | the target is in range, and nothing ends a straight shot at it |
| can_throw_to | a throw comes down at the target |
| in_blast | the gap to the nearest blast to come is at most `margin` |
| will_land_near | something thrown comes down at most `distance` away |
| shot_coming | something that flies would hit the agent within so many seconds |
| can_see | the target is in range, in the cone, and nothing ends the line of sight to it |
| clear_line | nothing ends the line of sight to the target |
| in_zone | somebody's center is inside the zone |
| has_tag | the target has the tag |
| switched_on | the source gives off something |
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from runtime.basics.angles import cosine, direction
from runtime.basics.context import EvaluationError
from runtime.basics.host import (
    BLAST_GAP_FIELD,
    LANDING_GAP_FIELD,
    SHOT_FIELD,
    SHOT_IN_FIELD,
    SIGHT_FIELD,
    SWITCH_FIELD,
    TAG_FIELD,
    THROW_FIELD,
    ZONE_FIELD,
)
from runtime.basics.values import Value
from runtime.minds.actions.condition import Condition, ConditionContext, ConditionLibrary
from runtime.minds.actions.squads import SQUAD_CONDITIONS
from runtime.minds.actions.ways import WAY_CONDITIONS


def can_hit(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether a straight shot would reach the target: (target, range)."""
    target, reach = arguments
    place, own = context.position_of(target), context.position_of(context.agent)
    x, y = place[0] - own[0], place[1] - own[1]
    if math.sqrt(x * x + y * y) > _number(reach):
        return False
    return context.entity_field(context.agent, f"{SHOT_FIELD}{target}") == ""


def can_throw_to(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether a throw comes down at the target: (target, speed, arc, gravity)."""
    target, speed, arc, gravity = arguments
    x, y = context.position_of(target)
    question = f"{THROW_FIELD}{x!r},{y!r},{_number(speed)!r},{_number(gravity)!r},{arc}"
    return context.entity_field(context.agent, question) is True


def in_blast(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether the agent is where something is going to explode: (margin,)."""
    return _number(context.entity_field(context.agent, BLAST_GAP_FIELD)) <= _number(arguments[0])


def will_land_near(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether something thrown is going to come down near the agent: (distance,)."""
    return _number(context.entity_field(context.agent, LANDING_GAP_FIELD)) <= _number(arguments[0])


def shot_coming(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether something that flies would hit the agent soon: (within,)."""
    return _number(context.entity_field(context.agent, SHOT_IN_FIELD)) <= _number(arguments[0])


COMBAT_CONDITIONS: Mapping[str, Condition] = {
    "can_hit": can_hit,
    "can_throw_to": can_throw_to,
    "in_blast": in_blast,
    "will_land_near": will_land_near,
    "shot_coming": shot_coming,
}
"""The behavior of every condition that `graphs.kinds.actions.combat` declares, by id."""


def _number(value: Value, otherwise: float = math.inf) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else otherwise


def can_see(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether a target is in view: (target, range, half angle in degrees)."""
    target, reach, half_angle = arguments
    place, own = context.position_of(target), context.position_of(context.agent)
    x, y = place[0] - own[0], place[1] - own[1]
    distance = math.sqrt(x * x + y * y)
    if distance > _number(reach, 0.0):
        return False
    heading = _number(context.entity_field(context.agent, "heading"), 0.0)
    along, beside = direction(heading)
    ahead = x * along + y * beside
    limit = _number(half_angle, 0.0)
    if limit < 180.0 and ahead < cosine(limit) * distance:
        return False
    return clear_line(context, (target,))


def clear_line(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether nothing ends the line of sight to a target: (target,)."""
    return context.entity_field(context.agent, f"{SIGHT_FIELD}{_entity(arguments[0])}") == ""


def in_zone(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether somebody, the agent itself without one, is in a zone: (zone, who)."""
    zone, who = arguments
    entity = context.agent if who is None else _entity(who)
    return context.entity_field(entity, f"{ZONE_FIELD}{_entity(zone)}") is True


def has_tag(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether a target has a tag: (target, tag)."""
    target, tag = arguments
    return context.entity_field(_entity(target), f"{TAG_FIELD}{tag}") is True


def switched_on(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether a source gives off something: (source,)."""
    return context.entity_field(_entity(arguments[0]), SWITCH_FIELD) is True


SENSING_CONDITIONS: Mapping[str, Condition] = {
    "can_see": can_see,
    "clear_line": clear_line,
    "has_tag": has_tag,
    "in_zone": in_zone,
    "switched_on": switched_on,
}
"""The behavior of every condition that `graphs.kinds.actions.sensing` declares, by id."""


def _entity(value: Value) -> str:
    if not isinstance(value, str):
        raise EvaluationError("There is nothing to ask about: the entity is nobody.")
    return value


def builtin_conditions() -> ConditionLibrary:
    """Return a library with the behavior of all built-in conditions."""
    return ConditionLibrary({**COMBAT_CONDITIONS, **SENSING_CONDITIONS, **WAY_CONDITIONS, **SQUAD_CONDITIONS})
