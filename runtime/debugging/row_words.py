"""Name the rows of a program as the designer knows them."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.kinds.registry import Registry
from graphs.kinds.titles import node_line, node_title
from graphs.model import Document, Graph, Node, StateMachineGraph
from graphs.validation.places import element_text
from runtime.program.program import Program
from runtime.program.rows import RowFamily
from runtime.state_machines.state_rows import StateRow
from runtime.state_machines.transition_rows import TransitionRow

_TOLD_BY_THEIR_TEST = frozenset({"condition", "wait_until", "test", "ranges", "switch"})
"""Kinds of nodes of which a mind has many with the same title, told apart by what they ask."""


def element_title(document: Document, graph_id: str, element: str, registry: Registry) -> str:
    """Return the title of a node, state or transition; the id of one that the document has no more."""
    graph = document.graphs.get(graph_id)
    if graph is None:
        return element
    node = graph.nodes.get(element)
    if node is None:
        return element_text(document, graph, element, registry)
    return _told_apart(document, graph, node, registry)


@dataclass(frozen=True)
class RowWords:
    """Give the titles that the rows of a program have in its document."""

    program: Program
    document: Document
    registry: Registry

    def title(self, row: int) -> str:
        """Return the title of a node or state, "Patrol → Chase" for a transition, of a graph its title."""
        one = self.program.rows[row]
        if isinstance(one, TransitionRow):
            return self._transition(one)
        graph = self.document.graphs.get(one.graph)
        if graph is None:
            return one.node or one.graph
        node = graph.nodes.get(one.node)
        if node is None:
            return graph.title or one.graph
        return _told_apart(self.document, graph, node, self.registry)

    def quoted(self, row: int) -> str:
        """Return the title between quotation marks."""
        return f"'{self.title(row)}'"

    def guard(self, row: int) -> str:
        """Return the text of a transition's guard, "" for none."""
        graph = self.document.graphs.get(self.program.rows[row].graph)
        if not isinstance(graph, StateMachineGraph):
            return ""
        edge = graph.edges.get(self.program.rows[row].node)
        return (edge.guard or "") if edge is not None else ""

    def _transition(self, row: TransitionRow) -> str:
        targets = " and ".join(self.title(target.index) for target in row.targets)
        return f"{self._source(row)} → {targets or 'no other state'}"

    def _source(self, row: TransitionRow) -> str:
        source = row.source
        if isinstance(source, StateRow):
            return self.title(source.index)
        return "any state" if source.family is RowFamily.MACHINE else self.title(source.index)


def _told_apart(document: Document, graph: Graph, node: Node, registry: Registry) -> str:
    """Return the title of a node, with what it asks where many have the same."""
    title = node_title(node, graph.kind, registry, document)
    if node.title or node.kind not in _TOLD_BY_THEIR_TEST:
        return title
    line = node_line(node, graph.kind, registry, document)
    return f"{title} ({line})" if line else title
