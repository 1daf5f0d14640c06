"""Declare the leaves of decision trees (SEMANTICS 5.2, 5.5, 5.7).

| kind | answers | what happens |
|---|---|---|
| outcome | a name | a choice takes the branch with that outcome |
| action | an action with parameters | it runs while this leaf is picked; another leaf halts it |
| run | a behavior tree or a machine | as action |
| value | a value | the caller reads it |

The same leaf goes on whatever its arguments are now; another leaf, even with the same action, halts the
former before it is entered. A leaf that ended is entered again at the next evaluation that picks it.
"""

from __future__ import annotations

from graphs.kinds.node_kind import NodeKind

OUTCOME = NodeKind(
    id="outcome",
    graph_kind="decision_tree",
    category="leaf",
    title="Outcome",
    icon="flag",
    family="act",
    summary="Answer with a name.",
    title_template="{outcome}",
    line_template="outcome",
    fields=("outcome",),
    required_fields=("outcome",),
    contract=__doc__ or "",
)

ACTION_ANSWER = NodeKind(
    id="action",
    graph_kind="decision_tree",
    category="action",
    title="Action",
    icon="action",
    family="act",
    summary="Run an action of the agent.",
    fields=("action",),
    required_fields=("action",),
    contract=__doc__ or "",
)

RUN = NodeKind(
    id="run",
    graph_kind="decision_tree",
    category="call",
    title="Run",
    icon="subtree",
    family="tree",
    summary="Run a behavior tree or a machine.",
    title_template="{graph}",
    fields=("graph", "arguments"),
    required_fields=("graph",),
    calls=("behavior_tree", "state_machine"),
    contract=__doc__ or "",
)

VALUE = NodeKind(
    id="value",
    graph_kind="decision_tree",
    category="leaf",
    title="Value",
    icon="number",
    family="value",
    summary="Answer with a value.",
    title_template="{value}",
    line_template="value",
    fields=("value",),
    required_fields=("value",),
    contract=__doc__ or "",
)

KINDS = (OUTCOME, ACTION_ANSWER, RUN, VALUE)
