"""Cases of lints of curves, fuzzy sheets, needs and moods."""

from __future__ import annotations

from typing import Any

from graphs.model import Document
from tests.graphs.builders import document_of, machine, tree
from tests.graphs.lints.machine_cases import Case

FLOATS: dict[str, Any] = {
    "hp": {"type": "float", "default": 1},
    "joy": {"type": "float", "default": 1},
    "anger": {"type": "float", "default": 0},
    "hunger": {"type": "float", "default": 0, "rise": 1},
    "thirst": {"type": "float", "default": 0},
}
LOW: dict[str, Any] = {"shape": "left_shoulder", "at": [0, 2, 5]}
HIGH: dict[str, Any] = {"shape": "right_shoulder", "at": [4, 5, 9]}
SETS: dict[str, Any] = {"low": LOW, "high": HIGH}
DANGER = "sheets.danger"


def sheeted(
    *rules: str, sets: dict[str, Any] | None = None, test: str = "number(threat) > 1", **fields: Any
) -> Document:
    """Return a sheet with the input hp and the output threat; each rule gives the set of its place."""
    given = [
        {"when": when, "output": "threat", "then": name}
        for when, name in zip(rules, ("low", "high"), strict=False)
    ]
    sheet = {
        "inputs": {"hp": {"high": 9, "sets": sets or SETS}},
        "outputs": {"threat": {"high": 9, "sets": {"low": LOW}}},
        "rules": given,
        **fields,
    }
    graph = tree({"r": {"kind": "condition", "test": test}})
    return document_of(graph, variables=FLOATS, sheets={"danger": sheet})


def curved(test: str) -> Document:
    """Return a document with a curve, and a condition."""
    graph = tree({"r": {"kind": "condition", "test": test}})
    return document_of(graph, variables=FLOATS, curves={"urge": {}})


def weighing(
    need: str, effect: object | None, variables: dict[str, Any] | None = None, **node: Any
) -> Document:
    """Return a goal selector with one need, which may be the graph's own, and an effect on it."""
    slot = {} if effect is None else {"effects": {need: effect}}
    nodes = {
        "r": {"kind": "goal_selector", "needs": [need], "children": ["n", "o"], **node},
        "n": {"kind": "succeed", "slot": slot},
        "o": {"kind": "set", "actions": ["joy = joy + 1"]},
    }
    return document_of(tree(nodes, variables=variables or {}), variables=FLOATS)


def moody(matrix: dict[str, Any], on_edge: dict[str, Any] | None = None) -> Document:
    """Return a machine with two moods that a matrix mixes."""
    graph = machine(
        {"calm": "state", "angry": "state"},
        {"t": {"guard": "hp > 1", "matrix": on_edge or {}}},
        transitions=["t"],
        moods={"shares": {"calm": "joy", "angry": "anger"}, "matrix": matrix},
    )
    return document_of(graph, variables=FLOATS)


OWN = {"fear": {"type": "float", "default": 0}}
KEPT = {"calm": {"calm": 0.7, "angry": 0.3}, "angry": {"angry": 1}}
LEAKS = {"calm": {"calm": 0.7, "angry": 0.2}, "angry": {"angry": 1}}

WANTS: list[Case] = [
    # A stretch in no set, a single place in none, an end of the axis in none.
    (
        "W230",
        f"{DANGER}.inputs.hp.sets",
        sheeted("hp is low", sets={"low": LOW, "high": {"shape": "right_shoulder", "at": [6, 7, 9]}}),
        sheeted("hp is low"),
    ),
    (
        "W230",
        f"{DANGER}.inputs.hp.sets",
        sheeted("hp is low", sets={"low": LOW, "high": {"shape": "right_shoulder", "at": [5, 7, 9]}}),
        sheeted("hp is low", sets={"low": LOW, "high": {"shape": "right_shoulder", "at": [4.9, 7, 9]}}),
    ),
    (
        "W230",
        f"{DANGER}.inputs.hp.sets",
        sheeted("hp is low", sets={"low": {"shape": "triangle", "at": [0, 3, 9]}, "high": HIGH}),
        sheeted("hp is low", sets={"low": {"shape": "triangle", "at": [-1, 3, 9]}, "high": HIGH}),
    ),
    (
        "W231",
        f"{DANGER}.rules.0.when",
        sheeted(
            "hp is low and hp is high",
            sets={"low": LOW, "high": {"shape": "right_shoulder", "at": [5, 7, 9]}},
        ),
        sheeted("hp is low and hp is high"),
    ),
    ("W231", f"{DANGER}.rules.0.when", sheeted("hp is low and false"), sheeted("hp is low or false")),
    (
        "W231",
        f"{DANGER}.rules.0.when",
        sheeted(
            "hp > 1 and not (hp is fairly low or hp is not low) and hp is very high",
            sets={"low": LOW, "high": {"shape": "right_shoulder", "at": [5, 7, 9]}},
        ),
        sheeted("hp is low and hp is not low"),
    ),
    ("W232", f"{DANGER}.outputs.threat.sets.low", sheeted(), sheeted("hp is low")),
    ("W233", "nodes.r.needs.0", weighing("hunger", None), weighing("hunger", -1)),
    ("W233", "nodes.r.needs.0", weighing("hunger", 1), weighing("hunger", {"expr": "-hp"})),
    ("W235", "nodes.r.needs.0", weighing("fear", None, OWN), weighing("fear", -1, OWN)),
    ("W235", "nodes.r.needs.0", weighing("fear", None, OWN), weighing("joy", None)),
    (
        "W233",
        "nodes.r.needs.0",
        weighing("hunger", None),
        weighing("hunger", None, suppress={"W233": "players feed it"}),
    ),
    ("W234", "moods.matrix.calm", moody(LEAKS), moody(KEPT)),
    ("W234", "moods.matrix.angry", moody({"calm": {"calm": 1}}), moody({})),
    ("W234", "edges.t.matrix.calm", moody(KEPT, LEAKS), moody(KEPT, KEPT)),
    ("I315", "curves.urge", curved("hp > 1"), curved("curve urge(hp) > 0.5")),
    ("I316", DANGER, sheeted("hp is low", test="hp > 1"), sheeted("hp is low", test="hp is low")),
    (
        "I316",
        DANGER,
        sheeted("hp is low", test="hp > 1"),
        sheeted("hp is low", test="strongest(threat) == 'low'"),
    ),
]
