"""Declare the built-in actions with which agents are heard, seen, smelled and noticed, and look about.

What others are to sense happens after all brains have ticked (rule 9.3); they sense it in the next step.

| action | does | ends |
|---|---|---|
| make_noise, attract, emote | gives one noise, interest or emote | SUCCESS |
| leave_scent, switch_source, ring_source, forget_interest | switches something | SUCCESS |
| look_at | turns to a place and keeps looking there | never |
| look_around | looks to both sides and ahead again | SUCCESS after its rounds |
"""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import POINT, PUSH, TIME_TO_TARGET, angle
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter, choice, number

INTERESTS = ("lowest", "broken", "missing", "suspect", "smoke", "box", "flare", "terror")
"""What there is to notice, in ascending priority: 0, 1, 2, 4, 4, 5, 10, 20."""


def _place(text: str) -> Parameter:
    return Parameter("at", "point", None, text, optional=True)


def _source(text: str) -> Parameter:
    return Parameter("source", "entity", None, text)


MAKE_NOISE = ActionDeclaration(
    id="make_noise",
    title="Make noise",
    summary="Make a noise that others hear.",
    parameters=(
        Parameter(
            "loudness", "float", 10, "How loud it is at its place; 3 is a step, 20 a bell.", 0, 1_000_000
        ),
        _place("Where it is made; left out, where the agent is."),
        Parameter("tag", "string", "", "What it is, for those who listen for some noises.", optional=True),
        Parameter(
            "attenuation", "float", 1, "How much loudness is lost with each unit of distance.", 0, 1_000_000
        ),
    ),
    instant=True,
    line_template="{loudness} loud {tag}",
    help="Heard with loudness - attenuation · distance, less what the walls on the way take. SENSE-09.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for one noise, which hearing sensors get in the next step; SUCCESS |
| a given place is lost | gives FAILURE |
""",
    common_mistakes=(
        "Calling it in every tick of a running branch, sixty noises a second; put Cooldown above.",
        "Expecting the agent to hear itself: no agent hears its own noises.",
    ),
    see_also=("attract", "ring_source", "emote"),
    rules=("1.2", "9.3"),
)

ATTRACT = ActionDeclaration(
    id="attract",
    title="Attract",
    summary="Give others something to notice.",
    parameters=(
        Parameter(
            "interest",
            "enum",
            "suspect",
            "What there is to notice: lowest 0, broken 1, missing 2, suspect 4, smoke 4, box 5, flare 10, "
            "terror 20.",
            choices=INTERESTS,
        ),
        _place("Where it is; left out, where the agent is."),
        Parameter("radius", "float", 8, "How far away it is noticed.", minimum=0, unit="u"),
        choice("sense", ("sound", "sight"), "Sound is muffled by walls, sight needs a clear line."),
        choice(
            "who",
            ("squad", "all", "nearest"),
            "A squad sends one leader and some scouts, or all react, or the nearest one.",
        ),
        Parameter("lasts", "float", 0, "How long it waits to be noticed; 0: for one step.", 0, 3600, "s"),
        Parameter("priority", "int", None, "In place of that of the interest.", 0, 1000, optional=True),
    ),
    instant=True,
    line_template="{interest}",
    help="Agents with an awareness sensor notice what matters more than what they are at. SENSE-16.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for one interest, which is noticed from the next step on; SUCCESS |
| a given place is lost | gives FAILURE |
""",
    common_mistakes=(
        "Expecting agents with a hearing sensor alone to come: interests are for awareness sensors.",
        "Drawing attention with an interest no higher than the one before: no agent turns for it.",
    ),
    see_also=("make_noise", "forget_interest"),
    rules=("1.2", "9.3"),
)

EMOTE = ActionDeclaration(
    id="emote",
    title="Emote",
    summary="Show a sign above the head.",
    parameters=(
        Parameter("text", "string", "!", "What is shown, at most 12 characters; nothing takes it away."),
        Parameter("seconds", "float", 1.5, "How long it stays.", minimum=0, maximum=3600, unit="s"),
    ),
    instant=True,
    line_template="{text}",
    help="The preview shows it, and others can ask for `emote` of the agent. SENSE-19.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for the sign, in place of the one before; SUCCESS |
""",
    common_mistakes=("Showing it in every tick of a running branch: it never goes. Show it in `entry`.",),
    see_also=("make_noise",),
    rules=("9.3",),
)

LEAVE_SCENT = ActionDeclaration(
    id="leave_scent",
    title="Leave scent",
    summary="Leave a trail of scent from now on, or no more.",
    parameters=(Parameter("on", "bool", True, "Whether to leave it."),),
    instant=True,
    line_template="{on}",
    help="Switches the emitters of kind scent that the world gives the agent. SENSE-11.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for the switch, which holds from the next step on; SUCCESS |
| the agent has no scent | is recorded as an error of the node |
""",
    common_mistakes=("Expecting what was left already to vanish: it fades in its own time.",),
    see_also=("switch_source",),
    rules=("9.3",),
)

SWITCH_SOURCE = ActionDeclaration(
    id="switch_source",
    title="Switch source",
    summary="Switch a source of noise, light, scent or interest on or off.",
    parameters=(
        _source("The source, or an agent with all it gives off."),
        Parameter("on", "bool", True, "Whether it is to be on."),
    ),
    instant=True,
    line_template="{source} {on}",
    help="A lamp goes out, a machine falls silent. SENSE-09.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for the switch, which holds from the next step on; SUCCESS |
| the source is lost | gives FAILURE |
""",
    common_mistakes=("Switching what is far away: it works from anywhere; walk there first.",),
    see_also=("ring_source", "leave_scent"),
    rules=("9.3",),
)

RING_SOURCE = ActionDeclaration(
    id="ring_source",
    title="Ring source",
    summary="Let a source make its noise or draw attention once.",
    parameters=(_source("The source, such as an alarm bell."),),
    instant=True,
    line_template="{source}",
    help="For sources that are silent until somebody rings them: `every` 0 in the world. SENSE-09.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for the noise or interest of the source in the next step; SUCCESS |
| the source is lost | gives FAILURE |
""",
    common_mistakes=("Ringing a bell from afar: it works from anywhere; walk there first.",),
    see_also=("switch_source", "make_noise"),
    rules=("1.2", "9.3"),
)

FORGET_INTEREST = ActionDeclaration(
    id="forget_interest",
    title="Forget interest",
    summary="Be interested in nothing, so that everything matters again.",
    instant=True,
    help="Sets the awareness sensors of the agent back to the lowest priority. SENSE-16.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for it; the sensor has priority 0 from the next step on; SUCCESS |
| the agent has no awareness sensor | is recorded as an error of the node |
""",
    common_mistakes=(
        "Leaving it out at the end of a search: without decay an interest never fades, and a second box is "
        "ignored.",
    ),
    see_also=("attract",),
    rules=("9.3",),
)

LOOK_AT = ActionDeclaration(
    id="look_at",
    title="Look at",
    summary="Turn to a place or an entity and keep looking there.",
    parameters=(
        POINT,
        angle("slow_radius", 30, "Within this angle it slows its turn."),
        TIME_TO_TARGET,
        *PUSH,
    ),
    line_template="{target}",
    help="Turns only, and follows what moves; movement is another channel. STEER-09.",
    contract="""\
| tick | the action |
|---|---|
| every | asks to turn towards the target; RUNNING until halted |
| the target is lost | gives FAILURE |
""",
    common_mistakes=("Putting it before other children of a sequence: it never ends. Take Face.",),
    see_also=("face", "look_around"),
    rules=("9.1", "9.2"),
)

LOOK_AROUND = ActionDeclaration(
    id="look_around",
    title="Look around",
    summary="Look to one side, to the other and ahead again.",
    parameters=(
        Parameter("angle", "float", 60, "How far to each side.", minimum=0, maximum=180, unit="°"),
        Parameter("seconds", "float", 2, "Time of one round.", minimum=0.1, maximum=3600, unit="s"),
        Parameter("rounds", "int", 1, "How many rounds; 0: for ever.", minimum=0, maximum=1000),
        *PUSH,
    ),
    line_template="{angle}° {seconds} s",
    help="Turns only, around where it looked at first, left side first. For searches.",
    contract="""\
| time since the entry | the action |
|---|---|
| during a round | asks to look left in the first quarter, right up to three quarters, then ahead; RUNNING |
| after all rounds | gives SUCCESS |
""",
    common_mistakes=("Running it beside a walk: an agent that looks where it travels is pulled to and fro.",),
    see_also=("look_at", "face"),
    rules=("9.1", "9.2"),
)

SENSING_ACTIONS: tuple[ActionDeclaration, ...] = (
    LOOK_AT,
    LOOK_AROUND,
    MAKE_NOISE,
    EMOTE,
    ATTRACT,
    FORGET_INTEREST,
    LEAVE_SCENT,
    RING_SOURCE,
    SWITCH_SOURCE,
)
"""The sensing actions, in palette order."""


CAN_SEE = ConditionDeclaration(
    id="can_see",
    title="Can see",
    summary="Whether something is in range, in the cone ahead, and not behind a wall.",
    parameters=(
        Parameter("target", "entity", None, "What to see."),
        Parameter("range", "float", 10, "How far the agent sees.", minimum=0, unit="u"),
        number(
            "half_angle",
            60,
            "From the middle of the cone to its edge; 180 is all around.",
            most=180,
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
        Parameter("zone", "entity", None, "The zone.", names=("zones",)),
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
