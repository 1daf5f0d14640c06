"""Answer the conditions that `graphs.kinds.actions.sensing` declares, from fields the host has.

| condition | true when |
|---|---|
| can_see | the target is in range, in the cone, and nothing ends the line of sight to it |
| clear_line | nothing ends the line of sight to the target |
| in_zone | somebody's center is inside the zone |
| has_tag | the target has the tag |
| switched_on | the source gives off something |
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from runtime.basics.context import EvaluationError
from runtime.basics.host import SIGHT_FIELD, SWITCH_FIELD, TAG_FIELD, ZONE_FIELD
from runtime.basics.values import Value
from runtime.minds.actions.condition import Condition, ConditionContext


def can_see(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether a target is in view: (target, range, half angle in degrees)."""
    target, reach, half_angle = arguments
    place, own = context.position_of(target), context.position_of(context.agent)
    x, y = place[0] - own[0], place[1] - own[1]
    distance = math.sqrt(x * x + y * y)
    if distance > _number(reach):
        return False
    heading = math.radians(_number(context.entity_field(context.agent, "heading")))
    ahead = x * math.cos(heading) + y * math.sin(heading)
    limit = _number(half_angle)
    if limit < 180.0 and ahead < math.cos(math.radians(limit)) * distance:
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


def _number(value: Value) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0
