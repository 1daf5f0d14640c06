"""Declare the decorators that say when and how often a child runs: by time, count, chance (rule 3)."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.kinds.declarations.flow import (
    NONE,
    F,
    Flow,
    K,
    Outcome,
    R,
    always,
    decorates,
    number_of,
    only,
    refusing,
)
from graphs.kinds.declarations.node_kind import decorator
from graphs.kinds.declarations.parameter import AFTERWARDS, COUNTS, REFUSED, Parameter, count, duration
from graphs.model.behavior_tree import TreeNode


def _timeless(node: TreeNode, _child: Outcome) -> str:
    return "its time is 0" if number_of(node, "seconds", 1) == 0 else ""


def _needless_timeout(node: TreeNode, child: Outcome) -> str:
    return "{child} ends at once" if not child & R and number_of(node, "seconds", 5) else ""


def _delay(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    seconds = number_of(node, "seconds", 1)
    found = only(children)
    if seconds == 0:
        return found
    return found | R | (F if seconds is None else NONE)


def _rate_limit(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    return only(children) | F | K | (R if node.params.get("between") == "running" else NONE)


RUN_LIMIT = decorator(
    id="run_limit",
    title="Run limit",
    summary="Let the child complete so many times only.",
    title_template="At most {count} ×",
    parameters=(count("count", 1, "How many completions are allowed."), COUNTS, AFTERWARDS),
    flow=Flow(decorates(also=F | K)),
    example={"params": {"count": 3}},
    contract="""\
Counts the completions of its child and enters it no more once there are `count`.

| when | the run limit |
|---|---|
| fewer than `count` | ticks its child, gives its result, and counts an end that `counts` names |
| `count` reached | gives `afterwards` (SKIPPED, FAILURE or the last result) and enters nothing |

A halt is no completion. The count is lasting memory: it survives completion, halts and a fresh start of the
root, and is cleared when the instance of its graph is made again. With a `count` of 0 there is no last
result, and `afterwards: last` is SKIPPED.
""",
    common_mistakes=(
        "Expecting the count to start again with the next round of the tree; it lasts as long as its "
        "graph's instance.",
        "Expecting a halted child to count; only an end with SUCCESS or FAILURE does.",
    ),
    see_also=("run_once", "cooldown", "repeat"),
    rules=("3.2", "3.13"),
)

RUN_ONCE = decorator(
    id="run_once",
    title="Run once",
    summary="Let the child complete once.",
    parameters=(COUNTS, AFTERWARDS),
    flow=Flow(decorates(also=F | K)),
    contract="""\
Lets its child complete one time. It is Run limit with a count of 1.

| when | the node |
|---|---|
| the child has not completed yet | ticks it, gives its result, and counts an end that `counts` names |
| it has | gives `afterwards` (SKIPPED, FAILURE or the last result) and enters nothing |
""",
    common_mistakes=(
        "Expecting it to run once per round of the tree; it is once per instance of its graph. In a "
        "state's activity that is once per entry of the state.",
        "Counting a failure as done: with `counts: success` a failed child is tried again.",
    ),
    see_also=("run_limit", "cooldown"),
    rules=("3.2", "3.13"),
)

PROBABILITY = decorator(
    id="probability",
    title="Probability",
    summary="Enter the child with a chance.",
    title_template="Chance {chance}",
    parameters=(
        Parameter(
            "chance", "float", 0.5, "Chance to enter the child.", minimum=0, maximum=1, evaluated="enter"
        ),
        REFUSED,
    ),
    flow=Flow(
        refusing,
        needless=lambda node, _child: "its chance is 1" if number_of(node, "chance", 0.5) == 1 else "",
    ),
    contract="""\
Draws a number when it is entered and lets its child run with a chance.

| moment | the node |
|---|---|
| enter, the number is below `chance` | ticks its child and gives its result |
| enter, at or above `chance` | gives FAILURE, or SKIPPED with `refused: skipped`; its child is not entered |
| the child runs | ticks it without another draw |
""",
    common_mistakes=(
        "Reading the chance as one per second; it is drawn each time the node is entered, which may be "
        "every tick. Put Rate limit above it.",
        "Putting two of them in a selector to split a chance: the second draws only where the first "
        "missed. Take Random selector with weights.",
    ),
    see_also=("random_selector", "rate_limit", "decision_tree.random"),
    rules=("1.4", "3.13"),
)

KINDS = (RUN_LIMIT, RUN_ONCE, PROBABILITY)


TIMEOUT = decorator(
    id="timeout",
    title="Timeout",
    summary="Fail when the child runs longer than a time.",
    title_template="Timeout {seconds} s",
    parameters=(duration("seconds", 5, "How long the child may run."),),
    flow=Flow(decorates(also=F), needless=_needless_timeout, needs_children=always),
    contract="""\
Lets its child run for a time and fails when that is over. Entered on tick e with n ticks:

| tick | the timeout |
|---|---|
| e … e + n − 1 | ticks its child and gives its result |
| e + n, child still running | halts the child unticked and gives FAILURE |
""",
    common_mistakes=(
        "Giving the time as a number of ticks; it is in seconds.",
        "Expecting the time to go on over several tries: each enter starts it again. Put Timeout above "
        "Retry to limit all tries together.",
    ),
    see_also=("delay", "wait", "until_success"),
    rules=("1.1", "3.3", "3.13"),
)

DELAY = decorator(
    id="delay",
    title="Delay",
    summary="Wait before the child is entered.",
    title_template="Delay {seconds} s",
    parameters=(duration("seconds", 1, "How long to wait first."),),
    flow=Flow(_delay, needless=_timeless, takes_time=lambda node: (number_of(node, "seconds", 1) or 0) > 0),
    contract="""\
Waits before it enters its child. Entered on tick e with n ticks:

| tick | the delay |
|---|---|
| e … e + n − 1 | gives RUNNING without entering its child |
| from e + n on | ticks its child and gives its result |
""",
    common_mistakes=(
        "Expecting the wait once only: it waits again each time it is entered.",
        "Using it to pause after an action; put Wait behind the action in a sequence.",
    ),
    see_also=("wait", "timeout", "cooldown"),
    rules=("1.1", "3.13"),
)

COOLDOWN = decorator(
    id="cooldown",
    title="Cooldown",
    summary="Refuse the child until a time after its last end.",
    title_template="Cooldown {seconds} s",
    parameters=(
        duration("seconds", 1, "How long it refuses after the child ended or was halted."),
        REFUSED,
        Parameter(
            "after",
            "enum",
            "any",
            "What starts the time: any end or halt, an end, success or failure.",
            choices=("any", "end", "success", "failure"),
            choice_words=("any end or halt", "success or failure", "success", "failure"),
            evaluated="never",
            since=2,
        ),
        Parameter(
            "start_cooled",
            "bool",
            False,
            "Its first visit starts the time too, and is refused.",
            evaluated="never",
            title="Begins cooled",
            seldom=True,
            since=2,
        ),
    ),
    flow=Flow(refusing, needless=_timeless),
    contract="""\
Refuses its child for a time after the child ended or was halted, or with `after` only after some of its ends.
After that on tick x, with n ticks:

| tick | the cooldown |
|---|---|
| before the first of these ends | ticks its child and gives its result |
| x + 1 … x + n − 1, child not running | gives FAILURE, or SKIPPED with `refused: skipped` |
| from x + n on | ticks its child and gives its result |

`after: any` is any end, SKIPPED too, and a halt; `end` is SUCCESS or FAILURE; `success` and `failure` are
that result alone. With `start_cooled` the first visit of the run, on tick x, is refused as well, and the time
counts from there. The stamp is lasting memory: it survives the end of the node, halts and a fresh start of
the root.
""",
    common_mistakes=(
        "Forgetting that a refusal is FAILURE by default and ends the sequence above; take `refused: "
        "skipped` where the rest should go on.",
        "Expecting the time to count from the start of the child; that is Rate limit.",
        "Expecting success only to start the time; failures and halts start it too unless After says "
        "otherwise.",
    ),
    see_also=("rate_limit", "delay", "run_limit"),
    rules=("1.1", "3.2", "3.13"),
)

RATE_LIMIT = decorator(
    id="rate_limit",
    title="Rate limit",
    summary="Tick the child at most every so often.",
    title_template="Every {seconds} s",
    parameters=(
        duration("seconds", 1, "Shortest time from one start of the child to the next."),
        Parameter(
            "between",
            "enum",
            "last",
            "What it gives between two starts: the last result, failure, skipped or running.",
            choices=("last", "failure", "skipped", "running"),
            evaluated="never",
            since=2,
            later_choices=("running",),
        ),
    ),
    flow=Flow(_rate_limit, needless=_timeless),
    contract="""\
Starts its child at most once in a time of n ticks, counted from the tick of the last start.

| when | the rate limit |
|---|---|
| the child runs | ticks it and gives its result |
| n ticks since the last start, or never started | ticks the child and gives its result |
| sooner | gives `between`: the last result (default), FAILURE, SKIPPED or RUNNING |

With `between: running` the node is entered and waits, so a sequence above it waits too; else it is refused.
A child that runs is ticked in every tick; only new starts are limited. After a first start that was halted
there is no last result, and it gives FAILURE. The stamp is lasting memory.
""",
    common_mistakes=(
        "Expecting a running child to be ticked less often; only its starts are limited.",
        "Leaving `between: last` over a condition and taking the old answer for a fresh one.",
    ),
    see_also=("cooldown", "delay"),
    rules=("1.1", "3.2", "3.13"),
)

TIMING_KINDS = (TIMEOUT, DELAY, COOLDOWN, RATE_LIMIT)
