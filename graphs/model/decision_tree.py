"""Decision trees: questions, their branches, and the graph that holds them (section 5 of the rules)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphs.basics.frozen import Frozen, JsonValue, Number, NumberOrExpression
from graphs.model.graph_parts import Arguments, GraphBase, NodeBase
from graphs.model.variables_and_events import Variable

MOST_BRANCHES = 250
"""Branches a question may have, so that the branch taken fits the byte of a trace (rule 7.2)."""


class Branch(Frozen):
    """Hold one branch: its child and what decides for it.

    `when` is of test, `upto` and `closed` of ranges, `case` of switch, `test` of first_of, `weight` of
    random, `row` of table; `else` marks the last branch of those that have one. Branches may share a child.
    """

    child: str | None = None
    when: bool | None = None
    upto: Number | None = None
    closed: bool = False
    case: JsonValue = None
    test: str | None = None
    weight: Number | None = None
    row: tuple[str, ...] | None = None
    else_: bool = Field(default=False, alias="else")


class DecisionNode(NodeBase):
    """Hold one question or leaf of a decision tree."""

    branches: tuple[Branch, ...] = ()
    test: str | None = None
    value: JsonValue = None
    inputs: tuple[str, ...] = ()
    policy: Literal["first", "unique"] = "first"
    timeout: NumberOrExpression | None = None
    graph: str | None = None
    arguments: Arguments = {}
    outcome: str | None = None
    action: str | None = None


class DecisionTreeGraph(GraphBase):
    """Hold a decision tree: its root, fragments not attached yet (`loose`), all nodes by id."""

    kind: Literal["decision_tree"]
    root: str | None = None
    loose: tuple[str, ...] = ()
    nodes: dict[str, DecisionNode] = {}
    variables: dict[str, Variable] = {}
