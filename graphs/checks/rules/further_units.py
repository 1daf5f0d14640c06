"""Let others, such as the lints, add their own units to the check of a document."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from graphs.checks.rules.problem_board import Problems, Unit
from graphs.checks.rules.touched_elements import Touched
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document, Graph


@dataclass(frozen=True, slots=True)
class GraphUpdate:
    """Hold two states of a graph with their documents, and what an edit touched between them.

    Without an `old` state everything is new, and `touched` holds all there is. `recalled` nodes call a graph
    that is called something else, or came or went.
    """

    document: Document
    graph: Graph
    old_document: Document | None
    old: Graph | None
    touched: Touched
    recalled: Collection[str] = ()


class FurtherUnits(Protocol):
    """Find more problems of one graph, and again at the cost of what changed.

    Units must not have the names of the check's own. What was found before and is not yielded again stays.
    """

    def update(self, update: GraphUpdate) -> Iterator[tuple[Unit, Problems] | None]:
        """Yield each unit that was made again with what it found, or None for a pause; take little time."""


class FurtherChecks(Protocol):
    """Make the further units of a document's graphs."""

    def of_graph(self, graph_id: str, kind: GraphKind, registry: Registry) -> FurtherUnits:
        """Return the units of a graph that is checked for the first time."""

    def of_document(
        self, document: Document, registry: Registry, units: Mapping[str, FurtherUnits]
    ) -> Problems:
        """Return what is to be said of the document beside its graphs, once all of these are up to date."""
