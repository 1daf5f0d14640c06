"""Declare the built-in actions that walk by waypoints, at random or as another does, and those that turn."""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import (
    ENTITY,
    PATH,
    PATH_MODE,
    POINT,
    PRIORITY,
    PUSH,
    SPEED,
    TIME_TO_TARGET,
    TURN_TIME,
    WEIGHT,
    angle,
    distance,
)
from graphs.kinds.declarations.action_declarations import ActionDeclaration, Steering
from graphs.kinds.declarations.parameter import Parameter, choice, number

GO_TO = ActionDeclaration(
    id="go_to",
    title="Go to",
    summary="Find the way to a place around walls, and walk it.",
    parameters=(
        POINT,
        distance("target_radius", 0.5, "Inside this distance the agent is there."),
        distance("slow_radius", 2, "Inside this distance of the end it brakes."),
        choice(
            "in_wall",
            ("nearest", "refuse"),
            "Where a target inside a wall or off the map leads. Nearest: to the nearest free place within "
            "reach. Refuse: it fails.",
            evaluated="enter",
        ),
        Parameter(
            "along",
            "enum",
            "grid",
            "Grid: any way around walls. Waypoints: from one linked waypoint of the world to the next.",
            choices=("grid", "waypoints"),
            evaluated="enter",
            seldom=True,
            since=5,
        ),
        SPEED,
        *PUSH,
    ),
    line_template="{target}",
    help="Searches a grid in slices, so a long way may take some ticks before the agent sets off. NAV-16.",
    contract="""\
| tick | the action |
|---|---|
| a route is being searched | asks to brake, or walks the former route; RUNNING |
| on its route | walks to the next corner; searches again when stuck or pushed off; RUNNING |
| at most `target_radius` from the target | asks to brake; SUCCESS |
| the target is inside a wall | the same at the nearest free place it can reach; with `refuse` FAILURE |
| no way leads there | gives FAILURE |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Taking SUCCESS for being at the target: one inside a wall is not reached, only the place before it.",
        "Using it for a chase in the open, where Pursue is cheaper and looks ahead.",
    ),
    see_also=("arrive", "follow_path"),
    rules=("2.2", "9.1"),
    steering=Steering("NAV-16"),
)

FOLLOW_WAYPOINTS = ActionDeclaration(
    id="follow_waypoints",
    title="Follow waypoints",
    summary="Walk from waypoint to waypoint of a path, with a mass that makes turns soft.",
    parameters=(
        PATH,
        PATH_MODE,
        Parameter("mass", "float", 5, "How slowly it turns; 1 turns at once.", minimum=1, maximum=1000),
        distance("target_radius", 1, "This close to a waypoint it goes on to the next."),
        SPEED,
        *PUSH,
    ),
    line_template="{path}, speed {speed}",
    help="Takes over one part in `mass` of the wanted velocity each sixtieth of a second. STEER-18.",
    contract="""\
| place | the action |
|---|---|
| further than `target_radius` from its waypoint | walks to it; RUNNING |
| within `target_radius` | goes on to the next waypoint; RUNNING |
| within `target_radius` of the last one of an open path | brakes; SUCCESS |
| a closed or ping-pong path | never ends; RUNNING until halted |
""",
    common_mistakes=(
        "Making `target_radius` smaller than the circle in which a heavy agent turns.",
        "Expecting it to keep to the line between waypoints; it walks to the points. Take Follow path.",
    ),
    see_also=("follow_path", "roam"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-18", remembers=True),
)

ROAM = ActionDeclaration(
    id="roam",
    title="Roam",
    summary="Walk to a place drawn at random, and then to the next.",
    parameters=(
        Parameter(
            "target", "point", None, "Middle of the area; left out, the middle of the map.", optional=True
        ),
        distance("half_size", 8, "Half the side of the square that places are drawn in."),
        distance("target_radius", 1, "This close to its place it draws the next."),
        number(
            "time_to_target",
            0.5,
            "Time in which the wanted velocity is to be reached; smaller turns harder.",
            least=0.001,
            unit="s",
        ),
        SPEED,
        *PUSH,
    ),
    line_template="speed {speed}",
    help="Draws two numbers a place (rule 1.4); places stay on the map. STEER-20.",
    contract="""\
| place | the action |
|---|---|
| no place drawn yet, or within `target_radius` of it | draws the next; RUNNING |
| not there after twice the time of the straight way and 2 s | gives it up, draws the next; RUNNING |
| anywhere else | walks to the place; RUNNING until halted |
""",
    common_mistakes=(
        "Roaming where there are walls: places inside and behind them are drawn as well, and given up after "
        "a while. Add Avoid walls to the agent, or draw ways and take Follow path.",
        "Putting it before other children of a sequence: it never ends.",
    ),
    see_also=("wander", "follow_path"),
    rules=("1.4", "9.1"),
    steering=Steering("STEER-20", remembers=True),
)

MATCH_VELOCITY = ActionDeclaration(
    id="match_velocity",
    title="Match velocity",
    summary="Move as an entity does.",
    parameters=(ENTITY, TIME_TO_TARGET, SPEED, WEIGHT, PRIORITY),
    line_template="of {target}",
    help="Takes over the velocity, not the place. STEER-17.",
    contract="""\
| tick | the action |
|---|---|
| every | asks for the target's velocity; RUNNING until halted |
| the target is lost | gives FAILURE |
""",
    common_mistakes=("Expecting it to keep the distance: two that move alike drift apart.",),
    see_also=("align", "flock"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-17"),
)

INTERPOSE = ActionDeclaration(
    id="interpose",
    title="Interpose",
    summary="Go between two others, where they will be, and stay there.",
    parameters=(
        POINT,
        Parameter("other", "point", None, "The other place, or an entity whose position is taken."),
        number(
            "share", 0.5, "Where between the two: 0 at the target, 1 at the other, 0.5 in the middle.", most=1
        ),
        distance("target_radius", 0.3, "Inside this distance the agent is there and brakes."),
        distance("slow_radius", 2, "Inside this distance it brakes."),
        TIME_TO_TARGET,
        SPEED,
        *PUSH,
    ),
    line_template="{target} and {other}",
    help="A bodyguard between who is guarded and who attacks. Looks ahead by distance over own speed.",
    contract="""\
| tick | the action |
|---|---|
| every | reckons where both will be once it can be between them, and asks to arrive there; RUNNING |
| the target or the other is lost | gives FAILURE |
""",
    common_mistakes=(
        "Waiting for it to end in a sequence: it stays between the two until it is halted.",
        "Expecting it to keep up with two that are faster than the agent.",
    ),
    see_also=("arrive", "pursue", "go_to"),
    rules=("2.2", "9.1"),
    version=2,
    steering=Steering("Buckland 2005"),
)

WALKING_ACTIONS = (GO_TO, FOLLOW_WAYPOINTS, ROAM, MATCH_VELOCITY, INTERPOSE)
"""The walking actions, in palette order."""


FACE = ActionDeclaration(
    id="face",
    title="Face",
    summary="Turn towards a place.",
    parameters=(
        POINT,
        angle("target_radius", 2, "Within this angle the agent faces the target."),
        angle("slow_radius", 30, "Within this angle it slows its turn."),
        TURN_TIME,
        *PUSH,
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
        *PUSH,
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
        *PUSH,
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
