"""A program with a curve, a variable that rises and a choice that is drawn, and how it may be damaged."""

from __future__ import annotations

import json
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.export.export_document import ExportOptions, export_document
from tests.executors.engine_game import Json

RATE = 10

_SET = {"kind": "set", "actions": ["x = curve urge(hunger)"]}
_CHOICE = {"kind": "utility_selector", "params": {"lock": 1, "top": 2}, "children": ["set", "wait"]}
_NODES = {
    "root": {"kind": "repeat", "children": ["choice"]},
    "choice": _CHOICE,
    "set": {**_SET, "slot": {"score": "2"}},
    "wait": {"kind": "set", "actions": ["x = curve urge(hunger)"], "slot": {"score": "1"}},
}


def hungry_program() -> Json:
    """Return a program whose x is a tenth of hunger, by a curve; hunger rises by 0.5 a second from 4 on."""
    hunger = {"type": "float", "default": 4, "rise": 0.5, "max": 20}
    document = {
        "format": "mindloom",
        "version": 4,
        "root": "g",
        "curves": {"urge": {"shape": "points", "points": [[0, 0], [10, 1]]}},
        "variables": {"hunger": hunger, "x": {"type": "float"}},
        "graphs": {"g": {"kind": "behavior_tree", "root": "root", "nodes": _NODES}},
    }
    read = Document.model_validate_json(json.dumps(document))
    return export_document(read, builtin_registry(), ExportOptions(names=False, rate=RATE)).data


def _curves(points: Any) -> Json:
    return {**hungry_program(), "curves": {"urge": points}}


def _variable(**changes: Any) -> Json:
    program = hungry_program()
    program["variables"][0].update(changes)
    return program


def _choice(**changes: Any) -> Json:
    program = hungry_program()
    row = next(row for row in program["rows"] if row["op"] == "utility")
    row.update(changes)
    return {**program, "rows": [{k: v for k, v in row.items() if v is not None} for row in program["rows"]]}


def _without_risen() -> Json:
    program = hungry_program()
    del program["risen"]
    return program


CONSTANT = {"node": "constant", "value": 1}

DAMAGED: dict[str, tuple[Json, str]] = {
    "no points": (_curves([]), "The curve 'urge' needs 1 to 64 points"),
    "too many points": (_curves([[k, 0] for k in range(65)]), "The curve 'urge' needs 1 to 64 points"),
    "points that fall": (
        _curves([[0, 0], [2, 1], [1, 3]]),
        "The points of the curve 'urge' do not rise in x",
    ),
    "a point of one number": (_curves([[0]]), "[Pp]oint"),
    "a point of a text": (_curves([["0", 1]]), "[Pp]oint"),
    "another curve": ({**hungry_program(), "curves": {"urg": [[0, 1]]}}, "There is no curve 'urge'"),
    "an int that rises": (_variable(type="int"), "rises and is no float of the agent"),
    "a shared variable that rises": (_variable(scope="world"), "rises and is no float of the agent"),
    "nothing that remembers": (_without_risen(), "'risen' is a place where a variable rises"),
    "what remembers nothing": (_variable(rise=0), "'risen' is a place where a variable rises"),
    "a lock that is computed": (_choice(lock=CONSTANT), "'lock'"),
    "a lock that forgets": (_choice(since=None), "no place for 'since'"),
    "a draw from none": (_choice(top=0), "drawn from 1 child or more, not from 0"),
}
"""Damaged programs by what is wrong, and the words that say so in every executor."""

OWN: dict[str, tuple[Json, str]] = {
    "an unknown curve": ({"urg": [[0, 1]]}, "The mind has no curve 'urg'; it has urge."),
    "no points": ({"urge": []}, "The curve 'urge' needs 1 to 64 points."),
    "points that fall": ({"urge": [[1, 0], [0, 0]]}, "The points of the curve 'urge' do not rise in x."),
}
"""Tables that no agent can be given, and the words that refuse them."""

TOLD = [[0.4, 5.0], [0.405, 6.0], [0.405, 6.0], [0.415, 6.0]]
"""The x of agents `a`, with the program's table, and `b`, whose own is 5 below 4.01 and 6 from there on.

Both tick, both tick, `b` alone ticks, then both again: what `a` missed counts in its next tick.
"""

OWN_TABLE = {"urge": [[4.01, 5], [4.01, 6]]}
