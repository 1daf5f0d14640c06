"""Declare `history` and `choice` of machines (SEMANTICS 4.1, 4.6, 4.12).

| kind | entered as a target |
|---|---|
| history, shallow | enters the child of its parent that was active last, and what is initial below |
| history, deep | enters all states below its parent that were active last |
| history, never left before | takes its `default` |
| choice | entered like a state; its branches are tested in order in the next microstep, `else` last |

A choice may name a decision tree: each branch then carries an `outcome`, and the tree's answer picks the
branch; no answer, or one without a branch, picks `else`.
"""

from __future__ import annotations

from graphs.kinds.node_kind import NodeKind

HISTORY = NodeKind(
    id="history",
    graph_kind="state_machine",
    category="mark",
    title="History",
    icon="history",
    family="machine",
    summary="Return to what was active last.",
    fields=("depth", "default"),
    contract=__doc__ or "",
)

CHOICE = NodeKind(
    id="choice",
    graph_kind="state_machine",
    category="mark",
    title="Choice",
    icon="choice",
    family="machine",
    summary="Branch a transition by guards or by a decision tree.",
    fields=("transitions", "decision"),
    contract=__doc__ or "",
)

KINDS = (HISTORY, CHOICE)
