"""Build the small world that the tests of edits work on."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from graphs.edits.refusal import EditRefused
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument, as_saved, world_from_bytes, world_to_bytes
from runtime.worlds.place_check import check_world

WALL, OBSTACLE = Element("walls", "w"), Element("obstacles", "o")
ZONE, PATH = Element("zones", "yard"), Element("paths", "round")
GUARD, PLAYER = Element("agents", "guard"), Element("agents", "player")
P1, P2, P3 = (Element("waypoints", each) for each in ("p1", "p2", "p3"))
BELL, BALL = Element("sources", "bell"), Element("projectiles", "ball")


def document(**fields: object) -> WorldDocument:
    """Return a world of 20 by 14 units with the given fields, read as from a file."""
    value = {"format": "mindloom-world", "version": 1, "size": [20, 14], **fields}
    return world_from_bytes(json.dumps(value).encode())


def box(left: float, bottom: float, right: float, top: float) -> dict[str, object]:
    """Return a rectangular wall or zone."""
    return {"polygon": [[left, bottom], [right, bottom], [right, top], [left, top]]}


def yard() -> WorldDocument:
    """Return a world with one thing of everything; the guard's sensors and overrides name the others."""
    made = document(
        version=4,
        walls={"w": box(4, 4, 6, 5)},
        obstacles={"o": {"center": [10, 10], "radius": 1}},
        doors={"gate": box(9, 6, 9.5, 8)},
        zones={"yard": box(12, 1, 18, 6)},
        links={"ladder": {"start": [10, 12], "end": [13, 12], "kind": "ladder"}},
        waypoints={"p1": {"at": [2, 2]}, "p2": {"at": [2, 8]}, "p3": {"at": [8, 8]}},
        paths={
            "round": {"waypoints": ["p1", "p2", "p3"]},
            "short": {"waypoints": ["p1", "p2"], "mode": "open"},
        },
        sources={"bell": {"at": [15, 12]}},
        projectiles={"ball": {"at": [18, 9], "velocity": [2, 0]}},
        player="player",
        agents={
            "player": {"at": [16, 3], "name": "Player"},
            "guard": {
                "at": [2, 4],
                "heading": 90,
                "mind": "guard.mind.json",
                "variables": {"enemy": "player", "mood": "player"},
                "sensors": [
                    {"kind": "sight", "params": {"looks_for": "player"}, "writes": {"seen": "visible"}},
                    {"kind": "distance", "params": {"to": "p3"}},
                    {"kind": "waypoint", "params": {"path": "round", "index": "at"}},
                ],
                "modifiers": [{"behavior": "avoid_walls"}],
            },
        },
    )
    assert check_world(made) == ()
    return made


def refusal(edit: Callable[[], object]) -> EditRefused:
    """Return the refusal of an edit."""
    with pytest.raises(EditRefused) as refused:
        edit()
    assert refused.value.reason.endswith(".")
    return refused.value


def survives_the_file(world: WorldDocument) -> bool:
    """Tell whether a world is the same after it was saved, with the version that it needs, and loaded."""
    return world_from_bytes(world_to_bytes(world)) == as_saved(world)
