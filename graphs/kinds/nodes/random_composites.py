"""Declare `random_sequence` and `random_selector` (rule 3, composites).

| moment | rule |
|---|---|
| enter | shuffle the children by seed; weights in their slots draw without replacement |
| tick | as sequence or selector with `memory: resume`, in the drawn order |
| a child's weight is 0 | it is not visited and counts as skipped |
| all weights are 0 | FAILURE |
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import SOME_CHILDREN, NodeKind

RANDOM_SEQUENCE = NodeKind(
    id="random_sequence",
    graph_kind="behavior_tree",
    category="composite",
    title="Random sequence",
    icon="random_sequence",
    family="flow",
    summary="Do all children, in an order drawn on enter.",
    children=SOME_CHILDREN,
    slot_fields=("weight",),
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
        "Taking it to do one random child; it does all of them. For one of several take Random selector.",
    ),
    see_also=("random_selector", "sequence", "probability"),
    rules=("1.4", "3.5", "3.13"),
)

RANDOM_SELECTOR = NodeKind(
    id="random_selector",
    graph_kind="behavior_tree",
    category="composite",
    title="Random selector",
    icon="random_selector",
    family="flow",
    summary="Try the children, in an order drawn on enter, until one succeeds.",
    children=SOME_CHILDREN,
    slot_fields=("weight",),
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
        "takes over.",
        "Putting it under a node that enters it anew every tick, so that it draws every tick and looks "
        "nervous.",
    ),
    see_also=("random_sequence", "selector", "utility_selector", "decision_tree.random"),
    rules=("1.4", "3.5", "3.13"),
)

KINDS = (RANDOM_SEQUENCE, RANDOM_SELECTOR)
