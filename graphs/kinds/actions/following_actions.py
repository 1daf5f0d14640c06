"""Declare the built-in actions that keep a place beside somebody, and that hide from somebody."""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import PUSH, SPEED, TIME_TO_TARGET, distance
from graphs.kinds.declarations.action_declarations import ActionDeclaration, Steering
from graphs.kinds.declarations.parameter import Parameter, choice, number

KEEPING_UP = (
    number(
        "max_prediction", 1, "Furthest look ahead to where the place will be, while it is far away.", unit="s"
    ),
    distance("slow_radius", 1.5, "Inside this distance of its place the agent takes over how that moves."),
    TIME_TO_TARGET,
    SPEED,
    *PUSH,
)
"""What says how a place that moves is gone to."""

OFFSET_PURSUIT = ActionDeclaration(
    id="offset_pursuit",
    title="Offset pursuit",
    summary="Keep a place beside an entity, as it moves and turns.",
    parameters=(
        Parameter("target", "entity", None, "The entity beside which the place is."),
        Parameter("offset", "vector", [-1.5, 0], "Where the place is: units ahead, and to the left."),
        choice(
            "frame",
            ("heading", "world"),
            "Heading: ahead is where the entity looks. World: ahead is along +x, and the place never turns.",
            evaluated="enter",
        ),
        *KEEPING_UP,
    ),
    line_template="{offset} of {target}",
    help="Far away it goes where the place will be, near it takes over how the place moves, so that a "
    "formation that walks stands as one that rests. Rule 11.40.",
    contract="""\
| distance to the place | the action |
|---|---|
| beyond `slow_radius` | asks for full speed to where the place will be; RUNNING |
| inside `slow_radius` | asks for how the place moves, and, less the nearer it is, to get there; RUNNING |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Followers no faster than whom they follow: once behind they never catch up.",
        "Waiting for it to end in a sequence: it holds its place until it is halted.",
        "Using it from behind a wall: it goes straight. Take Go to first.",
    ),
    see_also=("hold_slot", "pursue", "match_velocity"),
    rules=("9.1", "11.40"),
    version=5,
    steering=Steering("Buckland 2005"),
)

HOLD_SLOT = ActionDeclaration(
    id="hold_slot",
    title="Hold slot",
    summary="Keep the place in the formation, or in the fighting circle.",
    parameters=KEEPING_UP,
    help="A place in a circle comes before that of a squad. Steers as Offset pursuit does. TAC-01, TAC-13.",
    contract="""\
| the agent | the action |
|---|---|
| has a place | asks as Offset pursuit does for it; RUNNING until halted |
| has none, such as the leader of a squad | gives FAILURE |
""",
    common_mistakes=(
        "Followers no faster than their leader: once behind they never catch up.",
        "Waiting for it to end in a sequence: ask In slot, or run it beside what waits.",
    ),
    see_also=("offset_pursuit", "request_slot", "set_formation"),
    rules=("9.1", "11.32", "11.40"),
    version=5,
    steering=Steering("TAC-01"),
)

HIDE_FROM = ActionDeclaration(
    id="hide_from",
    title="Hide from",
    summary="Go to the nearest place where somebody does not see the agent.",
    parameters=(
        Parameter("threat", "entity", None, "From whom it hides."),
        distance("range", 15, "Places further away do not count."),
        distance("margin", 0.3, "Gap to keep from what hides it."),
        distance("target_radius", 0.4, "Inside this distance of the place the agent is there."),
        distance("slow_radius", 1.5, "Inside this distance of the place it brakes."),
        SPEED,
        *PUSH,
    ),
    line_template="{threat}",
    help="Behind round obstacles and the far sides of walls, that end sight. Looks for a place again every "
    "half second, and walks there around walls. Rule 11.40.",
    contract="""\
| place | the action |
|---|---|
| there is one within `range` | walks to the nearest; RUNNING |
| at most `target_radius` away | asks to brake; SUCCESS |
| there is none, or no way leads there | gives FAILURE, and says which |
| the threat is lost | gives FAILURE |
""",
    common_mistakes=(
        "Taking SUCCESS for being safe: the threat walks on. Repeat it, or guard it with a line of sight.",
        "Hiding behind something see-through, or behind others: neither hides.",
    ),
    see_also=("go_to", "evade", "leave"),
    rules=("9.1", "11.40"),
    version=5,
)

FOLLOWING_ACTIONS = (OFFSET_PURSUIT, HOLD_SLOT)
"""The actions that keep a place beside somebody, in palette order; each is a steering behavior."""
