"""The names that states, events and data have in the chart that is written."""

from __future__ import annotations

import re

from graphs.formats.scxml.write_parts import Kept, attributes_in, kept_of, object_in, text_pairs
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph


class ChartNames:
    """Answer for one machine: those of the file it came from, where they still tell parts apart."""

    def __init__(self, document: Document, graph: StateMachineGraph) -> None:
        kept = kept_of(graph.origin)
        self.graph = graph
        self.data = text_pairs(kept.get("data"))
        self.flags = text_pairs(kept.get("flags"))
        self.events = text_pairs(kept_of(document.origin).get("events"))
        self.states = self._states()

    def _states(self) -> dict[str, str]:
        """Return the id in the file of every state; "" for one that has none there and that nothing names."""
        wanted = {
            node_id: _name(node_id, kept_of(node.origin), node.name)
            for node_id, node in self.graph.nodes.items()
        }
        named = {target for edge in self.graph.edges.values() for target in edge.targets}
        taken: set[str] = set()
        found: dict[str, str] = {}
        for node_id, name in wanted.items():
            if name == "" and node_id not in named:
                found[node_id] = ""
                continue
            stem = name or re.sub(r"[^\w.-]+", "_", node_id)
            free, number = stem, 1
            while free in taken:
                number += 1
                free = f"{stem}_{number}"
            taken.add(free)
            found[node_id] = free
        return found

    def event(self, name: str) -> str:
        """Return an event, or a descriptor of it, as the chart calls it."""
        return self.events.get(name, name)

    def of_path(self, path: tuple[str, ...]) -> str | None:
        """Return a name with its fields as the chart's expressions say it; None for what it does not know."""
        if path[0] in self.flags and len(path) == 1:
            return f"In('{self.states.get(self.flags[path[0]], self.flags[path[0]])}')"
        if path == ("event", "name"):
            return "_event.name"
        if path[0] == "event" and len(path) == 2:
            return f"_event.data.{path[1]}"
        return (
            self.data.get(path[0], path[0])
            if len(path) == 1 and path[0] not in ("time", "state_time", "self")
            else None
        )


def _name(node_id: str, kept: Kept, name: str) -> str:
    attributes = attributes_in(kept.get("attributes"))
    if "attributes" in kept:
        return attributes.get("id", "")
    return re.sub(r"[^\w.-]+", "_", name or node_id)


def initial_attributes(kept: Kept) -> dict[str, str]:
    """Return the attributes of the transition of a kept <initial>."""
    return attributes_in(object_in(object_in(kept.get("initial")).get("transition")).get("attributes"))
