"""Answer the conditions that `graphs.kinds.actions.combat` declares, from fields the host has.

| condition | true when |
|---|---|
| can_hit | the target is in range, and nothing ends a straight shot at it |
| can_throw_to | a throw comes down at the target |
| in_blast | the gap to the nearest blast to come is at most `margin` |
| will_land_near | something thrown comes down at most `distance` away |
| shot_coming | something that flies would hit the agent within so many seconds |
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from runtime.basics.host import (
    BLAST_GAP_FIELD,
    LANDING_GAP_FIELD,
    SHOT_FIELD,
    SHOT_IN_FIELD,
    THROW_FIELD,
)
from runtime.basics.values import Value
from runtime.minds.actions.condition import Condition, ConditionContext


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
    """Tell whether the agent stands where something is going to explode: (margin,)."""
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


def _number(value: Value) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else math.inf
