"""What holds for every document that edits alone have made."""

from __future__ import annotations

from collections import Counter

from graphs.model import DecisionNode, DecisionTreeGraph, Document, Graph, StateMachineGraph
from graphs.structure.queries import TOP, child_ids, initial_targets, top_ids, walk
from graphs.structure.references import references_in


def broken_invariants(document: Document) -> list[str]:
    """Return what does not hold, in words; an empty list for a sound document."""
    broken: list[str] = []
    for graph_id, graph in document.graphs.items():
        broken += [f"{graph_id}: {text}" for text in _broken_in(graph)]
        for reference in references_in(graph, graph_id):
            if not reference.external and reference.target not in document.graphs:
                broken.append(f"{graph_id}: {reference.node} calls {reference.target}")
    if document.root is not None and document.root not in document.graphs:
        broken.append("the root graph is gone")
    return broken


def _broken_in(graph: Graph) -> list[str]:
    broken = []
    listed: Counter[str] = Counter(top_ids(graph))
    for node_id, node in graph.nodes.items():
        children = child_ids(node)
        listed.update(children)
        broken += [f"{node_id} lists {entry}" for entry in children if entry not in graph.nodes]
        if not isinstance(node, DecisionNode) and len(set(children)) < len(children):
            broken.append(f"{node_id} lists a child twice")
    for node_id in graph.nodes:
        shared = isinstance(graph, DecisionTreeGraph) and node_id not in top_ids(graph)
        if listed[node_id] != 1 and not (shared and listed[node_id] > 1):
            broken.append(f"{node_id} stands in {listed[node_id]} lists")
    broken += [f"the top list names {each}" for each in top_ids(graph) if each not in graph.nodes]
    if set(walk(graph, top_ids(graph))) != set(graph.nodes):
        broken.append("some nodes are not reached from the top")
    known = set(graph.nodes) | {TOP}
    if isinstance(graph, StateMachineGraph):
        known |= set(graph.edges)
        broken += _broken_transitions(graph)
    broken += [f"the layout places {item}" for item in graph.layout if item not in known]
    return broken


def _broken_transitions(graph: StateMachineGraph) -> list[str]:
    broken = []
    listed = Counter(graph.transitions)
    for node in graph.nodes.values():
        listed.update(node.transitions)
    broken += [f"a list names the transition {each}" for each in listed if each not in graph.edges]
    broken += [f"{item} stands in {listed[item]} lists" for item in graph.edges if listed[item] != 1]
    for edge_id, edge in graph.edges.items():
        broken += [f"{edge_id} leads to {entry}" for entry in edge.targets if entry not in graph.nodes]
    owners = [(TOP, graph.initial, graph.children)]
    owners += [(key, node.initial, node.children) for key, node in graph.nodes.items()]
    for owner, initial, children in owners:
        broken += [
            f"{owner} begins at {value}" for value in initial_targets(initial) if value not in children
        ]
    for node_id, node in graph.nodes.items():
        broken += [
            f"{node_id} defaults to {thing}"
            for thing in initial_targets(node.default)
            if thing not in graph.nodes
        ]
    return broken
