"""Make a folder with a project whose one Python module declares the action of its one document."""

from __future__ import annotations

import json
from pathlib import Path

MODULE = """
from runtime.minds.actions.registration import action

@action()
def knock(times: int = 1) -> bool:
    return times < 3
"""

MIND = {
    "format": "mindloom",
    "version": 1,
    "root": "g",
    "graphs": {
        "g": {
            "kind": "behavior_tree",
            "root": "n",
            "nodes": {"n": {"kind": "action", "action": "knock", "params": {"times": 2}}},
        }
    },
}


def game_folder(folder: Path) -> Path:
    folder.mkdir()
    project = {"format": "mindloom-project", "version": 1, "python_modules": ["doors.py"]}
    (folder / "mindloom.project.json").write_text(json.dumps(project))
    (folder / "doors.py").write_text(MODULE)
    (folder / "guard.mind.json").write_text(json.dumps(MIND))
    return folder
