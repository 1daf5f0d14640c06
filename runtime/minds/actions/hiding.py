"""Give the action `hide_from` its behavior: a walk to the nearest place that the world knows to be hidden."""

from __future__ import annotations

import math

from runtime.basics.host import HIDE_FIELD
from runtime.basics.status import Status
from runtime.basics.time_ticks import duration_to_ticks
from runtime.basics.values import Value, Vector
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.action_context import number_in

LOOKS_EVERY = 0.5
"""Seconds after which a place is looked for again."""


class HideAction(Action):
    """Walk to where the threat does not see the agent.

    `spot` is that place, `due` the tick in which it is looked for again.
    """

    state_fields = {"spot": "vector", "due": "int"}

    def tick(self, context: ActionContext) -> Status:
        """File the walk; return SUCCESS at the place, FAILURE where there is none or no way, else RUNNING."""
        threat = context.argument("threat")
        context.position_of(threat)
        due = context.state.due
        assert isinstance(due, int)
        if context.tick >= due:
            asked = f"{number_in(context, 'range')!r},{number_in(context, 'margin')!r},{threat}"
            found = context.entity_field(context.agent, f"{HIDE_FIELD}{asked}")
            if not isinstance(found, tuple):
                return context.fail(
                    f"nothing within {number_in(context, 'range'):g} units hides from {threat}"
                )
            context.state.spot = found
            context.state.due = context.tick + duration_to_ticks(LOOKS_EVERY, context.rate)
        spot = context.state.spot
        assert isinstance(spot, tuple)
        self._walk(context, spot)
        if math.dist(context.position_of(context.agent), spot) <= number_in(context, "target_radius"):
            return Status.SUCCESS
        state, _, told = context.route_state().partition(": ")
        return context.fail(told) if state == "unreachable" else Status.RUNNING

    def _walk(self, context: ActionContext, spot: Vector) -> None:
        names = ("target_radius", "slow_radius", "speed")
        arguments: dict[str, Value] = {"target": spot, **{name: context.argument(name) for name in names}}
        context.request("go_to", arguments, number_in(context, "weight"), int(number_in(context, "priority")))
