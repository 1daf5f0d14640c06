"""Declare `best_place` and its parts: a question to the world for a place, as a small tree (11.20 on)."""

from __future__ import annotations

from functools import partial

from graphs.kinds.declarations.flow import ENDED, Flow, R, gives
from graphs.kinds.declarations.node_kind import SOME_CHILDREN, composite, leaf
from graphs.kinds.declarations.parameter import Parameter, choice

MOST_PLACES = 16
"""Most places that a question finds."""

BEST_PLACE = composite(
    id="best_place",
    title="Best place",
    family="world",
    summary="Find the place that scores best among many, such as cover near a foe.",
    title_template="Best place: {name}",
    line_template="into {into}",
    parameters=(
        Parameter(
            "name",
            "string",
            "place",
            "What it is called: place(self, name) reads what it found.",
            evaluated="never",
        ),
        Parameter(
            "into",
            "variable",
            None,
            "The variable for what is found: a vector, or a list of vectors.",
            evaluated="never",
            optional=True,
        ),
        choice(
            "take",
            ("best", "draw", "list"),
            "The best one, one of the best drawn by lot, or the best ones as a list.",
            choice_words=("the best", "one of the best, by lot", "the best, as a list"),
            evaluated="never",
        ),
        Parameter("top", "int", 3, "How many are drawn from, or listed.", 1, MOST_PLACES, evaluated="never"),
    ),
    children=SOME_CHILDREN,
    starts_with=("points_ring", "score_places"),
    flow=Flow(gives(ENDED | R)),
    example={"params": {"name": "cover"}},
    version=5,
    contract="""\
Asks the world for a place. Its children say which: those named *Points* give candidates, *Keep places*
leaves some out, *Score places* compares the rest. They are parts of one question and never ticked.

| tick | the node |
|---|---|
| entered | puts the question, with what its parts' expressions are worth now; RUNNING |
| the world works on it | gives RUNNING; work on all questions is spread over steps |
| a candidate is left | the best is written to `into`, and read by `place(self, "name")`; SUCCESS |
| none is left, or there was none | gives FAILURE |

The score of a candidate is the sum of its scores times their weights, divided by the sum of the weights;
without scores all are equal. Of equals the first counts, in the order of the parts and of their points.

| `take` | what is found |
|---|---|
| `best` | the best one |
| `draw` | one of the `top` best, the better the likelier |
| `list` | the `top` best, best first |
""",
    common_mistakes=(
        "Putting an action below it; what is to be done at the place comes behind it, in a sequence.",
        "Asking in every tick what changes once in a second; put Cooldown above it.",
        "Scoring where leaving out is meant: a place in the open can still win if it is near.",
    ),
    see_also=("goal_selector", "for_each", "claim"),
    rules=("11.20", "11.21", "11.22", "11.23", "11.24"),
)

_AROUND = Parameter(
    "around",
    "point",
    None,
    "What the points lie around; left out, the agent.",
    evaluated="enter",
    optional=True,
)

points = partial(
    leaf, family="world", part_of="best_place", flow=Flow(gives(ENDED)), version=5, icon="points"
)
"""Declare a kind of part that gives candidates."""


def _length(name: str, default: float | None, text: str, *, optional: bool = False) -> Parameter:
    return Parameter(name, "float", default, text, 0, 1000, "u", evaluated="enter", optional=optional)


_SPACING = Parameter("spacing", "float", 1, "How far they are apart.", 0.1, 1000, "u", evaluated="enter")

POINTS_RING = points(
    id="points_ring",
    title="Points on rings",
    summary="Candidates on circles around something.",
    line_template="{from} to {to} around {around|the agent}",
    parameters=(
        _AROUND,
        _length("from", 2, "The radius of the inner circle."),
        _length("to", 6, "The radius of the outer circle."),
        Parameter("rings", "int", 3, "How many circles.", 1, 50, evaluated="enter"),
        Parameter("count", "int", 12, "How many points on each.", 1, 360, evaluated="enter"),
    ),
    contract="""\
| circle | points |
|---|---|
| the inner one first, the outer one last | at equal angles, from +x on counterclockwise |
""",
    common_mistakes=(
        "Many circles of many points: each costs each test. Ask for what an eye would tell apart.",
    ),
    see_also=("points_grid", "points_of_cover", "best_place"),
    rules=("11.21",),
)

POINTS_GRID = points(
    id="points_grid",
    title="Points on a grid",
    summary="Candidates in a square around something.",
    line_template="{half_size} around {around|the agent}",
    parameters=(_AROUND, _length("half_size", 6, "Half the side of the square."), _SPACING),
    contract="""\
| row | points |
|---|---|
| the lowest first | from left to right, `spacing` apart; one lies in the middle |
""",
    common_mistakes=("Halving the spacing without need: it gives four times the points.",),
    see_also=("points_ring", "best_place"),
    rules=("11.21",),
)

POINTS_ALONG_PATH = points(
    id="points_along_path",
    title="Points along a path",
    summary="Candidates along a path of the world.",
    line_template="{path}",
    parameters=(Parameter("path", "path", None, "The path.", evaluated="enter"), _SPACING),
    contract="""\
| place | points |
|---|---|
| from the first waypoint to the last, a loop back to its first | `spacing` apart, and each waypoint |
""",
    common_mistakes=("Naming a path that the world does not have: the question fails.",),
    see_also=("points_of_waypoints", "best_place"),
    rules=("11.21",),
)

POINTS_OF_WAYPOINTS = points(
    id="points_of_waypoints",
    title="Waypoints",
    summary="The waypoints of the world as candidates.",
    line_template="within {reach|any reach} of {around|the agent}",
    parameters=(_AROUND, _length("reach", None, "How far away they may be; left out, any.", optional=True)),
    contract="""\
| waypoint | it is a candidate |
|---|---|
| within `reach` | if the condition it has in the world, if any, holds for the agent |
""",
    common_mistakes=("Expecting the order of a path: they come in ascending id.",),
    see_also=("points_along_path", "best_place"),
    rules=("11.21",),
)

POINTS_OF_COVER = points(
    id="points_of_cover",
    title="Cover spots",
    summary="Candidates beside walls and obstacles.",
    line_template="within {reach} of {around|the agent}",
    parameters=(
        _AROUND,
        _length("reach", 10, "How far away they may be."),
        _length("gap", 0.2, "How much room there is between a body and the wall."),
        _SPACING,
    ),
    contract="""\
| what is solid | points |
|---|---|
| each edge of a wall | beside its middle, and on to both ends `spacing` apart, where a body has room |
| each obstacle | around it, `spacing` apart |
""",
    common_mistakes=("Taking them for safe: a spot beside a wall may be on its wrong side. Keep by cover.",),
    see_also=("keep_places", "score_places", "best_place"),
    rules=("11.21",),
)

MEASURES = (
    "distance", "sight", "area", "influence", "cover", "height", "room", "behind",
)  # fmt: skip

_MEASURE_WORDS = (
    "distance to",
    "clear sight to",
    "in the area",
    "layer of the ground",
    "share of shots from there that are blocked",
    "height, compared with the others",
    "room around it",
    "angle off where somebody looks",
)

_BY = Parameter(
    "by",
    "enum",
    "distance",
    "What is measured at each place.",
    choices=MEASURES,
    choice_words=_MEASURE_WORDS,
    evaluated="never",
)
_OF = Parameter(
    "of",
    "point",
    None,
    "Whom or what it is measured from; left out, the agent.",
    evaluated="enter",
    optional=True,
)
_NAME = Parameter(
    "name",
    "string",
    "",
    "The area or layer that is meant, by its name in the world.",
    evaluated="never",
    names_if=(("by", "area", "zones"), ("by", "influence", "layers"), ("by", "height", "layers")),
)

part = partial(leaf, family="world", part_of="best_place", flow=Flow(gives(ENDED)), version=5)
"""Declare a kind of part that judges candidates."""

_MEASURE_TABLE = """\
| `by` | measures |
|---|---|
| `distance` | units to `of` |
| `sight` | 1 where nothing ends the line to `of`, else 0 |
| `area` | 1 inside the area `name`, else 0 |
| `influence` | the number of the layer `name` |
| `cover` | the share of shots from around `of` that something solid ends, 0 to 1 |
| `height` | the number of the layer `name`, −1 for the lowest of all candidates to 1 for the highest |
| `room` | units to the nearest thing that is solid |
| `behind` | degrees between where `of` looks and the place, 0 ahead of it to 180 behind |
"""

KEEP_PLACES = part(
    id="keep_places",
    icon="filter",
    title="Keep places",
    summary="Leave out places that measure too little or too much.",
    line_template="{by} {of} {name}",
    parameters=(
        _BY,
        _OF,
        _NAME,
        Parameter("at_least", "float", None, "The least it may be.", evaluated="enter", optional=True),
        Parameter("at_most", "float", None, "The most it may be.", evaluated="enter", optional=True),
    ),
    example={"params": {"by": "sight", "at_most": 0}},
    contract=_MEASURE_TABLE
    + """
Keeps the places whose measure is from `at_least` to `at_most`, both included.
""",
    common_mistakes=("Setting neither bound: all places stay.",),
    see_also=("score_places", "best_place"),
    rules=("11.22",),
)

SCORE_PLACES = part(
    id="score_places",
    icon="curve",
    title="Score places",
    summary="Compare places by what is measured there.",
    line_template="{by} {of} {name}",
    parameters=(
        _BY,
        _OF,
        _NAME,
        Parameter("worst", "float", 0, "The measure that scores 0.", evaluated="enter"),
        Parameter("best", "float", 1, "The measure that scores 1.", evaluated="enter"),
        Parameter("curve", "string", "", "A curve of the document in place of the line.", evaluated="never"),
        Parameter(
            "weight", "float", 1, "What it counts beside the other scores.", 0, 1000, evaluated="enter"
        ),
    ),
    example={"params": {"by": "distance", "worst": 12, "best": 0}},
    contract=_MEASURE_TABLE
    + """
| `curve` | the score |
|---|---|
| none | 0 at `worst`, 1 at `best`, in a straight line between and the same beyond |
| given | what the curve makes of the measure |
""",
    common_mistakes=("Leaving `best` at 1 for a distance: then all beyond one unit score alike.",),
    see_also=("keep_places", "best_place"),
    rules=("11.22", "11.23"),
)

KINDS = (
    BEST_PLACE,
    POINTS_RING,
    POINTS_GRID,
    POINTS_ALONG_PATH,
    POINTS_OF_WAYPOINTS,
    POINTS_OF_COVER,
    KEEP_PLACES,
    SCORE_PLACES,
)
