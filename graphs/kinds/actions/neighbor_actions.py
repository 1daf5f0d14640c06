"""Declare the built-in steering actions that mind others: avoiding and flocking.

Declare the built-in actions that avoid: agents, walls, round obstacles.

They mostly stand as always-on modifiers of an agent in its world; as actions they avoid only while a node
runs, such as in a parallel beside the action that walks.
"""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import PRIORITY, PUSH, SPEED, TIME_TO_TARGET, WEIGHT, distance
from graphs.kinds.declarations.action_declarations import ActionDeclaration, Steering
from graphs.kinds.declarations.parameter import Parameter, choice, number

AVOID_AGENTS = ActionDeclaration(
    id="avoid_agents",
    title="Avoid agents",
    summary="Dodge the neighbor one would meet first.",
    parameters=(
        distance("margin", 0.2, "Gap to keep between bodies; a quarter of a body is plenty."),
        number(
            "horizon",
            1.0,
            "How far ahead in time a meeting counts. 0.5 s dodges late and hard, 2 s early and softly.",
            unit="s",
        ),
        distance("range", 3.0, "Neighbors further away do not count; at least horizon times both speeds."),
        *PUSH,
    ),
    help="Works out when and how near each neighbor comes if both keep their velocity, and accelerates away "
    "from the first that comes too near. Met head-on, each gives way to its right. STEER-12.",
    contract="""\
| neighbors within `range` | the action |
|---|---|
| one comes nearer than both radii and `margin` within `horizon` | asks for full acceleration away from \
where they would meet; RUNNING until halted |
| one is that near already | asks for full acceleration away from it, before all others |
| none | asks for nothing; RUNNING until halted |
""",
    common_mistakes=(
        "Running it alone: it dodges and goes nowhere. Put it in a parallel beside the action that walks, or "
        "give it to the agent as a modifier.",
        "Blending it by weight with a strong Seek, which drowns it; combine by priority instead.",
    ),
    see_also=("avoid_walls", "separation", "avoid_obstacles"),
    rules=("9.1", "9.2"),
    steering=Steering("STEER-12", modifier=True),
)

AVOID_WALLS = ActionDeclaration(
    id="avoid_walls",
    title="Avoid walls",
    summary="Feel ahead with three rays and steer off what they hit.",
    parameters=(
        distance("avoid_distance", 1.0, "Distance to keep from a wall; more than the agent's radius."),
        distance("look_ahead", 1.6, "Length of the ray ahead; half a second's way is a good beginning."),
        number(
            "whisker_angle",
            30.0,
            "Angle between the ray ahead and each side ray. Wider sees corners earlier.",
            most=90,
            unit="°",
        ),
        number("whisker_share", 0.6, "Length of the side rays, as a share of the one ahead.", most=1),
        *PUSH,
    ),
    help="One ray along the own velocity and a whisker to each side; the nearest hit counts, and the agent "
    "seeks the point `avoid_distance` off the wall there. STEER-13.",
    contract="""\
| rays | the action |
|---|---|
| one hits a wall, an obstacle or the edge of the map | asks for full acceleration to a point off it; \
RUNNING until halted |
| none hits, or the agent is at rest | asks for nothing; RUNNING until halted |
""",
    common_mistakes=(
        "Taking it for a way around walls: it only turns off them, and a dead end holds it. Take Go to.",
        "Making `look_ahead` longer than a corridor is wide: the agent swings from side to side.",
    ),
    see_also=("avoid_obstacles", "avoid_agents", "go_to"),
    rules=("9.1", "9.2"),
    steering=Steering("STEER-13", modifier=True),
)

AVOID_OBSTACLES = ActionDeclaration(
    id="avoid_obstacles",
    title="Avoid obstacles",
    summary="Feel straight ahead for round obstacles and turn off along their surface.",
    parameters=(
        distance("look_ahead", 4.0, "Length of the ray ahead; a second's way or more."),
        number(
            "force",
            50.0,
            "How much the surface counts beside the own direction: 1 turns softly, 50 nearly straight off.",
        ),
        *PUSH,
    ),
    help="Turns along the surface's normal, the more the nearer the obstacle is. Square on, it gives way to "
    "its left. Walls do not count. STEER-19.",
    contract="""\
| ray ahead | the action |
|---|---|
| hits a round obstacle | asks for full acceleration, turned off its surface; RUNNING until halted |
| hits none | asks for nothing; RUNNING until halted |
""",
    common_mistakes=("Expecting it to find a way through many obstacles: it looks straight ahead only.",),
    see_also=("avoid_walls", "avoid_agents"),
    rules=("9.1", "9.2"),
    steering=Steering("STEER-19", modifier=True),
)

AVOIDING_ACTIONS = (AVOID_AGENTS, AVOID_WALLS, AVOID_OBSTACLES)
"""The avoiding actions, in palette order."""


_RANGE = distance("range", 3, "Agents further away do not count.")
_MATES = choice(
    "mates", ("all", "team"), "All: every agent counts. Team: only those of the own team.", evaluated="enter"
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
        *PUSH,
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
