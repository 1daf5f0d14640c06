"""Declare `run_limit`, `run_once` and `probability` (rule 3, decorators).

| kind | rule |
|---|---|
| run_limit | counts completions of its child; from `count` on it gives `afterwards` and enters nothing |
| run_once | the same with 1 |
| probability | on enter draws a number; at or above `chance` it gives `refused` and enters nothing |

`counts` chooses which completions count. The counts are lasting memory (rule 3.13).
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import ONE_CHILD, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.shared_parameters import AFTERWARDS, COUNTS, REFUSED, count

RUN_LIMIT = NodeKind(
    id="run_limit",
    graph_kind="behavior_tree",
    category="decorator",
    title="Run limit",
    icon="run_limit",
    family="modify",
    summary="Let the child complete so many times only.",
    title_template="At most {count} ×",
    parameters=(count("count", 1, "How many completions are allowed."), COUNTS, AFTERWARDS),
    children=ONE_CHILD,
    contract="""\
Counts the completions of its child and enters it no more once there are `count`.

| when | the run limit |
|---|---|
| fewer than `count` | ticks its child, gives its result, and counts an end that `counts` names |
| `count` reached | gives `afterwards` (SKIPPED, FAILURE or the last result) and enters nothing |

A halt is no completion. The count is lasting memory: it survives completion, halts and a fresh start of the
root, and is cleared when the instance of its graph is made anew. With a `count` of 0 there is no last result,
and `afterwards: last` is SKIPPED.
""",
    common_mistakes=(
        "Expecting the count to start again with the next round of the tree; it lasts as long as its "
        "graph's instance.",
        "Expecting a halted child to count; only an end with SUCCESS or FAILURE does.",
    ),
    see_also=("run_once", "cooldown", "repeat"),
    rules=("3.2", "3.13"),
)

RUN_ONCE = NodeKind(
    id="run_once",
    graph_kind="behavior_tree",
    category="decorator",
    title="Run once",
    icon="run_once",
    family="modify",
    summary="Let the child complete once.",
    parameters=(COUNTS, AFTERWARDS),
    children=ONE_CHILD,
    contract="""\
Lets its child complete one time. It is Run limit with a count of 1.

| when | the node |
|---|---|
| the child has not completed yet | ticks it, gives its result, and counts an end that `counts` names |
| it has | gives `afterwards` (SKIPPED, FAILURE or the last result) and enters nothing |
""",
    common_mistakes=(
        "Expecting it to run once per round of the tree; it is once per instance of its graph. In a "
        "state's activity that is once per entry of the state.",
        "Counting a failure as done: with `counts: success` a failed child is tried again.",
    ),
    see_also=("run_limit", "cooldown"),
    rules=("3.2", "3.13"),
)

PROBABILITY = NodeKind(
    id="probability",
    graph_kind="behavior_tree",
    category="decorator",
    title="Probability",
    icon="probability",
    family="modify",
    summary="Enter the child with a chance.",
    title_template="Chance {chance}",
    parameters=(
        Parameter(
            "chance", "float", 0.5, "Chance to enter the child.", minimum=0, maximum=1, evaluated="enter"
        ),
        REFUSED,
    ),
    children=ONE_CHILD,
    contract="""\
Draws a number when it is entered and lets its child run with a chance.

| moment | the node |
|---|---|
| enter, the number is below `chance` | ticks its child and gives its result |
| enter, at or above `chance` | gives FAILURE, or SKIPPED with `refused: skipped`; its child is not entered |
| the child runs | ticks it without another draw |
""",
    common_mistakes=(
        "Reading the chance as one per second; it is drawn each time the node is entered, which may be "
        "every tick. Put Rate limit above it.",
        "Putting two of them in a selector to split a chance: the second draws only where the first "
        "missed. Take Random selector with weights.",
    ),
    see_also=("random_selector", "rate_limit", "decision_tree.random"),
    rules=("1.4", "3.13"),
)

KINDS = (RUN_LIMIT, RUN_ONCE, PROBABILITY)
