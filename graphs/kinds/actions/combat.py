"""Declare the built-in actions that shoot, throw, aim, strike and heal.

Bullets fly straight, thrown things in an arc over a map whose ground is at height 0; agents fire and throw
from a height of 1 unit. Everything that is launched appears after all brains have ticked (rule 9.3) and
is an entity from then on, with a `position`, a `height` and the place of its `landing`.

| action | does | ends |
|---|---|---|
| fire | sends one bullet, ahead of a moving target if asked to | SUCCESS, FAILURE where it is outrun |
| throw_at | throws something in a flat or a high arc | SUCCESS, FAILURE out of reach |
| aim_at | turns to where a shot meets its target | SUCCESS within an angle, FAILURE where it is outrun |
| strike | hurts somebody in reach | SUCCESS, FAILURE out of reach |
| heal | gives health | SUCCESS |
| remove | takes somebody out of the world | SUCCESS |
"""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import POINT, PUSH, TIME_TO_TARGET, angle, distance
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter, choice, number

_LEAD = Parameter(
    "lead",
    "bool",
    False,
    "Aim where a target that moves will be; fails where it outruns the shot. A place does not move.",
)


def _speed(default: float, text: str) -> Parameter:
    return Parameter("speed", "float", default, text, minimum=0.01, unit="u/s")


FIRE = ActionDeclaration(
    id="fire",
    title="Fire",
    summary="Send one bullet.",
    parameters=(
        Parameter("target", "point", None, "What to aim at; left out, straight ahead.", optional=True),
        _speed(12, "Speed of the bullet. 8 can be dodged, 40 hardly."),
        Parameter("damage", "float", 10, "What the bullet takes from whom it hits.", minimum=0),
        distance("range", 20, "How far it flies before it is gone."),
        _LEAD,
        number(
            "spread",
            0,
            "How much it misses its aim: two of three shots are off by less, none by three times as much.",
            most=60,
            unit="°",
        ),
    ),
    instant=True,
    line_template="at {target}",
    help="Ends in its own tick; the bullet appears after the brains' tick and never tunnels. How much it "
    "misses is drawn from the stream of the node (rule 1.4). PROJ-06, MISC-01.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for one bullet, which appears after all brains have ticked; SUCCESS |
| it leads, and the target outruns the bullet | gives FAILURE |
| a given target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Calling it in every tick of a running branch, which sends a bullet per tick; put Cooldown above it.",
        "Expecting it to turn the agent first; do Face or Aim at before it.",
        "Firing through a wall: ask can_hit first.",
    ),
    see_also=("aim_at", "throw_at", "face"),
    rules=("1.4", "3.12", "9.3"),
)

THROW_AT = ActionDeclaration(
    id="throw_at",
    title="Throw at",
    summary="Throw something at a place, in a flat or a high arc.",
    parameters=(
        POINT,
        choice("arc", ("flat", "lob"), "Flat: gets there sooner. Lob: high, over walls and heads."),
        _speed(14, "How fast it leaves the hand; it bounds how far a throw gets: 14 reaches 21 units."),
        _LEAD,
        Parameter("damage", "float", 40, "What it takes from whom it hits, or at most by its blast.", 0),
        distance("blast_radius", 3, "How far it hurts when it explodes, less further off; 0: no blast."),
        number(
            "fuse",
            None,
            "When it explodes after the throw; left out, where it lands.",
            unit="s",
            optional=True,
        ),
        Parameter("bounce", "float", 0.35, "Share of its speed that a bounce leaves; 0: none.", 0, 1),
        Parameter("gravity", "float", 9.8, "What pulls it down; 0: it glides along.", 0, 1000, unit="u/s²"),
        Parameter(
            "object",
            "entity",
            None,
            "What lies or flies in the world and is thrown in place of a new thing, such as a ball.",
            optional=True,
        ),
    ),
    instant=True,
    line_template="at {target}, {arc}",
    help="Works out the arc from the speed; out of reach it fails and says which speed it takes. PROJ-03.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for the throw, which begins after all brains have ticked; SUCCESS |
| the target is out of reach at this `speed` | gives FAILURE |
| it leads, and the target outruns it | gives FAILURE |
| the target, or the `object`, is lost | gives FAILURE |
""",
    common_mistakes=(
        "Taking a flat arc over a wall: it hits the wall. Take the lob, and ask can_throw_to first.",
        "Throwing nearer than `blast_radius`: the blast hurts whoever threw it as well.",
        "Calling it in every tick of a running branch; put Cooldown above it.",
    ),
    see_also=("fire", "aim_at", "leave"),
    rules=("3.12", "9.3"),
)

AIM_AT = ActionDeclaration(
    id="aim_at",
    title="Aim at",
    summary="Turn to where a shot will meet what moves.",
    parameters=(
        POINT,
        number(
            "shot_speed",
            12,
            "Speed of the shot to come, as in Fire; 0 aims at where the target is now.",
            unit="u/s",
        ),
        angle("target_radius", 2, "Within this angle the aim is taken."),
        angle("slow_radius", 30, "Within this angle it slows its turn."),
        Parameter("hold", "bool", False, "Keep the aim on it and never end, as a turret does."),
        TIME_TO_TARGET,
        *PUSH,
    ),
    line_template="{target}",
    help="Turns only, as Face does, but ahead of the target: by |Δ + v·t| = speed·t. PROJ-03.",
    contract="""\
| angle to the place where they meet | the action |
|---|---|
| more than `target_radius` | asks for the turn; RUNNING |
| at most `target_radius` | asks for the turn; SUCCESS, or RUNNING with `hold` |
| the target outruns the shot | gives FAILURE |
| the target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Giving another `shot_speed` than the Fire that follows; the shot then misses.",
        "Firing without `lead` afterwards: Fire aims again, at where the target is.",
    ),
    see_also=("face", "fire"),
    rules=("9.1", "9.2"),
)

STRIKE = ActionDeclaration(
    id="strike",
    title="Strike",
    summary="Hurt somebody within reach at once.",
    parameters=(
        Parameter("target", "entity", None, "Whom to hurt."),
        Parameter("damage", "float", 10, "What it takes from their health.", minimum=0),
        distance("reach", 1, "Largest gap between the two bodies."),
    ),
    instant=True,
    line_template="{target}",
    help="The gap is that between the edges of the bodies; walls do not count.",
    contract="""\
| gap to the target | the action |
|---|---|
| at most `reach` | asks for the damage, which is done after all brains have ticked; SUCCESS |
| more | gives FAILURE |
| the target is lost | gives FAILURE |
""",
    common_mistakes=("Striking in every tick: put Cooldown above it, and walk there with Arrive first.",),
    see_also=("fire", "heal"),
    rules=("3.12", "9.3"),
)

HEAL = ActionDeclaration(
    id="heal",
    title="Heal",
    summary="Give health to somebody or to oneself.",
    parameters=(
        Parameter("target", "entity", None, "Who gets it; left out, the agent itself.", optional=True),
        Parameter("amount", "float", 10, "How much.", minimum=0),
        Parameter("limit", "float", 100, "No agent gets more than this from it.", minimum=0),
    ),
    instant=True,
    line_template="{target}, {amount}",
    help="Whoever had no health left can be hit again. Health is the field `health` of an entity.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for the health, which is given after all brains have ticked; SUCCESS |
| a given target is lost | gives FAILURE |
""",
    common_mistakes=("Expecting a variable called health to change: it is `self.health` that does.",),
    see_also=("strike",),
    rules=("3.12", "9.3"),
)

REMOVE = ActionDeclaration(
    id="remove",
    title="Remove",
    summary="Take somebody, or oneself, out of the world for good.",
    parameters=(Parameter("target", "entity", None, "Who goes; left out, the agent itself.", optional=True),),
    instant=True,
    line_template="{target}",
    help="Their mind is halted first, with its exit actions; then no agent meets, sees or hits them.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for it, which is done after all brains have ticked; SUCCESS |
| a given target is lost | gives FAILURE |
""",
    common_mistakes=(
        "Going on to name who is gone: an expression with them fails, as with any lost entity.",
        "Removing whoever has no health left by hand everywhere: the world can do so, with `when_dead`.",
    ),
    see_also=("strike", "heal"),
    rules=("3.12", "6.7", "9.3"),
)

COMBAT_ACTIONS: tuple[ActionDeclaration, ...] = (FIRE, THROW_AT, AIM_AT, STRIKE, HEAL, REMOVE)
"""The built-in actions of fights, in palette order."""


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
