"""What of a document was made of a configuration, as JSON: what is still the same is written as it was."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.model.state_machine import Edge, InitialTransition, StateNode

FORMAT_ID = "xstate"


def made_of_start(start: str | InitialTransition | None) -> JsonValue:
    """Return where a state or a machine begins."""
    return start.model_dump(mode="json") if isinstance(start, InitialTransition) else start


def made_of_state(node: StateNode, timers: Sequence[str] = ()) -> JsonObject:
    """Return what a state does, `timers` being those lines of its entry that no action says."""
    made: JsonObject = {"entry": [*node.entry], "exit": [*node.exit]}
    return made | {"timers": [*timers], "initial": made_of_start(node.initial)}


def made_of_edge(edge: Edge) -> JsonObject:
    """Return what a transition waits for, where it leads and what it does."""
    names = {"event", "after", "guard", "targets", "actions", "internal"}
    return edge.model_dump(mode="json", include=names)
