"""The complete example document of the design: a guard's machine that runs a behavior tree."""

from __future__ import annotations

from graphs.files.document_file import document_from_bytes
from graphs.model import Document

EXAMPLE = b"""{
  "events": {"noise": {"payload": {"at": "vector", "loudness": "float"}}},
  "format": "mindloom",
  "graphs": {
    "g1": {
      "children": ["s1", "s2"],
      "edges": {
        "t1": {"event": "noise", "guard": "event.loudness > 3", "targets": ["s2"],
               "actions": ["last_noise = event.at"]},
        "t9": {"guard": "health <= 0", "interrupt": true, "targets": ["s2"]}
      },
      "initial": "s1",
      "kind": "state_machine",
      "layout": {"s1": {"at": [0, 0], "size": [320, 200]}, "t1": {"label": [0.5, -12]}},
      "nodes": {
        "s1": {"activity": {"arguments": {"speed": {"expr": "2 * base_speed"}}, "graph": "g2"},
               "kind": "state", "name": "Patrol", "transitions": ["t1"]},
        "s2": {"kind": "state", "name": "Alert"}
      },
      "title": "Guard",
      "transitions": ["t9"]
    },
    "g2": {
      "kind": "behavior_tree",
      "nodes": {
        "n1": {"children": ["n2", "n3"], "kind": "random_selector"},
        "n2": {"action": "follow_path", "guard": {"test": "health > 30"}, "kind": "action",
               "params": {"path": "round", "speed": {"expr": "speed"}}, "slot": {"weight": 2}},
        "n3": {"kind": "wait", "params": {"seconds": 2.5}}
      },
      "parameters": {"speed": {"default": 2, "direction": "in", "type": "float"}},
      "root": "n1",
      "title": "Walk the round"
    }
  },
  "root": "g1",
  "variables": {
    "base_speed": {"default": 1, "type": "float"},
    "health": {"default": 100, "max": 100, "min": 0, "type": "float"},
    "last_noise": {"type": "vector"}
  },
  "version": 1
}
"""


def example_document() -> Document:
    """Return the example, loaded."""
    return document_from_bytes(EXAMPLE)
