"""Make a project whose game declares actions that only stand-ins, or Python, can run here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MANIFEST = {
    "format": "mindloom-kinds",
    "version": 1,
    "actions": {
        "reload": {"title": "Reload", "summary": "Fill the magazine."},
        "hide": {
            "title": "Hide",
            "summary": "Hide.",
            "stand_in": {"action": "wander"},
        },
    },
    "conditions": {"alarmed": {"summary": "Whether the alarm rings."}},
}

MODULE = """
from runtime.minds.actions.registration import action


@action()
def fumble(times: int = 1) -> bool:
    raise ValueError("the gun jams")


@action()
def dawdle():
    yield
"""

TREE = {
    "kind": "behavior_tree",
    "root": "r",
    "nodes": {
        "r": {"kind": "selector", "children": ["alarm", "reload", "hide"]},
        "alarm": {"kind": "condition", "test": "alarmed()"},
        "reload": {"kind": "action", "action": "reload"},
        "hide": {"kind": "action", "action": "hide"},
    },
}


def game(folder: Path, graph: dict[str, Any] | None = None, **fields: Any) -> Path:
    """Write the project and return the path of its one document, which runs `graph`."""
    folder.mkdir()
    project = {
        "format": "mindloom-project",
        "version": 1,
        "manifests": ["game.kinds.json"],
        "python_modules": ["moves.py"],
    }
    mind = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": graph or TREE}, **fields}
    (folder / "mindloom.project.json").write_text(json.dumps(project))
    (folder / "game.kinds.json").write_text(json.dumps(MANIFEST))
    (folder / "moves.py").write_text(MODULE)
    path = folder / "guard.mind.json"
    path.write_text(json.dumps(mind))
    return path
