"""Declare the built-in conditions of the senses: what an agent could see, and what a thing is."""

from __future__ import annotations

from graphs.kinds.declarations.action_declarations import ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter

CAN_SEE = ConditionDeclaration(
    id="can_see",
    title="Can see",
    summary="Whether something is in range, in the cone ahead, and not behind a wall.",
    parameters=(
        Parameter("target", "entity", None, "What to see."),
        Parameter("range", "float", 10, "How far the agent sees.", minimum=0, unit="u"),
        Parameter(
            "half_angle",
            "float",
            60,
            "From the middle of the cone to its edge; 180 is all around.",
            minimum=0,
            maximum=180,
            unit="°",
        ),
    ),
    help="Asked in the tick, of one entity, as a sight sensor looks at many. SENSE-01, SENSE-02.",
    contract="""\
| the target | the answer |
|---|---|
| further than `range`, or more than `half_angle` off the heading | false |
| behind something that ends sight | false |
| anywhere else | true |
""",
    common_mistakes=(
        "Asking it for one after the other in every tick: a sight sensor looks for whole teams.",
    ),
    see_also=("clear_line", "in_zone"),
    see_actions=("look_at",),
)

CLEAR_LINE = ConditionDeclaration(
    id="clear_line",
    title="Clear line",
    summary="Whether nothing that ends sight stands between the agent and something.",
    parameters=(Parameter("target", "entity", None, "The other end of the line."),),
    help="From center to center, in any direction and as far as it is. SENSE-01.",
    contract="""\
| between the two | the answer |
|---|---|
| a wall or obstacle that is not see-through | false |
| nothing, agents, or what is see-through | true |
""",
    common_mistakes=("Reading it as *sees*: it does not ask where the agent looks. Take Can see.",),
    see_also=("can_see",),
)

IN_ZONE = ConditionDeclaration(
    id="in_zone",
    title="In zone",
    summary="Whether the agent, or something else, is in a zone.",
    parameters=(
        Parameter("zone", "entity", None, "The zone."),
        Parameter("who", "entity", None, "Who is in it; left out, the agent itself.", optional=True),
    ),
    help="In a zone is whose center is inside its outline. SENSE-06.",
    contract="""\
| the center | the answer |
|---|---|
| inside the outline of the zone | true |
| outside | false |
| there is no such zone | the expression fails |
""",
    common_mistakes=("Naming a waypoint: only zones have an inside.",),
    see_also=("has_tag",),
)

HAS_TAG = ConditionDeclaration(
    id="has_tag",
    title="Has tag",
    summary="Whether an agent or source has a tag.",
    parameters=(
        Parameter("target", "entity", None, "The agent or source."),
        Parameter("tag", "string", None, "The tag, as the world file has it."),
    ),
    help="Tags say what a thing is, such as *magic* or *brain*; sensors choose by them too. SENSE-07.",
    contract="""\
| the target | the answer |
|---|---|
| is an agent or source with this tag | true |
| anything else | false |
""",
    common_mistakes=("Asking for the team by it; compare `target.team`.",),
    see_also=("in_zone",),
)

SWITCHED_ON = ConditionDeclaration(
    id="switched_on",
    title="Switched on",
    summary="Whether a source gives off anything.",
    parameters=(Parameter("source", "entity", None, "The source, or an agent that gives something off."),),
    help="A source that waits to be rung is on as well, unless it was switched off. SENSE-09.",
    contract="""\
| the source | the answer |
|---|---|
| is on, or something of it is | true |
| was switched off, or gives off nothing at all | false |
""",
    common_mistakes=("Taking it for whether anything is heard: a source that is on may be too far away.",),
    see_also=("has_tag",),
    see_actions=("switch_source",),
)

SENSING_CONDITIONS: tuple[ConditionDeclaration, ...] = (CAN_SEE, CLEAR_LINE, IN_ZONE, HAS_TAG, SWITCHED_ON)
"""The built-in conditions of the senses."""
