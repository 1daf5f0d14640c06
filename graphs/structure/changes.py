"""Find what differs between two documents that share their parts.

Parts are told apart by identity first, and what an edit touched is known for a while, so two documents a few
edits apart are compared in a time that grows with what the edits touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.basics.mapping_differences import NO_DIFFERENCE, MappingDifference, difference
from graphs.model.document import Document, Graph
from graphs.model.state_machine import StateMachineGraph


@dataclass(frozen=True, slots=True)
class GraphChange:
    """Hold what differs in one graph.

    `itself` is true when a field of the graph that is none of the mappings differs: title, root, loose,
    children, initial, transitions, parameters.
    """

    nodes: MappingDifference = NO_DIFFERENCE
    edges: MappingDifference = NO_DIFFERENCE
    layout: MappingDifference = NO_DIFFERENCE
    notes: MappingDifference = NO_DIFFERENCE
    variables: MappingDifference = NO_DIFFERENCE
    itself: bool = False

    def __bool__(self) -> bool:
        parts = (self.nodes, self.edges, self.layout, self.notes, self.variables)
        return self.itself or any(map(bool, parts))


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """Hold what differs between two documents; `graphs` has an entry for each graph in both that differs."""

    graphs: Mapping[str, GraphChange] = field(default_factory=dict)
    added_graphs: frozenset[str] = frozenset()
    removed_graphs: frozenset[str] = frozenset()
    variables: MappingDifference = NO_DIFFERENCE
    events: MappingDifference = NO_DIFFERENCE
    curves: MappingDifference = NO_DIFFERENCE
    sheets: MappingDifference = NO_DIFFERENCE
    root: bool = False

    def __bool__(self) -> bool:
        return bool(self.curves) or self.is_seen_in_graphs

    @property
    def is_seen_in_graphs(self) -> bool:
        """Tell whether a picture of a graph may differ; that is so of all but curves."""
        return bool(
            self.graphs
            or self.added_graphs
            or self.removed_graphs
            or self.variables
            or self.events
            or self.sheets
            or self.root
        )


def compare_documents(old: Document, new: Document) -> DocumentChange:
    """Return what differs between two documents."""
    if old is new:
        return DocumentChange()
    graphs = difference(old.graphs, new.graphs)
    changed = {key: compare_graphs(old.graphs[key], new.graphs[key]) for key in sorted(graphs.changed)}
    return DocumentChange(
        graphs={key: change for key, change in changed.items() if change},
        added_graphs=graphs.added,
        removed_graphs=graphs.removed,
        variables=difference(old.variables, new.variables),
        events=difference(old.events, new.events),
        curves=difference(old.curves, new.curves),
        sheets=difference(old.sheets, new.sheets),
        root=old.root != new.root,
    )


def compare_graphs(old: Graph, new: Graph) -> GraphChange:
    """Return what differs between two states of one graph."""
    if old is new:
        return GraphChange()
    old_edges = old.edges if isinstance(old, StateMachineGraph) else {}
    new_edges = new.edges if isinstance(new, StateMachineGraph) else {}
    return GraphChange(
        nodes=difference(old.nodes, new.nodes),
        edges=difference(old_edges, new_edges),
        layout=difference(old.layout, new.layout),
        notes=difference(old.notes, new.notes),
        variables=difference(old.variables, new.variables),
        itself=_differs_itself(old, new),
    )


_MAPPINGS = frozenset({"nodes", "edges", "layout", "notes", "variables"})


def _differs_itself(old: Graph, new: Graph) -> bool:
    if type(old) is not type(new) or old.model_extra != new.model_extra:
        return True
    return any(
        getattr(old, name) is not getattr(new, name) and getattr(old, name) != getattr(new, name)
        for name in type(old).model_fields
        if name not in _MAPPINGS
    )
