"""Declare the built-in actions that steer an agent.

What all of them share:

* A running action files one steering request under its node each brain tick (rule 9.1); a halted one
  has none. `weight` is the request's share when the agent blends by weight (STEER-14), `priority` its turn
  when the agent combines by priority or as a running sum (STEER-15): smaller comes earlier.
* `target` of type point is a vector or an entity, whose position is followed as it moves; arguments are
  evaluated before every tick (rule 2.2). A lost entity fails the action.
* `speed` caps the agent's own top speed in units per second; left out, the agent's limit holds.

| action | each tick | ends |
|---|---|---|
| seek, flee, pursue, evade, wander | asks for acceleration | never; RUNNING until halted |
| arrive | asks to be at the target, braking inside `slow_radius` | SUCCESS inside `target_radius` |
| leave | asks to be away, easing off towards `danger_radius` | SUCCESS at 95 % of `danger_radius` |
| face, align | asks to turn, braking inside `slow_radius` | SUCCESS inside `target_radius` |
| follow_path | seeks a point `path_offset` ahead on the path | SUCCESS at the end of an open path |
| go_to | walks the way around walls | SUCCESS inside `target_radius`, FAILURE without a way |
| follow_waypoints | walks to the next waypoint of a path, softly | SUCCESS at the end of an open path |
| roam | walks to a place drawn at random, then to the next | never |
| match_velocity | asks for the target's velocity | never |
| interpose | asks to be between two, where they will be | never |
| offset_pursuit | keeps a place beside an entity | never |
| look_where_you_go | asks to turn along the velocity | never |
| separation, alignment, cohesion, flock | moves as one of a flock | never |
| avoid_agents, avoid_walls, avoid_obstacles | dodges what it would run into | never |
| stop | asks to brake | SUCCESS at rest |
"""

from __future__ import annotations

from graphs.kinds.actions.following_actions import FOLLOWING_ACTIONS
from graphs.kinds.actions.neighbor_actions import AVOIDING_ACTIONS, FLOCKING_ACTIONS
from graphs.kinds.actions.steering_parameters import (
    ENTITY,
    PATH,
    PATH_MODE,
    POINT,
    PREDICTION,
    PRIORITY,
    PUSH,
    SPEED,
    TIME_TO_TARGET,
    WEIGHT,
    angle,
    distance,
)
from graphs.kinds.actions.walking_actions import TURNING_ACTIONS, WALKING_ACTIONS
from graphs.kinds.declarations.action_declarations import ActionDeclaration, Steering
from graphs.kinds.declarations.parameter import Parameter, choice

SEEK = ActionDeclaration(
    id="seek",
    title="Seek",
    summary="Steer straight at a place, at full acceleration.",
    parameters=(POINT, SPEED, WEIGHT, PRIORITY),
    line_template="{target}",
    help="Overshoots and swings around the target; take Arrive to stop there. STEER-02.",
    contract="""\
| tick | the action |
|---|---|
| every | asks for full acceleration towards the target; RUNNING until halted |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Waiting for it to end in a sequence: it never does, and it swings around the target. Take Arrive.",
    ),
    see_also=("arrive", "pursue", "flee"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-02"),
)

FLEE = ActionDeclaration(
    id="flee",
    title="Flee",
    summary="Steer straight away from a place, at full acceleration.",
    parameters=(POINT, SPEED, WEIGHT, PRIORITY),
    line_template="from {target}, speed {speed}",
    help="Never ends by itself; take Leave to stop at a distance. STEER-03.",
    contract="""\
| tick | the action |
|---|---|
| every | asks for full acceleration away from the target; RUNNING until halted |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Fleeing for ever, into the corner of the map; give it a guard on the distance, or take Leave.",
    ),
    see_also=("leave", "evade", "seek"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-03"),
)

PURSUE = ActionDeclaration(
    id="pursue",
    title="Pursue",
    summary="Steer at where a moving entity will be.",
    parameters=(ENTITY, PREDICTION, SPEED, WEIGHT, PRIORITY),
    line_template="{target}",
    help="Looks ahead by distance over own speed, at most the given time. STEER-04.",
    contract="""\
| tick | the action |
|---|---|
| every | looks ahead along the target's velocity and seeks that point; RUNNING until halted |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Giving it a place: it looks at a movement, so it takes an entity. For a place take Seek.",
        "Setting `max_prediction` high where the target turns often; the agent then aims where none goes.",
    ),
    see_also=("seek", "evade", "arrive"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-04"),
)

EVADE = ActionDeclaration(
    id="evade",
    title="Evade",
    summary="Steer away from where a moving entity will be.",
    parameters=(ENTITY, PREDICTION, SPEED, WEIGHT, PRIORITY),
    line_template="{target}",
    help="The look ahead of Pursue, the direction of Flee. STEER-05.",
    contract="""\
| tick | the action |
|---|---|
| every | looks ahead along the target's velocity and flees that point; RUNNING until halted |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Expecting it to end at a safe distance; ask for the distance in a guard, or take Leave.",
    ),
    see_also=("flee", "pursue", "leave"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-05"),
)

ARRIVE = ActionDeclaration(
    id="arrive",
    title="Arrive",
    summary="Go to a place, brake, and stop there.",
    parameters=(
        POINT,
        distance("target_radius", 0.5, "Inside this distance the agent has arrived."),
        distance("slow_radius", 3, "Inside this distance it brakes."),
        TIME_TO_TARGET,
        SPEED,
        *PUSH,
    ),
    line_template="{target}",
    help="Succeeds inside the target radius; the slow radius is to be the larger one. STEER-06.",
    contract="""\
| distance to the target | the action |
|---|---|
| beyond `slow_radius` | asks for full speed towards it; RUNNING |
| inside `slow_radius` | asks for a speed that falls with the distance; RUNNING |
| at most `target_radius` | asks to brake; SUCCESS |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Making `target_radius` smaller than what the agent covers in a tick, so that it circles the target.",
        "Making `slow_radius` smaller than the way the agent needs to brake, so that it overshoots.",
    ),
    see_also=("seek", "follow_path", "stop"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-06"),
)

LEAVE = ActionDeclaration(
    id="leave",
    title="Leave",
    summary="Get away from a place, easing off with distance.",
    parameters=(
        POINT,
        distance("escape_radius", 2, "Inside this distance the agent runs at full speed."),
        distance("danger_radius", 5, "At this distance it is safe and wants no more speed."),
        TIME_TO_TARGET,
        SPEED,
        *PUSH,
    ),
    line_template="{target}",
    help="Succeeds at 95 % of the danger radius, which is to be larger than the escape radius. STEER-07.",
    contract="""\
| distance to the target | the action |
|---|---|
| inside `escape_radius` | asks for full speed away from it; RUNNING |
| up to `danger_radius` | asks for a speed that falls with the distance; RUNNING |
| at least 95 % of `danger_radius` | gives SUCCESS |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Making `escape_radius` larger than `danger_radius`.",
        "Using it against an entity that follows: it succeeds at a distance and must be asked again.",
    ),
    see_also=("flee", "evade", "arrive"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-07"),
)

WANDER = ActionDeclaration(
    id="wander",
    title="Wander",
    summary="Drift about without aim.",
    parameters=(
        distance("offset", 2, "Distance of the wander circle ahead of the agent."),
        distance("radius", 1, "Radius of the wander circle."),
        angle(
            "rate",
            20,
            "Largest change of the angle on the circle in a sixtieth of a second; 5 is calm, 40 nervous.",
        ),
        choice(
            "mode",
            ("accumulate", "redraw"),
            "Accumulate: the angle drifts, which is smooth. Redraw: it is drawn again, which jitters.",
        ),
        SPEED,
        *PUSH,
    ),
    line_template="speed {speed}",
    help="Seeks a point on a circle ahead whose angle is drawn at random (rule 1.4). STEER-10.",
    contract="""\
| tick | the action |
|---|---|
| every | lets the angle change and seeks that point of the circle ahead; RUNNING until halted |
""",
    common_mistakes=(
        "Setting `rate` high or `mode` to redraw and taking the trembling for a fault of the steering.",
        "Putting it before other children of a sequence: it never ends.",
    ),
    see_also=("follow_path", "seek"),
    rules=("1.4", "9.1"),
    steering=Steering("STEER-10", turns=True, remembers=True),
)

FOLLOW_PATH = ActionDeclaration(
    id="follow_path",
    title="Follow path",
    summary="Walk along a path of the world.",
    parameters=(
        PATH,
        PATH_MODE,
        Parameter(
            "path_offset", "float", 1, "How far ahead on the path the agent aims.", minimum=0.01, unit="u"
        ),
        distance("target_radius", 0.5, "This close to the last point of an open path the agent is there."),
        SPEED,
        *PUSH,
    ),
    line_template="{path}, speed {speed}",
    help="Projects the agent on the path and seeks the point `path_offset` further on. STEER-11.",
    contract="""\
| place | the action |
|---|---|
| anywhere | projects the agent on the path and seeks the point `path_offset` ahead; RUNNING |
| at most `target_radius` from the end of an open path | gives SUCCESS |
| a closed or ping-pong path | never ends; RUNNING until halted |
""",
    common_mistakes=(
        "Waiting for the end of a path that loops.",
        "Making `path_offset` so large that corners are cut, or so small that the agent jerks along.",
    ),
    see_also=("arrive", "wander"),
    rules=("2.2", "9.1"),
    steering=Steering("STEER-11", remembers=True),
)

STOP = ActionDeclaration(
    id="stop",
    title="Stop",
    summary="Brake until at rest.",
    parameters=(TIME_TO_TARGET, WEIGHT, PRIORITY),
    help="Asks for velocity 0 and rotation 0; succeeds when both are reached. STEER-17 with a velocity of 0.",
    contract="""\
| agent | the action |
|---|---|
| moves or turns | asks for velocity 0 and rotation 0; RUNNING |
| at rest | gives SUCCESS |
""",
    common_mistakes=(
        "Running it beside another steering action: the two are blended, and the agent never comes to rest.",
    ),
    see_also=("arrive",),
    rules=("9.1", "9.2"),
    steering=Steering("STEER-17", turns=True),
)

STEERING_ACTIONS: tuple[ActionDeclaration, ...] = (
    SEEK,
    FLEE,
    PURSUE,
    EVADE,
    ARRIVE,
    LEAVE,
    *TURNING_ACTIONS,
    WANDER,
    FOLLOW_PATH,
    *WALKING_ACTIONS,
    *FOLLOWING_ACTIONS,
    *FLOCKING_ACTIONS,
    *AVOIDING_ACTIONS,
    STOP,
)
"""The built-in actions that steer, in palette order."""
