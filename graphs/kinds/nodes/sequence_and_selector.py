"""Declare `sequence`, `selector`, `round_robin` and `pipeline_sequence` (rule 3, composites).

A sequence does one child after the other until one fails; a selector tries one after the other until one
succeeds. Each tick starts at the remembered child (`memory: resume`), else at the first:

| child gives | sequence | selector |
|---|---|---|
| RUNNING | RUNNING, remember this child | RUNNING, remember this child |
| SUCCESS | go on with the next child in the same tick | SUCCESS, forget |
| FAILURE | FAILURE, forget | go on with the next child in the same tick |
| SKIPPED | go on | go on |
| no child left | SUCCESS | FAILURE |
| no child left, none ended since it was entered | SKIPPED | SKIPPED |

`memory: keep` keeps the place also after the early end, a halt and a fresh start of the root, and forgets it
at the natural end. `memory: none` starts at the first child every tick; a child that was RUNNING and is no
longer reached is halted after the pass, before the result is returned.
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import SOME_CHILDREN, NodeKind
from graphs.kinds.declarations.shared_parameters import MEMORY

SEQUENCE = NodeKind(
    id="sequence",
    graph_kind="behavior_tree",
    category="composite",
    title="Sequence",
    icon="sequence",
    family="flow",
    summary="Do the children in order until one fails.",
    line_template="{memory}",
    parameters=(MEMORY,),
    children=SOME_CHILDREN,
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
""",
    common_mistakes=(
        "Putting a condition after the action it should protect: by then the action has already run.",
        "Expecting a condition to be asked again while a later child runs; take `memory: none`, or a "
        "guard with `abort: self` on the later child.",
    ),
    see_also=("selector", "parallel", "random_sequence"),
    rules=("3.3", "3.5", "3.6", "3.13"),
)

SELECTOR = NodeKind(
    id="selector",
    graph_kind="behavior_tree",
    category="composite",
    title="Selector",
    icon="selector",
    family="flow",
    summary="Try the children in order until one succeeds.",
    line_template="{memory}",
    parameters=(MEMORY,),
    children=SOME_CHILDREN,
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
""",
    common_mistakes=(
        "Placing a child that always succeeds before others, which are then never reached.",
        "Expecting an earlier child to take over while a later one runs; give it a guard with `abort: "
        "lower`, or take `memory: none`.",
    ),
    see_also=("sequence", "utility_selector", "random_selector", "condition"),
    rules=("3.3", "3.5", "3.6", "3.9", "3.13"),
)

ROUND_ROBIN = NodeKind(
    id="round_robin",
    version=2,
    graph_kind="behavior_tree",
    category="composite",
    title="Round robin",
    icon="round_robin",
    family="flow",
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

PIPELINE_SEQUENCE = NodeKind(
    id="pipeline_sequence",
    version=2,
    graph_kind="behavior_tree",
    category="composite",
    title="Pipeline sequence",
    icon="pipeline_sequence",
    family="flow",
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
