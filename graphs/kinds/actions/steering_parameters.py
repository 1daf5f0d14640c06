"""Declare the parameters that steering actions share."""

from __future__ import annotations

from graphs.kinds.declarations.parameter import Parameter, choice, number

WEIGHT = number(
    "weight", 1, "Share of this request where several are blended; the weights need not add up to 1."
)
PRIORITY = Parameter(
    "priority",
    "int",
    1,
    "Where the agent combines by priority or running sum: smaller is asked earlier.",
    minimum=0,
)
PUSH = (WEIGHT, PRIORITY)
"""What every behavior has whose acceleration is combined with those of others."""
SPEED = Parameter(
    "speed", "float", None, "Top speed; left out, the agent's own.", minimum=0, unit="u/s", optional=True
)
POINT = Parameter("target", "point", None, "A place, or an entity whose position is taken.")
ENTITY = Parameter("target", "entity", None, "The entity whose movement is looked at.")
TIME_TO_TARGET = number(
    "time_to_target",
    0.1,
    "Time in which the wanted velocity is to be reached; smaller is harsher.",
    least=0.001,
    unit="s",
)
TURN_TIME = number(
    "time_to_target",
    0.1,
    "Time in which the wanted turning speed is to be reached; smaller is harsher.",
    least=0.001,
    unit="s",
)
PREDICTION = Parameter(
    "max_prediction", "float", 1, "Furthest look ahead along the target's velocity.", minimum=0, unit="s"
)

PATH = Parameter("path", "path", None, "Name of the path in the world.")
PATH_MODE = choice(
    "mode",
    ("world", "loop", "ping_pong", "once"),
    "World: as the path says itself. Loop closes it, ping-pong turns round at its ends, "
    "once stops at the last point.",
    evaluated="enter",
)


def angle(name: str, default: float, text: str) -> Parameter:
    """Return a parameter in degrees, 0 to 180."""
    return Parameter(name, "float", default, text, minimum=0, maximum=180, unit="°")


def distance(name: str, default: float, text: str) -> Parameter:
    """Return a parameter in units, 0 or more."""
    return Parameter(name, "float", default, text, minimum=0, unit="u")
