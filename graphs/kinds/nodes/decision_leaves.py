"""Declare the leaves of decision trees (rules 5.2, 5.5, 5.7).

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

from graphs.kinds.declarations.node_kind import NodeKind

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
    contract="""\
Answers with a name. A choice of a machine takes its branch with that outcome.

| asked by | what happens |
|---|---|
| a choice with a branch of that name | takes it |
| a choice without one | takes its `else` branch |
| a `decide` node or an activity | nothing can run |
""",
    common_mistakes=(
        "Spelling the name differently from the branch of the choice, so that `else` is always taken.",
        "Using it in a tree that is to run actions; take Action or Run there.",
    ),
    see_also=("state_machine.choice", "value"),
    rules=("4.12", "5.2"),
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
    contract="""\
Runs an action of the agent while this leaf is picked.

| evaluation picks | what happens |
|---|---|
| this leaf, not running | the action is entered |
| this leaf again | the action goes on, with arguments evaluated anew |
| another leaf, even with the same action | the action is halted, then the other is entered |
| this leaf, after its action ended | the action is entered again |
| nothing (`none`) | the action goes on |
""",
    common_mistakes=(
        "Using two leaves with the same action and wondering why it starts afresh; let both branches "
        "share one leaf.",
        "Expecting an action to finish before the next decision; take `commit: until_done` where the tree"
        " is called.",
    ),
    see_also=("run", "behavior_tree.action", "behavior_tree.decide"),
    rules=("5.2", "5.5", "5.7"),
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
    contract="""\
Runs a behavior tree or a state machine while this leaf is picked.

| evaluation picks | what happens |
|---|---|
| this leaf, not running | the graph is started in an instance of its own |
| this leaf again | the graph goes on |
| another leaf | the graph is halted, then the other is entered |
| this leaf, after its graph ended | the graph is started again |
| nothing (`none`) | the graph goes on |
""",
    common_mistakes=(
        "Calling a decision tree with it; take Tree for that.",
        "Expecting the graph's counters to survive another leaf; each start is a new instance.",
    ),
    see_also=("action", "tree", "behavior_tree.subtree"),
    rules=("5.2", "5.5", "6.4"),
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
    contract="""\
Answers with a value, a literal or an expression.

| asked by | what happens |
|---|---|
| a caller that reads a value | gets it |
| a `decide` node or an activity | nothing can run |
| the expression cannot be computed | the tree answers `none` |
""",
    common_mistakes=(
        "Using it to write a variable; it only answers, the caller writes.",
        "Mixing values of different types in the leaves of one tree.",
    ),
    see_also=("outcome", "tree"),
    rules=("5.2", "5.3"),
)

KINDS = (OUTCOME, ACTION_ANSWER, RUN, VALUE)
