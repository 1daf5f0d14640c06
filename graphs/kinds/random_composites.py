"""Declare `random_sequence` and `random_selector` (SEMANTICS 3, composites).

| moment | rule |
|---|---|
| enter | shuffle the children by seed; weights in their slots draw without replacement |
| tick | as sequence or selector with `memory: resume`, in the drawn order |
| weights add up to 0 | nothing is drawn, the stored order is kept |
"""

from __future__ import annotations

from graphs.kinds.node_kind import SOME_CHILDREN, NodeKind

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
    contract=__doc__ or "",
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
    contract=__doc__ or "",
)

KINDS = (RANDOM_SEQUENCE, RANDOM_SELECTOR)
