"""Declare `repeat`, `retry`, `until_success` and `until_failure` (SEMANTICS 3, decorators).

| child gives | repeat | retry | until_success | until_failure |
|---|---|---|---|---|
| RUNNING | RUNNING | RUNNING | RUNNING | RUNNING |
| SUCCESS | count it; SUCCESS at `count`, else again | SUCCESS | SUCCESS | again |
| FAILURE | FAILURE | count it; FAILURE at `count`, else again | again | SUCCESS |
| SKIPPED | SKIPPED | SKIPPED | SKIPPED | SKIPPED |
| `count` is 0 | SUCCESS at once | FAILURE at once | | |

*Again* is RUNNING with `pace: tick`, one attempt per tick; with `pace: same_tick` the child is entered again
in the same tick, within the visit budget (SEMANTICS 3.14). `repeat` without a count repeats for ever.
"""

from __future__ import annotations

from graphs.kinds.node_kind import ONE_CHILD, NodeKind
from graphs.kinds.shared_parameters import PACE, count

REPEAT = NodeKind(
    id="repeat",
    graph_kind="behavior_tree",
    category="decorator",
    title="Repeat",
    icon="repeat",
    family="modify",
    summary="Run the child again and again while it succeeds.",
    title_template="Repeat {count|forever}",
    parameters=(
        count("count", None, "How many successes end it; left out, it goes on for ever.", optional=True),
        PACE,
    ),
    children=ONE_CHILD,
    contract=__doc__ or "",
    common_mistakes=("Expecting it to go on after a failure; put Force success below it for that.",),
)

RETRY = NodeKind(
    id="retry",
    graph_kind="behavior_tree",
    category="decorator",
    title="Retry",
    icon="retry",
    family="modify",
    summary="Run the child again while it fails, up to a number of failures.",
    title_template="Retry {count}",
    parameters=(count("count", 1, "How many failures end it."), PACE),
    children=ONE_CHILD,
    contract=__doc__ or "",
)

UNTIL_SUCCESS = NodeKind(
    id="until_success",
    graph_kind="behavior_tree",
    category="decorator",
    title="Until success",
    icon="until_success",
    family="modify",
    summary="Run the child again until it succeeds.",
    parameters=(PACE,),
    children=ONE_CHILD,
    contract=__doc__ or "",
)

UNTIL_FAILURE = NodeKind(
    id="until_failure",
    graph_kind="behavior_tree",
    category="decorator",
    title="Until failure",
    icon="until_failure",
    family="modify",
    summary="Run the child again until it fails, then succeed.",
    parameters=(PACE,),
    children=ONE_CHILD,
    contract=__doc__ or "",
)

KINDS = (REPEAT, RETRY, UNTIL_SUCCESS, UNTIL_FAILURE)
