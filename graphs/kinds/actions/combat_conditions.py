"""Declare the built-in conditions of fights: what can be hit, and what is coming."""

from __future__ import annotations

from graphs.kinds.declarations.action_declarations import ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter


def _distance(name: str, default: float, text: str) -> Parameter:
    return Parameter(name, "float", default, text, minimum=0, unit="u")


CAN_HIT = ConditionDeclaration(
    id="can_hit",
    title="Can hit",
    summary="Whether a straight shot would reach somebody: in range, and no wall in between.",
    parameters=(
        Parameter("target", "entity", None, "Whom to hit."),
        _distance("range", 20, "How far the shot flies."),
    ),
    help="Walls lower than the hand, 1 unit, are no hindrance. PROJ-06.",
    contract="""\
| the target | the answer |
|---|---|
| further than `range` | false |
| behind a wall | false |
| in range and in the open, or behind others | true |
""",
    common_mistakes=(
        "Reading it as *sees*: it knows walls, not where the agent looks. Take a sight sensor.",
    ),
    see_also=("can_throw_to",),
    see_actions=("fire", "aim_at"),
)

CAN_THROW_TO = ConditionDeclaration(
    id="can_throw_to",
    title="Can throw to",
    summary="Whether a throw comes down at a place: in reach, and no wall too high in between.",
    parameters=(
        Parameter("target", "vector", None, "Where it is to come down."),
        Parameter("speed", "float", 14, "How fast it leaves the hand.", minimum=0.01, unit="u/s"),
        Parameter(
            "arc", "enum", "flat", "Flat gets there sooner, a lob goes over walls.", choices=("flat", "lob")
        ),
        Parameter("gravity", "float", 9.8, "What pulls it down.", 0, 1000, unit="u/s²"),
    ),
    help="The whole flight is looked at, with the height of every wall on its way. PROJ-03.",
    contract="""\
| the throw | the answer |
|---|---|
| does not reach that far at this speed | false |
| hits a wall, or comes down further than 0.5 from the target | false |
| comes down there | true |
""",
    common_mistakes=("Asking with other numbers than Throw at has: ask for what will be thrown.",),
    see_also=("can_hit",),
    see_actions=("throw_at",),
)

IN_BLAST = ConditionDeclaration(
    id="in_blast",
    title="In blast",
    summary="Whether the agent stands where something is going to explode.",
    parameters=(_distance("margin", 0, "How far outside the blast still counts."),),
    help="Looks at where everything with a blast comes down next, what the agent threw included. PROJ-02.",
    contract="""\
| gap between the agent and the nearest blast to come | the answer |
|---|---|
| at most `margin` | true |
| more, or there is none | false |
""",
    common_mistakes=("Fleeing from where the thing is: run from its `landing`, with Leave.",),
    see_also=("will_land_near", "shot_coming"),
    see_actions=("leave", "throw_at"),
)

WILL_LAND_NEAR = ConditionDeclaration(
    id="will_land_near",
    title="Will land near",
    summary="Whether something thrown is going to come down near the agent.",
    parameters=(_distance("distance", 4, "How near."),),
    help="Of what flies in an arc the place where it comes down, of what rolls where it stops. PROJ-02.",
    contract="""\
| something thrown | the answer |
|---|---|
| comes down or stops at most `distance` from the agent | true |
| comes down elsewhere, or lies already | false |
""",
    common_mistakes=("Taking it for danger only: a ball lands as well. For explosions take In blast.",),
    see_also=("in_blast",),
    see_actions=("arrive", "leave"),
)

SHOT_COMING = ConditionDeclaration(
    id="shot_coming",
    title="Shot coming",
    summary="Whether something flies at the agent and would hit it soon.",
    parameters=(Parameter("within", "float", 1, "How soon.", minimum=0, unit="s"),),
    help="Counts what would touch the agent if both keep their velocity; not what it launched itself.",
    contract="""\
| something that flies | the answer |
|---|---|
| would touch the agent within so many seconds, before its range ends | true |
| misses, or would be later | false |
""",
    common_mistakes=("Expecting it to know walls: what a wall will stop counts as well.",),
    see_also=("in_blast",),
    see_actions=("evade",),
)

COMBAT_CONDITIONS: tuple[ConditionDeclaration, ...] = (
    CAN_HIT,
    CAN_THROW_TO,
    IN_BLAST,
    WILL_LAND_NEAR,
    SHOT_COMING,
)
"""The built-in conditions of fights."""
