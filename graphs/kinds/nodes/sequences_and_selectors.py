"""Declare composites that take their children one by one (rule 3), random ones and by score too."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.kinds.declarations.flow import ANY, NONE, F, Flow, K, Outcome, R, S, all_of, always, any_of
from graphs.kinds.declarations.node_kind import SOME_CHILDREN, composite
from graphs.kinds.declarations.parameter import MEMORY, YIELD, Parameter, choice
from graphs.model.behavior_tree import TreeNode


def _in_order(node: TreeNode, children: Sequence[Outcome], goes_on: Outcome) -> Outcome:
    """Follow children of which one result ends the composite and the other leads to the next."""
    if not children:
        return ANY
    found = R if node.params.get("yield") is True and len(children) > 1 else NONE
    for child in children:
        found |= child & ~(goes_on | K)
        if not child & (goes_on | K):
            return found
    if any(child & goes_on for child in children):
        found |= goes_on
    if all(child & K for child in children):
        found |= K
    return found


def _drawn(children: Sequence[Outcome], goes_on: Outcome) -> Outcome:
    """Follow children in any order; one result of a child leads to the next."""
    found = all_of(children)
    return found if all(child & (goes_on | K) for child in children) else found & ~(goes_on | K)


SEQUENCE = composite(
    id="sequence",
    title="Sequence",
    summary="Do the children in order until one fails.",
    line_template="{memory}",
    parameters=(MEMORY, YIELD),
    children=SOME_CHILDREN,
    flow=Flow(
        lambda node, children: _in_order(node, children, S),
        goes_on=S,
        pointless_alone=True,
        needs_children=always,
    ),
    contract="""\
Does one child after the other, in stored order. A child that ends well hands over to the next within the
same tick. With `memory: resume` a tick goes on at the child that was running.

| child gives | the sequence |
|---|---|
| RUNNING | gives RUNNING and remembers this child |
| SUCCESS | goes on with the next child in the same tick |
| FAILURE | gives FAILURE and forgets its place |
| SKIPPED | goes on as after SUCCESS |
| no child is left | gives SUCCESS |
| none is left, and none succeeded or failed since it was entered | gives SKIPPED |

`memory: keep` keeps the place also after a FAILURE, a halt and a fresh start of the root, and forgets it at
the natural end. Children before a kept place count as done, so that end is never SKIPPED. A child that was
running and is then skipped has neither succeeded nor failed. `memory: none` starts at the first child every
tick; a child that was running and is no longer reached is halted after the pass, before the result is
returned.

`yield` gives RUNNING after each SUCCESS but that of the last child, and goes on with the next child in the
next tick; it needs a memory, *resume* or *keep*.
""",
    common_mistakes=(
        "Putting a condition after the action it should protect: by then the action has already run.",
        "Expecting a condition to be asked again while a later child runs; take `memory: none`, or a "
        "guard with `abort: self` on the later child.",
    ),
    see_also=("selector", "parallel", "random_sequence"),
    rules=("3.3", "3.5", "3.6", "3.13"),
)

SELECTOR = composite(
    id="selector",
    title="Selector",
    summary="Try the children in order until one succeeds.",
    line_template="{memory}",
    parameters=(MEMORY, YIELD),
    children=SOME_CHILDREN,
    flow=Flow(
        lambda node, children: _in_order(node, children, F),
        goes_on=F,
        picks_one=True,
        pointless_alone=True,
    ),
    contract="""\
Tries one child after the other, in stored order, until one succeeds. A child that fails hands over to the
next within the same tick. With `memory: resume` a tick goes on at the child that was running.

| child gives | the selector |
|---|---|
| RUNNING | gives RUNNING and remembers this child |
| SUCCESS | gives SUCCESS and forgets its place |
| FAILURE | goes on with the next child in the same tick |
| SKIPPED | goes on as after FAILURE |
| no child is left | gives FAILURE |
| none is left, and none succeeded or failed since it was entered | gives SKIPPED |

While a later child runs, guards with `abort: lower` of the earlier children are tested first; one that has
become true halts the running child, and the selector goes on at the guard's child. `memory: none` tries
every child from the first on in every tick. `memory: keep` keeps the place also after a SUCCESS, a halt and a
fresh start of the root, and forgets it when no child is left.

`yield` gives RUNNING after each FAILURE but that of the last child, and goes on with the next child in the
next tick; it needs a memory, *resume* or *keep*.
""",
    common_mistakes=(
        "Placing a child that always succeeds before others, which are then never reached.",
        "Expecting an earlier child to take over while a later one runs; give it a guard with `abort: "
        "lower`, or take `memory: none`.",
    ),
    see_also=("sequence", "utility_selector", "random_selector", "condition"),
    rules=("3.3", "3.5", "3.6", "3.9", "3.13"),
)

ROUND_ROBIN = composite(
    id="round_robin",
    version=2,
    title="Round robin",
    summary="Try the children around, from behind the one that succeeded last, until one succeeds.",
    children=SOME_CHILDREN,
    contract="""\
Tries its children like a selector, but takes turns: a run begins behind the child that last succeeded, and
goes on with the first child behind the last. Patrol points, attacks and lines of talk come one after another.

| child gives | the round robin |
|---|---|
| RUNNING | gives RUNNING and goes on there next tick |
| SUCCESS | gives SUCCESS; the next run begins behind this child |
| FAILURE | tries the next child in the same tick |
| SKIPPED | goes on as after FAILURE |
| all were tried | gives FAILURE; the next run begins where this one did |
| all were tried, and none succeeded or failed since it was entered | gives SKIPPED |

Where a run begins is kept through an end, a halt and a fresh start of the root.
""",
    common_mistakes=(
        "Expecting a child that fails to lose its turn: the next run begins behind the one that succeeded.",
        "Taking it to draw at random; that is the random selector.",
    ),
    see_also=("selector", "random_selector", "utility_selector"),
    rules=("3.3", "3.5", "3.13"),
)

PIPELINE_SEQUENCE = composite(
    id="pipeline_sequence",
    version=2,
    title="Pipeline sequence",
    summary="Do the children in order, and the earlier ones again in every tick, until the last succeeds.",
    children=SOME_CHILDREN,
    contract="""\
Ticks its children from the first to the furthest that was reached, in every tick. So an earlier child, such
as one that works out a way or a target, goes on with its work while a later one uses it.

| child gives | the pipeline sequence |
|---|---|
| RUNNING, and it is the furthest reached, or one behind it | gives RUNNING; it is the furthest reached |
| RUNNING, and a later child was reached | goes on with the next child in the same tick |
| SUCCESS | goes on with the next child in the same tick |
| SKIPPED | goes on |
| FAILURE | halts the children that run and gives FAILURE |
| no child is left, and the last that was not skipped succeeded | halts those that run and gives SUCCESS |
| no child is left, and the last that was not skipped runs | gives RUNNING |
| all were skipped | gives SUCCESS if one has succeeded since it was entered, else SKIPPED |
""",
    common_mistakes=(
        "Putting an action first that should be done once: it is done again in every tick.",
        "Expecting it to wait for an earlier child that still runs: when the last succeeds, it is halted.",
    ),
    see_also=("sequence", "parallel"),
    rules=("3.3", "3.5", "3.13"),
)

KINDS = (SEQUENCE, SELECTOR, ROUND_ROBIN, PIPELINE_SEQUENCE)


RANDOM_SEQUENCE = composite(
    id="random_sequence",
    title="Random sequence",
    summary="Do all children, in an order drawn on enter.",
    children=SOME_CHILDREN,
    slot_fields=("weight",),
    flow=Flow(lambda _node, children: _drawn(children, S), pointless_alone=True),
    contract="""\
Shuffles its children by the seed when it is entered, then does them like a sequence. Weights in the
children's slots draw without replacement: a heavy child tends to come first.

| moment | the random sequence |
|---|---|
| enter | draws an order |
| a child's weight is 0 | never visits it; it counts as skipped |
| a child gives RUNNING | gives RUNNING and goes on there next tick |
| a child gives SUCCESS or SKIPPED | goes on with the next one drawn |
| a child gives FAILURE | gives FAILURE |
| none is left | gives SUCCESS |
| none is left, and none succeeded or failed | gives SKIPPED |
| all weights are 0 | gives FAILURE |
""",
    common_mistakes=(
        "Expecting a new order in every tick; the order is drawn on enter and holds until it ends or is "
        "halted.",
        "Taking it to do one random child; it does all of them. For one of several take Random child.",
    ),
    see_also=("random_selector", "random_child", "sequence"),
    rules=("1.4", "3.5", "3.13"),
)

RANDOM_SELECTOR = composite(
    id="random_selector",
    title="Random selector",
    summary="Try the children, in an order drawn on enter, until one succeeds.",
    children=SOME_CHILDREN,
    slot_fields=("weight",),
    flow=Flow(lambda _node, children: _drawn(children, F), picks_one=True, pointless_alone=True),
    contract="""\
Shuffles its children by the seed when it is entered, then tries them like a selector. Weights in the
children's slots draw without replacement: a heavy child tends to be tried first.

| moment | the random selector |
|---|---|
| enter | draws an order |
| a child's weight is 0 | never visits it; it counts as skipped |
| a child gives RUNNING | gives RUNNING and goes on there next tick |
| a child gives FAILURE or SKIPPED | goes on with the next one drawn |
| a child gives SUCCESS | gives SUCCESS |
| none is left | gives FAILURE |
| none is left, and none succeeded or failed | gives SKIPPED |
| all weights are 0 | gives FAILURE |
""",
    common_mistakes=(
        "Expecting the share of a weight to hold where heavy children fail often: the next one drawn "
        "takes over. Random child tries no other.",
        "Putting it under a node that enters it again every tick, so that it draws every tick and looks "
        "nervous.",
    ),
    see_also=("random_child", "random_sequence", "selector", "utility_selector", "decision_tree.random"),
    rules=("1.4", "3.5", "3.13"),
)

RANDOM_CHILD = composite(
    id="random_child",
    version=2,
    title="Random child",
    summary="Run one child, drawn on enter, and give its result.",
    children=SOME_CHILDREN,
    slot_fields=("weight",),
    flow=Flow(any_of(F), picks_one=True, pointless_alone=True),
    contract="""\
Draws one child when it is entered, and runs that one alone. Weights in the children's slots say how often
each is drawn.

| moment | the random child |
|---|---|
| enter | draws a child; one of weight 0 is never drawn |
| the child gives RUNNING | gives RUNNING and goes on with it next tick |
| the child gives SUCCESS, FAILURE or SKIPPED | gives that; no other child is tried |
| all weights are 0 | gives FAILURE |
""",
    common_mistakes=(
        "Expecting another child where the drawn one fails; take Random selector for that.",
        "Disabling a child so that it is not drawn: it is drawn as before and gives SKIPPED. Set its weight "
        "to 0.",
    ),
    see_also=("random_selector", "probability", "decision_tree.random"),
    rules=("1.4", "3.7", "3.13"),
)

RANDOM_KINDS = (RANDOM_SEQUENCE, RANDOM_SELECTOR, RANDOM_CHILD)


INERTIA = Parameter(
    "inertia", "float", 0, "What is added to the running child's score.", minimum=0, evaluated="enter"
)
ON_FAILURE = choice(
    "on_failure",
    ("fail", "next"),
    "What a failing child does: fail the selector, or let the next best try.",
    evaluated="never",
)

STEADINESS = (
    Parameter(
        "lock",
        "seconds",
        0,
        "How long a child that was chosen runs before scores are compared again.",
        minimum=0,
        evaluated="never",
        seldom=True,
        since=4,
    ),
    Parameter(
        "momentum",
        "seconds",
        0,
        "How long the inertia takes to fall to 0, counted from the choice; 0 for never.",
        minimum=0,
        evaluated="never",
        seldom=True,
        since=4,
    ),
    Parameter(
        "top",
        "int",
        1,
        "How many of the best one is drawn from, weighted by score; 1 for the best.",
        minimum=1,
        maximum=64,
        evaluated="never",
        seldom=True,
        since=4,
    ),
)
"""Parameters that keep a choice by scores from flipping, or always being the same."""

UTILITY_SELECTOR = composite(
    id="utility_selector",
    title="Utility selector",
    summary="Run the child with the highest score.",
    line_template="inertia {inertia}",
    parameters=(
        choice(
            "reconsider",
            ("tick", "enter"),
            "When scores are compared: every tick, or once on enter.",
            evaluated="never",
        ),
        INERTIA,
        ON_FAILURE,
        *STEADINESS,
    ),
    children=SOME_CHILDREN,
    slot_fields=("score",),
    flow=Flow(any_of(F), picks_one=True, pointless_alone=True),
    example={"params": {"inertia": 0.1}},
    contract="""\
Compares the scores of its children, one expression in each child's slot, and runs the child with the highest.

| moment | the utility selector |
|---|---|
| every tick, or on enter with `reconsider: enter` | takes the highest score; ties go to the first |
| comparing | adds `inertia` to the score of the running child |
| the running child was chosen less than `lock` ago | goes on with it, and compares nothing |
| `momentum` | lets the inertia fall to 0 in that time from the choice |
| `top` is above 1 | draws one of that many best, weighted by score, and keeps it while it is among them |
| another child wins | halts the former before it ticks the new one |
| the child gives FAILURE | gives FAILURE; with `on_failure: next` tries the next best in the same tick |
| the child gives another result | gives that result |
| a score cannot be computed | drops that child in this tick |
| no child has a score, or all have failed | gives FAILURE |
""",
    common_mistakes=(
        "Leaving `inertia` at 0 where two scores cross, so that the children flip to and fro.",
        "Comparing scores of different ranges, such as a distance in units with a share from 0 to 1; "
        "bring them to one range first.",
        "Disabling the best child so that the next best is taken: it is chosen as before and gives SKIPPED. "
        "Lower its score.",
        "Reading a trigger in a score and expecting it to be consumed; scores only look.",
    ),
    see_also=("selector", "switch", "random_selector"),
    rules=("2.6", "3.3", "3.7"),
)

UTILITY_KINDS = (UTILITY_SELECTOR,)
