"""Declare the steering behaviors that requests and always-on modifiers can name.

Each is a built-in action as well and has the parameters of that action, which are declared once, in
`graphs.kinds.actions.steering_actions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.kinds.actions import neighbor_actions as neighbors
from graphs.kinds.actions import steering_actions as actions
from graphs.kinds.actions import walking_actions as walking
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from graphs.kinds.declarations.parameter import Parameter


@dataclass(frozen=True, slots=True)
class BehaviorDeclaration:
    """Declare one steering behavior.

    `moves` and `turns` name the channels it speaks on (rule 9.2), `modifier` tells whether it makes
    sense as an always-on modifier, `catalogue_id` the technique it is. A parameter of type `point` or
    `entity` takes a vector, or an entity, which is followed every step. `remembers` tells whether its
    requests remember something or draw.
    """

    id: str
    title: str
    summary: str
    catalogue_id: str
    parameters: tuple[Parameter, ...]
    moves: bool = True
    turns: bool = False
    modifier: bool = False
    remembers: bool = False

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter called `name`, or None."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)

    @property
    def numbers(self) -> tuple[Parameter, ...]:
        """Return the numeric parameters, in their order."""
        return tuple(parameter for parameter in self.parameters if parameter.type in ("float", "int"))


_SHARED = ("weight", "priority")


def _of_action(
    action: ActionDeclaration,
    catalogue_id: str,
    *,
    moves: bool = True,
    turns: bool = False,
    modifier: bool = False,
    remembers: bool = False,
) -> BehaviorDeclaration:
    parameters = tuple(parameter for parameter in action.parameters if parameter.name not in _SHARED)
    return BehaviorDeclaration(
        action.id, action.title, action.summary, catalogue_id, parameters, moves, turns, modifier, remembers
    )


BEHAVIORS: Mapping[str, BehaviorDeclaration] = {
    behavior.id: behavior
    for behavior in (
        _of_action(actions.SEEK, "STEER-02"),
        _of_action(actions.FLEE, "STEER-03"),
        _of_action(actions.PURSUE, "STEER-04"),
        _of_action(actions.EVADE, "STEER-05"),
        _of_action(actions.ARRIVE, "STEER-06"),
        _of_action(actions.LEAVE, "STEER-07"),
        _of_action(walking.ALIGN, "STEER-08", moves=False, turns=True),
        _of_action(walking.FACE, "STEER-09", moves=False, turns=True),
        _of_action(walking.LOOK_WHERE_YOU_GO, "STEER-09", moves=False, turns=True),
        _of_action(actions.WANDER, "STEER-10", turns=True, remembers=True),
        _of_action(actions.FOLLOW_PATH, "STEER-11", remembers=True),
        _of_action(walking.FOLLOW_WAYPOINTS, "STEER-18", remembers=True),
        _of_action(walking.ROAM, "STEER-20", remembers=True),
        _of_action(walking.GO_TO, "NAV-16"),
        _of_action(walking.MATCH_VELOCITY, "STEER-17"),
        _of_action(neighbors.SEPARATION, "FLOCK-01", modifier=True),
        _of_action(neighbors.ALIGNMENT, "FLOCK-01", modifier=True),
        _of_action(neighbors.COHESION, "FLOCK-01", modifier=True),
        _of_action(neighbors.FLOCK, "FLOCK-01"),
        _of_action(actions.STOP, "STEER-17", turns=True),
        _of_action(neighbors.AVOID_AGENTS, "STEER-12", modifier=True),
        _of_action(neighbors.AVOID_WALLS, "STEER-13", modifier=True),
        _of_action(neighbors.AVOID_OBSTACLES, "STEER-19", modifier=True),
    )
}
"""All steering behaviors by id."""
