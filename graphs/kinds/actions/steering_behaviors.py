"""Gather the steering behaviors that requests and always-on modifiers can name.

Each is a built-in action as well, whose declaration says what it steers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.kinds.actions.steering_actions import STEERING_ACTIONS
from graphs.kinds.declarations.action_declarations import ActionDeclaration, Steering
from graphs.kinds.declarations.parameter import HasParameters, Parameter


@dataclass(frozen=True, slots=True)
class BehaviorDeclaration(HasParameters):
    """Hold one steering behavior: its action, less what concerns requests of all behaviors alike.

    A parameter of type `point` or `entity` takes a vector, or an entity, which is followed every step.
    """

    id: str
    title: str
    summary: str
    parameters: tuple[Parameter, ...]
    steering: Steering

    @property
    def numbers(self) -> tuple[Parameter, ...]:
        """Return the numeric parameters, in their order."""
        return tuple(parameter for parameter in self.parameters if parameter.type in ("float", "int"))


_SHARED = ("weight", "priority")


def _of_action(action: ActionDeclaration, steering: Steering) -> BehaviorDeclaration:
    parameters = tuple(parameter for parameter in action.parameters if parameter.name not in _SHARED)
    return BehaviorDeclaration(action.id, action.title, action.summary, parameters, steering)


BEHAVIORS: Mapping[str, BehaviorDeclaration] = {
    action.id: _of_action(action, action.steering)
    for action in STEERING_ACTIONS
    if action.steering is not None
}
"""All steering behaviors by id."""
