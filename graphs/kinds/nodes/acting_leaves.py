"""Declare the leaves that act, ask and wait (rules 2.4 to 2.6, 3.8, 3.11, 3.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphs.kinds.declarations.flow import ENDED, F, Flow, Outcome, R, S, gives, number_of
from graphs.kinds.declarations.node_kind import NodeKind, leaf
from graphs.kinds.declarations.parameter import Parameter, duration
from graphs.model.behavior_tree import TreeNode


def _wait(node: TreeNode, _children: Sequence[Outcome]) -> Outcome:
    seconds, jitter = number_of(node, "seconds", 1), number_of(node, "jitter", 0)
    if seconds is None or jitter is None:
        return S | R | F
    return S if seconds == 0 and jitter == 0 else S | R


def _surely_waits(node: TreeNode) -> bool:
    return (number_of(node, "seconds", 1) or 0) > (number_of(node, "jitter", 0) or 0)


ACTION = NodeKind(
    id="action",
    graph_kind="behavior_tree",
    category="action",
    title="Action",
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

SET = leaf(
    id="set",
    title="Set",
    summary="Write variables.",
    line_template="{actions}",
    fields=("actions",),
    required_fields=("actions",),
    flow=Flow(gives(S)),
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

RAISE = leaf(
    id="raise",
    title="Raise",
    summary="Raise or send events.",
    line_template="{actions}",
    fields=("actions",),
    required_fields=("actions",),
    flow=Flow(gives(S)),
    example={"actions": ["raise noise(at = position)"]},
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

LOG = leaf(
    id="log",
    title="Log",
    summary="Write a line to the log.",
    line_template="{message}",
    parameters=(Parameter("message", "string", "", "What is written."),),
    flow=Flow(gives(S)),
    example={"params": {"message": "at the post"}},
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


CONDITION = NodeKind(
    id="condition",
    graph_kind="behavior_tree",
    category="condition",
    title="Condition",
    family="ask",
    summary="Succeed if an expression is true, else fail.",
    line_template="{test}",
    fields=("test",),
    required_fields=("test",),
    flow=Flow(gives(ENDED), answers=True),
    contract="""\
Asks an expression of type bool in one tick. It is never RUNNING.

| `test` is | the condition gives |
|---|---|
| true | SUCCESS |
| false | FAILURE |
| not computable (a lost entity, a division by 0) | FAILURE; the error is recorded |
""",
    common_mistakes=(
        "Expecting it to watch: it is asked only when it is visited. Use a guard with `abort: self` or "
        "`abort: lower` to react while something runs.",
        "Comparing positions or floats with `==`; ask for a distance below a limit.",
        "Testing a bare threshold that the value swings around; use two limits, or the agent flickers.",
    ),
    see_also=("wait_until", "if_else", "selector"),
    rules=("2.4", "2.6", "3.9", "3.11"),
)

WAIT_UNTIL = NodeKind(
    id="wait_until",
    graph_kind="behavior_tree",
    category="condition",
    title="Wait until",
    family="ask",
    summary="Run until an expression is true.",
    line_template="{test}",
    fields=("test",),
    required_fields=("test",),
    flow=Flow(gives(ENDED | R)),
    contract="""\
Asks an expression of type bool in every tick and runs until it is true.

| `test` is | the node gives |
|---|---|
| true | SUCCESS |
| false | RUNNING |
| not computable | FAILURE; the error is recorded |
""",
    common_mistakes=(
        "Waiting for something that may never come; put Timeout above it.",
        "Expecting the agent to do something meanwhile; put it in a Parallel with an action.",
    ),
    see_also=("condition", "wait", "timeout", "parallel"),
    rules=("2.4", "2.6", "3.11"),
)

ASKING_KINDS = (CONDITION, WAIT_UNTIL)


WAIT = leaf(
    id="wait",
    title="Wait",
    summary="Run for a time, then succeed.",
    title_template="Wait {seconds} s",
    line_template="± {jitter} s",
    parameters=(
        duration("seconds", 1, "How long it waits."),
        replace(
            duration("jitter", 0, "How far the time drawn on enter may lie on either side."),
            title="Random spread",
        ),
    ),
    flow=Flow(_wait, takes_time=_surely_waits),
    example={"params": {"seconds": 2.5, "jitter": 0.5}},
    contract="""\
Runs for a time, then succeeds. Entered on tick e with n ticks:

| tick | the wait gives |
|---|---|
| e … e + n − 1 | RUNNING |
| e + n | SUCCESS |
| e, n is 0 | SUCCESS at once |

The time is drawn on enter from `seconds` ± `jitter`.
""",
    common_mistakes=(
        "Using it under a parent that starts afresh every tick (`memory: none`) behind a running child: "
        "it is halted and starts again.",
        "Letting a crowd wait the same time, so that all move in step; give it some `jitter`.",
    ),
    see_also=("delay", "wait_until", "timeout"),
    rules=("1.1", "3.8"),
)

SUCCEED = leaf(
    id="succeed",
    title="Succeed",
    summary="Succeed at once.",
    flow=Flow(gives(S)),
    contract="""\
Succeeds at once and does nothing else.

| tick | the node gives |
|---|---|
| every | SUCCESS |
""",
    common_mistakes=("Placing it before other children of a selector, which are then never tried.",),
    see_also=("fail", "force_success", "fixed_status"),
    rules=("3.11",),
)

FAIL = leaf(
    id="fail",
    title="Fail",
    summary="Fail at once.",
    flow=Flow(gives(F)),
    contract="""\
Fails at once and does nothing else.

| tick | the node gives |
|---|---|
| every | FAILURE |
""",
    common_mistakes=(
        "Using it to switch a branch off; disabling the node says so plainly and gives SKIPPED.",
    ),
    see_also=("succeed", "force_failure", "fixed_status"),
    rules=("3.11",),
)

PLAIN_KINDS = (WAIT, SUCCEED, FAIL)
