"""Declare `breakpoint` and `fixed_status` (SEMANTICS 3, decorators).

| kind | rule |
|---|---|
| breakpoint | stops the debugger before its child is ticked; passes every result through |
| fixed_status | gives the chosen status every tick; its child is not ticked |

`breakpoint` is transparent in an export and in a run without a debugger. `fixed_status` is for trying out
the other branches.
"""

from __future__ import annotations

from graphs.kinds.node_kind import ONE_CHILD, ChildRule, NodeKind
from graphs.kinds.parameter import Parameter

BREAKPOINT = NodeKind(
    id="breakpoint",
    graph_kind="behavior_tree",
    category="decorator",
    title="Breakpoint",
    icon="breakpoint",
    family="modify",
    summary="Pause the run when this place is reached.",
    children=ONE_CHILD,
    contract=__doc__ or "",
)

FIXED_STATUS = NodeKind(
    id="fixed_status",
    graph_kind="behavior_tree",
    category="decorator",
    title="Fixed status",
    icon="fixed_status",
    family="modify",
    summary="Give a chosen status and leave the child unticked.",
    title_template="Always {status}",
    parameters=(
        Parameter(
            "status",
            "enum",
            "success",
            "The status it gives every tick.",
            choices=("success", "failure", "running", "skipped"),
            evaluated="never",
        ),
    ),
    children=ChildRule(0, 1),
    contract=__doc__ or "",
)

KINDS = (BREAKPOINT, FIXED_STATUS)
