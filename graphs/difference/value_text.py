"""Write fields and values of a document as a reviewer reads them: names in place of ids."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import Absent, Entry, JsonObject, plain
from graphs.checks.rules.places import element_text
from graphs.difference.structure import NODE_LISTS, Location, edge_locations, node_locations
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import graph_title, node_title
from graphs.model.document import Document, Graph
from graphs.structure.queries import TOP

LONGEST_VALUE = 120
"""How much of a value is shown, in characters."""

_LABELS = {"guard.test": "guard", "slot": "slot", "activity.action": "activity", "activity.graph": "activity"}
_DROPPED = re.compile(r"^(params|arguments|slot)\.|(?<=\.)(params|arguments)\.")
_NODE_FIELDS = frozenset(
    {"initial", "initial.targets", "default", "default.targets", "targets", "root", "loose"}
)
_GRAPH_FIELDS = frozenset({"graph", "activity.graph", "decision.graph"})


def field_label(path: str) -> str:
    """Return what a field is called: `guard` for `guard.test`, `speed` for `params.speed`."""
    label = _LABELS.get(path) or _DROPPED.sub("", path)
    return label.replace("_", " ").replace(".", " ")


class Names:
    """Name what is in one document."""

    def __init__(self, document: Document, registry: Registry) -> None:
        self.document = document
        self.registry = registry
        self._values: dict[str, JsonObject] = {}
        self._locations: dict[str, dict[str, Location]] = {}

    def graph_value(self, graph_id: str) -> JsonObject:
        """Return a graph of the document as it is in the file."""
        if graph_id not in self._values:
            self._values[graph_id] = plain(self.document.graphs[graph_id])
        return self._values[graph_id]

    def locations(self, graph_id: str) -> dict[str, Location]:
        """Return where the nodes and transitions of a graph stand."""
        if graph_id not in self._locations:
            value = self.graph_value(graph_id)
            self._locations[graph_id] = {**edge_locations(value), **node_locations(value)}
        return self._locations[graph_id]

    def graph(self, graph_id: str) -> str:
        """Return the title of a graph, or its id."""
        return graph_title(graph_id, self.document)

    def node(self, graph_id: str, node_id: str) -> str:
        """Return the title of a node, or its id."""
        graph = self.document.graphs.get(graph_id)
        node = None if graph is None else graph.nodes.get(node_id)
        if graph is None or node is None:
            return node_id
        return node_title(node, graph.kind, self.registry, self.document)

    def kind(self, graph: Graph, node_id: str) -> str:
        """Return the title of the kind of a node, or the kind itself when it is unknown."""
        kind_id = graph.nodes[node_id].kind
        kind = self.registry.kind(graph.kind, kind_id)
        return kind.title if kind else kind_id

    def element(self, graph_id: str, element: str) -> str:
        """Return a node or transition with the graph and what it is in: `Guard › Patrol → Chase`."""
        graph = self.document.graphs.get(graph_id)
        title = self.graph(graph_id)
        if graph is None or element == TOP:
            return title
        return f"{title} › {element_text(self.document, graph, element, self.registry)}"

    def value(self, graph_id: str, path: str, value: Entry) -> str:
        """Return the value of a field: expressions bare, texts quoted, ids as the names of what they name."""
        if isinstance(value, Absent):
            return "nothing"
        if path in _GRAPH_FIELDS or (path == "root" and not graph_id):
            return self.graph(value) if isinstance(value, str) else _shown(value)
        if path in _NODE_FIELDS or path in NODE_LISTS["state_machine"] or path.endswith(".child"):
            return self._nodes(graph_id, value)
        return _shown(value)

    def _nodes(self, graph_id: str, value: JsonValue) -> str:
        if isinstance(value, str):
            return self.node(graph_id, value)
        if isinstance(value, list) and value:
            return ", ".join(
                self.node(graph_id, each) if isinstance(each, str) else _shown(each) for each in value
            )
        if isinstance(value, dict) and value.keys() == {"targets"}:
            return self._nodes(graph_id, value["targets"])
        return _shown(value)


def counted(number: int, noun: str) -> str:
    """Return "1 node" or "3 nodes"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(parts: Sequence[str]) -> str:
    """Return parts joined as people do: "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _shown(value: JsonValue) -> str:
    if isinstance(value, dict) and len(value) == 1:
        text = value.get("expr", value.get("variable"))
        if isinstance(text, str):
            return _cut(text)
    return _cut(json.dumps(value, ensure_ascii=False, sort_keys=True))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
