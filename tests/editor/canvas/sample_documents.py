"""Documents like the tank and the soldier of the mock-ups, and generated large ones."""

from __future__ import annotations

import json
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from tests.graphs.layout.machine_samples import game_pairs


def game_registry() -> Registry:
    """Return the built-in kinds with two actions of a game."""
    extra = [
        ActionDeclaration("fire_shot", "Fire shot", "Fire at the target."),
        ActionDeclaration("say_line", "Say line", "Say something."),
    ]
    known = builtin_registry()
    return known.extended(actions=[action for action in extra if action.id not in known.actions])


_VARIABLES = {
    "d": "float",
    "wp": "float",
    "waypoint": "int",
    "health": "float",
    "ammo": "int",
    "unseen": "float",
    "value": "float",
    "visible": "bool",
    "alarm": "bool",
    "holstered": "bool",
    "look": "bool",
    "drop": "bool",
    "tired": "bool",
    "calm_down": "bool",
    "player": "entity",
    "target": "entity",
}


def document(graphs: dict[str, Any], root: str) -> Document:
    """Return a document of plain graphs, with all variables that the samples use."""
    body = {
        "format": "mindloom",
        "version": 1,
        "root": root,
        "graphs": graphs,
        "variables": {name: {"type": kind} for name, kind in _VARIABLES.items()},
        "events": {"noise": {}, "killed": {}},
    }
    return Document.model_validate_json(json.dumps(body))


def tank(*, stored: bool = True) -> Document:
    """Return the enemy tank; without `stored` positions it is laid out by rule."""
    nodes = {
        "patrol": {
            "kind": "state",
            "name": "Patrol",
            "children": ["entry", "moving", "finding"],
            "initial": "entry",
            "transitions": ["pc"],
        },
        "entry": {"kind": "state", "name": "PatrolEntry", "transitions": ["em", "ef"]},
        "moving": {
            "kind": "state",
            "name": "MovingToTarget",
            "activity": {"action": "arrive", "params": {"target": {"expr": "player"}}},
            "transitions": ["mf"],
        },
        "finding": {
            "kind": "state",
            "name": "FindingNewTarget",
            "entry": ["waypoint = 1 - waypoint"],
            "transitions": ["fm"],
        },
        "chase": {
            "kind": "state",
            "name": "Chase",
            "entry": ["alarm = true"],
            "activity": {"action": "pursue", "params": {"target": {"expr": "player"}}},
            "transitions": ["cs", "cp1", "cp2"],
        },
        "shoot": {
            "kind": "state",
            "name": "Shoot",
            "activity": {"action": "face", "params": {"target": {"expr": "player"}}},
            "exit": ["holstered = true"],
            "transitions": ["sc", "sp1", "sp2"],
        },
    }
    edges = {
        "pc": {"guard": "d < 5 and visible", "targets": ["chase"]},
        "cs": {"guard": "d < 3 and visible", "targets": ["shoot"]},
        "cp1": {"guard": "d > 5", "targets": ["patrol"]},
        "cp2": {"guard": "not visible", "targets": ["patrol"]},
        "sc": {"guard": "3 < d and d < 5 and visible", "targets": ["chase"]},
        "sp1": {"guard": "d > 6", "targets": ["patrol"]},
        "sp2": {"guard": "not visible", "targets": ["patrol"]},
        "em": {"guard": "wp > 1", "targets": ["moving"]},
        "ef": {"guard": "wp < 1", "targets": ["finding"]},
        "mf": {"guard": "wp < 1", "targets": ["finding"]},
        "fm": {"targets": ["moving"]},
    }
    layout = {
        "patrol": {"at": [0, 0], "size": [304, 404]},
        "entry": {"at": [40, 56]},
        "moving": {"at": [40, 166]},
        "finding": {"at": [40, 314]},
        "chase": {"at": [488, 50]},
        "shoot": {"at": [488, 304]},
    }
    graph: dict[str, Any] = {
        "kind": "state_machine",
        "title": "Tank",
        "children": ["patrol", "chase", "shoot"],
        "initial": "patrol",
        "nodes": nodes,
        "edges": edges,
    }
    if stored:
        graph["layout"] = layout
    return document({"g1": graph}, "g1")


def soldier(*, runnable: bool = False) -> Document:
    """Return the soldier tree of the mock-up, and a small machine that it calls.

    `runnable` leaves out what looks good but is not run by every version.
    """
    nodes: dict[str, dict[str, Any]] = {
        "root": {
            "kind": "selector",
            "title": "Soldier",
            "children": ["attack", "lost", "seen"],
            "services": [{"every": 0.5, "actions": ["unseen = 0"]}],
        },
        "attack": {
            "kind": "sequence",
            "title": "Attack when close",
            "guard": {"test": "ammo > 0", "abort": "lower"},
            "children": ["range", "cool"],
        },
        "range": {"kind": "condition", "title": "In range?", "test": "d <= 3"},
        "cool": {"kind": "cooldown", "params": {"seconds": 1}, "children": ["fire"]},
        "fire": {"kind": "action", "action": "fire_shot", "title": "Fire"},
        "lost": {
            "kind": "sequence",
            "title": "Give up when lost",
            "params": {"memory": "none"},
            "children": ["lostq", "patrol"],
        },
        "lostq": {"kind": "condition", "title": "Lost or killed?", "test": "unseen > 3"},
        "patrol": {"kind": "run_machine", "graph": "g2"},
        "seen": {
            "kind": "sequence",
            "title": "Chase when seen",
            "params": {"memory": "keep"},
            "children": ["insight", "chase", "taunt"],
        },
        "insight": {"kind": "condition", "title": "In sight?", "test": "visible"},
        "chase": {"kind": "action", "action": "pursue", "params": {"target": {"expr": "target"}}},
        "taunt": {"kind": "action", "action": "say_line", "title": "Taunt", "disabled": True},
    }
    if runnable:
        nodes["attack"]["guard"] = {"test": "ammo > 0"}
        nodes["cool"] = {"kind": "inverter", "children": ["fire"]}
        nodes["seen"]["params"] = {"memory": "none"}
        nodes["fire"] = {"kind": "wait", "params": {"seconds": 1}}
        nodes["taunt"] = {"kind": "wait", "params": {"seconds": 1}, "disabled": True}
    tree = {"kind": "behavior_tree", "title": "Soldier", "root": "root", "nodes": nodes}
    machine = {
        "kind": "state_machine",
        "title": "Patrol",
        "children": ["walk"],
        "initial": "walk",
        "nodes": {"walk": {"kind": "state", "name": "Walk"}},
    }
    return document({"g1": tree, "g2": machine}, "g1")


def interrupts() -> Document:
    """Return a machine with an any-state, a final, self-loops, and transitions across walls."""
    nodes = {
        "calm": {"kind": "state", "name": "Calm", "transitions": ["a", "loop"]},
        "fight": {
            "kind": "state",
            "name": "Fight",
            "children": ["aim", "reload", "home"],
            "initial": "aim",
            "transitions": ["b"],
        },
        "aim": {"kind": "state", "name": "Aim", "transitions": ["r", "flee"]},
        "reload": {"kind": "state", "name": "Reload", "transitions": ["back"]},
        "home": {"kind": "history"},
        "dead": {"kind": "final"},
        "pick": {"kind": "choice", "transitions": ["p1", "p2"]},
    }
    edges = {
        "a": {"event": "noise", "guard": "health > 30", "actions": ["look = true"], "targets": ["fight"]},
        "loop": {"after": 2, "targets": ["calm"]},
        "b": {"guard": "calm_down", "targets": ["pick"]},
        "r": {"guard": "ammo <= 0", "targets": ["reload"]},
        "flee": {"guard": "health < 20", "targets": ["calm"]},
        "back": {"after": 1.5, "targets": ["aim"]},
        "die": {"event": "killed", "interrupt": True, "actions": ["drop = true"], "targets": ["dead"]},
        "p1": {"guard": "tired", "targets": ["calm"]},
        "p2": {"else": True, "targets": ["fight"]},
    }
    graph = {
        "kind": "state_machine",
        "title": "Guard",
        "children": ["calm", "fight", "pick", "dead"],
        "initial": "calm",
        "nodes": nodes,
        "edges": edges,
        "transitions": ["die"],
    }
    return document({"g1": graph}, "g1")


def large_tree(count: int) -> Document:
    """Return a behavior tree of `count` nodes: composites of four over actions."""
    nodes: dict[str, Any] = {}
    children: dict[int, list[str]] = {}
    for index in range(1, count):
        children.setdefault((index - 1) // 4, []).append(f"n{index}")
    for index in range(count):
        below = children.get(index, [])
        if below:
            kind = "sequence" if index % 2 else "selector"
            nodes[f"n{index}"] = {"kind": kind, "title": f"Group {index}", "children": below}
        elif index % 3:
            nodes[f"n{index}"] = {"kind": "condition", "test": f"value > {index}"}
        else:
            nodes[f"n{index}"] = {"kind": "wait", "params": {"seconds": index % 7 + 0.5}}
    return document({"g1": {"kind": "behavior_tree", "root": "n0", "nodes": nodes}}, "g1")


def attack_or_flee() -> Document:
    """Return a decision tree whose branches share a leaf."""
    nodes = {
        "seen": {
            "kind": "test",
            "test": "visible",
            "branches": [{"child": "wander", "when": False}, {"child": "hp", "when": True}],
        },
        "hp": {
            "kind": "ranges",
            "value": {"expr": "health"},
            "branches": [{"child": "flee", "upto": 30}, {"child": "dist"}],
        },
        "dist": {
            "kind": "ranges",
            "value": {"expr": "d"},
            "branches": [{"child": "attack", "upto": 3}, {"child": "wander"}],
        },
        "wander": {"kind": "action", "action": "wander"},
        "flee": {"kind": "action", "action": "flee"},
        "attack": {"kind": "action", "action": "fire_shot"},
    }
    return document({"g1": {"kind": "decision_tree", "root": "seen", "nodes": nodes}}, "g1")


def large_machine(states: int, transitions: int, seed: int = 3) -> Document:
    """Return a generated machine like those of games, without stored places."""
    nodes: dict[str, Any] = {
        f"s{number}": {"kind": "state", "name": f"State {number}", "transitions": []}
        for number in range(states)
    }
    edges = {}
    for number, (start, end) in enumerate(game_pairs(states, transitions, seed)):
        edges[f"t{number}"] = {"guard": f"d < {number % 17}", "targets": [f"s{end}"]}
        nodes[f"s{start}"]["transitions"].append(f"t{number}")
    graph = {
        "kind": "state_machine",
        "title": "Large",
        "children": list(nodes),
        "initial": "s0",
        "nodes": nodes,
        "edges": edges,
    }
    return document({"g1": graph}, "g1")
