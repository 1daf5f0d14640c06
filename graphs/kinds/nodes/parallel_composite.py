"""Declare `parallel` and `simple_parallel` (rule 3, composites)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphs.kinds.declarations.flow import ANY, ENDED, NONE, F, Flow, K, Outcome, R, S, all_of
from graphs.kinds.declarations.node_kind import SOME_CHILDREN, ChildRule, composite
from graphs.kinds.declarations.parameter import Parameter, choice
from graphs.model.behavior_tree import TreeNode


def _parallel(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    success = node.params.get("success", "all")
    found = all_of(children) & (ENDED | R)
    if success in ("all", -1):
        if not all(child & (S | K) for child in children):
            found &= ~S
    else:
        found |= F
        if not isinstance(success, (int, str)) or (isinstance(success, int) and success < 1):
            found |= S
    skips = any if success == "chosen" else all
    return found | K if skips(child & K for child in children) else found


def _by_the_main(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    if not children:
        return ANY
    waits = node.params.get("finish") == "delayed"
    return children[0] | (all_of(children[1:]) & R if waits else NONE)


_ENDED = Parameter(
    "ended",
    "enum",
    "wait",
    "What a child that has ended does while others run: wait, or start again in the next tick.",
    choices=("wait", "again"),
    choice_words=("waits", "starts again"),
    evaluated="never",
    title="Ended child",
    seldom=True,
    since=2,
)

PARALLEL = composite(
    id="parallel",
    title="Parallel",
    summary="Tick all children each tick until enough have ended.",
    line_template="{success} succeed, {failure} fail",
    parameters=(
        Parameter(
            "success",
            "threshold",
            "all",
            "How many children must succeed: a number, all, any or chosen; -1 is all, -2 all but one.",
            evaluated="enter",
            words=("chosen",),
            since=2,
            later_choices=("chosen",),
            later_below=1,
        ),
        Parameter(
            "failure",
            "threshold",
            "any",
            "How many failures end it: a number, all or any; -1 is all, -2 all but one.",
            evaluated="enter",
            since=2,
            later_below=1,
        ),
        Parameter(
            "decide",
            "enum",
            "each",
            "Each tests after every child; end tests once after all of them; all ended does once no child "
            "is left that runs.",
            choices=("each", "end", "all_ended"),
            choice_words=("after each child", "after every tick", "when all ended"),
            evaluated="never",
            since=2,
            later_choices=("all_ended",),
        ),
        _ENDED,
    ),
    children=SOME_CHILDREN,
    slot_fields=("chosen",),
    flow=Flow(
        _parallel,
        pointless_alone=True,
        needs_children=lambda node, _children: node.params.get("success", "all") == "all",
    ),
    contract="""\
Ticks every unfinished child in each tick, in order, and ends once enough have ended. With n the number of
children that were not skipped:

| when | the parallel |
|---|---|
| `success` children gave SUCCESS | gives SUCCESS and halts the rest |
| `failure` children gave FAILURE | gives FAILURE and halts the rest |
| so many failed that `success` is out of reach | gives FAILURE and halts the rest |
| all children were skipped | gives SKIPPED |
| otherwise | gives RUNNING |

Both are a number, all, which is n, or any, which is 1; −1 is n, −2 one less, and so on. A number further from
0 than the number of children is an error of the document; so is a `failure` of 0.

`decide: each` tests after each child, so order decides ties; `decide: end` tests once after all of them, and
failure wins a tie. `decide: all_ended` waits until every child has ended, and then tests like `end`: with
`success: 0` and `failure: 2` it waits for all and fails if two have failed.

`success: chosen` needs the success of all children whose slot is `chosen`: n is their number, it is skipped
when all of them were, and the others count for `failure` alone. With `ended: again` every child is ticked in
each tick, and only the results of that tick count.
""",
    common_mistakes=(
        "Expecting the children to run in threads; they are ticked one after the other, and an earlier "
        "one's writes are seen by a later one in the same tick.",
        "Expecting a child that has ended to start again while the others run; set Ended to again, or put "
        "it under Repeat.",
        "Setting Ended to again over conditions and short actions that end in different ticks: they never "
        "have all succeeded in one.",
        "Letting two children steer the same way at once without giving their actions weights.",
    ),
    see_also=("simple_parallel", "sequence", "repeat", "state_machine.parallel"),
    rules=("3.3", "3.5", "3.7"),
)

SIMPLE_PARALLEL = composite(
    id="simple_parallel",
    version=2,
    title="Simple parallel",
    summary="Do the first child, and the others in the background until it ends.",
    line_template="{finish}",
    parameters=(
        choice(
            "finish",
            ("immediate", "delayed"),
            "What the end of the main child does: end the others at once, or wait for them to end.",
            choice_words=("at once", "waits for others"),
            evaluated="never",
        ),
        replace(_ENDED, default="again", help="What a child in the background does that has ended."),
    ),
    children=ChildRule(2, None),
    child_labels=("main", "background"),
    flow=Flow(_by_the_main),
    contract="""\
Ticks its first child, the *main* one, and after it the others, the *background*. The main child alone
decides.

| the main child gives | the simple parallel |
|---|---|
| RUNNING | ticks the others and gives RUNNING |
| SUCCESS or FAILURE, `finish: immediate` | halts the others and gives that |
| SUCCESS or FAILURE, `finish: delayed` | ticks the others that run until they have ended; then gives that |
| SKIPPED | halts the others and gives SKIPPED |

What the others give decides nothing. One that has ended, or was skipped, starts again in the next tick; with
`ended: wait` it does not. Once the main child has ended none of them starts any more, but
with `finish: delayed` those that have not run yet do so once, if it ended with SUCCESS.
""",
    common_mistakes=(
        "Expecting a failure in the background to end it; only the main child does. Take Parallel for that.",
        "Putting a background without an end under `finish: delayed`, which then waits for ever.",
    ),
    see_also=("parallel", "pipeline_sequence"),
    rules=("3.3", "3.7", "3.13"),
)

KINDS = (PARALLEL, SIMPLE_PARALLEL)
