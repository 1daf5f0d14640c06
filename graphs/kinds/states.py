"""Declare `state`, `parallel` and `final` of machines (SEMANTICS 4.1, 4.9, 4.15, 6.1).

| kind | on enter | each tick, in step 6 | completes when |
|---|---|---|---|
| state without children | `entry` | `update`, then the activity | its activity ends |
| state with children | `entry`, the initial child | the same, then the active child | a final is entered |
| parallel | `entry`, then every region | the same, then each region | all regions have completed |
| final | `entry` | nothing | at once, with its `status` |

Leaving a state halts a running activity, then runs `exit`. Children are exited before their parent. A state
with children must have an initial one. Document order is the stored order of children and transitions.
"""

from __future__ import annotations

from graphs.kinds.node_kind import ANY_CHILDREN, SOME_CHILDREN, NodeKind

_BLOCKS = ("activity", "entry", "update", "exit")

STATE = NodeKind(
    id="state",
    graph_kind="state_machine",
    category="state",
    title="State",
    icon="state",
    family="machine",
    summary="A way to be; with children, one of which is active.",
    title_template="{name}",
    line_template="{activity}",
    children=ANY_CHILDREN,
    fields=("name", "initial", "transitions", *_BLOCKS, "transient"),
    contract=__doc__ or "",
)

PARALLEL_STATE = NodeKind(
    id="parallel",
    graph_kind="state_machine",
    category="state",
    title="Parallel state",
    icon="region",
    family="machine",
    summary="A state whose children, its regions, are all active at once.",
    title_template="{name}",
    line_template="{activity}",
    children=SOME_CHILDREN,
    fields=("name", "transitions", *_BLOCKS, "transient"),
    contract=__doc__ or "",
)

FINAL = NodeKind(
    id="final",
    graph_kind="state_machine",
    category="mark",
    title="Final",
    icon="final",
    family="machine",
    summary="Complete the enclosing state or end the machine.",
    title_template="{name}",
    fields=("name", "entry", "status"),
    contract=__doc__ or "",
)

KINDS = (STATE, PARALLEL_STATE, FINAL)
