"""Declare `inverter`, `force_success` and `force_failure` (rule 3, decorators).

They map the end result of their one child:

| child gives | inverter | force_success | force_failure |
|---|---|---|---|
| RUNNING | RUNNING | RUNNING | RUNNING |
| SUCCESS | FAILURE | SUCCESS | FAILURE |
| FAILURE | SUCCESS | SUCCESS | FAILURE |
| SKIPPED | SKIPPED | SKIPPED | SKIPPED |
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import ONE_CHILD, NodeKind

INVERTER = NodeKind(
    id="inverter",
    graph_kind="behavior_tree",
    category="decorator",
    title="Inverter",
    icon="inverter",
    family="modify",
    summary="Turn success into failure and failure into success.",
    children=ONE_CHILD,
    contract="""\
Passes its child on and turns the end result round.

| child gives | the inverter gives |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | FAILURE |
| FAILURE | SUCCESS |
| SKIPPED | SKIPPED |
""",
    common_mistakes=(
        "Inverting a condition where `not` in its expression says the same in one node less.",
        "Expecting an error to be turned into a finding: a condition that could not be evaluated fails "
        "too, so the inverter succeeds.",
    ),
    see_also=("force_success", "force_failure", "condition"),
    rules=("3.3", "3.7"),
)

FORCE_SUCCESS = NodeKind(
    id="force_success",
    graph_kind="behavior_tree",
    category="decorator",
    title="Force success",
    icon="force_success",
    family="modify",
    summary="Succeed, however the child ends.",
    children=ONE_CHILD,
    contract="""\
Passes its child on and gives SUCCESS however the child ends.

| child gives | the node gives |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | SUCCESS |
| FAILURE | SUCCESS |
| SKIPPED | SKIPPED |
""",
    common_mistakes=(
        "Putting it over a child that may never end, and expecting it to cut the child short; take "
        "Timeout for that.",
        "Hiding a failure that somebody will look for later; the trace shows it on the child only.",
    ),
    see_also=("force_failure", "inverter", "succeed"),
    rules=("3.3", "3.7"),
)

FORCE_FAILURE = NodeKind(
    id="force_failure",
    graph_kind="behavior_tree",
    category="decorator",
    title="Force failure",
    icon="force_failure",
    family="modify",
    summary="Fail, however the child ends.",
    children=ONE_CHILD,
    contract="""\
Passes its child on and gives FAILURE however the child ends.

| child gives | the node gives |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | FAILURE |
| FAILURE | FAILURE |
| SKIPPED | SKIPPED |
""",
    common_mistakes=(
        "Using it to make a selector go on to the next child after a side task, without saying so in a "
        "note; the next reader takes it for a mistake.",
        "Putting it under Retry or Until success, which then never end.",
    ),
    see_also=("force_success", "inverter", "fail"),
    rules=("3.3", "3.7"),
)

KINDS = (INVERTER, FORCE_SUCCESS, FORCE_FAILURE)
