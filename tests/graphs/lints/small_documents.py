"""Build the small documents that lints are tried on."""

from __future__ import annotations

from typing import Any

from graphs.model import Document
from tests.graphs.builders import decision, document_of, machine, tree

VARIABLES: dict[str, Any] = {
    "d": {"type": "float"},
    "health": {"type": "float", "min": 0, "max": 100, "default": 100},
    "ammo": {"type": "int", "min": 0, "max": 30},
    "seen": {"type": "bool"},
    "mood": {"type": "enum", "values": ["calm", "alert", "angry"]},
    "hit": {"type": "trigger"},
    "count": {"type": "int"},
    "foe": {"type": "entity"},
    "tokens": {"type": "int", "scope": "world"},
}
EVENTS: dict[str, Any] = {
    "noise": {"payload": {"loudness": "float"}},
    "noise.near": {"payload": {"loudness": "float"}},
    "alarm": {},
}
ABOUT = {"variables": VARIABLES, "events": EVENTS}


def states(edges: dict[str, dict[str, Any]], **nodes: Any) -> Document:
    """Return a machine of the states a, b, c; an edge `ab` or `ab2` leads from a to b, `a_` nowhere."""
    built: dict[str, dict[str, Any]] = {
        each: {"kind": "state", **nodes.get(each, {})} for each in ("a", "b", "c", *sorted(nodes))
    }
    drawn: dict[str, dict[str, Any]] = {}
    for edge_id, edge in edges.items():
        built[edge_id[0]].setdefault("transitions", []).append(edge_id)
        drawn[edge_id] = {"targets": [] if edge_id[1] == "_" else [edge_id[1]], **edge}
    return document_of(machine(built, drawn), **ABOUT)


def guards(**by_edge: str | None) -> Document:
    """Return such a machine whose edges have nothing but guards; None is no guard."""
    return states({key: {} if guard is None else {"guard": guard} for key, guard in by_edge.items()})


def under(parent: str, *children: dict[str, Any] | str, **params: Any) -> Document:
    """Return a behavior tree: p and a condition in a sequence, the children n1, n2, … below p.

    A child may hold children of its own in place; those of n1 are n11, n12, …
    """
    nodes: dict[str, Any] = {
        "r": {"kind": "sequence", "children": ["p", "after"]},
        "p": {"kind": parent, "params": params},
        "after": {"kind": "condition", "test": "seen"},
    }
    _hang(nodes, "p", "n", children)
    return document_of(tree(nodes), **ABOUT)


def _hang(nodes: dict[str, Any], parent: str, name: str, children: Any) -> None:
    """Put children given in place below a parent, and theirs below them."""
    ids = [f"{name}{place}" for place in range(1, len(children) + 1)]
    nodes[parent] = {**nodes[parent], "children": ids}
    for child_id, child in zip(ids, children, strict=True):
        nodes[child_id] = {"kind": child} if isinstance(child, str) else {**child}
        inner = nodes[child_id].pop("children", ())
        if inner:
            _hang(nodes, child_id, child_id, inner)


def nested(nodes: dict[str, Any], **fields: Any) -> Document:
    """Return a behavior tree of nodes by id, r the root."""
    return document_of(tree(nodes, **fields), **ABOUT)


def declared(node: dict[str, Any] | str = "succeed", **fields: Any) -> Document:
    """Return a behavior tree of one node in a document with the given declarations."""
    return document_of(tree({"r": node}), **fields)


def graph_names(parameters: Any = None, variables: Any = None, node: Any = "succeed") -> Document:
    """Return a behavior tree of one node with parameters and variables of its own."""
    fields: dict[str, Any] = {"parameters": parameters or {}, "variables": variables or {}}
    return document_of(tree({"r": node}, **fields), **ABOUT)


def first_of(*tests: str) -> Document:
    """Return a decision tree that asks one condition after the other."""
    branches = [{"child": "x", "test": test} for test in tests]
    nodes = {
        "r": {"kind": "first_of", "branches": [*branches, {"child": "x", "else": True}]},
        "x": {"kind": "outcome", "outcome": "x"},
    }
    return document_of(decision(nodes), **ABOUT)


def asked(test: str) -> Document:
    """Return a decision tree that asks one question."""
    branches = [{"child": "x", "when": True}, {"child": "x", "when": False}]
    nodes = {
        "r": {"kind": "test", "test": test, "branches": branches},
        "x": {"kind": "outcome", "outcome": "x"},
    }
    return document_of(decision(nodes), **ABOUT)


def regions(target: str) -> Document:
    """Return a parallel state p of the regions x and y, and a transition from x1 in x to a target."""
    nodes: dict[str, Any] = {
        "p": {"kind": "parallel", "children": ["x", "y"]},
        "x": {"kind": "state", "children": ["x1", "x2"], "initial": "x1"},
        "y": {"kind": "state", "children": ["y1"], "initial": "y1"},
        "x1": {"kind": "state", "transitions": ["t"]},
        "x2": {"kind": "state", "transitions": ["u"]},
        "y1": "state",
        "out": "state",
    }
    edges = {"t": {"targets": [target], "guard": "seen"}, "u": {"targets": ["x1"], "guard": "not seen"}}
    return document_of(machine(nodes, edges), **ABOUT)


def compound(
    outer: str, inner: str, event: str = "tick", back: str = "seen", *, transient: bool = False
) -> Document:
    """Return a box with a way out, and in it two states with ways to each other; the first may be passed."""
    nodes: dict[str, Any] = {
        "box": {"kind": "state", "children": ["in", "in2"], "initial": "in", "transitions": ["leave"]},
        "in": {"kind": "state", "transitions": ["step"], "transient": transient},
        "in2": {"kind": "state", "transitions": ["back"]},
        "out": "state",
    }
    edges = {
        "leave": {"targets": ["out"], "guard": outer, "event": event},
        "step": {"targets": ["in2"], "guard": inner, "event": event},
        "back": {"targets": ["in"], "guard": back},
    }
    return document_of(machine(nodes, edges), **ABOUT)


FIRE: dict[str, Any] = {"kind": "action", "action": "fire", "params": {"target": {"expr": "foe"}}}
CHASE: dict[str, Any] = {"kind": "action", "action": "pursue", "params": {"target": {"expr": "foe"}}}
SEEN: dict[str, Any] = {"kind": "condition", "test": "seen"}
COUNT: dict[str, Any] = {"kind": "set", "actions": ["count = count + 1"]}
CALM: dict[str, Any] = {"kind": "set", "actions": ['mood = "calm"']}
RAISE: dict[str, Any] = {"kind": "raise", "actions": ["raise alarm"]}
WAIT: dict[str, Any] = {"kind": "wait", "params": {"seconds": 1}}
ENDLESS: dict[str, Any] = {"kind": "repeat", "children": [WAIT]}
