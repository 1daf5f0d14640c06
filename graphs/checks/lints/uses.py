"""Gather what nodes, transitions and graphs use, kept for as long as they stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphs.basics.frozen import JsonValue
from graphs.basics.identity_cache import IdentityCache
from graphs.checks.lints.text_uses import NO_USES, Uses, any_use, shared, text_uses, united
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Graph, Node
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph
from graphs.structure.expression_places import rewritten_edge, rewritten_node


def _find_in_node(node: Node) -> Uses:
    found: list[Uses] = []

    def note(text: str) -> str:
        found.append(text_uses(text))
        return text

    rewritten_node(node, note)
    found.extend(any_use(text) for text in _texts_beside(node))
    return shared(united(found))


def _texts_beside(node: Node) -> Iterator[str]:
    """Yield what may name variables without being an expression: literals, aliases, cells of tables."""
    yield from _literals(node.params)
    yield from _literals(getattr(node, "arguments", {}))
    for part in (getattr(node, "activity", None), getattr(node, "decision", None)):
        if part is not None:
            yield from _literals(part.arguments)
    for service in getattr(node, "services", ()):
        yield from _literals(service.params)
    if isinstance(node, DecisionNode):
        for branch in node.branches:
            yield from branch.row or ()


def _literals(value: JsonValue | dict[str, JsonValue]) -> Iterator[str]:
    """Yield texts inside a JSON value, but not those of expressions, which are looked at as such."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from _literals(entry)
    elif isinstance(value, dict):
        for key, entry in value.items():
            if key != "expr" or len(value) > 1:
                yield from _literals(entry)


def _find_in_edge(edge: Edge) -> Uses:
    found: list[Uses] = [Uses(awaits=frozenset(edge.events))]

    def note(text: str) -> str:
        found.append(text_uses(text))
        return text

    rewritten_edge(edge, note)
    return shared(united(found))


node_uses: IdentityCache[Node, Uses] = IdentityCache(_find_in_node)
"""Return what a node uses, disabled or not."""

edge_uses: IdentityCache[Edge, Uses] = IdentityCache(_find_in_edge)
"""Return what a transition uses, disabled or not."""


def initial_uses(graph: Graph) -> Uses:
    """Return what a machine uses as it begins."""
    if not isinstance(graph, StateMachineGraph) or not isinstance(graph.initial, InitialTransition):
        return NO_USES
    return united(map(text_uses, graph.initial.actions))


def _find_in_graph(graph: Graph) -> Uses:
    parts = [initial_uses(graph), *map(node_uses, graph.nodes.values())]
    if isinstance(graph, StateMachineGraph):
        parts.extend(map(edge_uses, graph.edges.values()))
    return all_uses(parts)


def all_uses(parts: Iterable[Uses]) -> Uses:
    """Return all uses of many parts together; most are the same few, which `shared` makes the very same."""
    apart = {id(part): part for part in parts}.values()
    return Uses(
        frozenset().union(*(part.reads for part in apart)),
        frozenset().union(*(part.writes for part in apart)),
        frozenset().union(*(part.raises for part in apart)),
        frozenset().union(*(part.sends for part in apart)),
        frozenset().union(*(part.awaits for part in apart)),
    )


graph_uses: IdentityCache[Graph, Uses] = IdentityCache(_find_in_graph)
"""Return what all nodes and transitions of a graph use."""
