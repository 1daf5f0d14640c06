"""Make a document of each kind of graph that has every kind of node, and runs in an empty field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.model import Document

Fields = Mapping[str, object]

VARIABLES: dict[str, object] = {
    "d": {"type": "float", "default": 6.4, "min": 0, "max": 20},
    "health": {"type": "float", "default": 42, "min": 0, "max": 100},
    "foe": {"type": "entity"},
    "seen": {"type": "list", "most": 4},
    "mood": {"type": "enum", "values": ["calm", "wary", "angry"], "default": "wary"},
    "ticks": {"type": "float", "default": 0},
    "tokens": {"type": "int", "scope": "world", "default": 2},
    "visible": {"type": "bool", "default": True},
}


@dataclass
class Tree:
    """Collect the nodes of a tree from nested calls: each returns the id of the node it adds."""

    nodes: dict[str, dict[str, object]] = field(default_factory=dict)

    def add(self, kind: str, *children: str, **fields: object) -> str:
        """Add a node with children and return its id."""
        name = f"n{len(self.nodes) + 1}"
        self.nodes[name] = {"kind": kind, **fields, **({"children": list(children)} if children else {})}
        return name

    def leaf(self, kind: str = "succeed", slot: Fields | None = None, **fields: object) -> str:
        """Add a leaf and return its id; `slot` is what its parent knows of it."""
        return self.add(kind, **fields, **({"slot": dict(slot)} if slot else {}))


def tree_document() -> Document:
    """Return a behavior tree with every kind of node; most branches run, fail or succeed at once."""
    tree = Tree()
    root = tree.add(
        "parallel",
        _attack(tree),
        _composites(tree),
        _modified(tree),
        _limited(tree),
        _leaves(tree),
        _wants(tree),
        title="All at once",
        params={"success": "all", "failure": "all"},
    )
    lost = tree.add("sequence", tree.leaf(), tree.leaf("acme.teleport"), title="Not attached yet")
    graphs = {
        "every": {
            "kind": "behavior_tree",
            "loose": [lost],
            "nodes": tree.nodes,
            "root": root,
            "title": "Every node of a tree",
            "layout": {lost: {"at": [200, 470]}},
        },
        "called": _called_tree(),
        "machine": _small_machine(),
        "question": _small_question(),
    }
    return _document("every", graphs)


def _attack(tree: Tree) -> str:
    hold = tree.leaf("wait", params={"seconds": 60}, title="Hold fire")
    seen = tree.leaf("condition", test="visible", title="In sight?")
    near = tree.leaf("condition", test="d < 3 and visible", title="In range?")
    attack = tree.add(
        "sequence",
        seen,
        hold,
        title="Attack when close",
        params={"memory": "none"},
        guard={"test": "health > 0", "abort": "lower"},
        preconditions=[{"test": "d < 12", "gives": "while"}],
        on_halt=["ticks = 0"],
        services=[{"every": 0.5, "actions": ["ticks = ticks + 1"]}],
    )
    refused = tree.add("sequence", tree.leaf(), title="Only when weak", guard={"test": "health < 10"})
    return tree.add("selector", near, refused, attack, title="Fight", params={"memory": "none"})


def _wants(tree: Tree) -> str:
    """Add choices by needs and by goals."""
    weighed = tree.add(
        "goal_selector",
        tree.leaf(slot={"effects": {"health": -2}, "duration": 1}),
        tree.leaf("fail", {"effects": {"health": -1}}),
        needs=["health"],
    )
    pursued = tree.add(
        "strategy", tree.leaf(slot={"score": "d", "feasible": "visible"}), tree.leaf("fail", {"score": "1"})
    )
    asked = tree.add(
        "best_place",
        tree.leaf("points_ring"),
        tree.leaf("points_grid"),
        tree.leaf("points_along_path", params={"path": "way"}),
        tree.leaf("points_of_waypoints"),
        tree.leaf("points_of_cover"),
        tree.leaf("keep_places", params={"by": "sight", "at_most": 0}),
        tree.leaf("score_places", params={"worst": 12, "best": 0}),
        params={"name": "cover"},
    )
    return tree.add("sequence", weighed, pursued, asked, title="By needs, goals and places")


def _composites(tree: Tree) -> str:
    scored = [tree.leaf("fail", {"score": score}) for score in ("d / 20", "1 - d / 20")]
    branches = (
        tree.add("random_sequence", tree.leaf(), tree.leaf()),
        tree.add("round_robin", tree.leaf(), tree.leaf("fail")),
        tree.add("pipeline_sequence", tree.leaf(), tree.leaf()),
        tree.add("foreign_node", tree.leaf(), params={"name": "LoopInt"}),
        tree.add("random_selector", tree.leaf("fail", {"weight": 3}), tree.leaf(slot={"weight": 1})),
        tree.add("random_child", tree.leaf(slot={"weight": 2}), tree.leaf(slot={"weight": 1})),
        tree.add("simple_parallel", tree.leaf(), tree.leaf("fail")),
        tree.add("force_success", tree.add("utility_selector", *scored)),
        tree.add("if_else", tree.leaf("condition", test="d < 3"), tree.leaf("fail"), tree.leaf()),
        tree.add(
            "switch",
            tree.leaf("fail", {"case": "calm"}),
            tree.leaf(slot={"case": "wary"}),
            params={"variable": "mood"},
        ),
        tree.add("force_success", tree.add("try_recover", tree.leaf("fail"), tree.leaf())),
        tree.add("selector", tree.leaf("condition", test="d < 3"), tree.leaf(), disabled=True),
        tree.leaf("wait_until", test="d < 3", guard={"test": "visible"}),
    )
    return tree.add("sequence", *branches, title="Composites", params={"memory": "keep"})


def _modified(tree: Tree) -> str:
    return tree.add(
        "selector",
        tree.add("inverter", tree.leaf()),
        tree.add("force_failure", tree.leaf()),
        tree.add("retry", tree.leaf("fail"), params={"count": 2}),
        tree.add("timeout", tree.add("repeat", tree.leaf(), params={"count": None}), params={"seconds": 60}),
        tree.add("until_success", tree.leaf("fail")),
        tree.add("until_failure", tree.leaf()),
        tree.add("for_each", tree.leaf(), params={"list": "seen", "item": "foe"}),
        title="Decorators",
    )


def _limited(tree: Tree) -> str:
    return tree.add(
        "sequence",
        tree.add("cooldown", tree.leaf(), params={"seconds": 4}),
        tree.add("rate_limit", tree.leaf()),
        tree.add("run_limit", tree.leaf(), params={"count": 3}),
        tree.add("run_once", tree.leaf()),
        tree.add("probability", tree.leaf(), params={"chance": 1}),
        tree.add("fixed_status", tree.leaf("fail")),
        tree.add("delay", tree.leaf(), params={"seconds": 60}),
        tree.add("breakpoint", tree.leaf()),
        title="Limits",
    )


def _leaves(tree: Tree) -> str:
    return tree.add(
        "sequence",
        tree.leaf("set", actions=["ticks = ticks + 1"]),
        tree.leaf("raise", actions=["raise noise"]),
        tree.leaf("claim", params={"variable": "tokens"}),
        tree.leaf("release", params={"variable": "tokens"}),
        tree.leaf("log", params={"message": "all is well"}),
        tree.leaf("subtree", graph="called"),
        tree.leaf("run_machine", graph="machine"),
        tree.leaf("action", action="wander"),
        tree.leaf("decide", graph="question"),
        title="Leaves",
    )


def machine_document() -> Document:
    """Return a machine with compounds, regions, history, a choice, a final state, edges of every sort."""
    nodes: dict[str, object] = {
        "idle": {"kind": "state", "name": "Idle", "transitions": ["wake"], "exit": ["ticks = 0"]},
        "patrol": {
            "kind": "state",
            "name": "Patrol",
            "children": ["walk", "look", "back"],
            "initial": "walk",
            "transitions": ["spot", "rest"],
        },
        "walk": {
            "kind": "state",
            "name": "Walk",
            "transitions": ["arrive"],
            "activity": {"action": "wander"},
        },
        "look": {"kind": "state", "name": "Look around", "transitions": ["go_on"]},
        "back": {"kind": "history", "default": "walk"},
        "how": {"kind": "choice", "transitions": ["weak", "strong"]},
        "combat": {
            "kind": "parallel",
            "name": "Combat",
            "children": ["legs", "gun"],
            "transitions": ["lost", "tired"],
        },
        "legs": {"kind": "state", "name": "Legs", "children": ["strafe", "hold"], "initial": "strafe"},
        "strafe": {"kind": "state", "name": "Strafe", "transitions": ["stand"]},
        "hold": {"kind": "state", "name": "Hold", "transitions": ["move"]},
        "gun": {"kind": "state", "name": "Gun", "children": ["ready", "reload"], "initial": "ready"},
        "ready": {"kind": "state", "name": "Ready", "transitions": ["shot"]},
        "reload": {"kind": "state", "name": "Reload", "transitions": ["loaded"]},
        "flee": {"kind": "state", "name": "Flee", "transitions": ["safe"], "disabled": True},
        "dead": {"kind": "final", "name": "Dead", "status": "failure"},
    }
    edges: dict[str, object] = {
        "wake": {"targets": ["patrol"], "after": 0.2},
        "arrive": {"targets": ["look"], "guard": "d > 3", "actions": ["ticks = ticks + 1"]},
        "go_on": {"targets": ["walk"], "guard": "d < 3 and visible"},
        "spot": {"targets": ["how"], "guard": "ticks > 0 and visible", "after": 0.3},
        "rest": {"targets": ["idle"], "event": "noise", "guard": "health < 10"},
        "weak": {"targets": ["flee"], "guard": "health < 30"},
        "strong": {"targets": ["combat"], "else": True},
        "lost": {"targets": ["back"], "guard": "d > 12 or not visible"},
        "tired": {"targets": ["flee"], "after": 30, "outcome": "lost"},
        "stand": {"targets": ["hold"], "guard": "d < 8"},
        "move": {"targets": ["strafe"], "guard": "d < 2"},
        "shot": {"targets": ["reload"], "after": 0.1},
        "loaded": {"targets": ["ready"], "after": 20},
        "safe": {"targets": ["idle"], "guard": "d > 15"},
        "killed": {"targets": ["dead"], "guard": "health <= 0", "interrupt": True},
    }
    places = {
        "idle": (0, 96),
        "patrol": (240, 0),
        "walk": (40, 72),
        "look": (40, 192),
        "back": (300, 84),
        "how": (720, 96),
        "combat": (880, 0),
        "legs": (24, 56),
        "strafe": (24, 48),
        "hold": (220, 48),
        "gun": (24, 216),
        "ready": (24, 48),
        "reload": (220, 48),
        "flee": (720, 448),
        "dead": (240, 464),
    }
    graph = {
        "kind": "state_machine",
        "title": "Every state of a machine",
        "children": ["idle", "patrol", "how", "combat", "flee", "dead"],
        "initial": "idle",
        "transitions": ["killed"],
        "nodes": nodes,
        "edges": edges,
        "layout": {name: {"at": list(place)} for name, place in places.items()},
    }
    return _document("every", {"every": graph})


def decision_document() -> Document:
    """Return a decision tree with every question and every leaf, asked by a behavior tree."""
    nodes: dict[str, object] = {
        "seen": {"kind": "test", "test": "visible", "branches": _when(("far", False), ("near", True))},
        "near": {
            "kind": "ranges",
            "value": {"expr": "d"},
            "branches": [{"upto": 3, "child": "draw"}, {"upto": 9, "child": "mood"}, {"child": "rules"}],
        },
        "mood": {
            "kind": "switch",
            "value": {"expr": "mood"},
            "branches": [
                {"case": "calm", "child": "wait"},
                {"case": "wary", "child": "first"},
                {"else": True, "child": "flee"},
            ],
        },
        "first": {
            "kind": "first_of",
            "branches": [
                {"test": "health < 10", "child": "flee"},
                {"test": "d < 8", "child": "fight"},
                {"else": True, "child": "wait"},
            ],
        },
        "draw": {
            "kind": "random",
            "branches": [{"weight": 3, "child": "hit"}, {"weight": 1, "child": "more"}],
        },
        "rules": {
            "kind": "table",
            "inputs": ["health", "d"],
            "branches": [{"row": ["< 30", ""], "child": "score"}, {"row": ["", ">= 9"], "child": "wait"}],
        },
        "more": {"kind": "tree", "graph": "question"},
        "far": {"kind": "outcome", "outcome": "nothing"},
        "wait": {"kind": "outcome", "outcome": "wait"},
        "flee": {"kind": "outcome", "outcome": "flee"},
        "fight": {"kind": "run", "graph": "called", "title": "Fight"},
        "hit": {"kind": "action", "action": "wander"},
        "score": {"kind": "value", "value": {"expr": "d * 2"}},
    }
    graphs = {
        "every": {"kind": "decision_tree", "nodes": nodes, "root": "seen", "title": "Every question"},
        "asks": {
            "kind": "behavior_tree",
            "nodes": {"ask": {"kind": "decide", "graph": "every"}},
            "root": "ask",
            "title": "Asks every tick",
        },
        "called": _called_tree(),
        "question": _small_question(),
    }
    return _document("asks", graphs)


def _when(*branches: tuple[str, bool]) -> list[dict[str, object]]:
    return [{"when": when, "child": child} for child, when in branches]


def _called_tree() -> dict[str, object]:
    nodes = {"n1": {"kind": "wait", "params": {"seconds": 1}}}
    return {"kind": "behavior_tree", "nodes": nodes, "root": "n1", "title": "Take cover"}


def _small_machine() -> dict[str, object]:
    nodes = {"s1": {"kind": "state", "name": "Wait", "transitions": ["t1"]}, "s2": {"kind": "final"}}
    edges = {"t1": {"targets": ["s2"], "after": 0.2}}
    return {
        "kind": "state_machine",
        "title": "Round",
        "children": ["s1", "s2"],
        "initial": "s1",
        "nodes": nodes,
        "edges": edges,
    }


def _small_question() -> dict[str, object]:
    nodes = {
        "q": {"kind": "test", "test": "d < 3", "branches": _when(("no", False), ("yes", True))},
        "yes": {"kind": "outcome", "outcome": "near"},
        "no": {"kind": "outcome", "outcome": "far"},
    }
    return {"kind": "decision_tree", "nodes": nodes, "root": "q", "title": "Near?"}


def _document(root: str, graphs: Mapping[str, object]) -> Document:
    content = {
        "events": {"noise": {}},
        "format": "mindloom",
        "graphs": graphs,
        "root": root,
        "variables": VARIABLES,
        "version": 1,
    }
    return Document.model_validate_json(json.dumps(content))


def large_machine_document(count: int) -> Document:
    """Return a machine of many states in rounds of ten, each with a way back and a way to the next round."""
    nodes: dict[str, object] = {}
    edges: dict[str, object] = {}
    for number in range(count):
        leaving = {"next": number + 1 if number % 10 != 9 else number - 9}
        if number % 10 == 4 and number + 10 < count:
            leaving["on"] = number + 10
        names = {name: f"{name}_{number}" for name in leaving}
        nodes[f"s{number}"] = {
            "kind": "state",
            "name": f"Step {number + 1}",
            "transitions": list(names.values()),
        }
        for name, target in leaving.items():
            edges[names[name]] = {"targets": [f"s{target % count}"], "guard": f"d < {number % 20}"}
    children = [f"s{number}" for number in range(count)]
    graph = {
        "kind": "state_machine",
        "title": "Many states",
        "children": children,
        "initial": "s0",
        "nodes": nodes,
        "edges": edges,
    }
    return _document("every", {"every": graph})
