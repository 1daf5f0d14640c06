"""Documents with curves, sheets, goals and moods, to be compared, merged, searched and written."""

from __future__ import annotations

from typing import Any

from graphs.model import Document
from graphs.structure.file_version import with_file_version
from tests.graphs.builders import documents_of, machine, tree

LOW: dict[str, Any] = {"shape": "left_shoulder", "high": 9, "at": [0, 2, 5]}
HIGH: dict[str, Any] = {"shape": "right_shoulder", "high": 9, "at": [4, 5, 9]}
LOST_CALM: dict[str, Any] = {"calm": {"mad": 1}, "mad": {"mad": 1}}
FLOATS: dict[str, Any] = {
    name: {"type": "float", "default": 0, "min": 0, "max": 9} for name in ("hp", "joy", "anger", "thirst")
} | {"hunger": {"type": "float", "default": 0, "rise": 0.5}}


def sheet(**fields: Any) -> dict[str, Any]:
    """Return a fuzzy sheet with one input, one output and two rules."""
    return {
        "title": "Danger",
        "inputs": {"hp": {"high": 9, "sets": {"low": LOW, "high": HIGH}}},
        "outputs": {"threat": {"high": 9, "unit": "fear", "sets": {"low": LOW, "high": HIGH}}},
        "rules": [
            {"when": "hp is very low", "output": "threat", "then": "high"},
            {"when": "hp is high", "output": "threat", "then": "low"},
        ],
        **fields,
    }


def wanting(
    curves: Any = None,
    sheets: Any = None,
    slot: dict[str, Any] | None = None,
    moods: dict[str, Any] | None = None,
    matrix: Any = None,
) -> Document:
    """Return a document with a goal selector, a strategy and a machine with moods."""
    goals = {
        "r": {"kind": "goal_selector", "needs": ["hunger", "thirst"], "children": ["eat", "plan"]},
        "eat": {
            "kind": "wait",
            "slot": {"effects": {"hunger": -3}, "duration": {"expr": "hp + 1"}, **(slot or {})},
        },
        "plan": {"kind": "strategy", "slot": {"effects": {"thirst": {"expr": "-hp"}}}, "children": ["flee"]},
        "flee": {
            "kind": "succeed",
            "slot": {"score": "number(threat)", "feasible": "hp > 1", "attempts": 2, "dropped": True},
        },
    }
    moody = machine(
        {"calm": {"kind": "state", "name": "Calm"}, "mad": {"kind": "state", "name": "Angry"}},
        {
            "hurt": {
                "guard": "curve urge(hp) > 0.5",
                "matrix": matrix or {"calm": {"mad": 1}, "mad": {"mad": 1}},
            }
        },
        transitions=["hurt"],
        moods={"shares": {"calm": "joy", "mad": "anger"}, "every": 2, **(moods or {})},
    )
    document = documents_of(
        {"g": tree(goals), "m": moody},
        variables=FLOATS,
        curves={"urge": {"shape": "logistic", "high": 9, "at": [4]}} if curves is None else curves,
        sheets={"danger": sheet()} if sheets is None else sheets,
    )
    return with_file_version(document)
