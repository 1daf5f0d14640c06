"""Declare the built-in actions of flocks: keep apart, move alike, stay together, and all of it."""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import PRIORITY, SPEED, TIME_TO_TARGET, WEIGHT, distance
from graphs.kinds.declarations.action_declarations import ActionDeclaration, Steering
from graphs.kinds.declarations.parameter import Parameter

_RANGE = distance("range", 3, "Agents further away do not count.")
_MATES = Parameter(
    "mates",
    "enum",
    "all",
    "All: every agent counts. Team: only those of the own team.",
    choices=("all", "team"),
    evaluated="enter",
)


def _share(name: str, default: float, text: str) -> Parameter:
    return Parameter(name, "float", default, text, minimum=0)


SEPARATION = ActionDeclaration(
    id="separation",
    title="Separation",
    summary="Push away from near agents, more from nearer ones.",
    parameters=(_RANGE, _MATES, SPEED, WEIGHT, PRIORITY),
    help="The push of each falls with its distance. FLOCK-01.",
    contract="""\
| agents within `range` | the action |
|---|---|
| some | asks for full acceleration away from them; RUNNING until halted |
| none | asks for nothing; RUNNING until halted |
""",
    common_mistakes=("Running it alone: agents fly apart for ever. Blend it with Cohesion, or take Flock.",),
    see_also=("alignment", "cohesion", "flock"),
    rules=("1.6", "9.1"),
    steering=Steering("FLOCK-01", modifier=True),
)

ALIGNMENT = ActionDeclaration(
    id="alignment",
    title="Alignment",
    summary="Match the mean velocity of near agents.",
    parameters=(_RANGE, _MATES, TIME_TO_TARGET, SPEED, WEIGHT, PRIORITY),
    help="Takes over direction and speed of those around it. FLOCK-01.",
    contract="""\
| agents within `range` | the action |
|---|---|
| some | asks for their mean velocity; RUNNING until halted |
| none | asks for nothing; RUNNING until halted |
""",
    common_mistakes=("Expecting it to start anything: agents at rest stay at rest.",),
    see_also=("separation", "cohesion", "flock"),
    rules=("1.6", "9.1"),
    steering=Steering("FLOCK-01", modifier=True),
)

COHESION = ActionDeclaration(
    id="cohesion",
    title="Cohesion",
    summary="Stay with near agents: steer for the middle of them.",
    parameters=(_RANGE, _MATES, SPEED, WEIGHT, PRIORITY),
    help="The middle is that of the others, without the agent itself. FLOCK-01.",
    contract="""\
| agents within `range` | the action |
|---|---|
| some | asks for full acceleration to their middle; RUNNING until halted |
| none | asks for nothing; RUNNING until halted |
""",
    common_mistakes=("Running it alone: the flock falls into one point. Blend it with Separation.",),
    see_also=("separation", "alignment", "flock"),
    rules=("1.6", "9.1"),
    steering=Steering("FLOCK-01", modifier=True),
)

FLOCK = ActionDeclaration(
    id="flock",
    title="Flock",
    summary="Move as one of a flock, and follow a target if there is one.",
    parameters=(
        Parameter("target", "point", None, "What the flock follows; left out, nothing.", optional=True),
        _share("separation", 1.5, "How much it keeps apart."),
        _share("alignment", 1, "How much it moves as the others do."),
        _share("cohesion", 1, "How much it stays with the others."),
        _share("follow", 1, "How much it goes to the target, per unit of distance."),
        _RANGE,
        _MATES,
        TIME_TO_TARGET,
        SPEED,
        WEIGHT,
        PRIORITY,
    ),
    line_template="{target}, speed {speed}",
    help="Each part is a direction of length 1, but the way to the target, which counts whole. FLOCK-01.",
    contract="""\
| tick | the action |
|---|---|
| every | weighs the four directions and takes full speed along the sum; RUNNING until halted |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Setting `follow` so high that the flock becomes a queue.",
        "Making `range` as large as the map: it costs most and looks worst.",
    ),
    see_also=("separation", "alignment", "cohesion", "match_velocity"),
    rules=("1.6", "9.1"),
    steering=Steering("FLOCK-01"),
)

FLOCKING_ACTIONS = (SEPARATION, ALIGNMENT, COHESION, FLOCK)
"""The flocking actions, in palette order."""
