"""Declare `timeout`, `delay`, `cooldown` and `rate_limit` (SEMANTICS 3, decorators).

Entered on tick e with a duration of n ticks:

| kind | rule |
|---|---|
| timeout | ticks its child on e … e+n−1; on e+n halts it unticked and gives FAILURE |
| delay | RUNNING on e … e+n−1; enters its child on e+n |
| cooldown | after an exit or halt on tick x refuses on x+1 … x+n−1 |
| rate_limit | ticks a child that is not RUNNING at most every n ticks; between gives `between` |

A refusal of `cooldown` is FAILURE or SKIPPED, by `refused`. The stamps of `cooldown` and `rate_limit` are
lasting memory (SEMANTICS 3.13).
"""

from __future__ import annotations

from graphs.kinds.node_kind import ONE_CHILD, NodeKind
from graphs.kinds.parameter import Parameter
from graphs.kinds.shared_parameters import REFUSED, duration

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
    contract=__doc__ or "",
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
    contract=__doc__ or "",
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
    contract=__doc__ or "",
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
    contract=__doc__ or "",
)

KINDS = (TIMEOUT, DELAY, COOLDOWN, RATE_LIMIT)
