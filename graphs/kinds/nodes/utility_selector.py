"""Declare `utility_selector` (rule 3, composites).

Each child has a score, an expression in its slot.

| moment | rule |
|---|---|
| enter, or every tick with `reconsider: tick` | take the child with the highest score; ties go to the first |
| comparing | `inertia` is added to the score of the running child |
| another child wins | the former is halted before the new one is ticked |
| the child fails | FAILURE, or with `on_failure: next` the next best child in the same tick |
| the child ends otherwise | its result |
| a score fails | that child is dropped (rule 2.6) |
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import SOME_CHILDREN, NodeKind
from graphs.kinds.declarations.parameter import Parameter

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
        Parameter(
            "inertia",
            "float",
            0,
            "What is added to the running child's score.",
            minimum=0,
            evaluated="enter",
        ),
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
    contract="""\
Compares the scores of its children, one expression in each child's slot, and runs the child with the highest.

| moment | the utility selector |
|---|---|
| every tick, or on enter with `reconsider: enter` | takes the highest score; ties go to the first |
| comparing | adds `inertia` to the score of the running child |
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

KINDS = (UTILITY_SELECTOR,)
