"""Build the small documents that problem codes are tried on."""

from __future__ import annotations

from typing import Any

from graphs.model import Document
from tests.graphs.builders import decision, document_of, documents_of, machine, tree

VARIABLES: dict[str, Any] = {
    "health": {"type": "float"},
    "count": {"type": "int"},
    "seen": {"type": "bool"},
    "mood": {"type": "enum", "values": ["calm", "angry"]},
    "spot": {"type": "vector"},
    "foe": {"type": "entity"},
    "tokens": {"type": "int", "scope": "world"},
}
EVENTS: dict[str, Any] = {"noise": {"payload": {"loudness": "float"}}, "hit.hard": {}}
ABOUT = {"variables": VARIABLES, "events": EVENTS}

A_AND_B: dict[str, Any] = {
    "a": {"kind": "state", "transitions": ["t"]},
    "b": {"kind": "state", "transitions": ["u"]},
}

REGIONS: dict[str, Any] = {
    "p": {"kind": "parallel", "children": ["a", "b"]},
    "a": {"kind": "state", "children": ["c", "d"], "initial": "c"},
    "b": {"kind": "state", "transitions": ["t"]},
    "c": "state",
    "d": "state",
}


def two_states(edge: dict[str, Any], **fields: Any) -> Document:
    """Return a machine of a and b, with one transition each, the one from a as given."""
    edges = {"t": {"targets": ["b"], **edge}, "u": {"targets": ["a"]}}
    return document_of(machine(A_AND_B, edges, **fields), **ABOUT)


def one_node(node: dict[str, Any] | str, parent: str = "sequence") -> Document:
    """Return a behavior tree of a parent and the given node n."""
    nodes = {"r": {"kind": parent, "children": ["n"]}, "n": node}
    return document_of(tree(nodes), **ABOUT)


def choice(branches: dict[str, Any], **fields: Any) -> Document:
    """Return a machine that goes from a to a choice with the given branches."""
    nodes = {
        "a": {"kind": "state", "transitions": ["t"]},
        "c": {"kind": "choice", "transitions": list(branches), **fields},
        "off": {"kind": "state", "disabled": True},
    }
    return document_of(machine(nodes, {"t": {"targets": ["c"]}, **branches}), **ABOUT)


def asked(node: dict[str, Any], more: dict[str, Any] | None = None) -> Document:
    """Return a decision tree of one question, an answer x, and more nodes."""
    return document_of(
        decision({"r": node, "x": {"kind": "outcome", "outcome": "x"}, **(more or {})}), **ABOUT
    )


def branches(*entries: dict[str, Any]) -> list[dict[str, Any]]:
    """Return branches of a question that all lead to the answer x."""
    return [{"child": "x", **entry} for entry in entries]


def calls(node: dict[str, Any], callee: dict[str, Any]) -> Document:
    """Return a behavior tree of one node beside another graph h."""
    return documents_of({"g": tree({"r": node}), "h": callee}, **ABOUT)


SPEED = {"speed": {"type": "float", "direction": "in"}}
OUT = {"found": {"type": "float", "direction": "out"}}
LEAF = {"r": "wait"}

Case = tuple[str, str, Document, Document]
"""A code, the path at which it stands, a document with it, one almost like it without."""
