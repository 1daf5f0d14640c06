"""A guard that is to chase a thief and does not: it wants it nearer than it ever comes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MIND = "night_guard.mind.json"

_GUARD: dict[str, Any] = {
    "kind": "state_machine",
    "title": "Night guard",
    "children": ["rest", "watch", "chase"],
    "initial": "rest",
    "nodes": {
        "rest": {"kind": "state", "name": "Rest", "transitions": ["notices"]},
        "watch": {
            "kind": "state",
            "name": "Watch",
            "activity": {"action": "look_at", "params": {"target": {"expr": "thief"}}},
            "transitions": ["runs_after", "loses_sight"],
        },
        "chase": {
            "kind": "state",
            "name": "Chase",
            "activity": {"action": "pursue", "params": {"target": {"expr": "thief"}, "speed": 3.0}},
            "transitions": ["gives_up"],
        },
    },
    "edges": {
        "notices": {"guard": "visible", "targets": ["watch"]},
        "runs_after": {"guard": "d < 4 and visible", "targets": ["chase"]},
        "loses_sight": {"guard": "not visible", "targets": ["rest"]},
        "gives_up": {"guard": "not visible", "delay": 3, "targets": ["rest"]},
    },
    "layout": {
        "rest": {"at": [0, 0]},
        "watch": {"at": [420, 0]},
        "chase": {"at": [420, 260]},
    },
}
_THIEF: dict[str, Any] = {
    "kind": "behavior_tree",
    "title": "Sneak past",
    "root": "go",
    "nodes": {"go": {"kind": "action", "action": "follow_path", "params": {"path": "past", "speed": 1.5}}},
}
_VARIABLES = {"visible": {"type": "bool"}, "d": {"type": "float"}, "thief": {"type": "entity"}}
_SENSORS = [
    {
        "kind": "sight",
        "params": {"half_angle": 60, "looks_for": "thief", "range": 9},
        "writes": {"visible": "visible"},
    },
    {"kind": "distance", "params": {"to": "thief"}, "writes": {"d": "distance"}},
]


def write_story(folder: Path) -> Path:
    """Write the mind and a world in which a pillar hides the thief for a moment; return the mind's file."""
    mind = {
        "format": "mindloom",
        "version": 1,
        "root": "guard",
        "graphs": {"guard": _GUARD, "sneak": _THIEF},
        "variables": _VARIABLES,
    }
    limits = {"max_acceleration": 20, "max_speed": 4}
    world = {
        "format": "mindloom-world",
        "version": 1,
        "size": [20, 14],
        "seed": 1,
        "agents": {
            "guard": {
                "at": [10, 3.5],
                "heading": 90,
                "mind": MIND,
                "limits": limits,
                "sensors": _SENSORS,
                "variables": {"thief": "thief"},
            },
            "thief": {"at": [2, 9], "heading": 0, "mind": f"{MIND}#sneak", "limits": limits},
        },
        "obstacles": {"pillar": {"center": [10, 6.5], "radius": 0.7}},
        "paths": {"past": {"waypoints": ["w1", "w2"]}},
        "waypoints": {"w1": {"at": [2, 9]}, "w2": {"at": [18, 9]}},
    }
    file = folder / MIND
    file.write_text(json.dumps(mind), encoding="utf-8")
    (folder / "night_guard.world.json").write_text(json.dumps(world), encoding="utf-8")
    return file
