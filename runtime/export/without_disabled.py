"""Leave out what is disabled, where that changes nothing.

| what | becomes |
|---|---|
| a disabled node of a tree | stays, for it counts as a child; what is below it goes |
| a disabled state | goes, with all in it |
| a disabled transition, one that leads to a disabled state | goes |
| a disabled question | stays: it has no answer |

A disabled child of a random composite takes part in the draw, and one of `if_else` has its place: the node
itself can never go.
"""

from __future__ import annotations

from collections.abc import Collection

from graphs.model import BehaviorTreeGraph, Document, Graph, StateMachineGraph, StateNode
from runtime.minds.compile.row_count import enabled_states


def without_disabled(document: Document) -> Document:
    """Return the document without what is disabled; the same document where nothing is."""
    graphs: dict[str, Graph] = {}
    for graph_id, graph in document.graphs.items():
        if isinstance(graph, BehaviorTreeGraph):
            graphs[graph_id] = _of_tree(graph)
        elif isinstance(graph, StateMachineGraph):
            graphs[graph_id] = _of_machine(graph)
        else:
            graphs[graph_id] = graph
    if all(graph is document.graphs[graph_id] for graph_id, graph in graphs.items()):
        return document
    return document.model_copy(update={"graphs": graphs})


def _of_tree(graph: BehaviorTreeGraph) -> BehaviorTreeGraph:
    cut = {key: node for key, node in graph.nodes.items() if node.disabled and node.children}
    if not cut:
        return graph
    nodes = {
        key: node.model_copy(update={"children": ()}) if key in cut else node
        for key, node in graph.nodes.items()
    }
    return graph.model_copy(update={"nodes": nodes})


def _of_machine(graph: StateMachineGraph) -> StateMachineGraph:
    kept = frozenset(enabled_states(graph))
    gone = frozenset(graph.nodes) - kept
    edges = {
        key: edge for key, edge in graph.edges.items() if not edge.disabled and gone.isdisjoint(edge.targets)
    }
    if not gone and len(edges) == len(graph.edges):
        return graph
    nodes = {key: _of_state(graph.nodes[key], kept, edges.keys()) for key in graph.nodes if key in kept}
    return graph.model_copy(
        update={
            "children": tuple(one for one in graph.children if one in kept),
            "transitions": tuple(one for one in graph.transitions if one in edges),
            "nodes": nodes,
            "edges": edges,
        }
    )


def _of_state(node: StateNode, states: frozenset[str], edges: Collection[str]) -> StateNode:
    return node.model_copy(
        update={
            "children": tuple(one for one in node.children if one in states),
            "transitions": tuple(one for one in node.transitions if one in edges),
        }
    )
