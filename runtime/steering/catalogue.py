"""Declare the steering behaviors that requests and always-on modifiers can name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.kinds.parameter import Parameter


@dataclass(frozen=True, slots=True)
class BehaviorDeclaration:
    """Declare one steering behavior.

    `moves` and `turns` name the channels it speaks on (SEMANTICS 9.2), `modifier` tells whether it makes
    sense as an always-on modifier, `catalogue_id` the technique it is. A parameter of type `point` takes a
    vector, or an entity, which is followed every step.
    """

    id: str
    title: str
    summary: str
    catalogue_id: str
    parameters: tuple[Parameter, ...]
    moves: bool = True
    turns: bool = False
    modifier: bool = False

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter called `name`, or None."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


TARGET = Parameter("target", "point", help="A place, or an entity, which is followed as it moves.")
SPEED = Parameter(
    "speed",
    "float",
    optional=True,
    minimum=0,
    unit="units/s",
    help="Fastest speed while this lasts. Without a value: the agent's own limit.",
)
MAX_PREDICTION = Parameter(
    "max_prediction", "float", 1.0, "How far to look ahead at most.", minimum=0, unit="s"
)
TIME_TO_TARGET = Parameter(
    "time_to_target", "float", 0.1, "Time in which the wanted speed is reached.", minimum=0, unit="s"
)
TARGET_RADIUS = Parameter("target_radius", "float", 0.3, "Stop inside this radius.", minimum=0, unit="units")
SLOW_RADIUS = Parameter("slow_radius", "float", 1.5, "Slow down inside this radius.", minimum=0, unit="units")
ESCAPE_RADIUS = Parameter(
    "escape_radius", "float", 2.0, "Run at full speed inside this radius.", minimum=0, unit="units"
)
DANGER_RADIUS = Parameter(
    "danger_radius", "float", 5.0, "Beyond this radius nothing is asked.", minimum=0, unit="units"
)
TOLERANCE = Parameter(
    "target_radius", "float", 2.0, "Good enough: stop turning inside this angle.", minimum=0, unit="degrees"
)
SLOW_ANGLE = Parameter(
    "slow_radius", "float", 45.0, "Turn slower inside this angle.", minimum=0, unit="degrees"
)
PATH = Parameter("path", "path", help="A path of the world.")
PATH_OFFSET = Parameter(
    "path_offset", "float", 1.0, "How far ahead on the path to steer for.", minimum=0, unit="units"
)

_SEEK = BehaviorDeclaration(
    "seek", "Seek", "Accelerate towards a point; does not stop there.", "STEER-02", (TARGET, SPEED)
)
_FLEE = BehaviorDeclaration("flee", "Flee", "Accelerate away from a point.", "STEER-03", (TARGET, SPEED))
_PURSUE = BehaviorDeclaration(
    "pursue",
    "Pursue",
    "Head for where a moving target will be.",
    "STEER-04",
    (TARGET, SPEED, MAX_PREDICTION),
)
_EVADE = BehaviorDeclaration(
    "evade",
    "Evade",
    "Flee from where a moving target will be.",
    "STEER-05",
    (TARGET, SPEED, MAX_PREDICTION),
)
_ARRIVE = BehaviorDeclaration(
    "arrive",
    "Arrive",
    "Go to a point, slow down and stop there.",
    "STEER-06",
    (TARGET, SPEED, TARGET_RADIUS, SLOW_RADIUS, TIME_TO_TARGET),
)
_LEAVE = BehaviorDeclaration(
    "leave",
    "Leave",
    "Get away from a point, the faster the nearer it is.",
    "STEER-07",
    (TARGET, SPEED, ESCAPE_RADIUS, DANGER_RADIUS, TIME_TO_TARGET),
)
_ALIGN = BehaviorDeclaration(
    "align",
    "Align",
    "Turn to a heading, or to look the same way as an entity.",
    "STEER-08",
    (
        Parameter("target", "entity", optional=True, help="Look the same way as this entity."),
        Parameter("heading", "float", 0.0, "The heading, added to the target's.", unit="degrees"),
        TOLERANCE,
        SLOW_ANGLE,
        TIME_TO_TARGET,
    ),
    moves=False,
    turns=True,
)
_FACE = BehaviorDeclaration(
    "face",
    "Face",
    "Turn to look at a point.",
    "STEER-09",
    (TARGET, TOLERANCE, SLOW_ANGLE, TIME_TO_TARGET),
    moves=False,
    turns=True,
)
_WANDER = BehaviorDeclaration(
    "wander",
    "Wander",
    "Stroll without a goal.",
    "STEER-10",
    (
        SPEED,
        Parameter("offset", "float", 2.0, "Distance of the circle ahead.", minimum=0, unit="units"),
        Parameter("radius", "float", 1.5, "Radius of the circle.", minimum=0, unit="units"),
        Parameter("rate", "float", 90.0, "Largest angle drawn.", minimum=0, maximum=180, unit="degrees"),
        Parameter(
            "interval", "float", 0.4, "Time between two draws; 0 draws every step.", minimum=0, unit="s"
        ),
    ),
    turns=True,
)
_FOLLOW_PATH = BehaviorDeclaration(
    "follow_path",
    "Follow path",
    "Walk along a path of the world.",
    "STEER-11",
    (
        PATH,
        SPEED,
        PATH_OFFSET,
        Parameter(
            "arrival_radius", "float", 0.3, "Near enough to the end of an open path.", minimum=0, unit="units"
        ),
    ),
)
_AVOID_AGENTS = BehaviorDeclaration(
    "avoid_agents",
    "Avoid agents",
    "Dodge the neighbor one would meet first.",
    "STEER-12",
    (
        Parameter("margin", "float", 0.2, "Gap to keep between bodies.", minimum=0, unit="units"),
        Parameter("horizon", "float", 1.0, "How far to look ahead.", minimum=0, unit="s"),
        Parameter("range", "float", 3.0, "Neighbors further away do not count.", minimum=0, unit="units"),
    ),
    modifier=True,
)
_AVOID_WALLS = BehaviorDeclaration(
    "avoid_walls",
    "Avoid walls",
    "Feel ahead with three rays and steer off what they hit.",
    "STEER-13",
    (
        Parameter("avoid_distance", "float", 1.0, "Distance to keep from a wall.", minimum=0, unit="units"),
        Parameter("look_ahead", "float", 1.6, "Length of the ray ahead.", minimum=0, unit="units"),
        Parameter(
            "whisker_angle", "float", 30.0, "Angle of the side rays.", minimum=0, maximum=90, unit="degrees"
        ),
        Parameter(
            "whisker_share", "float", 0.6, "Length of the side rays, as a share.", minimum=0, maximum=1
        ),
    ),
    modifier=True,
)

BEHAVIORS: Mapping[str, BehaviorDeclaration] = {
    behavior.id: behavior
    for behavior in (
        _SEEK,
        _FLEE,
        _PURSUE,
        _EVADE,
        _ARRIVE,
        _LEAVE,
        _ALIGN,
        _FACE,
        _WANDER,
        _FOLLOW_PATH,
        _AVOID_AGENTS,
        _AVOID_WALLS,
    )
}
"""All steering behaviors by id."""
