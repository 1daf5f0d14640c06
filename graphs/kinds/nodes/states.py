"""Declare the states and pseudo-states of machines (rules 4.1, 4.6, 4.9, 4.12, 4.15, 6.1)."""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import ANY_CHILDREN, SOME_CHILDREN, NodeKind, mark

_BLOCKS = ("activity", "entry", "update", "exit")

STATE = NodeKind(
    id="state",
    graph_kind="state_machine",
    category="state",
    title="State",
    family="machine",
    summary="A way to be; with children, one of which is active.",
    title_template="{name}",
    line_template="{activity}",
    children=ANY_CHILDREN,
    fields=("name", "initial", "transitions", *_BLOCKS, "transient"),
    contract="""\
A way to be. It is active from the tick it is entered to the tick it is left. With children it is a compound
state, one of whose children is active; it then needs an initial child.

| moment | without children | with children |
|---|---|---|
| enter | runs `entry` | runs `entry`, then enters the initial child |
| each tick, step 6 | runs `update`, then its activity | the same, then the active child's |
| its activity ends | the state completes | the state completes |
| a final child is entered | — | the state completes with its `status` |
| exit | halts a running activity, then runs `exit` | exits the child first, then the same |

`transient: true` lets its polled transitions be asked in the very tick a poll entered it. Its transitions are
tried by priority, then in stored order. Polled ones are asked from the outside in, events from inside out.
""",
    common_mistakes=(
        "Leaving a compound without an initial child, which is an error.",
        "Putting into `update` what should happen once; that belongs to `entry`.",
        "Expecting a state to be left because its activity ended; it needs a transition on `done`.",
        "Adding a transition of the same condition to every state, where one interrupt of the enclosing "
        "state says it.",
    ),
    see_also=("transition", "parallel", "final", "choice", "history"),
    rules=("4.1", "4.6", "4.9", "4.15", "6.1"),
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
    contract="""\
Its children are regions that live side by side, each with its own active state.

| moment | the parallel state |
|---|---|
| enter | runs `entry`, then enters every region in order |
| each tick, step 6 | runs `update`, then its activity, then each region's |
| all regions have completed | completes; with failure if one of them failed |
| exit | exits the regions in reverse order, halts its activity, then runs `exit` |

Each event is offered to every region. A transition from one region to another leaves the whole parallel
state and enters it again.
""",
    common_mistakes=(
        "Drawing a transition from one region into its sibling, which exits both.",
        "Writing one variable from two regions in the same tick; the later region wins.",
        "Expecting regions to run in threads; they are updated one after the other.",
    ),
    see_also=("state", "final", "behavior_tree.parallel"),
    rules=("4.1", "4.5", "4.6", "4.15"),
)

FINAL = mark(
    id="final",
    title="Final",
    summary="Complete the enclosing state or end the machine.",
    title_template="{name}",
    fields=("name", "entry", "status"),
    contract="""\
Completes the state it lies in or, at the root, ends the machine.

| where | what entering it does |
|---|---|
| in a compound state | runs `entry`; the compound completes with `status` |
| in a region | runs `entry`; the region completes with `status` |
| at the root | runs `entry`; after the microstep all states exit and the machine ends with `status` |

It has no update, no activity and no transitions of its own.
""",
    common_mistakes=(
        "Expecting the compound to be left when its final is entered; give the compound a transition on "
        "`done`.",
        "Leaving `status` at success for the final that means giving up.",
    ),
    see_also=("state", "transition", "behavior_tree.run_machine"),
    rules=("4.1", "4.6", "4.15", "6.2"),
)

KINDS = (STATE, PARALLEL_STATE, FINAL)


HISTORY = mark(
    id="history",
    title="History",
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
        "Expecting history to bring back the activity's place; the activity starts again.",
        "Putting it directly into the machine, which is never left: it leads to its default every time.",
    ),
    see_also=("state", "transition"),
    rules=("4.1", "4.6"),
)

CHOICE = mark(
    id="choice",
    title="Choice",
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

PSEUDO_KINDS = (HISTORY, CHOICE)
