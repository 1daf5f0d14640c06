"""Declare `history` and `choice` of machines (rules 4.1, 4.6, 4.12).

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

from graphs.kinds.declarations.node_kind import NodeKind

HISTORY = NodeKind(
    id="history",
    graph_kind="state_machine",
    category="mark",
    title="History",
    icon="history",
    family="machine",
    summary="Return to what was active last.",
    fields=("depth", "default"),
    contract="""\
Stands for what was active last in the state around it. It is a target, never active itself.

| entered | what becomes active |
|---|---|
| `depth: shallow` | the child that was active last, and what is initial below it |
| `depth: deep` | all states that were active last, down to the innermost |
| the state around it was never left before | its `default` |
""",
    common_mistakes=(
        "Leaving `default` empty: the first visit has no history.",
        "Taking shallow where the innermost state should come back; that is deep.",
        "Expecting history to bring back the activity's place; the activity starts anew.",
        "Putting it directly into the machine, which is never left: it leads to its default every time.",
    ),
    see_also=("state", "transition"),
    rules=("4.1", "4.6"),
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
    contract="""\
Branches a transition. It is entered like a state, without update, and left in the next microstep of the same
tick.

| branches | which is taken |
|---|---|
| ordered transitions with guards | the first whose guard is true, by priority, then stored order |
| none of these | the `else` branch, which must be there |
| it names a decision tree | the branch whose `outcome` is the tree's answer |
| no answer, or an outcome without a branch | the `else` branch |
""",
    common_mistakes=(
        "Leaving out the `else` branch, which is an error.",
        "Giving a branch an event; a choice is left at once and waits for none.",
        "Testing in a guard what the actions of the incoming transition will only write later in another "
        "state; the guards see what has been written up to here.",
    ),
    see_also=("transition", "state", "decision_tree.outcome"),
    rules=("4.3", "4.12"),
)

KINDS = (HISTORY, CHOICE)
