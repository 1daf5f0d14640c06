"""Check the form of a graph: ids, the tree rule, roots, what is in no list (one tree rule)."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.checks.rules.graph_check import GraphCheck, listed
from graphs.checks.rules.node_checks import unknown_fields
from graphs.checks.rules.noted import CIRCLES, STRUCTURE
from graphs.model.decision_tree import DecisionNode, DecisionTreeGraph
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph, StateNode
from graphs.structure.queries import (
    TOP,
    child_ids,
    cycles,
    in_document_order,
    index_of,
    parents_of,
    top_ids,
    transitions_of,
)

_BY_HAND = "Correct the lists in the file, or restore it from version control."


def check_node_form(check: GraphCheck, node_id: str) -> None:
    """Report what breaks the form of a graph at a node."""
    graph = check.graph
    node = graph.nodes[node_id]
    _check_id(check, node_id)
    if isinstance(graph, StateMachineGraph) and node_id in graph.edges:
        said = f"A node and a transition share the id {node_id!r}."
        check.report("E012", node_id, "", said, "Give one of them another id in the file.")
    for child in child_ids(node):
        if child not in graph.nodes:
            _dangling(check, node_id, "branches" if isinstance(node, DecisionNode) else "children", child)
    if isinstance(node, StateNode) and node.transitions:
        _check_transition_list(check, node_id, node.transitions)
    parents = parents_of(graph, node_id)
    if len(parents) != 1 or TOP in parents:
        _check_parents(check, node_id, parents)
    if not isinstance(node, DecisionNode) and len(node.children) > 1:
        _check_twice(check, node_id, node.children)


def check_edge_form(check: GraphCheck, edge_id: str) -> None:
    """Report what breaks the form of a machine at a transition."""
    graph = check.graph
    assert isinstance(graph, StateMachineGraph)
    edge = graph.edges[edge_id]
    if edge.model_extra:
        unknown_fields(check, edge_id, "", edge)
    _check_id(check, edge_id)
    owned = index_of(graph).owned_edges
    if edge_id not in owned.of:
        said = f"The transition {edge_id} leaves no state."
        check.report("E006", edge_id, "", said, "List it in the transitions of its source, or remove it.")
    elif edge_id in owned.shared:
        _report_sources(check, edge_id, _owners(graph, edge_id))
    for place, target in enumerate(edge.targets):
        if target not in graph.nodes:
            _dangling(check, edge_id, f"targets.{place}", target)
    if len(set(edge.targets)) < len(edge.targets):
        check.report("E005", edge_id, "targets", "A target is named twice.", "Remove one of the two.")


def check_top_form(check: GraphCheck) -> None:
    """Report what breaks the form of a graph in its own fields."""
    graph = check.graph
    unknown_fields(check, TOP, "", graph)
    if isinstance(graph, StateMachineGraph):
        if not graph.children:
            check.report("E013", TOP, "children", f"{check.name} has no states.", "Add one.")
        _check_transition_list(check, TOP, graph.transitions)
    elif graph.root is None:
        check.report(
            "E013",
            TOP,
            "root",
            f"{check.name} has no root node.",
            "Make one of the loose nodes the root." if graph.loose else "Add a node.",
        )
    tops = top_ids(graph)
    # Most often none is missing, which sets tell much sooner than a walk along a long list.
    missing = set(tops).difference(graph.nodes)
    for top in tops if missing else ():
        if top in missing:
            path = "children"
            if not isinstance(graph, StateMachineGraph):
                path = "root" if top == graph.root else "loose"
            _dangling(check, TOP, path, top)


def check_circles(check: GraphCheck) -> None:
    """Report groups of nodes that are below one another."""
    check.memo.note(CIRCLES)
    for knot in cycles(check.plain_graph):
        check.memo.note(STRUCTURE)
        check.report(
            "E002",
            knot[0],
            "branches" if isinstance(check.graph, DecisionTreeGraph) else "children",
            f"These nodes are below one another in a circle: {listed([check.title(each) for each in knot])}.",
            "Take one of them out of the other's children.",
            why="A run would never reach an end.",
        )


def _check_id(check: GraphCheck, element: str) -> None:
    if not element or "/" in element:
        said = f"The id {element!r} cannot be used: ids are not empty and hold no '/'."
        remedy = "Give it another id in the file, wherever it is named."
        check.report("E012", element, "", said, remedy, why="Paths of calls join ids by '/'.")


def _check_transition_list(check: GraphCheck, source: str, transitions: Sequence[str]) -> None:
    """Report transitions in the list of one source that are not there, or are in it twice."""
    graph = check.graph
    assert isinstance(graph, StateMachineGraph)
    seen: set[str] = set()
    for edge_id in transitions:
        if edge_id not in graph.edges:
            _dangling(check, source, "transitions", edge_id)
        elif edge_id in seen:
            _report_sources(check, edge_id, (source, source))
        seen.add(edge_id)


def _owners(graph: StateMachineGraph, edge_id: str) -> list[str]:
    """Return all sources in whose lists a transition is, in document order."""
    owners = [key for key, node in graph.nodes.items() if edge_id in node.transitions]
    top = [TOP] if edge_id in transitions_of(graph, TOP) else []
    return [*top, *in_document_order(graph, owners)]


def _report_sources(check: GraphCheck, edge_id: str, owners: Sequence[str]) -> None:
    for other in owners[1:]:
        said = f"This transition leaves both {check.title(owners[0])} and {check.title(other)}."
        check.report("E007", edge_id, "", said, _BY_HAND, why="A transition has one source.")


def _dangling(check: GraphCheck, element: str, path: str, missing: str) -> None:
    said = f"{check.title(element)} names {missing!r}, which is not in the graph."
    check.report("E003", element, path, said, "Remove the id there, or add what it names.")


def _check_parents(check: GraphCheck, node_id: str, parents: tuple[str, ...]) -> None:
    """Report a node that is in no list, in several, or among those that are not connected yet."""
    graph = check.graph
    if not isinstance(graph, StateMachineGraph):
        for _ in range(parents.count(TOP) - (graph.root == node_id)):
            said = f"{check.title(node_id)} is not connected yet."
            remedy = "Connect it, or remove it if it is not needed."
            check.report("I303", node_id, "", said, remedy, why="What is loose is saved, but never runs.")
    if not parents:
        said = f"{check.title(node_id)} stands in no list."
        check.report("E004", node_id, "", said, "Connect it, list it as loose, or remove it.")
    elif len(parents) > 1 and not _may_share(graph, parents, node_id):
        check.report(
            "E001",
            node_id,
            "",
            f"{check.title(node_id)} stands in {len(parents)} lists: "
            f"{listed([check.title(parent) for parent in parents])}.",
            _BY_HAND,
            why="Every node has one parent.",
        )


def _check_twice(check: GraphCheck, node_id: str, children: tuple[str, ...]) -> None:
    if len(set(children)) < len(children):
        twice = next(child for child in children if children.count(child) > 1)
        said = f"{check.title(node_id)} lists {check.title(twice)} twice."
        check.report("E001", node_id, "children", said, "Remove one of the two.")


def _may_share(graph: Graph, parents: tuple[str, ...], node_id: str) -> bool:
    """Tell whether several parents are merged branches of a decision tree (rule 5.3)."""
    return isinstance(graph, DecisionTreeGraph) and TOP not in parents and graph.root != node_id
