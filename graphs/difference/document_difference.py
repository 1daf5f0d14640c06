"""Find what differs between two documents."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.basics.plain_json import ABSENT, JsonObject, object_at, plain
from graphs.checks.rules.problem import Place
from graphs.difference.declaration_difference import (
    all_declarations,
    declaration_difference,
    with_renames,
)
from graphs.difference.difference import Difference, What
from graphs.difference.field_changes import field_changes
from graphs.difference.graph_difference import graph_difference
from graphs.model.document import Document
from graphs.structure.queries import edge_order, index_of

_APART = frozenset({"graphs", "variables", "events"})


def document_difference(old: Document, new: Document) -> tuple[Difference, ...]:
    """Return what differs between two documents, by id and field.

    There is none exactly if both are saved as the same bytes. A renamed variable, event or parameter is one
    difference, and the expressions that follow it are none. They come in the order of a review: the document
    and what it declares, then graph by graph, the root first, its nodes in document order, transitions
    after their source, and last what moved on the canvas.
    """
    if old is new:
        return ()
    renamed, found = with_renames(old, new)
    left, right = plain(renamed), plain(new)
    found += _own_fields(left, right)
    for declarations in all_declarations(renamed, new):
        found += declaration_difference(declarations, renamed, new)
    before, after = object_at(left, "graphs"), object_at(right, "graphs")
    for one in sorted(before.keys() | after.keys()):
        was, now = before.get(one, ABSENT), after.get(one, ABSENT)
        if isinstance(was, dict) and isinstance(now, dict):
            found += graph_difference(one, was, now)
        else:
            what: What = "added" if was is ABSENT else "removed"
            found.append(Difference(what, "graph", Place(one), was, now))
    order = _ReviewOrder(old, new)
    return tuple(sorted(found, key=order))


def _own_fields(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for path, before, after in field_changes(old, new, _APART):
        yield Difference("changed", "document", Place("", "", path), before, after)


class _ReviewOrder:
    """Sort differences as a reviewer reads them; equal ones stay in the order they were found."""

    def __init__(self, old: Document, new: Document) -> None:
        self._documents = (new, old)
        known = sorted({*old.graphs, *new.graphs})
        known.sort(key=lambda one: one != new.root)
        self._graphs = {"": -1, **{one: place for place, one in enumerate(known)}}
        self._ranks: dict[str, dict[str, tuple[int, int]]] = {}

    def __call__(self, difference: Difference) -> tuple[int, bool, int, int]:
        place = difference.place
        rank = self._rank(place.graph, place.element) if place.element else (-1, 0)
        return (self._graphs.get(place.graph, 0), difference.only_canvas, *rank)

    def _rank(self, graph_id: str, element: str) -> tuple[int, int]:
        if graph_id not in self._ranks:
            ranks: dict[str, tuple[int, int]] = {}
            for document in self._documents:
                graph = document.graphs.get(graph_id)
                if graph is not None:
                    index = index_of(graph)
                    for one, rank in index.rank.items():
                        ranks.setdefault(one, (rank, 0))
                    for number, edge in enumerate(edge_order(graph), start=1):
                        ranks.setdefault(edge, (index.rank.get(index.sources[edge], -1), number))
            self._ranks[graph_id] = ranks
        return self._ranks[graph_id].get(element, (1_000_000, 0))
