"""Behavior trees: nodes with what belongs to each, and the graph that holds them (section 3 of the rules)."""

from __future__ import annotations

from typing import Annotated, Literal

from graphs.basics.frozen import Frozen, NumberOrExpression
from graphs.basics.since import Since
from graphs.model.action_rows import ActionRows
from graphs.model.graph_parts import Arguments, ChildSlot, EndLines, GraphBase, NodeBase
from graphs.model.variables_and_events import Variable


class Guard(Frozen):
    """Hold a node's guard (rule 3.9)."""

    test: str
    abort: Literal["none", "self", "lower", "both"] = "none"
    refused: Literal["failure", "skipped"] = "failure"


class Precondition(Frozen):
    """Decide about a node before it is entered (rule 3.9).

    Where `test` holds, the node is skipped, succeeds or fails; with `while` it is skipped where the test does
    not hold, also while it runs.
    """

    test: str
    gives: Literal["skip", "succeed", "fail", "while"]


class Service(Frozen):
    """Run an action block or an instant action on enter and every so often (rule 3.10).

    `every` and `jitter` are seconds.
    """

    every: NumberOrExpression
    jitter: NumberOrExpression = 0
    guard: str | None = None
    actions: ActionRows = ()
    action: str | None = None
    params: Arguments = {}


class TreeNode(NodeBase, EndLines):
    """Hold one node of a behavior tree.

    `test` is of condition and wait_until, `actions` of set and raise, `action` (with `params`) of action,
    `graph` and `arguments` of subtree, run_machine and decide. `slot` is what the parent must know. `needs`
    are the variables that a goal selector weighs.
    """

    children: tuple[str, ...] = ()
    guard: Guard | None = None
    preconditions: Annotated[tuple[Precondition, ...], Since(2)] = ()
    services: tuple[Service, ...] = ()
    slot: ChildSlot | None = None
    test: str | None = None
    actions: ActionRows = ()
    action: str | None = None
    graph: str | None = None
    arguments: Arguments = {}
    needs: Annotated[tuple[str, ...], Since(4)] = ()


class BehaviorTreeGraph(GraphBase):
    """Hold a behavior tree: its root, fragments not attached yet (`loose`), all nodes by id."""

    kind: Literal["behavior_tree"]
    root: str | None = None
    loose: tuple[str, ...] = ()
    nodes: dict[str, TreeNode] = {}
    variables: dict[str, Variable] = {}
