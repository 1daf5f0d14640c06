"""Make documents of ten thousand nodes for benchmarks."""

from __future__ import annotations

import json
import random
from typing import Any

from graphs.model import Document

NODES = 10_000

VARIABLES: dict[str, Any] = {
    "distance": {"type": "float"},
    "health": {"type": "float"},
    "alarm": {"type": "bool"},
    "speed": {"type": "float", "default": 1.0},
}


def document_of(graphs: dict[str, Any]) -> Document:
    """Return a document with these graphs, given as they stand in a file; the first is the root."""
    root = next(iter(graphs))
    value = {"format": "mindloom", "version": 1, "root": root, "graphs": graphs, "variables": VARIABLES}
    return Document.model_validate_json(json.dumps(value))


def mixed_document() -> Document:
    """Return a document of 3,000 states with 6,000 transitions and seven trees of 1,000 nodes."""
    source = random.Random(1)
    graphs = {"machine": machine(3000, source)}
    graphs |= {f"tree_{number}": tree(1000, source) for number in range(7)}
    return document_of(graphs)


def large_machine(count: int) -> Document:
    """Return a document with one machine, two transitions for each state."""
    return document_of({"g": machine(count, random.Random(1))})


def large_tree(count: int) -> Document:
    """Return a document with one behavior tree."""
    return document_of({"g": tree(count, random.Random(1))})


def large_decision_tree(count: int) -> Document:
    """Return a document with one decision tree of questions with two answers each."""
    nodes: dict[str, Any] = {}
    for number in range(count):
        below = [f"n{each:08d}" for each in (2 * number + 1, 2 * number + 2) if each < count]
        branches: list[dict[str, Any]] = [{"child": item} for item in below]
        if branches:
            branches[0]["test"] = f"distance < {number % 50}"
            branches[-1] = {**branches[-1], "else": True} if len(branches) > 1 else branches[-1]
        inner = {"kind": "first_of", "branches": branches}
        nodes[f"n{number:08d}"] = inner if below else {"kind": "outcome", "outcome": f"o{number % 7}"}
    return document_of({"g": {"kind": "decision_tree", "root": "n00000000", "nodes": nodes}})


def machine(count: int, source: random.Random) -> dict[str, Any]:
    """Return a flat machine as it stands in a file."""
    states = [f"s{number:08d}" for number in range(count)]
    nodes: dict[str, Any] = {}
    edges: dict[str, Any] = {}
    layout = {}
    for number, state in enumerate(states):
        leaving = [f"t{2 * number:08d}", f"t{2 * number + 1:08d}"]
        for edge in leaving:
            edges[edge] = {
                "actions": ["alarm = true"],
                "guard": f"distance < {source.randrange(50)} and health > 3",
                "targets": [source.choice(states)],
            }
        nodes[state] = {
            "activity": {
                "action": "arrive",
                "params": {"slow_radius": 2.5, "speed": {"expr": "2 * speed"}, "target": "home"},
            },
            "entry": ["alarm = false"],
            "kind": "state",
            "name": f"State {number}",
            "transitions": leaving,
        }
        layout[state] = {"at": [source.randrange(3000), source.randrange(3000)]}
    return {
        "kind": "state_machine",
        "children": states,
        "initial": states[0],
        "nodes": nodes,
        "edges": edges,
        "layout": layout,
        "title": "Machine",
    }


def tree(count: int, source: random.Random) -> dict[str, Any]:
    """Return a behavior tree as it stands in a file; each inner node has up to three children."""
    ids = [f"n{number:08d}" for number in range(count)]
    leaves = [
        {"kind": "action", "action": "follow_path", "params": {"path": "round", "speed": {"expr": "speed"}},
         "slot": {"weight": 2}},
        {"kind": "wait", "params": {"seconds": 2.5}},
        {"kind": "condition", "test": "distance < 5"},
    ]  # fmt: skip
    nodes: dict[str, Any] = {}
    for number, each in enumerate(ids):
        below = ids[3 * number + 1 : 3 * number + 4]
        inner = {"kind": "sequence", "children": below, "guard": {"test": "health > 30"}}
        nodes[each] = inner if below else source.choice(leaves)
    return {"kind": "behavior_tree", "root": ids[0], "nodes": nodes, "title": "Tree"}
