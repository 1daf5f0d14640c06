"""Every row of the table of node editors' conventions is proved by tests that exist, and has its keys."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

import pytest

from editor.commands.keymap import load_keymap
from tests.editor.canvas.gesture_cases import CASES
from tests.editor.conventions.convention_rows import GESTURE, ROWS, ZOOMED, Part

TESTS = Path(__file__).resolve().parents[2]
CASE_NAMES = {str(case) for case in CASES}


@lru_cache
def names_in(file: str) -> frozenset[str]:
    """Return the names of the tests of a file."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def is_there(test: str) -> bool:
    """Tell whether there is a test of that name, with that case."""
    named, _, case = test.partition("[")
    file, _, name = named.partition("::")
    if case and (named not in (GESTURE, ZOOMED) or case.removesuffix("]") not in CASE_NAMES):
        return False
    return (TESTS / file).is_file() and name.startswith("test_") and name in names_in(file)


def test_the_table_has_all_31_rows() -> None:
    assert list(ROWS) == list(range(1, 32))
    assert all(ROWS.values())


@pytest.mark.parametrize("row", ROWS)
def test_every_part_of_a_row_names_tests_that_exist(row: int) -> None:
    for part in ROWS[row]:
        assert part.tests, part.words
        assert [test for test in part.tests if not is_there(test)] == [], part.words


def test_a_test_that_does_not_exist_is_found() -> None:
    assert not is_there("editor/nowhere.py::test_it")
    assert not is_there(f"{GESTURE}[1-add-by-magic]")
    assert not is_there(f"{GESTURE}_twice[1-add-by-tab]")
    assert is_there(f"{GESTURE}[1-add-by-tab]")


@pytest.mark.parametrize("part", [part for parts in ROWS.values() for part in parts], ids=lambda p: p.words)
def test_commands_start_by_the_keys_of_the_table(part: Part) -> None:
    keymap = load_keymap("linux")
    assert {command: keymap[command].keys for command in part.keys} == part.keys
