"""Put some nodes of a graph in document order, without working out the place of all others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.graph_index import TOP
from graphs.structure.queries import children_of, index_of

FEW = 64
"""Up to so many nodes are put in order by their own ways from the top."""

ROWS_KEPT = 8

_LAST = 1 << 60

Step = tuple[int, str]
"""A place among siblings; a node in no list is told apart by its id."""

Path = tuple[Step, ...]

ASKED_FIRST = 4
"""After so many questions about a long row the places of all its members are worked out."""


@dataclass(slots=True)
class _Row:
    """Hold a long row of ids, how often it was asked for a place, and the places once they are known."""

    ids: tuple[str, ...]
    asked: int = 0
    places: Mapping[str, int] | None = None


_rows: OrderedDict[int, _Row] = OrderedDict()


def in_document_order(graph: Graph, ids: Collection[str]) -> list[str]:
    """Return some nodes of a graph in document order; ids that name nothing are left out."""
    known = [one for one in ids if one in graph.nodes]
    if len(known) < 2:
        return known
    paths: dict[str, Path] = {}
    if len(known) > FEW or any(path_to(graph, one, paths) is None for one in known):
        return sorted(known, key=index_of(graph).rank.__getitem__)
    return sorted(known, key=lambda one: (paths[one], one))


def path_to(graph: Graph, node_id: str, paths: dict[str, Path]) -> Path | None:
    """Return the places among siblings from the top down to a node, by the first of several ways.

    Paths sort as nodes in document order do. None stands for a node in, or below, a circle of nodes that are
    below one another. `paths` keeps those found on the way; it is of one graph.
    """
    paths.setdefault(TOP, ())
    parents = index_of(graph).parents
    waiting, above = [node_id], {node_id}
    while waiting:
        current = waiting[-1]
        if current in paths:
            waiting.pop()
            continue
        owners = parents.get(current, ())
        missing = next((one for one in owners if one not in paths), None)
        if missing is not None:
            if missing in above:
                return None
            above.add(missing)
            waiting.append(missing)
            continue
        ways = [(*paths[one], (_place(graph, one, current), "")) for one in owners]
        paths[current] = min(ways, default=((_LAST, current),))
        above.discard(current)
        waiting.pop()
    return paths[node_id]


def _place(graph: Graph, parent: str, child: str) -> int:
    if parent == TOP and not isinstance(graph, StateMachineGraph):
        return -1 if child == graph.root else _index_in(graph.loose, child)
    return _index_in(children_of(graph, parent), child)


def _index_in(row: tuple[str, ...], one: str) -> int:
    """Return the place of a member; for a long row from a mapping that is kept for a while."""
    if len(row) <= FEW:
        return row.index(one)
    kept = _rows.get(id(row))
    if kept is None or kept.ids is not row:
        kept = _rows[id(row)] = _Row(row)
        while len(_rows) > ROWS_KEPT:
            _rows.popitem(last=False)
    kept.asked += 1
    if kept.places is None and kept.asked > ASKED_FIRST:
        kept.places = dict(zip(reversed(row), range(len(row) - 1, -1, -1), strict=True))
    return row.index(one) if kept.places is None else kept.places[one]
