"""Open sessions whose one agent runs what a game declares in Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes
from runtime.basics.status import Status
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors, with_registrations
from runtime.minds.actions.memory_check import checked_library
from runtime.minds.actions.registration import registrations_in
from runtime.minds.actions.steering_actions import builtin_library
from runtime.records.trace_frame import RunError
from runtime.session.session import Session

MIND = "m.mind.json"


def game_of(*declared: Callable[..., object]) -> GameBehaviors:
    """Return the built-in actions and what the decorated functions and classes declare."""
    names = {str(place): each for place, each in enumerate(declared)}
    return with_registrations(
        builtin_registry(), builtin_library(), ConditionLibrary(), registrations_in(names)
    )


def tree_document(nodes: dict[str, Any], root: str = "r", **fields: Any) -> Document:
    """Return a document whose one graph is a behavior tree."""
    graph = {"kind": "behavior_tree", "root": root, "nodes": nodes}
    value = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": graph}, **fields}
    return Document.model_validate_json(json.dumps(value))


def field_with(parts: Mapping[str, Any] | None = None, **agents: Any) -> WorldDocument:
    """Return a field 20 by 14 with these agents beside `me`, who has the mind, and other `parts`."""
    placed = {"me": {"at": [5, 5], "mind": MIND}, "other": {"at": [9, 5]}, **agents}
    world = {"format": "mindloom-world", "version": 1, "size": [20, 14], "agents": placed, **(parts or {})}
    return world_from_bytes(json.dumps(world).encode())


def session_with(game: GameBehaviors, document: Document, *, checked: bool = True, **agents: Any) -> Session:
    """Open a session; every action is checked for memory on the object unless told otherwise."""
    library = checked_library(game.actions) if checked else game.actions
    return Session.open(
        field_with(**agents), {MIND: document}, game.registry, library, conditions=game.conditions
    )


def doing(action: str, **params: Any) -> dict[str, Any]:
    """Return an action leaf."""
    return {"kind": "action", "action": action, "params": params}


def asking(test: str, **fields: Any) -> dict[str, Any]:
    """Return a condition leaf."""
    return {"kind": "condition", "test": test, **fields}


def lone(game: GameBehaviors, node: dict[str, Any], **fields: Any) -> Session:
    """Open a session whose mind is one node."""
    return session_with(game, tree_document({"r": node}, **fields))


def statuses(session: Session, ticks: int) -> list[Status]:
    """Step and return the results of the root."""
    return [session.step().brains["me"].status for _ in range(ticks)]


def errors(session: Session) -> tuple[RunError, ...]:
    """Step once and return what went wrong in it."""
    return session.step().brains["me"].errors
