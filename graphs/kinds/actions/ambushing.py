"""Declare the action with which several agents close in on a place from different sides."""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import POINT, PUSH, SPEED, distance
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from graphs.kinds.declarations.parameter import Parameter

CLOSE_IN = ActionDeclaration(
    id="close_in",
    title="Close in",
    summary="Go to a place by a way that others of the team do not take.",
    parameters=(
        POINT,
        distance("target_radius", 1, "Inside this distance the agent has arrived."),
        distance("spread", 2, "How far from the ways of others it keeps."),
        Parameter(
            "nearest_first", "bool", False, "Whether of those who ask at once the nearest chooses first."
        ),
        SPEED,
        *PUSH,
    ),
    line_template="{target}",
    help="Each way that others have taken makes the ground beside it dearer. TAC-02, TAC-03.",
    contract="""\
| tick | the action |
|---|---|
| entered | asks for a way; the target is where it is then |
| no way is found yet | gives RUNNING |
| on its way | asks to go from corner to corner; RUNNING |
| at most `target_radius` from the end | gives SUCCESS |
| no way leads there | gives FAILURE |
""",
    common_mistakes=(
        "Expecting a target that walks to be followed: the way is chosen once. Enter it again for another.",
        "Leaving `spread` at less than a corridor is wide: the next way is the other side of the same one.",
    ),
    see_also=("go_to", "hold_slot"),
    rules=("11.42",),
    version=5,
)

AMBUSH_ACTIONS = (CLOSE_IN,)
