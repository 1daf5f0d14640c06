"""Declare the decorators that change a result or help to debug (rule 3, decorators)."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.kinds.declarations.flow import ENDED, F, Flow, K, Outcome, R, S, always, decorates, unless
from graphs.kinds.declarations.node_kind import ChildRule, NodeKind, decorator
from graphs.kinds.declarations.parameter import choice
from graphs.model.behavior_tree import TreeNode


def _fixed(node: TreeNode, _children: Sequence[Outcome]) -> Outcome:
    return {"failure": F, "running": R, "skipped": K}.get(str(node.params.get("status")), S)


INVERTER = decorator(
    id="inverter",
    title="Inverter",
    summary="Turn success into failure and failure into success.",
    flow=Flow(
        decorates(F, S), undoing=True, needless=unless(ENDED, "{child} never ends with success or failure")
    ),
    contract="""\
Passes its child on and turns the end result round.

| child gives | the inverter gives |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | FAILURE |
| FAILURE | SUCCESS |
| SKIPPED | SKIPPED |
""",
    common_mistakes=(
        "Inverting a condition where `not` in its expression says the same in one node less.",
        "Expecting an error to be turned into a finding: a condition that could not be evaluated fails "
        "too, so the inverter succeeds.",
    ),
    see_also=("force_success", "force_failure", "condition"),
    rules=("3.3", "3.7"),
)

FORCE_SUCCESS = decorator(
    id="force_success",
    title="Force success",
    summary="Succeed, however the child ends.",
    flow=Flow(
        decorates(S, S),
        needless=unless(F, "{child} never fails"),
        needs_children=lambda _node, children: not any(child & F for child in children),
    ),
    contract="""\
Passes its child on and gives SUCCESS however the child ends.

| child gives | the node gives |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | SUCCESS |
| FAILURE | SUCCESS |
| SKIPPED | SKIPPED |
""",
    common_mistakes=(
        "Putting it over a child that may never end, and expecting it to cut the child short; take "
        "Timeout for that.",
        "Hiding a failure that somebody will look for later; the trace shows it on the child only.",
    ),
    see_also=("force_failure", "inverter", "succeed"),
    rules=("3.3", "3.7"),
)

FORCE_FAILURE = decorator(
    id="force_failure",
    title="Force failure",
    summary="Fail, however the child ends.",
    flow=Flow(decorates(F, F), needless=unless(S, "{child} never succeeds")),
    contract="""\
Passes its child on and gives FAILURE however the child ends.

| child gives | the node gives |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | FAILURE |
| FAILURE | FAILURE |
| SKIPPED | SKIPPED |
""",
    common_mistakes=(
        "Using it to make a selector go on to the next child after a side task, without saying so in a "
        "note; the next reader takes it for a mistake.",
        "Putting it under Retry or Until success, which then never end.",
    ),
    see_also=("force_success", "inverter", "fail"),
    rules=("3.3", "3.7"),
)

KINDS = (INVERTER, FORCE_SUCCESS, FORCE_FAILURE)


BREAKPOINT = decorator(
    id="breakpoint",
    title="Breakpoint",
    summary="Pause the run when this place is reached.",
    flow=Flow(decorates(), needs_children=always),
    contract="""\
Pauses the run when this place is reached, before its child is ticked, and passes every result on.

| child gives | the breakpoint gives |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | SUCCESS |
| FAILURE | FAILURE |
| SKIPPED | SKIPPED |

It is transparent in an export and in a run without a debugger.
""",
    common_mistakes=(
        "Leaving it in the tree after the search, where it makes every visit of this branch wait.",
        "Expecting it to stop a run of the command line; only a debugger stops.",
    ),
    see_also=("log", "fixed_status"),
    rules=("3.3",),
)

FIXED_STATUS = NodeKind(
    id="fixed_status",
    graph_kind="behavior_tree",
    category="decorator",
    title="Fixed status",
    family="modify",
    summary="Give a chosen status and leave the child unticked.",
    title_template="Always {status}",
    parameters=(
        choice(
            "status",
            ("success", "failure", "running", "skipped"),
            "The status it gives every tick.",
            evaluated="never",
        ),
    ),
    children=ChildRule(0, 1),
    flow=Flow(_fixed),
    contract="""\
Gives a chosen status in every tick and does not tick its child, for trying out the other branches.

| `status` | the node gives |
|---|---|
| success | SUCCESS |
| failure | FAILURE |
| running | RUNNING, until it is halted |
| skipped | SKIPPED |
""",
    common_mistakes=(
        "Forgetting it in the tree: the branch below never runs, and no check complains.",
        "Choosing running under a sequence without a timeout above, which then waits for ever.",
    ),
    see_also=("succeed", "fail", "breakpoint"),
    rules=("3.1",),
)

DEBUGGING_KINDS = (BREAKPOINT, FIXED_STATUS)
