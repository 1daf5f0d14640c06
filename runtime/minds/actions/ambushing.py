"""Give the action `close_in` its behavior: take a way of one's own, and walk it (rule 11.42)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from graphs.kinds.actions.ambushing import CLOSE_IN
from runtime.basics.host import AMBUSH_FIELD
from runtime.basics.status import Status
from runtime.basics.values import Value, Vector
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.action_context import number_in

_NEAR = 0.5
"""How near a corner, in units, the next one is walked to."""


class CloseInAction(Action):
    """Walk from corner to corner of the way that the world has found; `corner` is the one walked to."""

    state_fields = {"corner": "int"}

    def tick(self, context: ActionContext) -> Status:
        """Return SUCCESS at the end of the way, FAILURE where there is none, else RUNNING."""
        weight, priority = number_in(context, "weight"), int(number_in(context, "priority"))
        if context.seconds_running <= 0.0:
            given = {name: context.argument(name) for name in ("target", "spread", "nearest_first")}
            context.position_of(given["target"])
            context.effect("join_ambush", given)
            return Status.RUNNING
        state, _, told = context.own_state(AMBUSH_FIELD).partition(": ")
        if state == "none":
            context.effect("leave_ambush", {})
            return context.fail(told)
        if state != "way":
            context.request("stop", {}, weight, priority)
            return Status.RUNNING
        corners, here = corners_of(told), context.position_of(context.agent)
        corner = context.state.corner
        assert isinstance(corner, int)
        while corner < len(corners) - 1 and math.dist(here, corners[corner]) <= _NEAR:
            corner += 1
        context.state.corner = corner
        is_last = corner == len(corners) - 1
        radius = number_in(context, "target_radius") if is_last else _NEAR
        arguments: dict[str, Value] = {
            "target": corners[corner],
            "target_radius": radius,
            "slow_radius": radius if is_last else 0.0,
            "speed": context.argument("speed"),
        }
        context.request("go_to", arguments, weight, priority)
        if is_last and math.dist(here, corners[corner]) <= radius:
            context.effect("leave_ambush", {})
            return Status.SUCCESS
        return Status.RUNNING

    def halt(self, context: ActionContext) -> None:
        """Give the way up."""
        context.effect("leave_ambush", {})


def corners_of(text: str) -> tuple[Vector, ...]:
    """Read corners, places with a space between and a comma in each."""
    pairs = (part.split(",") for part in text.split())
    return tuple((float(x), float(y)) for x, y in pairs)


AMBUSH_ACTIONS: Mapping[str, Action] = {CLOSE_IN.id: CloseInAction()}
"""The behavior of every action that `graphs.kinds.actions.ambushing` declares, by id."""
