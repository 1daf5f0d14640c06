"""Declare the built-in actions that steer an agent, and `fire`.

What all of them share:

* A running action files one steering request under its node each brain tick (SEMANTICS 9.1); a halted one
  has none. `weight` is the request's share when the agent blends by weight (STEER-14).
* `target` of type point is a vector or an entity, whose position is followed as it moves; arguments are
  evaluated before every tick (SEMANTICS 2.2). A lost entity fails the action.
* `speed` caps the agent's own top speed in units per second; left out, the agent's limit holds.

| action | each tick | ends |
|---|---|---|
| seek, flee, pursue, evade, wander | asks for acceleration | never; RUNNING until halted |
| arrive | asks to be at the target, braking inside `slow_radius` | SUCCESS inside `target_radius` |
| leave | asks to be away, easing off towards `danger_radius` | SUCCESS at 95 % of `danger_radius` |
| face, align | asks to turn, braking inside `slow_radius` | SUCCESS inside `target_radius` |
| follow_path | seeks a point `path_offset` ahead on the path | SUCCESS at the end of an open path |
| stop | asks to brake | SUCCESS at rest |
| fire | sends one projectile | SUCCESS in the same tick |
"""

from __future__ import annotations

from graphs.kinds.action_declarations import ActionDeclaration
from graphs.kinds.parameter import Parameter

_WEIGHT = Parameter(
    "weight",
    "float",
    1,
    "Share of this request where several are blended; the weights need not add up to 1.",
    minimum=0,
)
_SPEED = Parameter(
    "speed", "float", None, "Top speed; left out, the agent's own.", minimum=0, unit="u/s", optional=True
)
_POINT = Parameter("target", "point", None, "A place, or an entity whose position is taken.")
_ENTITY = Parameter("target", "entity", None, "The entity whose movement is looked at.")
_TIME_TO_TARGET = Parameter(
    "time_to_target",
    "float",
    0.1,
    "Time in which the wanted velocity is to be reached; smaller is harsher.",
    minimum=0.001,
    unit="s",
)
_PREDICTION = Parameter(
    "max_prediction", "float", 1, "Furthest look ahead along the target's velocity.", minimum=0, unit="s"
)


def _angle(name: str, default: float, text: str) -> Parameter:
    return Parameter(name, "float", default, text, minimum=0, maximum=180, unit="°")


def _distance(name: str, default: float, text: str) -> Parameter:
    return Parameter(name, "float", default, text, minimum=0, unit="u")


SEEK = ActionDeclaration(
    id="seek",
    title="Seek",
    summary="Steer straight at a place, at full acceleration.",
    parameters=(_POINT, _SPEED, _WEIGHT),
    line_template="{target}",
    help="Overshoots and swings around the target; take Arrive to stop there. STEER-02.",
)

FLEE = ActionDeclaration(
    id="flee",
    title="Flee",
    summary="Steer straight away from a place, at full acceleration.",
    parameters=(_POINT, _SPEED, _WEIGHT),
    line_template="from {target}, speed {speed}",
    help="Never ends by itself; take Leave to stop at a distance. STEER-03.",
)

PURSUE = ActionDeclaration(
    id="pursue",
    title="Pursue",
    summary="Steer at where a moving entity will be.",
    parameters=(_ENTITY, _PREDICTION, _SPEED, _WEIGHT),
    line_template="{target}",
    help="Looks ahead by distance over own speed, at most the given time. STEER-04.",
)

EVADE = ActionDeclaration(
    id="evade",
    title="Evade",
    summary="Steer away from where a moving entity will be.",
    parameters=(_ENTITY, _PREDICTION, _SPEED, _WEIGHT),
    line_template="{target}",
    help="The look ahead of Pursue, the direction of Flee. STEER-05.",
)

ARRIVE = ActionDeclaration(
    id="arrive",
    title="Arrive",
    summary="Go to a place, brake, and stop there.",
    parameters=(
        _POINT,
        _distance("target_radius", 0.5, "Inside this distance the agent has arrived."),
        _distance("slow_radius", 3, "Inside this distance it brakes."),
        _TIME_TO_TARGET,
        _SPEED,
        _WEIGHT,
    ),
    line_template="{target}",
    help="Succeeds inside the target radius; the slow radius is to be the larger one. STEER-06.",
)

LEAVE = ActionDeclaration(
    id="leave",
    title="Leave",
    summary="Get away from a place, easing off with distance.",
    parameters=(
        _POINT,
        _distance("escape_radius", 2, "Inside this distance the agent runs at full speed."),
        _distance("danger_radius", 5, "At this distance it is safe and wants no more speed."),
        _TIME_TO_TARGET,
        _SPEED,
        _WEIGHT,
    ),
    line_template="{target}",
    help="Succeeds at 95 % of the danger radius, which is to be larger than the escape radius. STEER-07.",
)

FACE = ActionDeclaration(
    id="face",
    title="Face",
    summary="Turn towards a place.",
    parameters=(
        _POINT,
        _angle("target_radius", 2, "Within this angle the agent faces the target."),
        _angle("slow_radius", 30, "Within this angle it slows its turn."),
        _TIME_TO_TARGET,
        _WEIGHT,
    ),
    line_template="{target}",
    help="Turns only; movement is another channel (SEMANTICS 9.2). STEER-09.",
)

ALIGN = ActionDeclaration(
    id="align",
    title="Align",
    summary="Turn to the heading of an entity.",
    parameters=(
        Parameter("target", "entity", None, "The entity whose heading is taken."),
        _angle("target_radius", 2, "Within this angle the agent is aligned."),
        _angle("slow_radius", 30, "Within this angle it slows its turn."),
        _TIME_TO_TARGET,
        _WEIGHT,
    ),
    line_template="with {target}",
    help="Turns only; movement is another channel (SEMANTICS 9.2). STEER-08.",
)

WANDER = ActionDeclaration(
    id="wander",
    title="Wander",
    summary="Drift about without aim.",
    parameters=(
        _distance("offset", 2, "Distance of the wander circle ahead of the agent."),
        _distance("radius", 1, "Radius of the wander circle."),
        _angle("rate", 20, "Largest change of the angle on the circle in one tick."),
        Parameter(
            "mode",
            "enum",
            "accumulate",
            "Accumulate: the angle drifts, which is smooth. Redraw: each tick draws it anew, which jitters.",
            choices=("accumulate", "redraw"),
        ),
        _SPEED,
        _WEIGHT,
    ),
    line_template="speed {speed}",
    help="Seeks a point on a circle ahead whose angle is drawn at random (SEMANTICS 1.4). STEER-10.",
)

FOLLOW_PATH = ActionDeclaration(
    id="follow_path",
    title="Follow path",
    summary="Walk along a path of the world.",
    parameters=(
        Parameter("path", "path", None, "Name of the path in the world."),
        Parameter(
            "mode",
            "enum",
            "world",
            "World: as the path says itself. Loop closes it, ping-pong turns round at its ends, "
            "once stops at the last point.",
            choices=("world", "loop", "ping_pong", "once"),
            evaluated="enter",
        ),
        Parameter(
            "path_offset", "float", 1, "How far ahead on the path the agent aims.", minimum=0.01, unit="u"
        ),
        _distance("target_radius", 0.5, "This close to the last point of an open path the agent is there."),
        _SPEED,
        _WEIGHT,
    ),
    line_template="{path}, speed {speed}",
    help="Projects the agent on the path and seeks the point `path_offset` further on. STEER-11.",
)

STOP = ActionDeclaration(
    id="stop",
    title="Stop",
    summary="Brake until at rest.",
    parameters=(_TIME_TO_TARGET, _WEIGHT),
    help="Asks for velocity 0 and rotation 0; succeeds when both are reached. STEER-17 with a velocity of 0.",
)

FIRE = ActionDeclaration(
    id="fire",
    title="Fire",
    summary="Send one projectile.",
    parameters=(
        Parameter("target", "point", None, "What to aim at; left out, straight ahead.", optional=True),
        Parameter("speed", "float", 12, "Speed of the projectile.", minimum=0.01, unit="u/s"),
        Parameter("damage", "float", 10, "What the projectile takes from what it hits.", minimum=0),
        Parameter("range", "float", 20, "How far it flies before it is gone.", minimum=0, unit="u"),
    ),
    instant=True,
    line_template="at {target}",
    help="Ends in its own tick; the projectile appears after the brains' tick (SEMANTICS 9.3). PROJ-01.",
)

STEERING_ACTIONS: tuple[ActionDeclaration, ...] = (
    SEEK,
    FLEE,
    PURSUE,
    EVADE,
    ARRIVE,
    LEAVE,
    FACE,
    ALIGN,
    WANDER,
    FOLLOW_PATH,
    STOP,
    FIRE,
)
"""The built-in actions, in palette order."""
