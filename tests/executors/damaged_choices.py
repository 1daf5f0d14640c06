"""Programs whose choices by scores, or variables that rise, are damaged beyond what `curve_programs` has."""

from __future__ import annotations

import json
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.export.export_document import ExportOptions, export_document
from tests.executors.curve_programs import damaged_program, rising_program
from tests.executors.engine_game import Json

_LINE = {"kind": "set", "actions": ["x = bell(5, 2)"], "slot": {"score": "x"}}
_CHOICE = {"kind": "utility_selector", "params": {"lock": 1, "top": 2}, "children": ["one", "two"]}
_DOCUMENT = {
    "format": "mindloom",
    "version": 4,
    "root": "g",
    "variables": {"x": {"type": "float"}},
    "graphs": {
        "g": {"kind": "behavior_tree", "root": "r", "nodes": {"r": _CHOICE, "one": _LINE, "two": _LINE}}
    },
}


def _choice(**changes: Any) -> Json:
    """Return a program of one choice with some fields changed, or left out where they are None."""
    document = Document.model_validate_json(json.dumps(_DOCUMENT))
    program: Json = {**export_document(document, builtin_registry(), ExportOptions(rate=10)).data}
    choice, *others = program["rows"]
    changed = {name: value for name, value in {**choice, **changes}.items() if value is not None}
    return {**program, "rows": [changed, *others]}


def _variable(**changes: Any) -> Json:
    program = rising_program()
    hunger = next(each for each in program["variables"] if "rise" in each)
    hunger.update(changes)
    return program


_COMPUTED = {"node": "constant", "value": 1}

DAMAGED: dict[str, tuple[Json, str]] = {
    "an int that rises": (_variable(type="int", place=0), "The variable 'hunger' cannot rise"),
    "a shared variable that rises": (_variable(scope="world"), "The variable 'hunger' cannot rise"),
    "a point of a text": (damaged_program({"curves": {"urge": [["0", 1]]}}), "is not 1 to 64 points"),
    "a lock that is computed": (_choice(lock=_COMPUTED), "'lock'"),
    "a lock that forgets": (_choice(since=None), "no place for 'since'"),
    "a draw from none": (_choice(top=0), "drawn from 1 child or more, not from 0"),
}
"""Damaged programs by what is wrong, and the words that say so."""
