"""Give the actions that `graphs.kinds.actions.steering_actions` declares their behavior.

Every steering action files one request of its own name with its arguments, each tick, the last one included:
what has just ended stays in force until the next brain tick (rule 9.1), so an agent that arrived brakes.

| action | result of a tick |
|---|---|
| seek, flee, pursue, evade, interpose, wander, roam, match_velocity, offset_pursuit | RUNNING |
| separation, alignment, cohesion, flock | RUNNING |
| look_where_you_go, avoid_agents, avoid_walls, avoid_obstacles | RUNNING |
| arrive | SUCCESS at most `target_radius` from the target, else RUNNING |
| leave | SUCCESS at least 95 % of `danger_radius` from the target, else RUNNING |
| face, align | SUCCESS at most `target_radius` degrees off, else RUNNING |
| hold_slot | RUNNING, FAILURE without a place |
| go_to | SUCCESS at most `target_radius` from the target, FAILURE where no way leads, else RUNNING |
| follow_path, follow_waypoints | SUCCESS at most `target_radius` from the end of an open path, else RUNNING |
| stop | SUCCESS at rest, else RUNNING |

The speed that `leave` asks for falls to 0 at the danger radius itself, so that an agent comes ever nearer
to it and never passes it; at 95 % it counts as away.

A target that is nobody, or an entity that is gone, fails the action.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from graphs.kinds.actions.steering_actions import STEERING_ACTIONS as DECLARATIONS
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from runtime.basics.angles import arc_tangent
from runtime.basics.host import GOAL_MOVED, SLOT_FIELD
from runtime.basics.status import Status
from runtime.basics.values import Value, Vector
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.ambushing import AMBUSH_ACTIONS
from runtime.minds.actions.combat import COMBAT_ACTIONS
from runtime.minds.actions.finding import FINDING_ACTIONS
from runtime.minds.actions.sensing import SENSING_ACTIONS
from runtime.minds.actions.squads import SQUAD_ACTIONS
from runtime.minds.actions.ways import WAY_ACTIONS

RESTING_SPEED = 0.01
"""Speed in units/s below which an agent counts as at rest."""

RESTING_ROTATION = 1.0
"""Rotation in degrees/s below which an agent counts as at rest."""

AWAY = 0.95
"""Share of the danger radius at which `leave` has done its work."""

_SHARED = ("weight", "priority")

EndTest = Callable[[ActionContext], bool]
"""Tell whether an action has reached what it is for."""


class SteeringAction(Action):
    """File one steering request per tick, until the end test is true."""

    def __init__(self, declaration: ActionDeclaration, ends: EndTest) -> None:
        self._behavior = declaration.id
        self._names = tuple(each.name for each in declaration.parameters if each.name not in _SHARED)
        self._places = tuple(
            (each.name, each.optional) for each in declaration.parameters if each.type in ("point", "entity")
        )
        self._ends = ends

    def tick(self, context: ActionContext) -> Status:
        """File the request; return SUCCESS when the end test is true, else RUNNING."""
        for name, is_optional in self._places:
            place = context.argument(name)
            if place is not None or not is_optional:
                context.position_of(place)
        if not context.request_again():
            arguments = {name: context.argument(name) for name in self._names}
            priority = int(_number(context, "priority"))
            context.request(self._behavior, arguments, _number(context, "weight"), priority)
        return Status.SUCCESS if self._ends(context) else Status.RUNNING


class GoToAction(SteeringAction):
    """Walk a route; fail when there is none."""

    def tick(self, context: ActionContext) -> Status:
        """File the request; return SUCCESS at the target, FAILURE when it cannot be reached, else RUNNING.

        The nearest free place stands for a target inside a wall, unless the action is to refuse it.
        """
        result = super().tick(context)
        state, _, told = context.route_state().partition(": ")
        if result is Status.RUNNING and state == "unreachable":
            return context.fail(told)
        if result is Status.RUNNING and state == "arrived":
            x, y = context.position_of(context.argument("target"))
            goal_x, goal_y = (float(part) for part in told.split())
            return Status.SUCCESS if _length((x - goal_x, y - goal_y)) <= GOAL_MOVED else result
        return result


class HoldSlotAction(SteeringAction):
    """Keep the place that the world gives the agent; fail without one."""

    def tick(self, context: ActionContext) -> Status:
        """File the request and return RUNNING; FAILURE for one who has no place."""
        if context.entity_field(context.agent, f"{SLOT_FIELD}around") is None:
            return context.fail(f"{context.agent} has no place to hold")
        return super().tick(context)


def _arrived(context: ActionContext) -> bool:
    return _distance_to_target(context) <= _number(context, "target_radius")


def _left(context: ActionContext) -> bool:
    return _distance_to_target(context) >= AWAY * _number(context, "danger_radius")


def _faces(context: ActionContext) -> bool:
    position = context.position_of(context.agent)
    target = context.position_of(context.argument("target"))
    x, y = target[0] - position[0], target[1] - position[1]
    if x == 0.0 and y == 0.0:
        return True
    return _is_turned_to(context, arc_tangent(y, x))


def _aligned(context: ActionContext) -> bool:
    target = context.argument("target")
    heading = context.entity_field(target, "heading") if isinstance(target, str) else 0.0
    return _is_turned_to(context, _as_number(heading))


def _at_path_end(context: ActionContext) -> bool:
    left = _as_number(context.entity_field(context.agent, "path_left"))
    return 0.0 <= left <= _number(context, "target_radius")


def _rests(context: ActionContext) -> bool:
    velocity = context.entity_field(context.agent, "velocity")
    rotation = _as_number(context.entity_field(context.agent, "rotation"))
    speed = _length(velocity) if isinstance(velocity, tuple) else 0.0
    return speed <= RESTING_SPEED and abs(rotation) <= RESTING_ROTATION


_END_TESTS: Mapping[str, EndTest] = {
    "follow_waypoints": _at_path_end,
    "arrive": _arrived,
    "go_to": _arrived,
    "leave": _left,
    "face": _faces,
    "align": _aligned,
    "follow_path": _at_path_end,
    "stop": _rests,
}


_OWN: Mapping[str, type[SteeringAction]] = {"go_to": GoToAction, "hold_slot": HoldSlotAction}


def _action_of(declaration: ActionDeclaration) -> Action:
    made = _OWN.get(declaration.id, SteeringAction)
    return made(declaration, _END_TESTS.get(declaration.id, lambda context: False))


STEERING_ACTIONS: Mapping[str, Action] = {
    declaration.id: _action_of(declaration) for declaration in DECLARATIONS
}
"""The behavior of every action that `graphs.kinds.actions.steering_actions` declares, by id."""


def builtin_library() -> ActionLibrary:
    """Return a library with the behavior of all built-in actions."""
    return ActionLibrary(
        {
            **STEERING_ACTIONS,
            **COMBAT_ACTIONS,
            **SENSING_ACTIONS,
            **FINDING_ACTIONS,
            **WAY_ACTIONS,
            **AMBUSH_ACTIONS,
            **SQUAD_ACTIONS,
        }
    )


def _distance_to_target(context: ActionContext) -> float:
    position = context.position_of(context.agent)
    target = context.position_of(context.argument("target"))
    return _length((target[0] - position[0], target[1] - position[1]))


def _is_turned_to(context: ActionContext, heading: float) -> bool:
    own = _as_number(context.entity_field(context.agent, "heading"))
    off = math.fmod(abs(heading - own), 360.0)
    return min(off, 360.0 - off) <= _number(context, "target_radius")


def _number(context: ActionContext, name: str) -> float:
    return _as_number(context.argument(name))


def _as_number(value: Value) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _length(vector: Vector) -> float:
    return math.sqrt(vector[0] * vector[0] + vector[1] * vector[1])
