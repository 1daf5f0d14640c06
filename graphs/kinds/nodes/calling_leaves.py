"""Declare `subtree`, `run_machine` and `decide`: calls of graphs (rules 2.2, 6.2 to 6.4)."""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.parameter import Parameter, choice

SUBTREE = NodeKind(
    id="subtree",
    graph_kind="behavior_tree",
    category="call",
    title="Subtree",
    family="tree",
    summary="Run another behavior tree here.",
    title_template="{graph}",
    line_template="subtree",
    fields=("graph", "arguments"),
    required_fields=("graph",),
    calls=("behavior_tree",),
    contract="""\
Runs another behavior tree here, in an instance of its own: its own node states, counters, timers and graph
variables. Arguments are evaluated before every tick.

| moment | the node |
|---|---|
| each tick | ticks the root of the called tree and gives its result |
| halted | halts what runs in the called tree |
| an argument cannot be computed | gives FAILURE |
""",
    common_mistakes=(
        "Expecting two calls of one tree to share counters or graph variables; each call has its own.",
        "Writing a graph variable of the called tree from outside; give it a parameter instead.",
        "Letting a tree call itself, directly or round a corner, which is an error.",
    ),
    see_also=("run_machine", "decide", "decision_tree.run"),
    rules=("2.2", "6.4"),
)

RUN_MACHINE = NodeKind(
    id="run_machine",
    graph_kind="behavior_tree",
    category="call",
    title="Run machine",
    icon="machine",
    family="machine",
    summary="Run a state machine until it reaches a final state.",
    title_template="{graph}",
    line_template="state machine",
    fields=("graph", "arguments"),
    required_fields=("graph",),
    calls=("state_machine",),
    contract="""\
Runs a state machine here until it reaches a final state of its root.

| moment | the node |
|---|---|
| first tick | enters the machine's initial states and updates them |
| each further tick | gives the machine its game tick; RUNNING until a final of the root |
| a final of the root is entered | gives that final's `status` |
| halted | exits every state in exit order |
""",
    common_mistakes=(
        "Calling a machine without a final state at its root; the node then runs until it is halted.",
        "Expecting a final inside a compound state to end it; only one at the root does.",
    ),
    see_also=("subtree", "decide", "state_machine.final"),
    rules=("4.9", "6.2", "6.4", "6.6"),
)

DECIDE = NodeKind(
    id="decide",
    graph_kind="behavior_tree",
    category="call",
    title="Decide",
    icon="decision",
    family="decision",
    summary="Ask a decision tree and run the leaf it picks.",
    title_template="{graph}",
    line_template="decision tree",
    parameters=(
        Parameter(
            "every",
            "int",
            1,
            "Ticks from one evaluation to the next; 0 evaluates when entered and when asked for.",
            minimum=0,
            unit="ticks",
            evaluated="enter",
        ),
        choice(
            "commit",
            ("none", "until_done"),
            "Until done keeps the chosen leaf until it ends.",
            evaluated="never",
        ),
    ),
    fields=("graph", "arguments"),
    required_fields=("graph",),
    calls=("decision_tree",),
    contract="""\
Asks a decision tree and runs the leaf it picks as its child.

| moment | the node |
|---|---|
| every `every` ticks | evaluates the decision tree; with `commit: until_done` only once the leaf ended |
| the same leaf is picked | goes on with it, whatever its arguments are now |
| another leaf is picked | halts the former, then enters the new one |
| the leaf gives a result | gives that result |
| no answer | goes on with the former leaf; FAILURE with nothing running |
""",
    common_mistakes=(
        "Evaluating in every tick where the inputs swing around a limit, so that actions change to and "
        "fro; take a larger `every`, or `commit: until_done`.",
        "Calling a tree whose leaves are outcomes or values; this node needs leaves that run something.",
    ),
    see_also=("subtree", "utility_selector", "decision_tree.action"),
    rules=("5.5", "5.7", "6.3"),
)

KINDS = (SUBTREE, RUN_MACHINE, DECIDE)
