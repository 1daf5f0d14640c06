"""A program with a curve and a variable that rises, and what is wrong with others that are like it."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.export.export_document import ExportOptions, export_document
from tests.executors.engine_game import Json

_DOCUMENT: Json = {
    "format": "mindloom",
    "version": 4,
    "root": "g",
    "curves": {"urge": {"shape": "points", "points": [[0, 0], [4, 8]], "high": 4}},
    "variables": {
        "hunger": {"type": "float", "default": 2, "rise": 10, "max": 4},
        "felt": {"type": "float"},
    },
    "graphs": {
        "g": {
            "kind": "behavior_tree",
            "root": "r",
            "nodes": {"r": {"kind": "set", "actions": ["felt = curve urge(hunger)"]}},
        }
    },
}

FELT = [4.0, 6.0, 8.0, 8.0]
"""What `felt` is after each of the first ticks, by the curve of the program."""

OWN: list[list[float]] = [[0, 1], [2, 5]]
"""A table by which it is 5 in all of these."""

_NO_TABLE, _NO_PLACE = r"The curve '?urge'? is not 1 to 64 points", "no place .* for when variables rose"

TABLES: list[Any] = [[], [[1, 0], [0, 0]], [[0, 0]] * 65, [[0]], [[0, None]], [7], 3]
"""What is no table of a curve."""

DAMAGES: list[tuple[Json, str]] = [
    *(({"curves": {"urge": table}}, _NO_TABLE) for table in TABLES),
    ({"curves": {"other": [[0, 0]]}}, "there is no curve 'urge'"),
    ({"risen": 99}, _NO_PLACE),
    ({"risen": None}, _NO_PLACE),
    ({"rise": "fast"}, "cannot rise"),
    ({"rise": 0}, _NO_PLACE),
]
"""What is put into the program, and how it is refused; `rise` is that of its variable."""

of_every_damage = pytest.mark.parametrize(("damage", "words"), DAMAGES)


def rising_program() -> Json:
    """Return the program."""
    document = Document.model_validate_json(json.dumps(_DOCUMENT))
    return copy.deepcopy(export_document(document, builtin_registry(), ExportOptions(rate=10)).data)


def damaged_program(damage: Json) -> Json:
    """Return the program with a damage."""
    program = {**rising_program(), **damage}
    if "rise" in program:
        next(each for each in program["variables"] if "rise" in each)["rise"] = program.pop("rise")
    return program
