"""Add and remove entries in the list of branches of a decision node."""

from __future__ import annotations

from graphs.edits.attaching import as_loose
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, need_node, put, with_graph, with_node
from graphs.model.decision_tree import Branch, DecisionNode
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import parents_of

BRANCHING_KINDS = ("ranges", "switch", "first_of", "random", "table")
"""Questions that can have any number of branches; a test has its two, a called tree none."""


def add_branch(document: Document, graph_id: str, node_id: str) -> Document:
    """Add an empty branch to a question, before the one that takes what is left over.

    A branch of `ranges` gets a bound behind the last one. Raises `EditRefused` for a node that takes none.
    """
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    if not isinstance(node, DecisionNode) or node.kind not in BRANCHING_KINDS:
        raise EditRefused("This node takes no more branches.", "Add a question that does.")
    last = len(node.branches)
    place, branch = last, Branch()
    if node.kind == "ranges":
        bounds = [one.upto for one in node.branches if one.upto is not None]
        branch = Branch(upto=bounds[-1] + 1 if bounds else 0)
        place = last - 1 if node.branches and node.branches[-1].upto is None else last
    elif node.branches and node.branches[-1].else_:
        place = last - 1
    branches = (*node.branches[:place], branch, *node.branches[place:])
    return with_graph(document, graph_id, with_node(graph, node_id, put(node, branches=branches)))


def remove_branch(document: Document, graph_id: str, node_id: str, index: int) -> Document:
    """Remove one branch of a question; its child becomes a loose fragment where nothing else leads to it.

    Raises `EditRefused` for a branch that is not there, and for one of a test, which needs both.
    """
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    if not isinstance(node, DecisionNode) or not 0 <= index < len(node.branches):
        raise EditRefused("This branch is no longer there.", "Choose another one.")
    if node.kind == "test":
        raise EditRefused("A test has a branch for true and one for false.", "Take the child off instead.")
    child = node.branches[index].child
    branches = (*node.branches[:index], *node.branches[index + 1 :])
    changed = with_node(graph, node_id, put(node, branches=branches))
    if child is not None and child in changed.nodes and not parents_of(changed, child):
        assert not isinstance(changed, StateMachineGraph)
        changed = as_loose(changed, child)
    return with_graph(document, graph_id, changed)
