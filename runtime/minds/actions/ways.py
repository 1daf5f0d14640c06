"""Give the actions that `graphs.kinds.actions.ways` declares their behavior, and answer its conditions.

| action | result of a tick |
|---|---|
| open_door, close_door, switch_link | asks for it, SUCCESS |
| go_to_nearest | asks now and then which is nearest, and files a request to go there |
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from graphs.kinds.actions.ways import GO_TO_NEAREST
from graphs.kinds.actions.ways import WAY_ACTIONS as DECLARATIONS
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from runtime.basics.context import EvaluationError
from runtime.basics.host import DOOR_OPEN_FIELD, LINK_ON_FIELD, NEAREST_FIELD
from runtime.basics.status import Status
from runtime.basics.values import Value
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.action_context import number_in
from runtime.minds.actions.condition import Condition, ConditionContext

_NOT_YET = -1


class WayAction(Action):
    """Ask for the effect of its own name with all of its arguments."""

    def __init__(self, declaration: ActionDeclaration) -> None:
        self._effect = declaration.id
        self._names = tuple(each.name for each in declaration.parameters)

    def tick(self, context: ActionContext) -> Status:
        """Ask for the effect and return SUCCESS."""
        arguments = {name: context.argument(name) for name in self._names}
        context.position_of(arguments[self._names[0]])
        context.effect(self._effect, arguments)
        return Status.SUCCESS


class GoToNearestAction(Action):
    """Walk to the nearest of several.

    `target` is what is walked to, "" before it is known, `asked` the tick in which it was asked last.
    """

    state_fields = {"target": "string", "asked": "int"}

    def enter(self, context: ActionContext) -> None:
        """Know nothing yet."""
        context.state.target, context.state.asked = "", _NOT_YET

    def tick(self, context: ActionContext) -> Status:
        """Return SUCCESS at the nearest, FAILURE where no way leads to any, else RUNNING."""
        among, target = str(context.argument("among")), str(context.state.target)
        if target and not _is_there(context, target):
            target, context.state.asked = "", _NOT_YET
        if self._is_due(context, target):
            context.state.asked = context.tick
            context.effect("find_nearest", {"among": among})
        else:
            answer = str(context.entity_field(context.agent, f"{NEAREST_FIELD}{among}"))
            found, _, told = answer.partition(": ")
            if found == "none" and not target:
                return context.fail(told)
            target = told if found == "found" else target
        context.state.target = target
        if not target or not _is_there(context, target):
            context.request("stop", {}, number_in(context, "weight"), int(number_in(context, "priority")))
            return Status.RUNNING
        return self._go(context, target)

    def _is_due(self, context: ActionContext, target: str) -> bool:
        asked, again = context.state.asked, number_in(context, "again")
        assert isinstance(asked, int)
        return asked == _NOT_YET or (
            bool(target) and again > 0.0 and context.tick - asked >= again * context.rate
        )

    def _go(self, context: ActionContext, target: str) -> Status:
        names = ("target_radius", "slow_radius", "speed")
        arguments: dict[str, Value] = {name: context.argument(name) for name in names}
        weight, priority = number_in(context, "weight"), int(number_in(context, "priority"))
        context.request("go_to", {"target": target, **arguments}, weight, priority)
        here, there = context.position_of(context.agent), context.position_of(target)
        if math.dist(here, there) <= number_in(context, "target_radius"):
            return Status.SUCCESS
        state, _, told = context.route_state().partition(": ")
        if state == "unreachable":
            return context.fail(told)
        return Status.SUCCESS if state == "arrived" else Status.RUNNING


def door_is_open(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether a door is open: (door,)."""
    door = arguments[0]
    if not isinstance(door, str):
        raise EvaluationError("There is nothing to ask about: the door is nobody.")
    return context.entity_field(door, DOOR_OPEN_FIELD) is True


def on_link(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether the agent is carried along a link."""
    return context.entity_field(context.agent, LINK_ON_FIELD) != ""


def _is_there(context: ActionContext, target: str) -> bool:
    try:
        context.position_of(target)
    except EvaluationError:
        return False
    return True


WAY_ACTIONS: Mapping[str, Action] = {
    each.id: GoToNearestAction() if each is GO_TO_NEAREST else WayAction(each) for each in DECLARATIONS
}
"""The behavior of every action that `graphs.kinds.actions.ways` declares, by id."""

WAY_CONDITIONS: Mapping[str, Condition] = {"door_is_open": door_is_open, "on_link": on_link}
"""The behavior of every condition that `graphs.kinds.actions.ways` declares, by id."""
