"""Check the form of a graph: ids, the tree rule, roots, what stands in no list (DESIGN, one tree rule)."""

from __future__ import annotations

from graphs.model.decision_tree import DecisionNode, DecisionTreeGraph
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.queries import TOP, child_ids, cycles, index_of, parents_of, top_ids, transitions_of
from graphs.validation.graph_check import GraphCheck, listed

_BY_HAND = "Correct the lists in the file, or restore it from version control."


def check_structure(check: GraphCheck) -> None:
    """Report what breaks the form of a graph."""
    _check_ids(check)
    _check_roots(check)
    _check_lists(check)
    _check_parents(check)
    for knot in cycles(check.graph):
        check.report(
            "E002",
            knot[0],
            "branches" if isinstance(check.graph, DecisionTreeGraph) else "children",
            f"These nodes are below one another in a circle: {listed([check.title(one) for one in knot])}.",
            "Take one of them out of the other's children.",
            why="A run would never reach an end.",
        )


def _check_ids(check: GraphCheck) -> None:
    graph = check.graph
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    for element in (*graph.nodes, *edges):
        if not element or "/" in element:
            check.report(
                "E012",
                element,
                "",
                f"The id {element!r} cannot be used: ids are not empty and hold no '/'.",
                "Give it another id in the file, wherever it is named.",
                why="Paths of calls join ids by '/'.",
            )
    for element in sorted(set(graph.nodes) & set(edges)):
        check.report(
            "E012",
            element,
            "",
            f"A node and a transition share the id {element!r}.",
            "Give one of them another id in the file.",
        )


def _check_roots(check: GraphCheck) -> None:
    graph = check.graph
    if isinstance(graph, StateMachineGraph):
        if not graph.children:
            check.report("E013", TOP, "children", f"{check.name} has no states.", "Add one.")
        return
    if graph.root is None:
        check.report(
            "E013",
            TOP,
            "root",
            f"{check.name} has no root node.",
            "Make one of the loose nodes the root." if graph.loose else "Add a node.",
        )
    for one in graph.loose:
        if one in graph.nodes:
            check.report(
                "I303",
                one,
                "",
                f"{check.title(one)} is not connected yet.",
                "Connect it, or remove it if it is not needed.",
                why="What is loose is saved, but never runs.",
            )


def _check_lists(check: GraphCheck) -> None:
    """Report ids in lists that name nothing."""
    graph = check.graph
    for one in top_ids(graph):
        if one not in graph.nodes:
            path = "children"
            if not isinstance(graph, StateMachineGraph):
                path = "root" if one == graph.root else "loose"
            _dangling(check, TOP, path, one)
    for node_id, node in graph.nodes.items():
        for child in child_ids(node):
            if child not in graph.nodes:
                _dangling(check, node_id, "branches" if isinstance(node, DecisionNode) else "children", child)
    if isinstance(graph, StateMachineGraph):
        _check_transition_lists(check, graph)


def _check_transition_lists(check: GraphCheck, graph: StateMachineGraph) -> None:
    seen: dict[str, str] = {}
    for source in (TOP, *index_of(graph).order):
        for edge_id in transitions_of(graph, source):
            if edge_id not in graph.edges:
                _dangling(check, source, "transitions", edge_id)
            elif edge_id in seen:
                check.report(
                    "E007",
                    edge_id,
                    "",
                    f"This transition leaves both {check.title(seen[edge_id])} and {check.title(source)}.",
                    _BY_HAND,
                    why="A transition has one source.",
                )
            seen.setdefault(edge_id, source)
    for edge_id, edge in graph.edges.items():
        if edge_id not in seen:
            check.report(
                "E006",
                edge_id,
                "",
                f"The transition {edge_id} leaves no state.",
                "List it in the transitions of its source, or remove it.",
            )
        for place, target in enumerate(edge.targets):
            if target not in graph.nodes:
                _dangling(check, edge_id, f"targets.{place}", target)
        if len(set(edge.targets)) < len(edge.targets):
            check.report("E005", edge_id, "targets", "A target is named twice.", "Remove one of the two.")


def _dangling(check: GraphCheck, element: str, path: str, missing: str) -> None:
    check.report(
        "E003",
        element,
        path,
        f"{check.title(element)} names {missing!r}, which is not in the graph.",
        "Remove the id there, or add what it names.",
    )


def _check_parents(check: GraphCheck) -> None:
    graph = check.graph
    for node_id, node in graph.nodes.items():
        parents = parents_of(graph, node_id)
        if not parents:
            check.report(
                "E004",
                node_id,
                "",
                f"{check.title(node_id)} stands in no list.",
                "Connect it, list it as loose, or remove it.",
            )
        elif len(parents) > 1 and not _may_share(graph, parents, node_id):
            check.report(
                "E001",
                node_id,
                "",
                f"{check.title(node_id)} stands in {len(parents)} lists: "
                f"{listed([check.title(one) for one in parents])}.",
                _BY_HAND,
                why="Every node has one parent.",
            )
        if not isinstance(node, DecisionNode):
            _check_twice(check, node_id, node.children)


def _check_twice(check: GraphCheck, node_id: str, children: tuple[str, ...]) -> None:
    if len(set(children)) < len(children):
        twice = next(one for one in children if children.count(one) > 1)
        check.report(
            "E001",
            node_id,
            "children",
            f"{check.title(node_id)} lists {check.title(twice)} twice.",
            "Remove one of the two.",
        )


def _may_share(graph: Graph, parents: tuple[str, ...], node_id: str) -> bool:
    """Tell whether several parents are merged branches of a decision tree (SEMANTICS 5.3)."""
    return isinstance(graph, DecisionTreeGraph) and TOP not in parents and graph.root != node_id
