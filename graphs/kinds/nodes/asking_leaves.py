"""Declare `condition` and `wait_until` (rule 3.11).

Both hold an expression of type bool in `test`.

| test is | condition | wait_until |
|---|---|---|
| true | SUCCESS | SUCCESS |
| false | FAILURE | RUNNING |
| failing | FAILURE, recorded | FAILURE, recorded |
"""

from __future__ import annotations

from graphs.kinds.declarations.node_kind import NodeKind

CONDITION = NodeKind(
    id="condition",
    graph_kind="behavior_tree",
    category="condition",
    title="Condition",
    icon="condition",
    family="ask",
    summary="Succeed if an expression is true, else fail.",
    line_template="{test}",
    fields=("test",),
    required_fields=("test",),
    contract="""\
Asks an expression of type bool in one tick. It is never RUNNING.

| `test` is | the condition gives |
|---|---|
| true | SUCCESS |
| false | FAILURE |
| not computable (a lost entity, a division by 0) | FAILURE; the error is recorded |
""",
    common_mistakes=(
        "Expecting it to watch: it is asked only when it is visited. Use a guard with `abort: self` or "
        "`abort: lower` to react while something runs.",
        "Comparing positions or floats with `==`; ask for a distance below a limit.",
        "Testing a bare threshold that the value swings around; use two limits, or the agent flickers.",
    ),
    see_also=("wait_until", "if_else", "selector"),
    rules=("2.4", "2.6", "3.9", "3.11"),
)

WAIT_UNTIL = NodeKind(
    id="wait_until",
    graph_kind="behavior_tree",
    category="condition",
    title="Wait until",
    icon="wait_until",
    family="ask",
    summary="Run until an expression is true.",
    line_template="{test}",
    fields=("test",),
    required_fields=("test",),
    contract="""\
Asks an expression of type bool in every tick and runs until it is true.

| `test` is | the node gives |
|---|---|
| true | SUCCESS |
| false | RUNNING |
| not computable | FAILURE; the error is recorded |
""",
    common_mistakes=(
        "Waiting for something that may never come; put Timeout above it.",
        "Expecting the agent to do something meanwhile; put it in a Parallel with an action.",
    ),
    see_also=("condition", "wait", "timeout", "parallel"),
    rules=("2.4", "2.6", "3.11"),
)

KINDS = (CONDITION, WAIT_UNTIL)
