"""The names that states, events and data have in the chart that is written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphs.basics.ids import free_name
from graphs.formats.basics.json_parts import object_of, text_pairs
from graphs.formats.scxml.kept_parts import FORMAT_ID, attributes_in
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph, StateNode


class ChartNames:
    """Answer for one machine: those of the file it came from, where they still tell parts apart."""

    def __init__(self, document: Document, graph: StateMachineGraph) -> None:
        kept = object_of(graph.origin.get(FORMAT_ID))
        self.graph = graph
        self.data = text_pairs(kept.get("data"))
        self.flags = text_pairs(kept.get("flags"))
        self.events = text_pairs(object_of(document.origin.get(FORMAT_ID)).get("events"))
        self.states = self._states()

    def _states(self) -> dict[str, str]:
        """Return the id in the file of every state; "" for one that has none there and that nothing names."""
        named = {target for edge in self.graph.edges.values() for target in edge.targets}
        found: dict[str, str] = {}
        taken: set[str] = set()
        for node_id, node in self.graph.nodes.items():
            name = _name(node_id, node)
            if name or node_id in named:
                name = free_name(name or _token(node_id), taken)
                taken.add(name)
            found[node_id] = name
        return found

    def of_states(self, node_ids: Sequence[str]) -> list[str]:
        """Return the ids in the file of states; one that is not there keeps its own."""
        return [self.states.get(each, each) for each in node_ids]

    def event(self, name: str) -> str:
        """Return an event, or a descriptor of it, as the chart calls it."""
        return self.events.get(name, name)

    def of_path(self, path: tuple[str, ...]) -> str | None:
        """Return a name with its fields as the chart's expressions say it; None for what it does not know."""
        first, *fields = path
        if first == "event" and len(fields) == 1:
            return "_event.name" if fields == ["name"] else f"_event.data.{fields[0]}"
        if fields or first in ("time", "state_time", "self"):
            return None
        if first in self.flags:
            return f"In('{self.of_states([self.flags[first]])[0]}')"
        return self.data.get(first, first)


def _name(node_id: str, node: StateNode) -> str:
    kept = object_of(node.origin.get(FORMAT_ID))
    if "attributes" in kept:
        return attributes_in(kept["attributes"]).get("id", "")
    return _token(node.name or node_id)


def _token(text: str) -> str:
    return re.sub(r"[^\w.-]+", "_", text)
