"""List what is found out about a graph by the rules, each as a function of one element.

A function returns problems, or a fact that others read. What it reads is noted, so that it is asked again
only when that changed (`graphs.checks.rules.memo`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from graphs.basics.mapping_differences import difference
from graphs.checks.rules.behavior_tree_checks import check_tree_node
from graphs.checks.rules.call_checks import check_calls
from graphs.checks.rules.decision_checks import check_question
from graphs.checks.rules.declaration_checks import check_graph_declarations, check_graph_id
from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.memo import ALL, Cell
from graphs.checks.rules.mood_checks import check_moods
from graphs.checks.rules.node_checks import check_node
from graphs.checks.rules.problem import Problem
from graphs.checks.rules.reached_states import check_reached, has_several_resting, state_links, tree_links
from graphs.checks.rules.state_checks import check_names, check_start, check_state, has_name
from graphs.checks.rules.structure_checks import (
    check_circles,
    check_edge_form,
    check_node_form,
    check_top_form,
)
from graphs.checks.rules.transition_checks import check_group, check_transition
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.model.document import Graph
from graphs.model.state_machine import Edge, StateMachineGraph, StateNode
from graphs.structure.queries import TOP, beginnings, in_document_order, index_of, transitions_of

Problems = tuple[Problem, ...]
Names = dict[str, None]
"""A set of ids in the order they were added."""

DECLARED = "declarations"

NAMES: Cell = ("names", ALL)
"""The cell for which states have which names."""
GROUPS: Cell = ("groups", ALL)
"""The cell for which transitions are in which weighted groups."""

OF_NODES = ("node", "reach")
OF_EDGES = ("edge",)
OF_GRAPH = ("top", "circles", "start", "names", "groups", DECLARED)
"""What finds problems: of each node, each transition, the graph as a whole."""


def find_links(check: GraphCheck, element: str) -> tuple[str, ...]:
    """Return the nodes that a node, or the graph for `TOP`, leads to."""
    graph = check.graph
    links = (
        state_links(graph, element) if isinstance(graph, StateMachineGraph) else tree_links(graph, element)
    )
    return tuple(dict.fromkeys(link for link in links if link in graph.nodes))


def find_reached(check: GraphCheck, _: str) -> frozenset[str]:
    """Return the nodes that can be reached from the graph itself."""
    found: set[str] = set()
    cells, waiting = [], [TOP]
    while waiting:
        cell = ("links", waiting.pop())
        cells.append(cell)
        links: tuple[str, ...] = check.memo.settle(cell)  # type: ignore[assignment]
        further = [link for link in links if link not in found]
        found.update(further)
        waiting.extend(further)
    check.memo.note_all(cells)
    return frozenset(found)


def begins(check: GraphCheck, _: str) -> bool:
    """Tell whether a machine begins anywhere."""
    return bool(beginnings(_machine(check)))


def find_in_node(check: GraphCheck, element: str) -> Problems:
    """Return the problems of a node."""
    if element not in check.graph.nodes:
        return ()
    return check.found_by(check_node_form, check_node, check_calls, _check_of_kind, of=element)


def _check_of_kind(check: GraphCheck, node_id: str) -> None:
    graph = check.graph
    if isinstance(graph, StateMachineGraph):
        check_state(check, graph, node_id)
    elif isinstance(graph, BehaviorTreeGraph):
        check_tree_node(check, graph, node_id)
    elif isinstance(graph, DecisionTreeGraph):
        check_question(check, graph, node_id)


def find_in_edge(check: GraphCheck, element: str) -> Problems:
    """Return the problems of a transition."""
    if element not in _machine(check).edges:
        return ()
    return check.found_by(check_edge_form, check_transition, of=element)


def find_declared(check: GraphCheck, element: str) -> Problems:
    """Return the problems of a graph's id, variables and parameters."""

    def declared(check: GraphCheck, _: str) -> None:
        check_graph_id(check.graph_id, check.findings)
        check_graph_declarations(check.graph_id, check.graph, check.findings)

    return check.found_by(declared, of=element)


def find_at_top(check: GraphCheck, element: str) -> Problems:
    """Return the problems of a graph's own fields."""
    return check.found_by(lambda check, _: check_top_form(check), of=element)


def find_circles(check: GraphCheck, element: str) -> Problems:
    """Return the circles of nodes that are below one another."""
    return check.found_by(lambda check, _: check_circles(check), of=element)


def find_at_start(check: GraphCheck, element: str) -> Problems:
    """Return the problems of where a machine begins; one with moods begins in that of the largest share."""

    def start(check: GraphCheck, _: str) -> None:
        graph = _machine(check)
        if graph.moods is None:
            check_start(check, graph)
        else:
            check_moods(check, graph, graph.moods)

    return check.found_by(start, of=element)


def find_shared_names(check: GraphCheck, element: str) -> Problems:
    """Return the states that share a name with others."""
    check.memo.note(NAMES)
    named: dict[str, Names] = {}
    for node_id, node in cast(StateMachineGraph, check.plain_graph).nodes.items():
        if has_name(node):
            named.setdefault(node.name, {})[node_id] = None

    def shared(check: GraphCheck, _: str) -> None:
        for name, members in sorted(named.items()):
            if len(members) > 1:
                check_names(check, name, in_document_order(check.graph, members))

    return check.found_by(shared, of=element)


def find_uneven_groups(check: GraphCheck, element: str) -> Problems:
    """Return the members of weighted groups that differ from the first."""
    check.memo.note(GROUPS)
    groups: dict[str, Names] = {}
    for edge_id, edge in cast(StateMachineGraph, check.plain_graph).edges.items():
        if edge.group is not None:
            groups.setdefault(edge.group, {})[edge_id] = None

    def uneven(check: GraphCheck, _: str) -> None:
        graph = _machine(check)
        for name, members in sorted(groups.items()):
            check_group(check, graph, name, _edges_in_order(graph, members))

    return check.found_by(uneven, of=element)


def find_unreached(check: GraphCheck, element: str) -> Problems:
    """Return whether a state can neither be reached nor left."""
    if element not in check.graph.nodes:
        return ()
    return check.found_by(lambda check, state: check_reached(check, _machine(check), state), of=element)


Function = Callable[[GraphCheck, str], object]

_FACTS: Mapping[str, Function] = {"links": find_links, "reached": find_reached}
TREE_RULES: Mapping[str, Function] = {
    **_FACTS,
    "node": find_in_node,
    "top": find_at_top,
    "circles": find_circles,
    DECLARED: find_declared,
}
MACHINE_RULES: Mapping[str, Function] = {
    **_FACTS,
    "crowd": lambda check, box: has_several_resting(_machine(check), box),
    "begins": begins,
    "node": find_in_node,
    "edge": find_in_edge,
    "top": find_at_top,
    "circles": find_circles,
    "start": find_at_start,
    "names": find_shared_names,
    "groups": find_uneven_groups,
    "reach": find_unreached,
    DECLARED: find_declared,
}
"""The functions by the kind of what they find, those first that others ask."""


def changes_of_membership(old: Graph, new: Graph) -> Iterator[Cell]:
    """Yield the cells for names and groups where others have them in a later state of a machine."""
    if not (isinstance(old, StateMachineGraph) and isinstance(new, StateMachineGraph)):
        return
    nodes, edges = difference(old.nodes, new.nodes).touched, difference(old.edges, new.edges).touched
    if any(_name(old.nodes.get(node_id)) != _name(new.nodes.get(node_id)) for node_id in nodes):
        yield NAMES
    if any(_group(old.edges.get(edge_id)) != _group(new.edges.get(edge_id)) for edge_id in edges):
        yield GROUPS


def _name(node: StateNode | None) -> str | None:
    return node.name if node is not None and has_name(node) else None


def _group(edge: Edge | None) -> str | None:
    return None if edge is None else edge.group


def _machine(check: GraphCheck) -> StateMachineGraph:
    graph = check.graph
    assert isinstance(graph, StateMachineGraph)
    return graph


def _edges_in_order(graph: StateMachineGraph, edges: Iterable[str]) -> list[str]:
    """Return some transitions in document order: by their sources, then as those list them."""
    sources = index_of(graph).sources
    by_source: dict[str, Names] = {}
    unowned = []
    for edge_id in edges:
        source = sources.get(edge_id)
        if source is None:
            unowned.append(edge_id)
        else:
            by_source.setdefault(source, {})[edge_id] = None
    order = in_document_order(graph, by_source)
    if TOP in by_source:
        order.insert(0, TOP)
    listed = [
        edge_id
        for source in order
        for edge_id in dict.fromkeys(transitions_of(graph, source))
        if edge_id in by_source[source]
    ]
    return [*listed, *sorted(unowned)]
