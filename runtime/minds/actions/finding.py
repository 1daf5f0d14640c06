"""Give the action `find_place` its behavior: put a question, and wait for the answer (rules 11.20, 11.24)."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.kinds.actions.finding import FIND_PLACE
from runtime.basics.host import FINDING_FIELD
from runtime.basics.status import Status
from runtime.minds.actions.action import Action, ActionContext

_NAMES = tuple(parameter.name for parameter in FIND_PLACE.parameters)


class FindPlaceAction(Action):
    """Wait until the world has answered a question for a place."""

    def tick(self, context: ActionContext) -> Status:
        """Put the question when entered; return RUNNING until there is an answer."""
        if context.seconds_running <= 0.0:
            given = {name: context.argument(name) for name in _NAMES}
            for name, value in given.items():
                if isinstance(value, str) and name.startswith("point"):
                    context.position_of(value)
            context.effect("find_place", {name: value for name, value in given.items() if value is not None})
            return Status.RUNNING
        state, _, told = context.own_state(FINDING_FIELD).partition(": ")
        if state == "searching":
            return Status.RUNNING
        return context.succeed(told) if state == "found" else context.fail(told)

    def halt(self, context: ActionContext) -> None:
        """Drop the question."""
        context.effect("stop_finding", {})


FINDING_ACTIONS: Mapping[str, Action] = {FIND_PLACE.id: FindPlaceAction()}
"""The behavior of every action that `graphs.kinds.actions.finding` declares, by id."""
