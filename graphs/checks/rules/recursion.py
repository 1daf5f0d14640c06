"""Find calls by which a graph calls itself, by whatever way round (rule 6.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from graphs.basics.identity_cache import IdentityCache
from graphs.model.document import Document, Graph
from graphs.structure.queries import index_of

Recursive = frozenset[tuple[str, str]]
"""Calls that lead back to their graph: the node and its field."""


def recursion_in(document: Document) -> Mapping[str, Recursive]:
    """Return the calls of each graph that lead back to it; graphs without such calls are left out."""
    callees = {graph_id: _callees(graph) for graph_id, graph in document.graphs.items()}
    found: dict[str, Recursive] = {}
    for graph_id in document.graphs:
        back = {one for one in callees[graph_id] if one == graph_id or _leads_to(one, graph_id, callees)}
        if back:
            calls = index_of(document.graphs[graph_id]).calls
            found[graph_id] = frozenset(
                (node, field) for node, own in calls.items() for field, target, _ in own if target in back
            )
    return found


def _find_callees(graph: Graph) -> frozenset[str]:
    return frozenset(target for own in index_of(graph).calls.values() for _, target, _ in own)


_callees: IdentityCache[Graph, frozenset[str]] = IdentityCache(_find_callees)


def _leads_to(start: str, goal: str, callees: Mapping[str, Collection[str]]) -> bool:
    waiting, seen = [start], {start}
    while waiting:
        for one in callees.get(waiting.pop(), ()):
            if one == goal:
                return True
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    return False
