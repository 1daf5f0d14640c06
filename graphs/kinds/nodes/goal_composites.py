"""Declare `goal_selector` and `strategy`: choices by needs, scores and goals (rules 10.9, 10.10)."""

from __future__ import annotations

from dataclasses import replace

from graphs.kinds.declarations.flow import F, Flow, any_of
from graphs.kinds.declarations.node_kind import SOME_CHILDREN, composite
from graphs.kinds.declarations.parameter import Parameter, choice
from graphs.kinds.nodes.sequences_and_selectors import INERTIA, ON_FAILURE, STEADINESS

GOAL_SELECTOR = composite(
    id="goal_selector",
    title="Goal selector",
    summary="Run the child that leaves needs the least unmet, or that considerations score highest.",
    line_template="by {by}",
    parameters=(
        choice(
            "by",
            ("discontentment", "product", "sum", "minimum"),
            "How children are compared: by the needs after them, or by their considerations.",
            choice_words=("needs after it", "product of scores", "weighted sum of scores", "lowest score"),
            evaluated="never",
        ),
        choice(
            "reconsider",
            ("enter", "tick"),
            "When children are compared: once the running one has ended, or every tick.",
            evaluated="never",
        ),
        INERTIA,
        ON_FAILURE,
        *STEADINESS,
    ),
    children=SOME_CHILDREN,
    fields=("needs",),
    slot_fields=("effects", "duration", "considerations"),
    flow=Flow(any_of(F), picks_one=True, pointless_alone=True),
    example={"params": {"by": "sum"}},
    version=4,
    contract="""\
Compares its children by what they do to *needs*: variables that are better low, and mostly rise by
themselves. Each child says its effects on them and how long it lasts.

| by | the score of a child |
|---|---|
| `discontentment` | minus the sum of the squares of all needs after it: value + effect + duration · rise |
| `product` | the product of its considerations s, each s · (1 + (1 − s) · (1 − 1/n)) of n, from 0 to 1 |
| `sum` | the sum of its considerations by their weights, divided by the sum of the weights |
| `minimum` | the lowest of its considerations |

| moment | the goal selector |
|---|---|
| entered, or every tick with `reconsider: tick` | takes the child of the highest score, ties: the first |
| the child gives SUCCESS | adds its effects to the needs, within their bounds, and gives SUCCESS |
| all else | does as a utility selector does, also `inertia`, `lock`, `momentum` and `top` |
""",
    common_mistakes=(
        "Effects above 0 for what makes a need better; a need is better low, so they are below 0.",
        "A need that nothing lowers: it weighs on all children alike and only grows.",
        "Comparing every tick without inertia or lock, so that two children flip to and fro.",
    ),
    see_also=("utility_selector", "strategy", "random_child"),
    rules=("10.9",),
)

STRATEGY = composite(
    id="strategy",
    title="Strategy",
    summary="Pursue the goal of the highest priority that is feasible; set goals aside whose plan fails.",
    line_template="later {later} s",
    parameters=(
        Parameter(
            "later",
            "seconds",
            5,
            "How long a goal is set aside once its plan has failed.",
            minimum=0,
            evaluated="enter",
        ),
        replace(INERTIA, help="What is added to the priority of the goal that is pursued."),
        *(each for each in STEADINESS if each.name != "top"),
    ),
    children=SOME_CHILDREN,
    slot_fields=("score", "feasible", "attempts", "dropped"),
    flow=Flow(any_of(F), picks_one=True, pointless_alone=True),
    example={"params": {"later": 10}},
    version=4,
    contract="""\
Pursues one of several goals. Each child is the plan of a goal; its slot holds the goal's priority, an
expression, and what must hold for it.

| moment | the strategy |
|---|---|
| every tick | pursues the feasible goal of the highest priority; ties go to the first |
| the goal pursued is not feasible any more | halts its plan and pursues the next one, in the same tick |
| another goal gets the higher priority | halts the former plan before the new one is ticked |
| a plan fails, attempts are left | begins the plan again in the next tick |
| a plan fails, none is left | sets the goal aside for `later`, or for good, and pursues the next one |
| a plan gives SUCCESS | gives SUCCESS |
| no goal is left | gives FAILURE |
""",
    common_mistakes=(
        "Testing what is feasible in the plan itself: then each try costs an attempt. Test it in the slot.",
        "Priorities that cross often, without inertia.",
    ),
    see_also=("goal_selector", "utility_selector", "selector"),
    rules=("10.10",),
)

KINDS = (GOAL_SELECTOR, STRATEGY)
