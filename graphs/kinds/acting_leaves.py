"""Declare `action`, `set`, `raise` and `log` (SEMANTICS 2.5, 3.11, 3.12).

| kind | each tick |
|---|---|
| action | its `enter` once, then its `tick`, whose result it gives; its `halt` when halted |
| set | runs its action block, then SUCCESS |
| raise | runs its action block of `raise` and `send` lines, then SUCCESS |
| log | writes its message to the log, then SUCCESS |

A failing line ends its block and is recorded; the node gives SUCCESS still. A failing parameter gives
FAILURE.
"""

from __future__ import annotations

from graphs.kinds.node_kind import NodeKind
from graphs.kinds.parameter import Parameter

ACTION = NodeKind(
    id="action",
    graph_kind="behavior_tree",
    category="action",
    title="Action",
    icon="action",
    family="act",
    summary="Run an action of the agent.",
    fields=("action",),
    required_fields=("action",),
    contract=__doc__ or "",
)

SET = NodeKind(
    id="set",
    graph_kind="behavior_tree",
    category="leaf",
    title="Set",
    icon="set",
    family="act",
    summary="Write variables.",
    line_template="{actions}",
    fields=("actions",),
    required_fields=("actions",),
    contract=__doc__ or "",
)

RAISE = NodeKind(
    id="raise",
    graph_kind="behavior_tree",
    category="leaf",
    title="Raise",
    icon="raise",
    family="act",
    summary="Raise or send events.",
    line_template="{actions}",
    fields=("actions",),
    required_fields=("actions",),
    contract=__doc__ or "",
)

LOG = NodeKind(
    id="log",
    graph_kind="behavior_tree",
    category="leaf",
    title="Log",
    icon="log",
    family="act",
    summary="Write a line to the log.",
    line_template="{message}",
    parameters=(Parameter("message", "string", "", "What is written."),),
    contract=__doc__ or "",
)

KINDS = (ACTION, SET, RAISE, LOG)
