"""Say which branches of a graph have nothing going on, to be shown folded while it runs. Qt-free, pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from graphs.model import Document, Graph, StateMachineGraph
from graphs.model.graph_parts import Layout
from graphs.structure.queries import ancestors, child_ids, source_of, top_ids

NOTHING: frozenset[str] = frozenset()


def idle_branches(
    graph: Graph, busy: Collection[str], seen: Collection[str] = (), held: Collection[str] = ()
) -> frozenset[str] | None:
    """Return the topmost nodes with children that are not busy and have nothing busy below them.

    The root of a tree and fragments stay open, and so do branches that hold something of `seen` (nodes and
    transitions) and the nodes `held` with what is around them. None where nothing at all is busy: the graph
    does not run. The work grows with what is busy and what is to be seen, not with the graph.
    """
    nodes = graph.nodes
    running = _with_above(graph, (node for node in busy if node in nodes))
    if not running:
        return None
    shown = (above for node in _states_of(graph, seen) for above in ancestors(graph, node))
    open_ = running | set(shown) | _with_above(graph, (node for node in held if node in nodes))
    is_machine = isinstance(graph, StateMachineGraph)
    folded: set[str] = set()
    stack = list(top_ids(graph)) if is_machine else [top for top in top_ids(graph)[:1] if top in open_]
    while stack:
        node = stack.pop()
        below = [child for child in child_ids(nodes[node]) if child in nodes] if node in nodes else []
        if node in open_:
            stack += below
        elif below:
            folded.add(node)
    return frozenset(folded)


def with_folded(document: Document, graph_id: str, folded: Collection[str]) -> Document:
    """Return a document in which these nodes of a graph are folded; the very same where none is."""
    graph = document.graphs.get(graph_id)
    if graph is None:
        return document
    fresh = [node for node in folded if node in graph.nodes and not _is_folded(graph, node)]
    if not fresh:
        return document
    entries = {
        node: graph.layout.get(node, Layout()).model_copy(update={"collapsed": True}) for node in fresh
    }
    layout: Mapping[str, Layout] = {**graph.layout, **entries}
    changed = graph.model_copy(update={"layout": layout})
    return document.model_copy(update={"graphs": {**document.graphs, graph_id: changed}})


def _is_folded(graph: Graph, node: str) -> bool:
    entry = graph.layout.get(node)
    return entry is not None and entry.collapsed


def _with_above(graph: Graph, nodes: Iterable[str]) -> set[str]:
    """Return some nodes with all that are above them."""
    found: set[str] = set()
    for node in nodes:
        if node not in found:
            found.add(node)
            found.update(ancestors(graph, node))
    return found


def _states_of(graph: Graph, elements: Collection[str]) -> set[str]:
    """Return the nodes among some elements, and the states that transitions among them leave."""
    nodes = {element for element in elements if element in graph.nodes}
    if isinstance(graph, StateMachineGraph):
        sources = (source_of(graph, element) for element in elements if element in graph.edges)
        nodes |= {source for source in sources if source}
    return nodes
