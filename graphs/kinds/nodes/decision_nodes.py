"""Declare the nodes of decision trees: questions and leaves (rules 5.1 to 5.7)."""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import ChildRule, NodeKind, question

TEST = NodeKind(
    id="test",
    graph_kind="decision_tree",
    category="question",
    title="Test",
    family="decision",
    summary="Branch on a condition: true or false.",
    line_template="{test}",
    children=ChildRule(2, 2),
    fields=("test",),
    required_fields=("test",),
    branch_fields=("when",),
    child_labels=("false", "true"),
    contract="""\
Asks an expression of type bool and takes the branch for the answer.

| `test` is | what is taken |
|---|---|
| true | the branch with `when` true |
| false | the branch with `when` false |
| not computable | nothing: the tree answers `none` |
""",
    common_mistakes=(
        "Asking a number against several limits in a chain of tests; Ranges says it in one node.",
        "Leaving one of the two branches open, which is an error.",
    ),
    see_also=("first_of", "ranges", "behavior_tree.condition"),
    rules=("2.6", "5.1", "5.3"),
)

RANGES = question(
    id="ranges",
    title="Ranges",
    summary="Branch on the interval a number lies in.",
    line_template="{value}",
    fields=("value",),
    required_fields=("value",),
    branch_fields=("upto", "closed"),
    contract="""\
Takes the branch of the interval that a number lies in. The bounds rise from left to right.

| `value` is | what is taken |
|---|---|
| below `upto` of a branch, and of none before | that branch |
| equal to `upto` | that branch if it is `closed`, else the next one |
| above all bounds | the last branch, which has no `upto` |
| not computable | nothing: the tree answers `none` |
""",
    common_mistakes=(
        "Giving the last branch a bound; it must take all the rest.",
        "Forgetting on which side a bound lies: without `closed` it belongs to the right.",
        "Letting a value swing around a bound, so that the decision flickers; decide less often, or commit.",
    ),
    see_also=("test", "switch", "table"),
    rules=("5.1", "5.3", "5.4"),
)

SWITCH_QUESTION = question(
    id="switch",
    title="Switch",
    summary="Branch on a value.",
    line_template="{value}",
    fields=("value",),
    required_fields=("value",),
    branch_fields=("case", "else"),
    example={"value": {"expr": "mood"}},
    contract="""\
Takes the branch whose `case` equals a value: an enum, a string or an int.

| `value` | what is taken |
|---|---|
| equals the `case` of a branch | that branch |
| equals none | the `else` branch |
| not computable | nothing: the tree answers `none` |
""",
    common_mistakes=(
        "Leaving the `else` branch out for an enum that gets a new value later.",
        "Switching on a float; take Ranges.",
    ),
    see_also=("ranges", "table", "behavior_tree.switch"),
    rules=("5.1", "5.3"),
)

FIRST_OF = question(
    id="first_of",
    title="First of",
    summary="Take the first branch whose condition is true.",
    branch_fields=("test", "else"),
    contract="""\
Asks the `test` of each branch in order and takes the first that is true.

| branch | what is taken |
|---|---|
| its `test` is true, and none before was | that branch |
| no `test` is true | the `else` branch |
| a `test` cannot be computed | nothing: the tree answers `none` |
""",
    common_mistakes=(
        "Putting a general test before a special one, which is then never reached.",
        "Expecting all tests to be evaluated; those after the first true one are not.",
    ),
    see_also=("test", "table"),
    rules=("2.6", "5.1", "5.3"),
)

RANDOM = question(
    id="random",
    title="Random",
    summary="Draw a branch by weight.",
    line_template="kept {timeout} times",
    fields=("timeout",),
    branch_fields=("weight",),
    example={"timeout": 120},
    contract="""\
Draws a branch by weight and keeps it while consecutive evaluations reach this node.

| evaluation | what is taken |
|---|---|
| the first of a run that reaches it | a branch drawn by `weight` |
| the next ones that reach it without a gap | the same branch |
| after one that did not reach it | a branch drawn again |
| `timeout` evaluations after the draw | a branch drawn again |

A branch of weight 0 is never drawn. Where all weights are 0 the answer is `none`.

Evaluations are counted, not seconds.
""",
    common_mistakes=(
        "Expecting a new draw in every evaluation; give it a `timeout` of 1 for that.",
        "Reading `timeout` in seconds; it counts evaluations.",
        "Using it under a choice and expecting it to remember; a choice starts a new run every time.",
    ),
    see_also=("behavior_tree.random_selector", "behavior_tree.probability", "first_of"),
    rules=("1.4", "5.4", "5.6"),
)

TABLE = question(
    id="table",
    title="Table",
    summary="Take the branch whose row matches the inputs.",
    line_template="{inputs}",
    fields=("inputs", "policy"),
    required_fields=("inputs",),
    branch_fields=("row", "else"),
    contract="""\
Compares inputs with rows, cell by cell. An empty cell matches anything, a cell that starts with a comparison
(`< 3`) is put after its input, and any other is compared for equality.

| rows that match | `policy: first` | `policy: unique` |
|---|---|---|
| none | the `else` branch | the `else` branch |
| one | that row's branch | that row's branch |
| several | the first one's branch | an error; the tree answers `none` |
""",
    common_mistakes=(
        "Rows that overlap under `policy: unique`; a second match is an error.",
        "Putting a row of empty cells first, which takes everything.",
        "Writing a row with fewer cells than there are inputs.",
    ),
    see_also=("ranges", "switch", "first_of"),
    rules=("5.1", "5.3"),
)

TREE = NodeKind(
    id="tree",
    graph_kind="decision_tree",
    category="call",
    title="Tree",
    icon="decision",
    family="decision",
    summary="Ask another decision tree.",
    title_template="{graph}",
    line_template="decision tree",
    fields=("graph", "arguments"),
    required_fields=("graph",),
    calls=("decision_tree",),
    contract="""\
Asks another decision tree and takes its answer for its own. It has no branches.

| the called tree answers | what is answered |
|---|---|
| a leaf | that leaf |
| `none` | `none` |
| an argument cannot be computed | `none` |
""",
    common_mistakes=(
        "Letting two trees ask each other, which is an error.",
        "Calling a tree whose leaves are of another sort than the caller wants, such as values where "
        "actions run.",
    ),
    see_also=("run", "behavior_tree.decide"),
    rules=("5.1", "5.3", "6.4"),
)

QUESTION_KINDS = (TEST, RANGES, SWITCH_QUESTION, FIRST_OF, RANDOM, TABLE, TREE)


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
    family="act",
    summary="Run an action of the agent.",
    fields=("action",),
    required_fields=("action",),
    example={"action": "arrive", "params": {"target": {"expr": "post"}}},
    contract="""\
Runs an action of the agent while this leaf is picked.

| evaluation picks | what happens |
|---|---|
| this leaf, not running | the action is entered |
| this leaf again | the action goes on, with arguments evaluated again |
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
    example={"value": 2.5},
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

ANSWER_KINDS = (OUTCOME, ACTION_ANSWER, RUN, VALUE)
