"""Declare `wait`, `succeed` and `fail` (SEMANTICS 3.8, 3.11).

| kind | each tick |
|---|---|
| wait | entered on tick e with n ticks: RUNNING on e … e+n−1, SUCCESS on e+n; n = 0: SUCCESS at once |
| succeed | SUCCESS |
| fail | FAILURE |

The time of `wait` is drawn on enter from `seconds` ± `jitter`.
"""

from __future__ import annotations

from graphs.kinds.node_kind import NodeKind
from graphs.kinds.shared_parameters import duration

WAIT = NodeKind(
    id="wait",
    graph_kind="behavior_tree",
    category="leaf",
    title="Wait",
    icon="wait",
    family="act",
    summary="Run for a time, then succeed.",
    title_template="Wait {seconds} s",
    line_template="± {jitter} s",
    parameters=(
        duration("seconds", 1, "How long it waits."),
        duration("jitter", 0, "How far the time drawn on enter may lie on either side."),
    ),
    contract=__doc__ or "",
)

SUCCEED = NodeKind(
    id="succeed",
    graph_kind="behavior_tree",
    category="leaf",
    title="Succeed",
    icon="succeed",
    family="act",
    summary="Succeed at once.",
    contract=__doc__ or "",
)

FAIL = NodeKind(
    id="fail",
    graph_kind="behavior_tree",
    category="leaf",
    title="Fail",
    icon="fail",
    family="act",
    summary="Fail at once.",
    contract=__doc__ or "",
)

KINDS = (WAIT, SUCCEED, FAIL)
