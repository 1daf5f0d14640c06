"""Hold two versions of a document side by side: what differs, line by line and graph by graph. Without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from editor.comparison.union_graph import union_document
from graphs.difference.difference import Difference
from graphs.difference.difference_text import difference_lines, difference_summary
from graphs.difference.document_difference import document_difference
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document

FEW = 400
"""Comparisons of no more nodes than this are made at once."""

_MARKS = {"added": "added", "removed": "removed", "moved": "moved", "placed": "moved"}


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """Hold one line of the list: what it says, its mark, and where it is; `graph` "" is the document."""

    mark: str
    text: str
    graph: str
    element: str


@dataclass(frozen=True, eq=False)
class Comparison:
    """Compare `old` with `new`; the titles say what they are: "saved version", "now"."""

    old: Document
    new: Document
    old_title: str
    new_title: str
    registry: Registry

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Return what differs, in the order of a review."""
        return document_difference(self.old, self.new)

    @cached_property
    def rows(self) -> tuple[ComparedRow, ...]:
        """Return a line for each difference."""
        lines = difference_lines(self.differences, self.old, self.new, self.registry)
        return tuple(
            ComparedRow(_mark_of(one), line, one.place.graph, one.place.element)
            for one, line in zip(self.differences, lines, strict=True)
        )

    @cached_property
    def graphs(self) -> tuple[str, ...]:
        """Return the graphs in which something differs, in the order of the lines."""
        return tuple(dict.fromkeys(row.graph for row in self.rows if row.graph))

    @cached_property
    def union(self) -> Document:
        """Return a document that holds everything of both versions."""
        return union_document(self.old, self.new)

    @property
    def size(self) -> int:
        """Return how many nodes both versions have together: what comparing takes grows with it."""
        return sum(len(graph.nodes) for one in (self.old, self.new) for graph in one.graphs.values())

    def prepare(self) -> None:
        """Work out everything that is asked later; it may be done in a thread."""
        _ = self.rows, self.graphs, self.union

    @property
    def summary(self) -> str:
        """Return in half a line how much differs."""
        return difference_summary(self.differences)

    def of_graph(self, graph_id: str) -> tuple[Difference, ...]:
        """Return what differs in one graph."""
        return tuple(one for one in self.differences if one.place.graph == graph_id)

    def title_of(self, graph_id: str) -> str:
        """Return the title of a graph of either version."""
        graph = self.new.graphs.get(graph_id) or self.old.graphs.get(graph_id)
        return (graph.title or graph_id) if graph is not None else graph_id


def _mark_of(one: Difference) -> str:
    if one.part == "branch":
        return "changed"
    return _MARKS.get(one.what, "changed")
