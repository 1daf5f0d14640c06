"""Stand in for the parts of a document and note which of them are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar, cast

from graphs.basics.layered_mapping import LayeredMapping
from graphs.basics.mapping_differences import difference
from graphs.checks.rules.memo import ALL, Cell
from graphs.model.document import Document, Graph
from graphs.model.state_machine import Edge, StateMachineGraph
from graphs.structure.graph_index import GraphIndex, Sources
from graphs.structure.queries import child_ids, index_of, top_ids

Value = TypeVar("Value")
Note = Callable[[Cell], None]

FIELD = "field"
"""The kind of the cells for a graph's own fields, by name."""
STRUCTURE: Cell = ("structure", ALL)
"""The cell for the order of the nodes of a graph."""
CIRCLES: Cell = ("circles", ALL)
"""The cell for which nodes are below one another; it is left to others to tell that a circle went."""
SHEETS: Cell = ("sheets", ALL)
"""The cell for all that fuzzy sheets say."""
SHARED: Cell = ("shared", ALL)
"""The cell for which transitions are in several lists."""


class Noted(Mapping[str, Value]):
    """Hold a mapping and note each entry that is read, by its key, and who looks at all keys."""

    __slots__ = ("_name", "_note", "_values")

    def __init__(self, name: str, values: Mapping[str, Value], note: Note) -> None:
        self._name, self._values, self._note = name, values, note

    def __getitem__(self, key: str) -> Value:
        self._note((self._name, key))
        return self._values[key]

    def get(self, key: str, default: object = None) -> object:  # type: ignore[override]
        """Return the entry of a key, or the default where there is none."""
        self._note((self._name, key))
        return self._values.get(key, default)

    def __contains__(self, key: object) -> bool:
        self._note((self._name, cast(str, key)))
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        self._note((self._name, ALL))
        return iter(self._values)

    def __len__(self) -> int:
        self._note((self._name, ALL))
        return len(self._values)


class NotedGraph:
    """Stand in for a graph; it takes itself for one of its class, so that `isinstance` says the same."""

    __pydantic_decorators__ = None  # what pydantic looks for in an instance of a model

    def __init__(self, graph: Graph, note: Note) -> None:
        self._graph, self._note = graph, note
        self.kind = graph.kind
        self.nodes = Noted("nodes", graph.nodes, note)
        self.edges = Noted("edges", edges_of(graph), note)
        self.variables = Noted("variables", graph.variables, note)
        self.parameters = Noted("variables", graph.parameters, note)

    @property  # type: ignore[misc]
    def __class__(self) -> type[Graph]:  # type: ignore[override]
        return type(self._graph)

    def __getattr__(self, name: str) -> object:
        self._note((FIELD, name))
        return getattr(self._graph, name)


class NotedIndex:
    """Stand in for the index of a graph."""

    def __init__(self, index: GraphIndex, note: Note) -> None:
        self._index, self._note = index, note
        self._mappings: dict[str, Noted[object]] = {}

    def __getattr__(self, name: str) -> object:
        if name in ("order", "rank"):
            self._note(STRUCTURE)
            return getattr(self._index, name)
        if name == "owned_edges":
            self._note(SHARED)
            return Sources(self.sources, self._index.owned_edges.shared)  # type: ignore[arg-type]
        made = self._mappings.get(name)
        if made is None:
            made = self._mappings[name] = Noted(name, getattr(self._index, name), self._note)
        return made


def noted_graph(graph: Graph, note: Note) -> Graph:
    """Return what stands in for a graph, its index included."""
    made = cast(Graph, NotedGraph(graph, note))
    index_of.keep(made, cast(GraphIndex, NotedIndex(index_of(graph), note)))
    return made


def noted_document(document: Document, note: Note) -> Document:
    """Return what stands in for a document; of its graphs no more is to be read than `face` gives."""
    return document.model_copy(
        update={
            "graphs": Noted("graphs", document.graphs, note),
            "variables": Noted("variables", document.variables, note),
            "events": Noted("events", document.events, note),
        }
    )


def face(graph: Graph | None) -> object:
    """Return what other graphs see of a graph that they call."""
    return None if graph is None else (graph.title, graph.kind, graph.parameters)


def edges_of(graph: Graph) -> Mapping[str, Edge]:
    """Return the transitions of a graph."""
    return graph.edges if isinstance(graph, StateMachineGraph) else {}


def changes_of_entries(name: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Cell]:
    """Yield the cells of a mapping that read otherwise in a later state of it."""
    if old is new:
        return
    found = difference(old, new)
    for key in found.touched:
        yield name, key
    if found.added or found.removed:
        yield name, ALL


def changes_of_names(name: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Cell]:
    """Yield the cells of a mapping of which the order counts too."""
    if old is not new:
        yield from changes_of_entries(name, old, new)
        if [*old] != [*new]:
            yield name, ALL


_FIELDS_APART = frozenset({"kind", "nodes", "edges", "variables", "parameters", "layout", "notes"})


def changes_of_graph(old: Graph, new: Graph) -> Iterator[Cell]:
    """Yield the cells that read otherwise in a later state of a graph, but for those of its variables."""
    if old is new:
        return
    yield from changes_of_entries("nodes", old.nodes, new.nodes)
    yield from changes_of_entries("edges", edges_of(old), edges_of(new))
    for name in type(new).model_fields.keys() - _FIELDS_APART:
        if getattr(old, name) is not getattr(new, name):
            yield FIELD, name
    if old.model_extra != new.model_extra:
        yield FIELD, "model_extra"
    before, after = index_of(old), index_of(new)
    if _is_ordered_otherwise(old, new):
        yield STRUCTURE
    for cell in _changes_of_index("parents", before.parents, after.parents):
        yield cell
        if is_below_itself(new, cell[1]):
            yield CIRCLES
    if isinstance(new, StateMachineGraph):
        yield from _changes_of_index("sources", before.sources, after.sources)
        yield from _changes_of_index("incoming", before.incoming, after.incoming)
        if before.owned_edges.shared != after.owned_edges.shared:
            yield SHARED


def _is_ordered_otherwise(old: Graph, new: Graph) -> bool:
    if top_ids(old) != top_ids(new):
        return True
    found = difference(old.nodes, new.nodes)
    return bool(found.added or found.removed) or any(
        child_ids(old.nodes[node_id]) != child_ids(new.nodes[node_id]) for node_id in found.changed
    )


def is_below_itself(graph: Graph, node_id: str) -> bool:
    """Tell whether a node is in a circle of nodes that are below one another."""
    parents = index_of(graph).parents
    waiting, seen = [*parents.get(node_id, ())], set()
    while waiting:
        current = waiting.pop()
        if current == node_id:
            return True
        if current and current not in seen:
            seen.add(current)
            waiting.extend(parents.get(current, ()))
    return False


def _changes_of_index(name: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Cell]:
    if old is new:
        return
    keys: Iterable[str] | None = None
    if isinstance(old, LayeredMapping) and isinstance(new, LayeredMapping):
        keys = old.keys_apart(new)
    for key in {**old, **new} if keys is None else keys:
        if old.get(key) != new.get(key):
            yield name, key
