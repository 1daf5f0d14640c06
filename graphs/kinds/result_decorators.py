"""Declare `inverter`, `force_success` and `force_failure` (SEMANTICS 3, decorators).

They map the end result of their one child:

| child gives | inverter | force_success | force_failure |
|---|---|---|---|
| RUNNING | RUNNING | RUNNING | RUNNING |
| SUCCESS | FAILURE | SUCCESS | FAILURE |
| FAILURE | SUCCESS | SUCCESS | FAILURE |
| SKIPPED | SKIPPED | SKIPPED | SKIPPED |
"""

from __future__ import annotations

from graphs.kinds.node_kind import ONE_CHILD, NodeKind

INVERTER = NodeKind(
    id="inverter",
    graph_kind="behavior_tree",
    category="decorator",
    title="Inverter",
    icon="inverter",
    family="modify",
    summary="Turn success into failure and failure into success.",
    children=ONE_CHILD,
    contract=__doc__ or "",
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
    contract=__doc__ or "",
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
    contract=__doc__ or "",
)

KINDS = (INVERTER, FORCE_SUCCESS, FORCE_FAILURE)
