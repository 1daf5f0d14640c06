"""Find the nodes whose calls must be checked again because what they call changed."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.model.document import Document, Graph, ReferencedGraphs
from graphs.structure.queries import index_of


class RecalledNodes:
    """Hold which graphs are called something else, take other arguments, or came and went."""

    def __init__(
        self,
        old: Document,
        new: Document,
        old_referenced: ReferencedGraphs,
        referenced: ReferencedGraphs,
    ) -> None:
        self._known = new.graphs
        self._others = old.graphs.keys() != new.graphs.keys()
        self._changed = {
            one
            for one in {**old.graphs, **new.graphs}
            if old.graphs.get(one) is not new.graphs.get(one)
            and _face(old.graphs.get(one)) != _face(new.graphs.get(one))
        }
        if old_referenced is not referenced:
            self._changed.update(_changed_references(old_referenced, referenced))

    def of(self, graph: Graph) -> Iterator[str]:
        """Yield the nodes of a graph that call any of them, or a graph that is not there."""
        if not self._changed and not self._others:
            return
        for node_id, calls in index_of(graph).calls.items():
            for _, target, _ in calls:
                if target in self._changed or (self._others and target not in self._known):
                    yield node_id
                    break


def _face(graph: Graph | None) -> object:
    """Return what callers see of a graph."""
    return None if graph is None else (graph.title, graph.kind, graph.parameters)


def _changed_references(old: ReferencedGraphs, new: ReferencedGraphs) -> Iterator[str]:
    for target in {**old.graphs, **new.graphs, **old.refusals, **new.refusals}:
        same_graph = old.graphs.get(target) is new.graphs.get(target)
        if not same_graph or old.refusals.get(target) != new.refusals.get(target):
            yield target
