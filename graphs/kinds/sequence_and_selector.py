"""Declare `sequence` and `selector` (SEMANTICS 3, composites).

A sequence does one child after the other until one fails; a selector tries one after the other until one
succeeds. Each tick starts at the remembered child (`memory: resume`), else at the first:

| child gives | sequence | selector |
|---|---|---|
| RUNNING | RUNNING, remember this child | RUNNING, remember this child |
| SUCCESS | go on with the next child in the same tick | SUCCESS, forget |
| FAILURE | FAILURE, forget | go on with the next child in the same tick |
| SKIPPED | go on | go on |
| no child left | SUCCESS | FAILURE |
| all were skipped | SKIPPED | SKIPPED |

`memory: keep` keeps the place also after the early end, a halt and a fresh start of the root, and forgets it
at the natural end. `memory: none` starts at the first child every tick; a child that was RUNNING and is no
longer reached is halted after the pass, before the result is returned.
"""

from __future__ import annotations

from graphs.kinds.node_kind import SOME_CHILDREN, NodeKind
from graphs.kinds.shared_parameters import MEMORY

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
    contract=__doc__ or "",
    common_mistakes=(
        "Putting a condition that never fails after the action it should protect.",
        "Expecting a condition to be asked again while a later child runs; take memory none for that.",
    ),
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
    contract=__doc__ or "",
    common_mistakes=(
        "Placing a child that always succeeds before others, which are then never reached.",
        "Expecting an earlier child to take over while a later one runs; give it a guard with abort lower.",
    ),
)

KINDS = (SEQUENCE, SELECTOR)
