"""Keep what was worked out for a graph, for as long as all it was made of stays the very same."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from graphs.model.document import Document, Graph
from graphs.references import references_in

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _Entry(Generic[Result]):
    """Hold one result with what it was made of; the objects are held, so that none is taken for another."""

    graph: weakref.ref[Graph]
    objects: tuple[object, ...]
    values: tuple[Hashable, ...]
    result: Result


class GraphMemory(Generic[Result]):
    """Remember the last result for each graph, by identity of the graph and of some objects beside it.

    Documents are never changed in place, so the same objects mean the same result. A graph that is gone
    takes its result along.
    """

    def __init__(self) -> None:
        self._entries: dict[int, _Entry[Result]] = {}

    def recall(
        self,
        graph: Graph,
        objects: tuple[object, ...],
        values: tuple[Hashable, ...],
        work_out: Callable[[], Result],
    ) -> Result:
        """Return the result for a graph, worked out anew if an object is another or a value differs."""
        key = id(graph)
        entry = self._entries.get(key)
        if (
            entry is not None
            and entry.graph() is graph
            and len(entry.objects) == len(objects)
            and all(map(_is_same, entry.objects, objects))
            and entry.values == values
        ):
            return entry.result
        result = work_out()
        reference = weakref.ref(graph, lambda gone: self._forget(key, gone))
        self._entries[key] = _Entry(reference, objects, values, result)
        return result

    def __len__(self) -> int:
        return len(self._entries)

    def _forget(self, key: int, gone: weakref.ref[Graph]) -> None:
        entry = self._entries.get(key)
        if entry is not None and entry.graph is gone:
            del self._entries[key]


def called_titles(document: Document, graph_id: str) -> tuple[Hashable, ...]:
    """Return what a graph's own texts show of the graphs it calls: their ids and titles."""
    graphs = document.graphs
    return tuple(
        (call.target, graphs[call.target].title if call.target in graphs else None)
        for call in references_in(graphs[graph_id], graph_id)
    )


def _is_same(one: object, other: object) -> bool:
    return one is other
