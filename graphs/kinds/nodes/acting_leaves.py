"""Declare `action`, `set`, `raise` and `log` (rules 2.5, 3.11, 3.12).

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

from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.parameter import Parameter

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
    contract="""\
Runs an action of the agent, such as arrive or an action of the game. Its parameters are evaluated before
every tick, so a running action follows a target that moves.

| moment | the node |
|---|---|
| first tick | calls the action's `enter`, then its `tick` |
| each tick | gives what `tick` gives: RUNNING, SUCCESS or FAILURE |
| halted | calls the action's `halt` and withdraws its steering requests |
| a parameter cannot be computed | gives FAILURE |
| the action raises an exception | gives FAILURE and records the traceback |
""",
    common_mistakes=(
        "Taking an action that never ends, such as seek, in a sequence and waiting for the next child.",
        "Expecting a parameter to be read once; an action that wants the first value keeps it on enter.",
        "Putting an action that needs many ticks where its parent starts afresh each tick, so that it "
        "never ends.",
    ),
    see_also=("condition", "subtree", "parallel"),
    rules=("2.2", "3.11", "3.12", "9.1"),
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
    contract="""\
Runs its action block, line by line, then succeeds.

| tick | the node |
|---|---|
| its only one | runs the lines in order and gives SUCCESS |
| a line fails | the rest of the block is left out, the failure is recorded; SUCCESS still |
""",
    common_mistakes=(
        "Writing `==` where a value should be written; a line is `name = expression`.",
        "Expecting a failing line to fail the node; ask with Condition first where that matters.",
        "Writing the same variable from several branches of a parallel: the last one ticked wins.",
    ),
    see_also=("raise", "condition", "log"),
    rules=("2.1", "2.5", "2.6"),
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
    contract="""\
Raises or sends events: runs its block of `raise` and `send` lines, then succeeds.

| line | what happens |
|---|---|
| `raise e(f = x)` | the innermost machine around the tree takes it after its updates in this tick |
| `raise e(f = x)`, no machine around | waits for this brain's own next tick |
| `send e(f = x) to …` | waits for the next tick of self, an entity, the team or all |
| any line fails | ends the block; the node gives SUCCESS still |
""",
    common_mistakes=(
        "Expecting `raise` to reach other agents; that is `send … to team` or `to all`.",
        "Raising an event in every tick of a running branch; raise it once, where the branch begins.",
    ),
    see_also=("set", "state_machine.state"),
    rules=("2.5", "6.5"),
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
    contract="""\
Writes its message to the log, then succeeds. The message is shown as the reason of its visit.

| tick | the node |
|---|---|
| its only one | writes `message` and gives SUCCESS |
""",
    common_mistakes=(
        "Leaving it where it is visited in every tick, so that the log holds nothing else.",
        "Reading it as a way to tell the game something; raise an event or set a variable for that.",
    ),
    see_also=("breakpoint", "set", "raise"),
    rules=("3.11", "3.15"),
)

KINDS = (ACTION, SET, RAISE, LOG)
