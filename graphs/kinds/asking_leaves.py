"""Declare `condition` and `wait_until` (SEMANTICS 3.11).

Both hold an expression of type bool in `test`.

| test is | condition | wait_until |
|---|---|---|
| true | SUCCESS | SUCCESS |
| false | FAILURE | RUNNING |
| failing | FAILURE, recorded | FAILURE, recorded |
"""

from __future__ import annotations

from graphs.kinds.node_kind import NodeKind

CONDITION = NodeKind(
    id="condition",
    graph_kind="behavior_tree",
    category="condition",
    title="Condition",
    icon="condition",
    family="ask",
    summary="Succeed if an expression is true, else fail.",
    line_template="{test}",
    fields=("test",),
    required_fields=("test",),
    contract=__doc__ or "",
)

WAIT_UNTIL = NodeKind(
    id="wait_until",
    graph_kind="behavior_tree",
    category="condition",
    title="Wait until",
    icon="wait_until",
    family="ask",
    summary="Run until an expression is true.",
    line_template="{test}",
    fields=("test",),
    required_fields=("test",),
    contract=__doc__ or "",
)

KINDS = (CONDITION, WAIT_UNTIL)
