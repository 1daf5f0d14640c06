"""Declare `subtree`, `run_machine` and `decide` (SEMANTICS 2.2, 6.2 to 6.4).

Each calls a graph in an instance of its own; arguments are evaluated before every tick.

| kind | each tick |
|---|---|
| subtree | ticks the root of the called behavior tree and gives its result |
| run_machine | enters the machine first; RUNNING until a final of its root, which gives its `status` |
| decide | evaluates the decision tree and runs the chosen leaf as its child; another leaf halts the former |

Halting `run_machine` exits every state in exit order. `decide` evaluates every `every` ticks; with
`commit: until_done` not before the chosen leaf has ended. No answer leaves the former leaf running, and is
FAILURE with nothing running. A graph that calls itself, by whatever way round, is an error.
"""

from __future__ import annotations

from graphs.kinds.node_kind import NodeKind
from graphs.kinds.parameter import Parameter

SUBTREE = NodeKind(
    id="subtree",
    graph_kind="behavior_tree",
    category="call",
    title="Subtree",
    icon="subtree",
    family="tree",
    summary="Run another behavior tree here.",
    title_template="{graph}",
    line_template="subtree",
    fields=("graph", "arguments"),
    required_fields=("graph",),
    calls=("behavior_tree",),
    contract=__doc__ or "",
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
    contract=__doc__ or "",
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
            "Ticks from one evaluation to the next.",
            minimum=1,
            unit="ticks",
            evaluated="enter",
        ),
        Parameter(
            "commit",
            "enum",
            "none",
            "Until done keeps the chosen leaf until it ends.",
            choices=("none", "until_done"),
            evaluated="never",
        ),
    ),
    fields=("graph", "arguments"),
    required_fields=("graph",),
    calls=("decision_tree",),
    contract=__doc__ or "",
)

KINDS = (SUBTREE, RUN_MACHINE, DECIDE)
