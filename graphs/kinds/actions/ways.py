"""Declare the built-in actions and conditions of doors, links and the nearest of several.

| action | does | ends |
|---|---|---|
| open_door, close_door, switch_link | asks for it | SUCCESS |
| go_to_nearest | walks to the nearest of several by the way there | SUCCESS inside `target_radius` |
"""

from __future__ import annotations

from graphs.kinds.actions.steering_parameters import PUSH, SPEED, distance
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter

_DOOR = Parameter("door", "entity", None, "The door.", names=("doors",))


def _moving(word: str, other: str, help_text: str, mistake: str) -> ActionDeclaration:
    return ActionDeclaration(
        id=f"{word}_door",
        title=f"{word.capitalize()} door",
        summary=f"Let a door {word}, from anywhere.",
        parameters=(_DOOR,),
        instant=True,
        line_template="{door}",
        help=help_text,
        contract=f"""\
| tick | the action |
|---|---|
| its only one | asks for it; the door begins to {word} in this step, and takes its time; SUCCESS |
| there is no such door | it is asked for, and refused with an error of the agent |
| the door is lost | gives FAILURE |
""",
        common_mistakes=(mistake,),
        see_also=(f"{other}_door",),
        rules=("9.3", "11.6"),
        version=5,
    )


OPEN_DOOR = _moving(
    "open",
    "close",
    "Agents whose ways it opens or makes shorter search them again within a second. NAV-05.",
    "Walking on at once: a door takes its time to open. Wait until door_is_open.",
)

CLOSE_DOOR = _moving(
    "close",
    "open",
    "Agents whose ways lead through it search others within a second. NAV-05.",
    "Expecting it to shut while somebody stands in it: it waits.",
)

SWITCH_LINK = ActionDeclaration(
    id="switch_link",
    title="Switch link",
    summary="Let a link be used, or no more.",
    parameters=(
        Parameter("link", "entity", None, "The link, such as a ladder.", names=("links",)),
        Parameter("on", "bool", True, "Whether it can be used."),
    ),
    instant=True,
    line_template="{link} {on}",
    help="Who is on it already gets to its end. NAV-09.",
    contract="""\
| tick | the action |
|---|---|
| its only one | asks for it; ways are searched again within a second; SUCCESS |
| the link is lost | gives FAILURE |
""",
    common_mistakes=("Switching off what nobody could walk around: whoever is to go there fails.",),
    see_also=("open_door",),
    rules=("9.3", "11.5"),
    version=5,
)

GO_TO_NEAREST = ActionDeclaration(
    id="go_to_nearest",
    title="Go to nearest",
    summary="Go to the one of several that is nearest by the way there.",
    parameters=(
        Parameter("among", "string", None, "What to choose from, as sensors look: ids, teams, tags, foes."),
        distance("target_radius", 0.5, "Inside this distance the agent is there."),
        distance("slow_radius", 2, "Inside this distance of the end it brakes."),
        Parameter("again", "float", 1, "Seconds after which it looks again; 0: never.", 0, 3600, "s"),
        SPEED,
        *PUSH,
    ),
    line_template="{among}",
    help="One search from the agent ends at the first that it meets, whatever their number. NAV-18.",
    contract="""\
| tick | the action |
|---|---|
| the nearest is searched | asks to brake; RUNNING |
| it is known | walks there as Go to does, and looks again now and then; RUNNING |
| at most `target_radius` from it | asks to brake; SUCCESS |
| what it walked to is gone | looks again; RUNNING |
| no way leads to any, or there is none | gives FAILURE |
""",
    common_mistakes=(
        "Looking again in every step for what stands still: each look is a search. Set `again` to 0.",
        "Expecting the nearest in a straight line: behind a wall it is far. Take a proximity sensor.",
    ),
    see_also=("go_to",),
    rules=("2.2", "11.9"),
    version=5,
)

WAY_ACTIONS: tuple[ActionDeclaration, ...] = (OPEN_DOOR, CLOSE_DOOR, SWITCH_LINK, GO_TO_NEAREST)
"""The built-in actions of doors, links and the nearest of several."""

IS_OPEN = ConditionDeclaration(
    id="door_is_open",
    title="Is open",
    summary="Whether a door is open.",
    parameters=(_DOOR,),
    help="A door that is on its way is not open. NAV-05.",
    contract="""\
| the door | the answer |
|---|---|
| is open all the way | true |
| is closed, opens or closes | false |
| there is no such door | the expression fails |
""",
    common_mistakes=("Taking false for closed: it may be opening.",),
    see_also=("on_link",),
    see_actions=("open_door", "close_door"),
)

ON_LINK = ConditionDeclaration(
    id="on_link",
    title="On link",
    summary="Whether the agent is being carried along a link.",
    help="So of jumps and ladders; links of kind walk carry nobody. NAV-09.",
    contract="""\
| the agent | the answer |
|---|---|
| is between the ends of a jump or a ladder | true |
| walks | false |
""",
    common_mistakes=("Steering meanwhile: who is carried gets to the end whatever is asked.",),
    see_also=("door_is_open",),
    see_actions=("switch_link",),
)

WAY_CONDITIONS: tuple[ConditionDeclaration, ...] = (IS_OPEN, ON_LINK)
"""The built-in conditions of doors and links."""
