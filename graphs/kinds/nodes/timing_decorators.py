"""Declare `timeout`, `delay`, `cooldown` and `rate_limit` (rule 3, decorators).

Entered on tick e with a duration of n ticks:

| kind | rule |
|---|---|
| timeout | ticks its child on e … e+n−1; on e+n halts it unticked and gives FAILURE |
| delay | RUNNING on e … e+n−1; enters its child on e+n |
| cooldown | after an exit or halt on tick x refuses on x+1 … x+n−1 |
| rate_limit | ticks a child that is not RUNNING at most every n ticks; between gives `between` |

A refusal of `cooldown` is FAILURE or SKIPPED, by `refused`. The stamps of `cooldown` and `rate_limit` are
lasting memory (rule 3.13).
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import ONE_CHILD, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.shared_parameters import REFUSED, duration

TIMEOUT = NodeKind(
    id="timeout",
    graph_kind="behavior_tree",
    category="decorator",
    title="Timeout",
    icon="timeout",
    family="modify",
    summary="Fail when the child runs longer than a time.",
    title_template="Timeout {seconds} s",
    parameters=(duration("seconds", 5, "How long the child may run."),),
    children=ONE_CHILD,
    contract="""\
Lets its child run for a time and fails when that is over. Entered on tick e with n ticks:

| tick | the timeout |
|---|---|
| e … e + n − 1 | ticks its child and gives its result |
| e + n, child still running | halts the child unticked and gives FAILURE |
""",
    common_mistakes=(
        "Giving the time as a number of ticks; it is in seconds.",
        "Expecting the time to go on over several tries: each enter starts it anew. Put Timeout above "
        "Retry to limit all tries together.",
    ),
    see_also=("delay", "wait", "until_success"),
    rules=("1.1", "3.3", "3.13"),
)

DELAY = NodeKind(
    id="delay",
    graph_kind="behavior_tree",
    category="decorator",
    title="Delay",
    icon="delay",
    family="modify",
    summary="Wait before the child is entered.",
    title_template="Delay {seconds} s",
    parameters=(duration("seconds", 1, "How long to wait first."),),
    children=ONE_CHILD,
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

COOLDOWN = NodeKind(
    id="cooldown",
    graph_kind="behavior_tree",
    category="decorator",
    title="Cooldown",
    icon="cooldown",
    family="modify",
    summary="Refuse the child until a time after its last end.",
    title_template="Cooldown {seconds} s",
    parameters=(duration("seconds", 1, "How long it refuses after the child ended or was halted."), REFUSED),
    children=ONE_CHILD,
    contract="""\
Refuses its child for a time after the child ended or was halted. After that on tick x, with n ticks:

| tick | the cooldown |
|---|---|
| before the first end | ticks its child and gives its result |
| x + 1 … x + n − 1, child not running | gives FAILURE, or SKIPPED with `refused: skipped` |
| from x + n on | ticks its child and gives its result |

The stamp is lasting memory: it survives the end of the node, halts and a fresh start of the root.
""",
    common_mistakes=(
        "Forgetting that a refusal is FAILURE by default and ends the sequence above; take `refused: "
        "skipped` where the rest should go on.",
        "Expecting the time to count from the start of the child; that is Rate limit.",
        "Expecting success only to start the time; failures and halts start it too.",
    ),
    see_also=("rate_limit", "delay", "run_limit"),
    rules=("1.1", "3.2", "3.13"),
)

RATE_LIMIT = NodeKind(
    id="rate_limit",
    graph_kind="behavior_tree",
    category="decorator",
    title="Rate limit",
    icon="rate_limit",
    family="modify",
    summary="Tick the child at most every so often.",
    title_template="Every {seconds} s",
    parameters=(
        duration("seconds", 1, "Shortest time from one start of the child to the next."),
        Parameter(
            "between",
            "enum",
            "last",
            "What it gives between two starts: the last result, failure or skipped.",
            choices=("last", "failure", "skipped"),
            evaluated="never",
        ),
    ),
    children=ONE_CHILD,
    contract="""\
Starts its child at most once in a time of n ticks, counted from the tick of the last start.

| when | the rate limit |
|---|---|
| the child runs | ticks it and gives its result |
| n ticks since the last start, or never started | ticks the child and gives its result |
| sooner | gives `between`: the last result (default), FAILURE or SKIPPED |

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

KINDS = (TIMEOUT, DELAY, COOLDOWN, RATE_LIMIT)
