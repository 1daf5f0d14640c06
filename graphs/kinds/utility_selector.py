"""Declare `utility_selector` (SEMANTICS 3, composites).

Each child has a score, an expression in its slot.

| moment | rule |
|---|---|
| enter, or every tick with `reconsider: tick` | take the child with the highest score; ties go to the first |
| comparing | `inertia` is added to the score of the running child |
| another child wins | the former is halted before the new one is ticked |
| the child fails | FAILURE, or with `on_failure: next` the next best child in the same tick |
| the child ends otherwise | its result |
| a score fails | that child is dropped (SEMANTICS 2.6) |
"""

from __future__ import annotations

from graphs.kinds.node_kind import SOME_CHILDREN, NodeKind
from graphs.kinds.parameter import Parameter

UTILITY_SELECTOR = NodeKind(
    id="utility_selector",
    graph_kind="behavior_tree",
    category="composite",
    title="Utility selector",
    icon="utility_selector",
    family="flow",
    summary="Run the child with the highest score.",
    line_template="inertia {inertia}",
    parameters=(
        Parameter(
            "reconsider",
            "enum",
            "tick",
            "When scores are compared: every tick, or once on enter.",
            choices=("tick", "enter"),
            evaluated="never",
        ),
        Parameter("inertia", "float", 0, "What is added to the running child's score.", minimum=0),
        Parameter(
            "on_failure",
            "enum",
            "fail",
            "What a failing child does: fail the selector, or let the next best try.",
            choices=("fail", "next"),
            evaluated="never",
        ),
    ),
    children=SOME_CHILDREN,
    slot_fields=("score",),
    contract=__doc__ or "",
    common_mistakes=("Leaving inertia at 0 where two scores cross, so that the children flip to and fro.",),
)

KINDS = (UTILITY_SELECTOR,)
