"""Declare `parallel` (rule 3, composites).

Ticks every unfinished child each tick, in order. With n the number of children not skipped:

| when | result |
|---|---|
| SUCCESS of `success` children (a number, all = n, any = 1) | SUCCESS; the rest is halted |
| FAILURE of `failure` children | FAILURE; the rest is halted |
| so many failed that `success` is out of reach | FAILURE; the rest is halted |
| all children were skipped | SKIPPED |
| otherwise | RUNNING |

`decide: each` tests after each child, so order decides ties; `decide: end` tests once after all, and failure
wins a tie. A threshold above the number of children is an error of the document.
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import SOME_CHILDREN, composite
from graphs.kinds.declarations.parameter import Parameter

PARALLEL = composite(
    id="parallel",
    title="Parallel",
    summary="Tick all children each tick until enough have ended.",
    line_template="{success} succeed, {failure} fail",
    parameters=(
        Parameter(
            "success",
            "threshold",
            "all",
            "How many children must succeed: a number, all or any.",
            minimum=1,
            evaluated="enter",
        ),
        Parameter(
            "failure",
            "threshold",
            "any",
            "How many failures end it: a number, all or any.",
            minimum=1,
            evaluated="enter",
        ),
        Parameter(
            "decide",
            "enum",
            "each",
            "Each tests after every child; end tests once after all of them.",
            choices=("each", "end"),
            evaluated="never",
        ),
    ),
    children=SOME_CHILDREN,
    contract="""\
Ticks every unfinished child in each tick, in order, and ends once enough have ended. With n the number of
children that were not skipped:

| when | the parallel |
|---|---|
| `success` children gave SUCCESS (a number; all = n; any = 1) | gives SUCCESS and halts the rest |
| `failure` children gave FAILURE | gives FAILURE and halts the rest |
| so many failed that `success` is out of reach | gives FAILURE and halts the rest |
| all children were skipped | gives SKIPPED |
| otherwise | gives RUNNING |

`decide: each` tests after each child, so order decides ties; `decide: end` tests once after all of them, and
failure wins a tie. A threshold above the number of children is an error of the document.
""",
    common_mistakes=(
        "Expecting the children to run in threads; they are ticked one after the other, and an earlier "
        "one's writes are seen by a later one in the same tick.",
        "Expecting a child that has ended to start again while the others run; put it under Repeat for that.",
        "Letting two children steer the same way at once without giving their actions weights.",
    ),
    see_also=("sequence", "repeat", "state_machine.parallel"),
    rules=("3.3", "3.5", "3.7"),
)

KINDS = (PARALLEL,)
