"""Declare `wait`, `succeed` and `fail` (rules 3.8, 3.11).

| kind | each tick |
|---|---|
| wait | entered on tick e with n ticks: RUNNING on e … e+n−1, SUCCESS on e+n; n = 0: SUCCESS at once |
| succeed | SUCCESS |
| fail | FAILURE |

The time of `wait` is drawn on enter from `seconds` ± `jitter`.
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.shared_parameters import duration

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
    contract="""\
Runs for a time, then succeeds. Entered on tick e with n ticks:

| tick | the wait gives |
|---|---|
| e … e + n − 1 | RUNNING |
| e + n | SUCCESS |
| e, n is 0 | SUCCESS at once |

The time is drawn on enter from `seconds` ± `jitter`.
""",
    common_mistakes=(
        "Using it under a parent that starts afresh every tick (`memory: none`) behind a running child: "
        "it is halted and starts again.",
        "Letting a crowd wait the same time, so that all move in step; give it some `jitter`.",
    ),
    see_also=("delay", "wait_until", "timeout"),
    rules=("1.1", "3.8"),
)

SUCCEED = NodeKind(
    id="succeed",
    graph_kind="behavior_tree",
    category="leaf",
    title="Succeed",
    icon="succeed",
    family="act",
    summary="Succeed at once.",
    contract="""\
Succeeds at once and does nothing else.

| tick | the node gives |
|---|---|
| every | SUCCESS |
""",
    common_mistakes=("Placing it before other children of a selector, which are then never tried.",),
    see_also=("fail", "force_success", "fixed_status"),
    rules=("3.11",),
)

FAIL = NodeKind(
    id="fail",
    graph_kind="behavior_tree",
    category="leaf",
    title="Fail",
    icon="fail",
    family="act",
    summary="Fail at once.",
    contract="""\
Fails at once and does nothing else.

| tick | the node gives |
|---|---|
| every | FAILURE |
""",
    common_mistakes=(
        "Using it to switch a branch off; disabling the node says so plainly and gives SKIPPED.",
    ),
    see_also=("succeed", "force_failure", "fixed_status"),
    rules=("3.11",),
)

KINDS = (WAIT, SUCCEED, FAIL)
