"""Give the actions and conditions that `graphs.kinds.actions.squads` declares their behavior.

| action | result of a tick |
|---|---|
| request_slot, request_attack, request_token | asks; SUCCESS granted, FAILURE refused, else RUNNING |
| release_slot, end_attack, release_token, acknowledge | asks for it, SUCCESS |
| set_formation | asks for it, SUCCESS; FAILURE for one who leads no squad |
| order | sends, RUNNING; then SUCCESS, or FAILURE with nobody there |
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from graphs.kinds.actions.squads import SQUAD_ACTIONS as DECLARATIONS
from runtime.basics.host import ATTACK_FIELD, SLOT_FIELD, SQUAD_FIELD, TOKEN_FIELD
from runtime.basics.status import Status
from runtime.basics.values import Value
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.condition import Condition, ConditionContext
from runtime.minds.actions.hiding import HideAction

GRANTED, WAITING, REFUSED = "granted", "waiting", "refused: "
"""What fields tell of a request; what was refused says why behind it, "" knows of no request."""


class RequestAction(Action):
    """Ask for a place, an attack or a token, and wait for the answer.

    `asked` is whether it has asked since it was entered. The field it reads is `start` and the argument
    `named`.
    """

    state_fields = {"asked": "bool"}

    def __init__(self, effect: str, start: str, named: str = "") -> None:
        self._effect = effect
        self._start = start
        self._named = named

    def tick(self, context: ActionContext) -> Status:
        """Ask once; return SUCCESS when it is granted, FAILURE when it is refused, else RUNNING."""
        answer = context.entity_field(context.agent, f"{self._start}{self._name(context)}")
        if answer == GRANTED:
            return Status.SUCCESS
        if not context.state.asked or answer == "":
            context.state.asked = True
            names = ("weight", "wait", self._named)
            context.effect(self._effect, {name: context.argument(name) for name in names if name})
        elif isinstance(answer, str) and answer.startswith(REFUSED):
            return context.fail(answer.removeprefix(REFUSED))
        return Status.RUNNING

    def halt(self, context: ActionContext) -> None:
        """Wait no more, and give back what was granted since."""
        if context.state.asked:
            arguments = {self._named: context.argument(self._named)} if self._named else {}
            context.effect(f"withdraw_{self._effect}", arguments)

    def _name(self, context: ActionContext) -> str:
        name = context.argument(self._named) if self._named else None
        return name if isinstance(name, str) else ""


class AskAction(Action):
    """Ask for the effect of its own name with all of its arguments."""

    def __init__(self, effect: str, names: tuple[str, ...]) -> None:
        self._effect = effect
        self._names = names

    def tick(self, context: ActionContext) -> Status:
        """Ask for the effect and return SUCCESS."""
        context.effect(self._effect, {name: context.argument(name) for name in self._names})
        return Status.SUCCESS


class SetFormationAction(AskAction):
    """Let the squad that the agent commands stand otherwise."""

    def tick(self, context: ActionContext) -> Status:
        """Ask for it and return SUCCESS; FAILURE for one who commands no squad."""
        if not context.entity_field(context.agent, f"{SQUAD_FIELD}commands"):
            return context.fail(f"{context.agent} leads no squad")
        return super().tick(context)


class OrderAction(Action):
    """Send an order, and wait for acknowledgment if told to.

    `sent` is whether it has been sent.
    """

    state_fields = {"sent": "bool"}

    def tick(self, context: ActionContext) -> Status:
        """Send it in the first tick; afterwards return SUCCESS, or RUNNING while it is waited for."""
        given = context.argument("squad")
        squad = given if isinstance(given, str) else ""
        if not context.state.sent:
            role = context.argument("role") or ""
            getting = context.entity_field(context.agent, f"{SQUAD_FIELD}receivers:{squad}:{role}")
            if not getting:
                return context.fail(f"nobody of {squad or 'the squad'} is there to get {_shown(context)}")
            context.state.sent = True
            names = ("event", "role", "squad", "target", "place")
            context.effect("order", {name: context.argument(name) for name in names})
            return Status.RUNNING
        if context.argument("wait") and not _all_acknowledged(context, squad):
            return Status.RUNNING
        return Status.SUCCESS


_OWN: Mapping[str, Action] = {
    "hide_from": HideAction(),
    "order": OrderAction(),
    "request_attack": RequestAction("request_attack", f"{ATTACK_FIELD}request"),
    "request_slot": RequestAction("request_slot", f"{SLOT_FIELD}request:", "of"),
    "request_token": RequestAction("request_token", f"{TOKEN_FIELD}request:", "token"),
    "set_formation": SetFormationAction("set_formation", ("shape", "spacing")),
}

SQUAD_ACTIONS: Mapping[str, Action] = {
    each.id: _OWN.get(each.id) or AskAction(each.id, tuple(given.name for given in each.parameters))
    for each in DECLARATIONS
}
"""The behavior of every action that `graphs.kinds.actions.squads` declares, by id."""


def in_slot(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether the agent is near its place: (within,)."""
    within = arguments[0]
    if context.entity_field(context.agent, f"{SLOT_FIELD}around") is None:
        return False
    place = context.entity_field(context.agent, f"{SLOT_FIELD}place")
    own = context.position_of(context.agent)
    assert isinstance(place, tuple)
    assert isinstance(within, (int, float))
    x, y = place[0] - own[0], place[1] - own[1]
    return math.sqrt(x * x + y * y) <= float(within)


def is_leader(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether the agent leads its squad."""
    return context.entity_field(context.agent, f"{SQUAD_FIELD}leader") == context.agent


def in_squad(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether the agent is in a squad: (squad,), any without one."""
    squad = context.entity_field(context.agent, f"{SQUAD_FIELD}id")
    return squad == arguments[0] if arguments[0] else squad != ""


def all_acknowledged(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether all who got the last order of a squad have acknowledged it: (squad,)."""
    return _all_acknowledged(context, str(arguments[0] or ""))


def has_token(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether the agent holds a token: (token,)."""
    return context.entity_field(context.agent, f"{TOKEN_FIELD}held:{arguments[0]}") is True


def is_attacking(context: ConditionContext, arguments: tuple[Value, ...]) -> bool:
    """Tell whether the agent has leave to attack."""
    return context.entity_field(context.agent, f"{ATTACK_FIELD}request") == GRANTED


SQUAD_CONDITIONS: Mapping[str, Condition] = {
    "all_acknowledged": all_acknowledged,
    "has_token": has_token,
    "in_slot": in_slot,
    "in_squad": in_squad,
    "is_attacking": is_attacking,
    "is_leader": is_leader,
}
"""The behavior of every condition that `graphs.kinds.actions.squads` declares, by id."""


def _all_acknowledged(context: ActionContext | ConditionContext, squad: str) -> bool:
    return context.entity_field(context.agent, f"{SQUAD_FIELD}all_acknowledged:{squad}") is True


def _shown(context: ActionContext) -> str:
    return str(context.argument("event"))
