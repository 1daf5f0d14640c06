"""The archive of cases is what the engine makes of them today, and it covers all that programs use."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from editor.command_line.conformance import read_cases, uses
from graphs.expressions.functions import PURE_FUNCTIONS
from runtime.export.line_forms import LINE_NAMES
from runtime.export.row_forms import ROW_FORMS
from tools.conformance.archive_writing import ARCHIVE, archive_bytes, lines_of
from tools.conformance.engine_driver import expected
from tools.conformance.plan import suite

FEWEST_CASES, FEWEST_TICKS, FEWEST_OF_EACH = 1_500, 75_000, 5
MOST_BYTES = 10_000_000
SLICE = sorted(random.Random(20).sample(sorted(suite()), 12))
AGAIN = "The engine does otherwise now. Where that is meant, write them again: python -m tools.conformance"


@cache
def slice_of_archive() -> dict[str, Any]:
    return {case["id"]: case for case in read_cases(ARCHIVE) if case["id"] in SLICE}


@pytest.mark.parametrize("name", SLICE)
def test_a_case_made_today_is_that_of_the_archive(name: str) -> None:
    (line,) = lines_of([name])
    assert json.loads(line) == slice_of_archive()[name], AGAIN


@pytest.mark.parametrize("name", SLICE[::2])
def test_the_readable_interpreter_answers_as_the_archive_says(name: str) -> None:
    case = slice_of_archive()[name]
    assert json.loads(json.dumps(expected(case, interpreted=True))) == case["expect"], AGAIN


def test_the_same_cases_have_the_same_bytes() -> None:
    lines = [f'{{"id": "{number}"}}\n' for number in range(3)]
    assert archive_bytes(lines) == archive_bytes(iter(lines))


def test_the_archive_is_large_and_covers_every_op_line_and_function() -> None:
    assert ARCHIVE.stat().st_size <= MOST_BYTES
    counted: Counter[str] = Counter()
    names, ticks = [], 0
    for case in read_cases(ARCHIVE):
        names.append(case["id"])
        ticks += len(case["ticks"])
        assert len(case["expect"]) == len(case["ticks"])
        assert "save" in case["expect"][-1]
        counted.update(f"{kind} {name}" for kind, used in uses(case).items() for name in used)
    assert names == [*suite()]
    assert len(names) >= FEWEST_CASES
    assert ticks >= FEWEST_TICKS
    wanted = {f"ops {name}" for name in ROW_FORMS}
    wanted |= {f"lines {name}" for name in {*LINE_NAMES.values(), "if"}}
    wanted |= {f"functions {name}" for name in (*PURE_FUNCTIONS, "len", "at", "contains")}
    assert {name: counted[name] for name in sorted(wanted) if counted[name] < FEWEST_OF_EACH} == {}
