"""Declare `repeat`, `retry`, `until_success`, `until_failure` and `for_each` (rule 3, decorators)."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.kinds.declarations.flow import (
    NONE,
    F,
    Flow,
    Outcome,
    R,
    S,
    always,
    decorates,
    number_of,
    only,
    unless,
)
from graphs.kinds.declarations.node_kind import decorator
from graphs.kinds.declarations.parameter import PACE, Parameter, choice, count
from graphs.model.behavior_tree import TreeNode


def _again(node: TreeNode, does: Outcome) -> Outcome:
    """Return what an endless loop can give where its child does what begins it again."""
    return (R | F if node.params.get("pace") == "same_tick" else R) if does else NONE


def _counted(node: TreeNode, child: Outcome, again: Outcome, default: int | None) -> Outcome:
    """Return what a loop can give that gives the same as its child when it has counted to its end."""
    count = number_of(node, "count", default)
    if count is None:
        return child | again | R
    if count <= 0:
        return again
    return child if count == 1 or not child & again else child | R


def _repeat(node: TreeNode, children: Sequence[Outcome]) -> Outcome:
    child = only(children)
    if node.params.get("on_failure") == "count":
        child = decorates(S, S)(node, children)
    if node.params.get("count") is None:
        return child & ~S | _again(node, child & S)
    return _counted(node, child, S, None)


def _needless_repeat(node: TreeNode, _child: Outcome) -> str:
    once = number_of(node, "count", None) == 1 and "on_failure" not in node.params
    return "once is what its child does anyway" if once else ""


def _needs_repeated(node: TreeNode, children: Sequence[Outcome]) -> bool:
    counts = node.params.get("on_failure") == "count" and any(child & F for child in children)
    return not counts and (number_of(node, "count", 1) or 0) > 0


def _needless_retry(node: TreeNode, _child: Outcome) -> str:
    once = number_of(node, "count", 1) == 1
    return "it ends with the first failure, as its child does anyway" if once else ""


REPEAT = decorator(
    id="repeat",
    title="Repeat",
    summary="Run the child again and again while it succeeds.",
    title_template="Repeat {count|forever}",
    parameters=(
        count("count", None, "How many successes end it; left out, it goes on for ever.", optional=True),
        PACE,
        choice(
            "on_failure",
            ("end", "count"),
            "What a failing child does: end the repeat, or count like a success.",
            choice_words=("ends it", "counts too"),
            evaluated="never",
            since=2,
        ),
    ),
    flow=Flow(_repeat, loops_on=S, needless=_needless_repeat, needs_children=_needs_repeated),
    example={"params": {"count": 3}},
    contract="""\
Runs its child again while it succeeds, `count` times or, without a count, for ever.

| child gives | the repeat |
|---|---|
| RUNNING | gives RUNNING |
| SUCCESS | counts it; gives SUCCESS at `count`, else starts again |
| FAILURE | gives FAILURE; with `on_failure: count` does as after SUCCESS |
| SKIPPED | gives SKIPPED |
| not ticked, `count` is 0 | gives SUCCESS at once |

Starting again is RUNNING with `pace: tick`, one attempt per tick. With `pace: same_tick` the child is entered
again in the same tick, within the visit budget.
""",
    common_mistakes=(
        "Expecting it to go on after a failure; let failures count for that.",
        "Repeating for ever with `pace: same_tick` over a child that ends at once: the visit budget stops"
        " the tree.",
        "Putting it at the root to keep the tree going; a root starts afresh anyway in the next tick.",
    ),
    see_also=("retry", "until_failure", "force_success"),
    rules=("3.3", "3.7", "3.13", "3.14"),
)

RETRY = decorator(
    id="retry",
    title="Retry",
    summary="Run the child again while it fails, up to a number of failures.",
    title_template="Retry {count}",
    parameters=(count("count", 1, "How many failures end it."), PACE),
    flow=Flow(
        lambda node, children: _counted(node, only(children), F, 1),
        needless=_needless_retry,
        needs_children=always,
    ),
    example={"params": {"count": 3}},
    contract="""\
Runs its child again while it fails, up to `count` failures.

| child gives | the retry |
|---|---|
| RUNNING | gives RUNNING |
| SUCCESS | gives SUCCESS |
| FAILURE | counts it; gives FAILURE at `count`, else starts again |
| SKIPPED | gives SKIPPED |
| not ticked, `count` is 0 | gives FAILURE at once |

Starting again is RUNNING with `pace: tick`, one attempt per tick. With `pace: same_tick` the child is entered
again in the same tick, within the visit budget.
""",
    common_mistakes=(
        "Leaving `count` at 1, which is no second try: the first failure ends it.",
        "Retrying a condition in the hope that it turns true soon; take Wait until, or Until success.",
    ),
    see_also=("repeat", "until_success", "try_recover"),
    rules=("3.3", "3.7", "3.13", "3.14"),
)

UNTIL_SUCCESS = decorator(
    id="until_success",
    title="Until success",
    summary="Run the child again until it succeeds.",
    parameters=(PACE,),
    flow=Flow(
        lambda node, children: only(children) & ~F | _again(node, only(children) & F),
        loops_on=F,
        needless=unless(F, "{child} never fails"),
        needs_children=always,
    ),
    contract="""\
Runs its child again and again until it succeeds.

| child gives | the node |
|---|---|
| RUNNING | gives RUNNING |
| SUCCESS | gives SUCCESS |
| FAILURE | starts again |
| SKIPPED | gives SKIPPED |

Starting again is RUNNING with `pace: tick`, one attempt per tick. With `pace: same_tick` the child is entered
again in the same tick, within the visit budget.
""",
    common_mistakes=(
        "Forgetting that it may never end; put Timeout above it where giving up is right.",
        "Using `pace: same_tick` over a condition: nothing changes within a tick, so the visit budget "
        "runs out.",
    ),
    see_also=("until_failure", "retry", "wait_until", "timeout"),
    rules=("3.3", "3.7", "3.14"),
)

UNTIL_FAILURE = decorator(
    id="until_failure",
    title="Until failure",
    summary="Run the child again until it fails, then succeed.",
    parameters=(PACE,),
    flow=Flow(
        lambda node, children: decorates(NONE, S)(node, children) | _again(node, only(children) & S),
        loops_on=S,
    ),
    contract="""\
Runs its child again and again until it fails, and then succeeds.

| child gives | the node |
|---|---|
| RUNNING | gives RUNNING |
| SUCCESS | starts again |
| FAILURE | gives SUCCESS |
| SKIPPED | gives SKIPPED |

Starting again is RUNNING with `pace: tick`, one attempt per tick. With `pace: same_tick` the child is entered
again in the same tick, within the visit budget.
""",
    common_mistakes=(
        "Expecting FAILURE from it; the failure it waits for is its success.",
        "Repeating an action whose failure means trouble rather than an end, which this node then hides.",
    ),
    see_also=("until_success", "repeat"),
    rules=("3.3", "3.7", "3.14"),
)

FOR_EACH = decorator(
    id="for_each",
    version=2,
    title="For each",
    summary="Run the child once for each item of a list.",
    title_template="For each {item} in {list|a query}",
    parameters=(
        Parameter("list", "variable", None, "The list, a variable.", evaluated="never", optional=True),
        Parameter("item", "variable", None, "The variable that has the item.", evaluated="never"),
        choice(
            "query",
            ("none", "foes_seen", "path_waypoints"),
            "What the world is asked for a list of entities, in place of a variable.",
            evaluated="never",
        ),
        Parameter(
            "of",
            "string",
            "",
            "What the query is about: the path whose waypoints it gives.",
            names_if=(("query", "path_waypoints", "paths"),),
        ),
        choice(
            "on_failure",
            ("stop", "next"),
            "What a failure of the child does: end it, or go on to the next item.",
            evaluated="never",
        ),
    ),
    flow=Flow(lambda _node, children: S | (only(children) & (R | F))),
    contract="""\
Runs its child once for each item of a list, in their order, the item in a variable. The list is that of a
variable, or what a `query` of the world gives.

| child gives | the node |
|---|---|
| RUNNING | gives RUNNING, and stays at this item |
| SUCCESS or SKIPPED | goes on to the next item in the same tick; after the last it gives SUCCESS |
| FAILURE | gives FAILURE, or with `on_failure: next` goes on as after SUCCESS |
| not ticked, the list is empty | gives SUCCESS |

| `query` | gives | in this order |
|---|---|---|
| `foes_seen` | the agents of other teams that its senses have in view | nearest first; equally far by id |
| `path_waypoints` | the waypoints of the path `of` | along the path |

A query gives at most 64 entities. The list is taken when the node is entered: what is appended or removed
afterwards changes nothing until the next time. The variable is written before the child is entered with an
item; it keeps the last one. An entity that is gone by its turn is still in it, and reads as lost.
""",
    common_mistakes=(
        "Expecting the variable to be none afterwards; it keeps the last item.",
        "Leaving `on_failure` at stop where one lost item should not end the round.",
        "Letting the child write the variable with the item: the next item is written over it.",
    ),
    see_also=("repeat", "sequence", "set"),
    rules=("2.1", "3.3", "3.14"),
)

KINDS = (REPEAT, RETRY, UNTIL_SUCCESS, UNTIL_FAILURE, FOR_EACH)
