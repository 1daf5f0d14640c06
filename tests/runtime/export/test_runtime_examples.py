"""What the page of worked examples says is so, by the engine and by an executor written from the format."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from runtime.export.line_forms import LINE_NAMES
from runtime.export.load_program import parse_export
from runtime.export.row_forms import ROW_FORMS
from tools.conformance.engine_driver import expected
from tools.conformance.example_documents import WorkedExample, worked_examples
from tools.help_pages.runtime_examples import HELP, NOTHING, OF_ACTIONS, cells_of, pages, rows_of

RUNNER = HELP.parent / "executors" / "python" / "conformance.py"
PAGES = {name: (HELP / name).read_text(encoding="utf-8") for name in pages()}
PAGE = "".join(PAGES.values())
EXAMPLES = worked_examples()
of_each = pytest.mark.parametrize("example", EXAMPLES, ids=[each.name for each in EXAMPLES])


@cache
def section(name: str) -> str:
    """Return the part of the page that an example is in."""
    (found,) = [
        part for part in re.split(r"^##+ ", PAGE, flags=re.MULTILINE) if f"\nCase `page-{name}`:\n" in part
    ]
    return found


def table_of(name: str) -> list[dict[str, str]]:
    """Return the rows of the table of an example by the names of its columns; empty cells are left out."""
    lines = [line for line in section(name).splitlines() if line.startswith("| ")]
    head, *rows = ([cell.strip() for cell in line[1:-1].split("|")] for line in lines)
    return [{column: cell for column, cell in zip(head, row, strict=True) if cell != NOTHING} for row in rows]


def filled(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{column: cell for column, cell in row.items() if cell} for row in rows]


def program_of(name: str) -> dict[str, Any]:
    """Return what the page shows of a program."""
    block = section(name).split("```")[1].strip("\n").replace("\n" + " " * 11, " ")
    shown: dict[str, Any] = {"rows": [], "variables": []}
    for line in block.splitlines():
        found = re.match(r"(\w+) +(?:(\d+) +)?(.*)", line)
        assert found is not None, line
        word, number, text = found.groups()
        part = json.loads(text)
        if number is None:
            shown[word] = part
        else:
            assert len(shown[f"{word}s"]) == int(number)
            shown[f"{word}s"].append(part)
    return shown


def test_the_pages_are_what_is_made_of_the_examples():
    assert pages() == PAGES, "write it again: python -m tools.help_pages.runtime_examples"


@of_each
def test_the_program_on_the_page_is_that_of_the_example(example: WorkedExample):
    program = example.case()["program"]
    shown = program_of(example.name)
    assert shown["rows"] == [
        {key: value for key, value in row.items() if row["op"] != "action" or key not in OF_ACTIONS}
        for row in program["rows"]
    ]
    for name in ("variables", "defaults", "triggers", "groups", "memory"):
        assert shown.get(name, []) == program.get(name, [])
    assert shown.get("rounds") == program.get("rounds")
    actions = shown.get("needs", {}).get("actions", {})
    needed = program.get("needs", {})
    assert all(
        actions.get(name) == each
        for name, each in needed.get("actions", {}).items()
        if each.get("parameters")
    )
    assert {**shown.get("needs", {}), "actions": 0} == {**needed, "actions": 0}
    parse_export(json.dumps(program).encode())


@of_each
def test_the_engine_does_what_the_table_says(example: WorkedExample):
    told = table_of(example.name)
    assert 3 <= len(example.ticks) <= 8 or example.name == "visit-bound"
    assert filled(rows_of(example.case())) == told
    case = example.case()
    assert expected(case, interpreted=True) == expected(case)


@cache
def told_by_the_executor() -> dict[str, list[dict[str, Any]]]:
    """Return what the executor in Python tells of each tick, with a save: of cases that end with it."""
    cut = []
    for case in map(WorkedExample.case, EXAMPLES):
        cut += [{**case, "ticks": case["ticks"][: number + 1]} for number in range(len(case["ticks"]))]
    done = subprocess.run(
        [sys.executable, RUNNER],
        input="\n".join(map(json.dumps, cut)),
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, list[dict[str, Any]]] = {}
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        told.setdefault(answer["id"], []).append(answer["ticks"][-1])
    return told


@of_each
def test_an_executor_written_from_the_format_does_what_the_table_says(example: WorkedExample):
    case, rows = example.case(), []
    for number, told in enumerate(told_by_the_executor()[case["id"]]):
        rows += cells_of(case, number, told, told["save"]["agents"])
    assert filled(rows) == table_of(example.name)


def lines_in(data: Any) -> set[str]:
    """Return the ops of all lines in a part of a program, below rows."""
    if isinstance(data, list):
        return {op for part in data for op in lines_in(part)}
    if not isinstance(data, dict):
        return set()
    own = {data["op"]} if "op" in data else set()
    return own.union(*map(lines_in, data.values()))


def test_every_op_of_rows_and_of_lines_is_in_an_example_that_is_called_after_it():
    rows = [row for example in EXAMPLES for row in program_of(example.name)["rows"]]
    assert {row["op"] for row in rows} == set(ROW_FORMS)
    assert {op for row in rows for op in lines_in([*row.values()])} >= set(LINE_NAMES.values())
    titles = " ".join(example.title for example in EXAMPLES)
    assert [op for op in (*ROW_FORMS, *LINE_NAMES.values()) if f"`{op}`" not in titles] == []


def test_names_of_examples_are_unique():
    assert len({example.name for example in EXAMPLES}) == len(EXAMPLES)
