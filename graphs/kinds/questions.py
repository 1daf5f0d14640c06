"""Declare the inner nodes of decision trees (SEMANTICS 5.1, 5.3, 5.6).

| kind | asks | takes the branch |
|---|---|---|
| test | `test`, true or false | whose `when` is the answer |
| ranges | `value`, a number | the first whose `upto` is above it (`closed`: not below); the last has none |
| switch | `value`, an enum, string or int | whose `case` equals it, else the `else` branch |
| first_of | each branch's `test`, in order | the first that is true, else the `else` branch |
| random | a draw by `weight` | drawn; kept while reached by consecutive evaluations, or until `timeout` |
| table | `inputs` against each branch's `row` | the first row that matches (`policy: unique`: the only one) |
| tree | another decision tree | none: its leaf is the answer |

In a `row` an empty cell matches anything, a cell that starts with a comparison (`< 3`) is put after its
input, and any other is compared for equality. Branches may share a child; a cycle or a branch without a child
is an error. A failing test answers nothing (SEMANTICS 2.6).
"""

from __future__ import annotations

from graphs.kinds.node_kind import SOME_CHILDREN, ChildRule, NodeKind

TEST = NodeKind(
    id="test",
    graph_kind="decision_tree",
    category="question",
    title="Test",
    icon="test",
    family="decision",
    summary="Branch on a condition: true or false.",
    line_template="{test}",
    children=ChildRule(2, 2),
    fields=("test",),
    required_fields=("test",),
    branch_fields=("when",),
    child_labels=("false", "true"),
    contract=__doc__ or "",
)

RANGES = NodeKind(
    id="ranges",
    graph_kind="decision_tree",
    category="question",
    title="Ranges",
    icon="ranges",
    family="decision",
    summary="Branch on the interval a number lies in.",
    line_template="{value}",
    children=SOME_CHILDREN,
    fields=("value",),
    required_fields=("value",),
    branch_fields=("upto", "closed"),
    contract=__doc__ or "",
)

SWITCH_QUESTION = NodeKind(
    id="switch",
    graph_kind="decision_tree",
    category="question",
    title="Switch",
    icon="switch",
    family="decision",
    summary="Branch on a value.",
    line_template="{value}",
    children=SOME_CHILDREN,
    fields=("value",),
    required_fields=("value",),
    branch_fields=("case", "else"),
    contract=__doc__ or "",
)

FIRST_OF = NodeKind(
    id="first_of",
    graph_kind="decision_tree",
    category="question",
    title="First of",
    icon="first_of",
    family="decision",
    summary="Take the first branch whose condition is true.",
    children=SOME_CHILDREN,
    branch_fields=("test", "else"),
    contract=__doc__ or "",
)

RANDOM = NodeKind(
    id="random",
    graph_kind="decision_tree",
    category="question",
    title="Random",
    icon="random",
    family="decision",
    summary="Draw a branch by weight.",
    line_template="kept {timeout} ticks",
    children=SOME_CHILDREN,
    fields=("timeout",),
    branch_fields=("weight",),
    contract=__doc__ or "",
)

TABLE = NodeKind(
    id="table",
    graph_kind="decision_tree",
    category="question",
    title="Table",
    icon="table",
    family="decision",
    summary="Take the branch whose row matches the inputs.",
    line_template="{inputs}",
    children=SOME_CHILDREN,
    fields=("inputs", "policy"),
    required_fields=("inputs",),
    branch_fields=("row", "else"),
    contract=__doc__ or "",
)

TREE = NodeKind(
    id="tree",
    graph_kind="decision_tree",
    category="call",
    title="Tree",
    icon="decision",
    family="decision",
    summary="Ask another decision tree.",
    title_template="{graph}",
    line_template="decision tree",
    fields=("graph", "arguments"),
    required_fields=("graph",),
    calls=("decision_tree",),
    contract=__doc__ or "",
)

KINDS = (TEST, RANGES, SWITCH_QUESTION, FIRST_OF, RANDOM, TABLE, TREE)
