"""Give the actions that `graphs.kinds.actions.sensing` declares their behavior.

| action | result of a tick |
|---|---|
| make_noise, attract, emote, forget_interest | asks for it, SUCCESS |
| leave_scent, switch_source, ring_source | asks for it, SUCCESS |
| look_at | files a request to face the target, RUNNING |
| look_around | files a request to face a side, RUNNING; SUCCESS after its rounds |

A place or an entity that is gone fails the action.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from graphs.kinds.actions.sensing import SENSING_ACTIONS as DECLARATIONS
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from runtime.basics.angles import direction
from runtime.basics.status import Status
from runtime.basics.values import Value
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.action_context import number_in

_ARRIVED = 0.5
_SLOWED = 30.0
_QUICKLY = 0.1


class SignalAction(Action):
    """Ask for the effect of its own name with all of its arguments."""

    def __init__(self, declaration: ActionDeclaration) -> None:
        self._effect = declaration.id
        self._names = tuple(each.name for each in declaration.parameters)

    def tick(self, context: ActionContext) -> Status:
        """Ask for the effect and return SUCCESS."""
        arguments: dict[str, Value] = {name: context.argument(name) for name in self._names}
        for name in ("at", "source"):
            if arguments.get(name) is not None or name == "source" in arguments:
                context.position_of(arguments[name])
        context.effect(self._effect, {name: value for name, value in arguments.items() if value is not None})
        return Status.SUCCESS


class LookAtAction(Action):
    """Keep looking at a place."""

    def tick(self, context: ActionContext) -> Status:
        """File the request and return RUNNING."""
        context.position_of(context.argument("target"))
        _face(context, context.argument("target"), number_in(context, "slow_radius"))
        return Status.RUNNING


class LookAroundAction(Action):
    """Look to both sides of where the agent looked when it was entered.

    `heading` in degrees is that way.
    """

    state_fields = {"heading": "float"}

    def enter(self, context: ActionContext) -> None:
        """Remember where the agent looks."""
        heading = context.entity_field(context.agent, "heading")
        context.state.heading = float(heading) if isinstance(heading, (int, float)) else 0.0

    def tick(self, context: ActionContext) -> Status:
        """File a request to face a side; return SUCCESS once all rounds are over, else RUNNING."""
        rounds = int(number_in(context, "rounds"))
        done = context.seconds_running / max(number_in(context, "seconds"), 1e-9)
        if rounds and done >= rounds:
            return Status.SUCCESS
        side = side_of_round(math.fmod(done, 1.0)) * number_in(context, "angle")
        heading = context.state.heading
        assert isinstance(heading, float)
        along, beside = direction(heading + side)
        x, y = context.position_of(context.agent)
        _face(context, (x + along, y + beside), _SLOWED)
        return Status.RUNNING


def side_of_round(share: float) -> float:
    """Return to which side to look in a share of a round from 0 to 1: 1 left, -1 right, 0 ahead."""
    if share < 0.25:
        return 1.0
    return -1.0 if share < 0.75 else 0.0


def _face(context: ActionContext, target: Value, slow_radius: float) -> None:
    arguments: dict[str, Value] = {
        "target": target,
        "target_radius": _ARRIVED,
        "slow_radius": slow_radius,
        "time_to_target": _QUICKLY,
    }
    context.request("face", arguments, number_in(context, "weight"), int(number_in(context, "priority")))


_TURNING: Mapping[str, Action] = {"look_around": LookAroundAction(), "look_at": LookAtAction()}

SENSING_ACTIONS: Mapping[str, Action] = {
    each.id: _TURNING.get(each.id) or SignalAction(each) for each in DECLARATIONS
}
"""The behavior of every action that `graphs.kinds.actions.sensing` declares, by id."""
