"""Build worlds for tests."""

from __future__ import annotations

import json
from collections.abc import Mapping

from graphs.worlds.model.world_file import WorldDocument, world_from_bytes
from runtime.records.world_records import SteeringRequest
from runtime.worlds.world import World


def document(size: tuple[float, float] = (20, 14), **fields: object) -> WorldDocument:
    """Return a world document with the given fields, read as from a file."""
    value = {"format": "mindloom-world", "version": 1, "size": list(size), **fields}
    return world_from_bytes(json.dumps(value).encode())


def world(size: tuple[float, float] = (20, 14), **fields: object) -> World:
    """Return a running world with the given fields."""
    return World(document(size, **fields))


def ask(behavior: str, weight: float = 1.0, node: str = "n1", **arguments: object) -> SteeringRequest:
    """Return a steering request of the node `node`."""
    return SteeringRequest(behavior, arguments, weight, 1, node)  # type: ignore[arg-type]


def box(left: float, bottom: float, right: float, top: float) -> Mapping[str, object]:
    """Return a rectangular wall."""
    return {"polygon": [[left, bottom], [right, bottom], [right, top], [left, top]]}


def no_variables(agent: str, name: str) -> None:
    """Read no variable: the world has no brains."""
