"""Declare the action that questions for places are written as when a document is compiled (rule 11.24)."""

from __future__ import annotations

from graphs.kinds.declarations.action_declarations import ActionDeclaration
from graphs.kinds.declarations.parameter import Parameter

POINTS = tuple(f"point{number}" for number in range(1, 9))
"""Parameters for the expressions of places in a question."""

NUMBERS = tuple(f"number{number}" for number in range(1, 17))
"""Parameters for the expressions of numbers in a question."""

FIND_PLACE = ActionDeclaration(
    id="find_place",
    title="Find place",
    summary="Answer the question of a Best place, which is written as this action.",
    family="world",
    parameters=(
        Parameter("name", "string", None, "What the question is called."),
        Parameter("question", "string", None, "The question as JSON; $point1 stands for that parameter."),
        *(
            Parameter(name, "point", None, "A place in the question.", evaluated="enter", optional=True)
            for name in POINTS
        ),
        *(
            Parameter(name, "float", None, "A number in the question.", evaluated="enter", optional=True)
            for name in NUMBERS
        ),
    ),
    line_template="{name}",
    help="A game answers it as it likes, and then the fields `place:name` and `places:name`.",
    contract="""\
| tick | the action |
|---|---|
| the question is worked on | gives RUNNING |
| a place was found | gives SUCCESS; `place(self, "name")` is that place |
| none is left | gives FAILURE |
""",
    common_mistakes=("Writing it by hand: draw a Best place, which writes it.",),
    rules=("11.20", "11.24"),
    version=5,
    written=True,
)

FINDING_ACTIONS = (FIND_PLACE,)
