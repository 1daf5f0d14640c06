"""Declare the node that stands for a kind of another program which Mindloom does not have."""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import ANY_CHILDREN, composite
from graphs.kinds.declarations.parameter import Parameter

FOREIGN = composite(
    id="foreign_node",
    version=3,
    title="Foreign node",
    summary="Keep the place of a kind that only another program has; run its children in order.",
    title_template="{name}",
    parameters=(
        Parameter(
            "name", "string", "", "The kind of the node in the other program.", evaluated="never", since=3
        ),
    ),
    children=ANY_CHILDREN,
    contract="""\
Comes from a file of another program, with all that the file says of it, and goes back into such a file as it
was. What it does is known there only. Here it runs as a stand-in, as a sequence with a memory:

| child gives | the foreign node |
|---|---|
| RUNNING | gives RUNNING and remembers this child |
| SUCCESS | goes on with the next child in the same tick |
| FAILURE | gives FAILURE and forgets its place |
| SKIPPED | goes on as after SUCCESS |
| no child is left | gives SUCCESS |
| none is left, and none succeeded or failed since it was entered; or it has no children | gives SKIPPED |
""",
    common_mistakes=(
        "Taking a run of it for what the other program does: only the children are run.",
        "Exporting it to a game of Mindloom; say what it does with nodes that Mindloom has.",
    ),
    see_also=("sequence", "subtree"),
    rules=("3.5",),
)

KINDS = (FOREIGN,)
