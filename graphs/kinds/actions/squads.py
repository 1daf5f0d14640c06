"""Declare the built-in actions and conditions of squads, fighting circles and tokens (rules 11.30 to 11.38).

What is asked for is granted after all brains have ticked (rule 9.3), so an answer takes a tick.

| action | does | ends |
|---|---|---|
| request_slot, request_attack, request_token | asks, and may wait | SUCCESS granted, FAILURE refused |
| release_slot, end_attack, release_token | gives back | SUCCESS |
| set_formation | changes how a squad stands | SUCCESS |
| order | tells members to do something | SUCCESS once given, or once all acknowledged |
| acknowledge | says that the order was taken | SUCCESS |
"""

from __future__ import annotations

from graphs.kinds.actions.following_actions import HIDE_FROM
from graphs.kinds.actions.steering_parameters import distance
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter, number

SHAPES = ("line", "wedge", "column", "circle", "grid", "own")
"""The shapes of formations."""

_PLACES = ("circles", "squads")
_WAIT = Parameter(
    "wait",
    "bool",
    False,
    "Wait until there is room, in the order of asking, in place of failing.",
)
_ASKED = """\
| what was asked for | the action |
|---|---|
| was asked for in this tick | RUNNING |
| is held | gives SUCCESS |
| has no room, and it is to `wait` | waits in the order of asking; RUNNING |
| has no room, or is not there | gives FAILURE, and says what was asked and what there was |
| the action is halted | is waited for no more |
"""


def _weight(text: str) -> Parameter:
    return Parameter("weight", "float", 1, text, minimum=0, maximum=1_000_000)


_TOKEN = Parameter("token", "string", None, "The token, as the world names its budget.", names=("tokens",))


def _squad(text: str) -> Parameter:
    return Parameter("squad", "string", "", text, optional=True, names=("squads",))


REQUEST_SLOT = ActionDeclaration(
    id="request_slot",
    title="Request slot",
    summary="Ask for a place in a fighting circle, or in a squad.",
    parameters=(
        Parameter(
            "of",
            "string",
            "",
            "The circle or the squad; left out, the nearest circle with room, or else the nearest.",
            optional=True,
            names=_PLACES,
        ),
        _weight("How much of a circle's budget it takes; 1 is a grunt, 3 a brute. In a squad all weigh 1."),
        _WAIT,
    ),
    line_template="of {of}",
    help="In a circle it gets the free place nearest to it; in a squad it becomes a member. An agent has one "
    "place in a circle at most, and is in one squad at most: another one is left. TAC-13, TAC-14.",
    contract=_ASKED,
    common_mistakes=(
        "Expecting it to go there: it only gets the place. Put Hold slot behind it.",
        "Never releasing: a state that is left keeps the place. Put Release slot into its exit.",
    ),
    see_also=("hold_slot", "release_slot", "request_attack"),
    rules=("9.3", "11.33", "11.36"),
    version=5,
)

RELEASE_SLOT = ActionDeclaration(
    id="release_slot",
    title="Release slot",
    summary="Give back the place in a fighting circle, or leave a squad.",
    parameters=(
        Parameter(
            "of",
            "string",
            "",
            "The circle or the squad; left out, the circle it stands in, and without one the squad.",
            optional=True,
            names=_PLACES,
        ),
    ),
    instant=True,
    help="An attack that still goes on ends with the place. TAC-13.",
    contract="""\
| the agent | the action |
|---|---|
| has a place there | gives it back; SUCCESS |
| has none | does nothing; SUCCESS |
""",
    common_mistakes=(
        "Leaving `of` out to leave a squad while standing in a circle: the circle comes first.",
    ),
    see_also=("request_slot",),
    rules=("9.3", "11.33", "11.36"),
    version=5,
)

REQUEST_ATTACK = ActionDeclaration(
    id="request_attack",
    title="Request attack",
    summary="Ask the fighting circle it stands in for leave to attack.",
    parameters=(_weight("How much of the circle's attack budget the attack takes."), _WAIT),
    line_template="weight {weight}",
    help="What was granted comes back when all attacks of the round have ended, not one by one. TAC-14.",
    contract=_ASKED,
    common_mistakes=("Forgetting End attack: the round never ends, and no one else attacks.",),
    see_also=("end_attack", "request_slot"),
    rules=("9.3", "11.37"),
    version=5,
)

END_ATTACK = ActionDeclaration(
    id="end_attack",
    title="End attack",
    summary="Say that the attack is over.",
    instant=True,
    help="With the last attack of a round the circle has its whole budget again. TAC-14.",
    contract="""\
| the agent | the action |
|---|---|
| attacks | ends its attack; SUCCESS |
| does not | does nothing; SUCCESS |
""",
    common_mistakes=(
        "Ending it only where the attack succeeded: put it where the state, or the branch, is left.",
    ),
    see_also=("request_attack",),
    rules=("9.3", "11.37"),
    version=5,
)

REQUEST_TOKEN = ActionDeclaration(
    id="request_token",
    title="Request token",
    summary="Ask for one of few tokens, such as leave to throw a grenade.",
    parameters=(
        _TOKEN,
        _weight("How much of the budget it takes."),
        _WAIT,
    ),
    line_template="{token}",
    help="Who waits gets it in the order of asking. Claim takes a place at once, and has no queue.",
    contract=_ASKED,
    common_mistakes=(
        "Taking it where Claim would do: Claim gives back by itself, a token is kept until it is released.",
    ),
    see_also=("release_token", "request_slot"),
    rules=("9.3", "11.35"),
    version=5,
)

RELEASE_TOKEN = ActionDeclaration(
    id="release_token",
    title="Release token",
    summary="Give a token back.",
    parameters=(_TOKEN,),
    instant=True,
    line_template="{token}",
    help="Whoever asked first of those who wait has it in the next tick.",
    contract="""\
| the agent | the action |
|---|---|
| holds the token | gives it back; SUCCESS |
| does not | does nothing; SUCCESS |
""",
    common_mistakes=("Releasing only at the end of a branch that may be halted: use the lines of its end.",),
    see_also=("request_token",),
    rules=("9.3", "11.35"),
    version=5,
)

SET_FORMATION = ActionDeclaration(
    id="set_formation",
    title="Set formation",
    summary="Let the squad stand otherwise.",
    parameters=(
        Parameter("shape", "enum", "wedge", "How the places lie.", choices=SHAPES),
        number(
            "spacing",
            None,
            "How far apart they are, of a circle its radius; left out, as it is.",
            most=10_000,
            unit="u",
            optional=True,
        ),
    ),
    instant=True,
    line_template="{shape} {spacing}",
    help="For leaders, and minds of squads. Each place goes to the member nearest to it. TAC-01.",
    contract="""\
| the agent | the action |
|---|---|
| leads a squad, or is its mind | changes the formation; SUCCESS |
| does not | gives FAILURE |
""",
    common_mistakes=(
        "Calling it in every tick: the members are given places each time it changes anything.",
    ),
    see_also=("order", "hold_slot"),
    rules=("9.3", "11.31", "11.32"),
    version=5,
)

ORDER = ActionDeclaration(
    id="order",
    title="Order",
    summary="Send an event to the members of a squad, and wait for them if told to.",
    parameters=(
        Parameter("event", "string", None, "The event they get."),
        Parameter("role", "string", "", "Only to those of this role; left out, all members.", optional=True),
        _squad("The squad; left out, its own."),
        Parameter("target", "entity", None, "Carried as `target` by the event.", optional=True),
        Parameter("place", "vector", None, "Carried as `place` by the event.", optional=True),
        Parameter("wait", "bool", False, "Run until all who got it have acknowledged it."),
    ),
    line_template="{event}, to {role}",
    help="It replaces the order before. Who has left is not waited for. Rule 11.34.",
    contract="""\
| tick | the action |
|---|---|
| the first | sends the event; RUNNING |
| later | gives SUCCESS, with `wait` only once all have acknowledged |
| nobody is there to get it, or there is no such squad | gives FAILURE |
""",
    common_mistakes=(
        "Waiting for members whose minds never call Acknowledge.",
        "Naming an event that the minds of the members do not declare: they do not take it.",
    ),
    see_also=("acknowledge", "set_formation"),
    rules=("6.5", "9.3", "11.34"),
    version=5,
)

ACKNOWLEDGE = ActionDeclaration(
    id="acknowledge",
    title="Acknowledge",
    summary="Tell the squad that the last order was taken, or carried out.",
    instant=True,
    help="Which of the two is the game's choice: whoever ordered waits for it. Rule 11.34.",
    contract="""\
| the agent | the action |
|---|---|
| got the last order of its squad | acknowledges it; SUCCESS |
| did not | does nothing; SUCCESS |
""",
    common_mistakes=("Acknowledging before the work is done, where the one who ordered waits for the work.",),
    see_also=("order",),
    rules=("9.3", "11.34"),
    version=5,
)

SQUAD_ACTIONS: tuple[ActionDeclaration, ...] = (
    HIDE_FROM,
    REQUEST_SLOT,
    RELEASE_SLOT,
    REQUEST_ATTACK,
    END_ATTACK,
    REQUEST_TOKEN,
    RELEASE_TOKEN,
    SET_FORMATION,
    ORDER,
    ACKNOWLEDGE,
)
"""The actions of squads, and hiding, in palette order."""

IN_SLOT = ConditionDeclaration(
    id="in_slot",
    title="In slot",
    summary="Whether the agent is where its place is.",
    parameters=(distance("within", 0.5, "How near to the place counts."),),
    help="The place of the fighting circle, else that of the formation. TAC-01.",
    contract="""\
| the agent | the answer |
|---|---|
| has a place, at most `within` away | true |
| is further away, or has none | false |
""",
    common_mistakes=("Asking it of a leader, which has no place: it is false.",),
    see_also=("is_leader", "in_squad"),
    see_actions=("hold_slot",),
)

IS_LEADER = ConditionDeclaration(
    id="is_leader",
    title="Is leader",
    summary="Whether the agent leads its squad.",
    help="When a leader dies or leaves, the member with the first place leads. TAC-01.",
    contract="""\
| the agent | the answer |
|---|---|
| leads a squad | true |
| follows, or is in none | false |
""",
    common_mistakes=("Taking it for true in a squad's own mind: that is no member.",),
    see_also=("in_squad",),
    see_actions=("set_formation",),
)

IN_SQUAD = ConditionDeclaration(
    id="in_squad",
    title="In squad",
    summary="Whether the agent is in a squad.",
    parameters=(_squad("The squad; left out, any."),),
    help="Members can join and leave while the world runs. TAC-01.",
    contract="""\
| the agent | the answer |
|---|---|
| is a member | true |
| is none | false |
""",
    common_mistakes=("Naming the squad by its name: the id in the world counts.",),
    see_also=("is_leader", "in_slot"),
    see_actions=("request_slot",),
)

ALL_ACKNOWLEDGED = ConditionDeclaration(
    id="all_acknowledged",
    title="All acknowledged",
    summary="Whether all who got the last order of a squad have acknowledged it.",
    parameters=(_squad("The squad; left out, its own."),),
    help="Who has left or died since is not waited for. Without an order it is true.",
    contract="""\
| the last order | the answer |
|---|---|
| was acknowledged by all who got it and are still there | true |
| was not, by somebody | false |
| there was none | true |
""",
    common_mistakes=("Asking it in the tick of the order: it still tells of the order before.",),
    see_also=("in_squad",),
    see_actions=("order", "acknowledge"),
)

HAS_TOKEN = ConditionDeclaration(
    id="has_token",
    title="Has token",
    summary="Whether the agent holds a token.",
    parameters=(_TOKEN,),
    help="How much is left of a budget tells `tokens_left`.",
    contract="""\
| the agent | the answer |
|---|---|
| holds it | true |
| waits for it, or does not | false |
""",
    common_mistakes=("Taking it for whether a token is free.",),
    see_also=("in_slot",),
    see_actions=("request_token",),
)

IS_ATTACKING = ConditionDeclaration(
    id="is_attacking",
    title="Is attacking",
    summary="Whether the agent has leave to attack in its fighting circle.",
    help="From the grant until End attack, or until it leaves the circle. TAC-14.",
    contract="""\
| the agent | the answer |
|---|---|
| has leave to attack | true |
| has none | false |
""",
    common_mistakes=("Asking it of somebody else: it is about the agent itself.",),
    see_also=("in_slot",),
    see_actions=("request_attack", "end_attack"),
)

SQUAD_CONDITIONS: tuple[ConditionDeclaration, ...] = (
    IN_SLOT,
    IS_LEADER,
    IN_SQUAD,
    ALL_ACKNOWLEDGED,
    HAS_TOKEN,
    IS_ATTACKING,
)
"""The conditions of squads, fighting circles and tokens."""
