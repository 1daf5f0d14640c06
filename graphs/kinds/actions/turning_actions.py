"""Declare the built-in actions that turn an agent and leave its movement alone."""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import POINT, PRIORITY, TURN_TIME, WEIGHT, angle
from graphs.kinds.declarations.action_declarations import ActionDeclaration, Steering
from graphs.kinds.declarations.parameter import Parameter

FACE = ActionDeclaration(
    id="face",
    title="Face",
    summary="Turn towards a place.",
    parameters=(
        POINT,
        angle("target_radius", 2, "Within this angle the agent faces the target."),
        angle("slow_radius", 30, "Within this angle it slows its turn."),
        TURN_TIME,
        WEIGHT,
        PRIORITY,
    ),
    line_template="{target}",
    help="Turns only; movement is another channel (rule 9.2). STEER-09.",
    contract="""\
| angle to the target | the action |
|---|---|
| beyond `slow_radius` | asks for the fastest turn towards it; RUNNING |
| inside `slow_radius` | asks for a turn that slows with the angle; RUNNING |
| at most `target_radius` | gives SUCCESS |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Expecting the agent to keep facing a moving target: it succeeds once; repeat it in a parallel.",
        "Giving the radii in units of length; they are degrees.",
    ),
    see_also=("align", "fire"),
    rules=("9.1", "9.2"),
    steering=Steering("STEER-09", moves=False, turns=True),
)

ALIGN = ActionDeclaration(
    id="align",
    title="Align",
    summary="Turn to the heading of an entity.",
    parameters=(
        Parameter("target", "entity", None, "The entity whose heading is taken."),
        angle("target_radius", 2, "Within this angle the agent is aligned."),
        angle("slow_radius", 30, "Within this angle it slows its turn."),
        TURN_TIME,
        WEIGHT,
        PRIORITY,
    ),
    line_template="with {target}",
    help="Turns only; movement is another channel (rule 9.2). STEER-08.",
    contract="""\
| angle between the headings | the action |
|---|---|
| beyond `slow_radius` | asks for the fastest turn; RUNNING |
| inside `slow_radius` | asks for a turn that slows with the angle; RUNNING |
| at most `target_radius` | gives SUCCESS |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Taking it to turn towards the target; it takes over the target's heading. To look at it take Face.",
    ),
    see_also=("face",),
    rules=("9.1", "9.2"),
    steering=Steering("STEER-08", moves=False, turns=True),
)

LOOK_WHERE_YOU_GO = ActionDeclaration(
    id="look_where_you_go",
    title="Look where you go",
    summary="Turn the way one travels.",
    parameters=(
        angle("target_radius", 2, "Within this angle the agent looks the way it goes."),
        angle("slow_radius", 45, "Within this angle it slows its turn."),
        TURN_TIME,
        WEIGHT,
        PRIORITY,
    ),
    help="Turns only; movement is another channel (rule 9.2). Agents do this by themselves while "
    "nothing turns them, unless their world says `facing: free`. STEER-09.",
    contract="""\
| the agent | the action |
|---|---|
| moves | asks to turn along its velocity, slowing inside `slow_radius`; RUNNING until halted |
| is slower than 0.05 units/s | asks to stop turning; RUNNING until halted |
""",
    common_mistakes=(
        "Running it beside Face: both turn, and the agent looks at neither.",
        "Waiting for it to end: it never does.",
    ),
    see_also=("face", "align"),
    rules=("9.1", "9.2"),
    steering=Steering("STEER-09", moves=False, turns=True),
)

TURNING_ACTIONS = (FACE, ALIGN, LOOK_WHERE_YOU_GO)
"""The turning actions, in palette order."""
