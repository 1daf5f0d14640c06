"""Declare `breakpoint` and `fixed_status` (rule 3, decorators).

| kind | rule |
|---|---|
| breakpoint | stops the debugger before its child is ticked; passes every result through |
| fixed_status | gives the chosen status every tick; its child is not ticked |

`breakpoint` is transparent in an export and in a run without a debugger. `fixed_status` is for trying out
the other branches.
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import ONE_CHILD, ChildRule, NodeKind
from graphs.kinds.declarations.parameter import Parameter

BREAKPOINT = NodeKind(
    id="breakpoint",
    graph_kind="behavior_tree",
    category="decorator",
    title="Breakpoint",
    icon="breakpoint",
    family="modify",
    summary="Pause the run when this place is reached.",
    children=ONE_CHILD,
    contract="""\
Pauses the run when this place is reached, before its child is ticked, and passes every result on.

| child gives | the breakpoint gives |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | SUCCESS |
| FAILURE | FAILURE |
| SKIPPED | SKIPPED |

It is transparent in an export and in a run without a debugger.
""",
    common_mistakes=(
        "Leaving it in the tree after the search, where it makes every visit of this branch wait.",
        "Expecting it to stop a run of the command line; only a debugger stops.",
    ),
    see_also=("log", "fixed_status"),
    rules=("3.3",),
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
    contract="""\
Gives a chosen status in every tick and does not tick its child, for trying out the other branches.

| `status` | the node gives |
|---|---|
| success | SUCCESS |
| failure | FAILURE |
| running | RUNNING, until it is halted |
| skipped | SKIPPED |
""",
    common_mistakes=(
        "Forgetting it in the tree: the branch below never runs, and no check complains.",
        "Choosing running under a sequence without a timeout above, which then waits for ever.",
    ),
    see_also=("succeed", "fail", "breakpoint"),
    rules=("3.1",),
)

KINDS = (BREAKPOINT, FIXED_STATUS)
