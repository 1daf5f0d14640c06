"""Expand what is short for other nodes and states, so that it runs everywhere as these do (section 10)."""

from __future__ import annotations

from graphs.model import BehaviorTreeGraph, Document, Graph, StateMachineGraph
from graphs.model.document import with_graphs
from runtime.minds.expansion.goal_trees import GOAL_KINDS, expanded_tree
from runtime.minds.expansion.mood_machines import expanded_machine
from runtime.minds.expansion.place_trees import PLACE_KINDS, with_questions


def expanded(document: Document) -> Document:
    """Return the document with plain nodes and states in place of what is short; the very same without any.

    Short are goals, moods and questions for places.
    What stays keeps its id, so that a run shows on it. What is added has ids with `~`, which no document has.
    """
    graphs = {graph_id: _graph(document, graph) for graph_id, graph in document.graphs.items()}
    return with_graphs(document, graphs)


def _graph(document: Document, graph: Graph) -> Graph:
    if isinstance(graph, StateMachineGraph) and graph.moods is not None:
        return expanded_machine(graph, graph.moods)
    if isinstance(graph, BehaviorTreeGraph):
        kinds = {node.kind for node in graph.nodes.values()}
        if kinds & PLACE_KINDS:
            graph = with_questions(graph, document.curves)
        if kinds & GOAL_KINDS:
            graph = expanded_tree(graph, document.variables)
    return graph
