"""Duplicate nodes together with what leads to them."""

from __future__ import annotations

from collections.abc import Collection

from graphs.edits.clipboard import duplicate, topmost
from graphs.edits.edit_calls import edit
from graphs.edits.replacing import (
    need_graph,
    need_node,
    new_element_id,
    put,
    with_edge,
    with_graph,
    with_node,
    with_transitions,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.decision_tree import DecisionNode, DecisionTreeGraph
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, edges_into, parents_of, source_of, transitions_of, walk
from graphs.structure.rules import may_add_child


@edit
def duplicate_with_incoming(
    document: Document,
    graph_id: str,
    ids: Collection[str],
    registry: Registry,
    offset: tuple[float, float] = (32, 32),
) -> tuple[Document, tuple[str, ...]]:
    """Copy nodes beside themselves and let what leads to them lead to the copies as well.

    In a machine each transition that comes from outside of the copied states gets a copy, right after
    itself, into the copy of its target. In a decision tree each branch does, if the question has room; a
    behavior tree's copies stand beside their originals anyway. Returns the document and the copies' tops.
    """
    graph = need_graph(document, graph_id)
    for key in ids:
        need_node(graph, key)
    tops = topmost(graph, list(ids))
    document, copies = duplicate(document, graph_id, tops, registry, offset)
    changed = document.graphs[graph_id]
    if isinstance(graph, StateMachineGraph) and isinstance(changed, StateMachineGraph):
        pairs = dict(zip(_all_below(graph, tops), _all_below(changed, copies), strict=True))
        return with_graph(document, graph_id, _with_incoming(graph, changed, pairs)), copies
    if isinstance(graph, DecisionTreeGraph):
        for top, copy in zip(tops, copies, strict=True):
            document = _with_branches(document, graph_id, graph, top, copy, registry)
    return document, copies


def _all_below(graph: StateMachineGraph, tops: Collection[str]) -> list[str]:
    return [below for top in tops for below in walk(graph, (top,))]


def _with_incoming(
    graph: StateMachineGraph, changed: StateMachineGraph, pairs: dict[str, str]
) -> StateMachineGraph:
    incoming = dict.fromkeys(edge for key in pairs for edge in edges_into(graph, key))
    for edge_id in incoming:
        source = source_of(graph, edge_id)
        if source is None or source in pairs:
            continue
        edge = graph.edges[edge_id]
        new = new_element_id(changed)
        targets = tuple(pairs.get(target, target) for target in edge.targets)
        changed = with_edge(changed, new, put(edge, targets=targets, else_=False))
        row = transitions_of(changed, source)
        place = row.index(edge_id) + 1
        changed = with_transitions(changed, source, (*row[:place], new, *row[place:]))
    return changed


def _with_branches(
    document: Document, graph_id: str, graph: DecisionTreeGraph, top: str, copy: str, registry: Registry
) -> Document:
    """Let each question that leads to a node lead to its copy too, and the copy stand nowhere else."""
    current = document.graphs[graph_id]
    assert isinstance(current, DecisionTreeGraph)
    for parent in parents_of(graph, top):
        node = current.nodes.get(parent)
        if not isinstance(node, DecisionNode):
            continue
        if copy in {branch.child for branch in node.branches}:
            current = with_node(current, parent, _with_what_decides(node, top, copy))
        elif parent != TOP and may_add_child(document, graph_id, parent, registry).ok:
            original = next(branch for branch in node.branches if branch.child == top)
            branches = (*node.branches, put(original, child=copy, else_=False))
            current = with_node(current, parent, put(node, branches=branches))
            if copy in current.loose:
                loose = tuple(each for each in current.loose if each != copy)
                layout = {key: entry for key, entry in current.layout.items() if key != copy}
                current = put(current, loose=loose, layout=layout)
        document = with_graph(document, graph_id, current)
    return document


def _with_what_decides(node: DecisionNode, top: str, copy: str) -> DecisionNode:
    """Return the question whose branch to the copy has what the branch to the original has."""
    original = next(branch for branch in node.branches if branch.child == top)
    branches = tuple(
        put(original, child=copy, else_=False) if branch.child == copy else branch for branch in node.branches
    )
    return put(node, branches=branches)
