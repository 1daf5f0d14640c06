"""Say what the palette offers for a kind of graph: kinds of nodes, and the agent's actions; no Qt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.kinds.registry import Registry

KIND_MIME = "application/x-mindloom-kind"
"""Carries a palette entry while it is dragged to the canvas."""

CATEGORY_TITLES = {
    "composite": "Composites",
    "decorator": "Decorators",
    "condition": "Conditions",
    "action": "Actions",
    "leaf": "Leaves",
    "call": "Other graphs",
    "state": "States",
    "mark": "Marks",
    "question": "Questions",
}
"""Headings in the order of the palette."""


@dataclass(frozen=True)
class PaletteEntry:
    """Hold one thing that can be put on a canvas: a kind, and fields it starts with."""

    kind: str
    title: str
    summary: str
    icon: str
    family: str
    category: str
    fields: Mapping[str, str] = field(default_factory=dict)

    def matches(self, wanted: str) -> bool:
        """Tell whether every word of a search stands in title, id or summary."""
        text = f"{self.title} {self.kind} {self.summary} {' '.join(self.fields.values())}".lower()
        return all(word in text for word in wanted.lower().split())


def palette_entries(graph_kind: str | None, registry: Registry) -> tuple[PaletteEntry, ...]:
    """Return everything a graph of this kind can hold, by category in palette order."""
    entries: list[PaletteEntry] = []
    for kind in registry.kinds.values():
        if kind.graph_kind != graph_kind:
            continue
        if kind.id == "action" and "action" in kind.fields:
            entries += [
                PaletteEntry(
                    kind.id,
                    action.title,
                    action.summary,
                    action.icon,
                    action.family,
                    "action",
                    {"action": action.id},
                )
                for action in registry.actions.values()
            ]
            continue
        entries.append(PaletteEntry(kind.id, kind.title, kind.summary, kind.icon, kind.family, kind.category))
    order = list(CATEGORY_TITLES)
    return tuple(sorted(entries, key=lambda entry: order.index(entry.category)))


def entry_to_bytes(entry: PaletteEntry) -> bytes:
    """Return an entry as it travels with a drag."""
    return json.dumps({"kind": entry.kind, "fields": dict(entry.fields)}).encode("utf-8")


def entry_from_bytes(data: bytes) -> tuple[str, dict[str, str]] | None:
    """Return kind and fields of a dragged entry, or None for anything else."""
    try:
        value = json.loads(data.decode("utf-8"))
    except ValueError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
        return None
    fields = value.get("fields")
    pairs = fields.items() if isinstance(fields, dict) else ()
    return value["kind"], {str(key): str(item) for key, item in pairs}
