"""The graphs that random machines call: a machine, a behavior tree, and decision trees to run and to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphs.model import Document
from graphs.model.document import FEWEST_ROUNDS
from tests.runtime.lone_brain import document, machine, scripted, tree
from tests.runtime.state_machines.random_machines import EVENTS, VARIABLES

_INNER = machine(
    {"x": {"update": ["n = n + 1"]}, "y": {}, "end": {"kind": "final"}},
    {
        "xy": {"from": "x", "event": "one", "to": "y"},
        "yx": {"from": "y", "after": 0.04, "to": "x"},
        "over": {"event": "two", "to": "end", "interrupt": True},
    },
)
_TREE = tree(
    {
        "r": {"kind": "sequence", "children": ["c", "e", "d"]},
        "c": scripted("RS", services=[{"every": 0.02, "actions": ["raise two.more"]}]),
        "e": {"kind": "raise", "actions": ["raise two.more", "raise two after 0.03"]},
        "d": scripted("RRF"),
    },
    "r",
)
_RUN = {
    "kind": "decision_tree",
    "root": "q",
    "nodes": {
        "q": {
            "kind": "first_of",
            "branches": [
                {"test": "n % 4 == 1", "child": "dice"},
                {"test": "n % 4 == 2", "child": "machine"},
                {"test": "1 / n > 0.9", "child": "act"},
                {"else": True, "child": "tree"},
            ],
        },
        "dice": {
            "kind": "random",
            "timeout": 2,
            "branches": [{"weight": 1, "child": "act"}, {"weight": 2, "child": "tree"}, {"child": "known"}],
        },
        "act": scripted("RRS", "act"),
        "tree": {"kind": "run", "graph": "tree"},
        "machine": {"kind": "run", "graph": "inner"},
        "known": {"kind": "value", "value": 1},
    },
}
_ASK = {
    "kind": "decision_tree",
    "root": "q",
    "nodes": {
        "q": {
            "kind": "ranges",
            "value": {"expr": "n % 5"},
            "branches": [{"upto": 1, "child": "left"}, {"upto": 2, "child": "may fail"}, {"child": "dice"}],
        },
        "may fail": {
            "kind": "test",
            "test": "1 / dice > 0.3",
            "branches": [{"when": True, "child": "right"}, {"when": False, "child": "nowhere"}],
        },
        "dice": {"kind": "random", "branches": [{"child": "left"}, {"child": "right"}]},
        "left": {"kind": "outcome", "outcome": "left"},
        "right": {"kind": "outcome", "outcome": "right"},
        "nowhere": {"kind": "outcome", "outcome": "nowhere"},
    },
}

CALLED: Mapping[str, Any] = {"inner": _INNER, "tree": _TREE, "run": _RUN, "ask": _ASK}


def mind_of(graph: Mapping[str, Any], **parts: Any) -> Document:
    """Return the document of a random machine with what it calls; `parts` replace variables or events.

    Many run in circles: the fewest rounds there may be are enough to see it.
    """
    given = {"variables": VARIABLES, "events": EVENTS, "rounds": FEWEST_ROUNDS, **parts}
    return document({"g": graph, **CALLED}, **given)
