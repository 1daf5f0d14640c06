"""Declare `run_limit`, `run_once` and `probability` (SEMANTICS 3, decorators).

| kind | rule |
|---|---|
| run_limit | counts completions of its child; from `count` on it gives `afterwards` and enters nothing |
| run_once | the same with 1 |
| probability | on enter draws a number; at or above `chance` it gives `refused` and enters nothing |

`counts` chooses which completions count. The counts are lasting memory (SEMANTICS 3.13).
"""

from __future__ import annotations

from graphs.kinds.node_kind import ONE_CHILD, NodeKind
from graphs.kinds.parameter import Parameter
from graphs.kinds.shared_parameters import AFTERWARDS, COUNTS, REFUSED, count

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
    contract=__doc__ or "",
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
    contract=__doc__ or "",
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
    contract=__doc__ or "",
)

KINDS = (RUN_LIMIT, RUN_ONCE, PROBABILITY)
