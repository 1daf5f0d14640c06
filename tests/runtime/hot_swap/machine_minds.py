"""Minds of one machine whose states note their entries and exits, and brains that have begun."""

from __future__ import annotations

from typing import Any

from graphs.model import Document
from tests.runtime.lone_brain import LoneBrain, document, machine, noted

VARIABLES: dict[str, Any] = {"n": {"type": "int"}, "on": {"type": "bool", "default": True}}
EVENTS: dict[str, Any] = {"go": {}, "late": {}, "raised": {}}


def told(name: str, **fields: Any) -> dict[str, Any]:
    """Return a state that notes its entries and exits."""
    return {"entry": [noted(f"+{name}")], "exit": [noted(f"-{name}")], **fields}


def mind(nodes: dict[str, Any], edges: dict[str, Any] | None = None, **graphs: Any) -> Document:
    return document({"g": machine(nodes, edges), **graphs}, variables=VARIABLES, events=EVENTS)


def started(source: Document, ticks: int = 1) -> LoneBrain:
    one = LoneBrain(source)
    one.ticks(ticks)
    one.notes()
    one.log.clear()
    return one


TWO_STATES = {"a": told("a"), "b": told("b")}
