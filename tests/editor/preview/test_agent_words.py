from __future__ import annotations

import json
from typing import Any

from editor.preview.agent_words import AgentWords
from graphs.files.document_file import document_from_bytes
from graphs.kinds.builtin import builtin_registry
from runtime.actions.steering_actions import builtin_library
from runtime.session import Session
from tests.editor.preview.preview_sessions import arena

MACHINE: dict[str, Any] = {
    "kind": "state_machine",
    "title": "Guard",
    "children": ["walk", "rest"],
    "initial": "walk",
    "edges": {"go": {"targets": ["rest"], "guard": "tired"}},
    "nodes": {
        "walk": {
            "kind": "state",
            "name": "Walk",
            "children": ["slow"],
            "initial": "slow",
            "transitions": ["go"],
        },
        "slow": {"kind": "state", "name": "Slowly"},
        "rest": {"kind": "state", "name": "Rest"},
    },
}
TREE: dict[str, Any] = {
    "kind": "behavior_tree",
    "title": "Guard",
    "root": "all",
    "nodes": {
        "all": {"kind": "sequence", "children": ["first", "second"]},
        "first": {"kind": "wait", "title": "Look around", "params": {"seconds": 0.05}},
        "second": {"kind": "wait", "title": "Yawn", "params": {"seconds": 10}},
    },
}


def opened(graph: dict[str, Any]) -> tuple[Session, AgentWords]:
    data = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": graph}}
    data["variables"] = {"tired": {"type": "bool", "default": False}}
    document = document_from_bytes(json.dumps(data).encode())
    world = arena()
    agents = {
        "guard": world.agents["tank1"].model_copy(update={"mind": "guard.mind.json", "sensors": ()}),
        "player": world.agents["player"],
    }
    world = world.model_copy(update={"agents": agents})
    session = Session(world, {"guard.mind.json": document}, builtin_registry(), builtin_library())
    words = AgentWords(
        lambda: session, lambda agent: document if agent == "guard" else None, builtin_registry()
    )
    return session, words


def test_a_machine_is_named_by_its_innermost_active_state():
    session, words = opened(MACHINE)
    assert words("guard") == ""
    session.step()
    assert words("guard") == "Slowly"
    session.step()
    assert words("guard") == "Slowly"
    session.write_variable("guard", "tired", True)
    session.step()
    assert words("guard") == "Rest"


def test_a_tree_is_named_by_its_running_leaf():
    session, words = opened(TREE)
    session.step()
    assert words("guard") == "Look around"
    for _ in range(6):
        session.step()
    assert words("guard") == "Yawn"


def test_an_agent_without_a_mind_has_no_words():
    session, words = opened(MACHINE)
    session.step()
    assert words("player") == ""
    assert words("nobody") == ""
