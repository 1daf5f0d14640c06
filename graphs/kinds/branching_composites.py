"""Declare `if_else`, `switch` and `try_recover` (SEMANTICS 3, composites).

`if_else` has two or three children: condition, then, else.

| condition gives | result |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | the result of *then* |
| FAILURE or SKIPPED | the result of *else*; FAILURE without one |

`reactive: false` asks once, on enter; `true` asks every tick, and a change halts the other branch first.

`switch` compares a variable with the case in each child's slot, in order; the child marked default takes
what no case matched. A change of case halts the former child before the new one is ticked. No match and no
default: FAILURE.

`try_recover` has two children.

| first gives | then |
|---|---|
| RUNNING, SUCCESS, SKIPPED | that result |
| FAILURE | run the second: its SUCCESS tries the first again on the next tick, at most `attempts` times; |
| | its FAILURE or SKIPPED gives FAILURE |
"""

from __future__ import annotations

from graphs.kinds.node_kind import SOME_CHILDREN, ChildRule, NodeKind
from graphs.kinds.parameter import Parameter
from graphs.kinds.shared_parameters import count

IF_ELSE = NodeKind(
    id="if_else",
    graph_kind="behavior_tree",
    category="composite",
    title="If else",
    icon="if_else",
    family="flow",
    summary="Run the second child if the first succeeds, else the third.",
    line_template="{reactive}",
    parameters=(
        Parameter(
            "reactive",
            "bool",
            False,
            "Ask the condition every tick, not only on enter.",
            evaluated="never",
        ),
    ),
    children=ChildRule(2, 3),
    child_labels=("condition", "then", "else"),
    contract=__doc__ or "",
)

SWITCH = NodeKind(
    id="switch",
    graph_kind="behavior_tree",
    category="composite",
    title="Switch",
    icon="switch",
    family="flow",
    summary="Run the child whose case equals a variable.",
    title_template="Switch {variable}",
    parameters=(Parameter("variable", "variable", None, "The variable that is compared with each case."),),
    children=SOME_CHILDREN,
    slot_fields=("case", "default"),
    contract=__doc__ or "",
)

TRY_RECOVER = NodeKind(
    id="try_recover",
    graph_kind="behavior_tree",
    category="composite",
    title="Try, recover",
    icon="try_recover",
    family="flow",
    summary="Run the first child; when it fails, recover with the second and try again.",
    line_template="{attempts} ×",
    parameters=(count("attempts", 1, "How often the first child is tried again."),),
    children=ChildRule(2, 2),
    child_labels=("try", "recover"),
    contract=__doc__ or "",
)

KINDS = (IF_ELSE, SWITCH, TRY_RECOVER)
