"""Every rule of the semantics that this version runs is named by a test or a case, most of them by cases."""

from __future__ import annotations

import re
from pathlib import Path

from graphs.kinds.builtin_registry import builtin_registry
from runtime.minds.compile.compiled_parts import TREE_KINDS
from runtime.minds.expansion.place_trees import PLACE_KINDS

TESTS = Path(__file__).parents[1]
HELP = TESTS.parent / "resources" / "help" / "semantics.md"

RULES = {1: 8, 2: 8, 3: 17, 4: 15, 5: 7, 6: 7, 7: 4, 8: 5, 9: 4, 10: 10, 11: 9}
"""How many rules each section has."""

OF_SECTION_11 = (*range(10, 14), *range(20, 25), *range(30, 41), 42)
"""Section 11 counts on from tens: 11.10 ground, 11.20 places, 11.30 squads and what they do."""

LEFT_TO_LATER: dict[tuple[int, int], str] = {}
"""Rules that no test names, and why."""

NAME = re.compile(r"def test_(\d+)_(\d+)_\w+")
TABLES = {"composites", "decorators"}
"""The two tables of section 3, which have no rule numbers."""

CASES = sorted((TESTS / "runtime" / "cases").glob("*.case.json"))
CASE_NAME = re.compile(r"(\d+)\.(\d+)-[a-z0-9-]+\.case\.json")
TABLE_CASE_NAME = re.compile(r"3-(composites|decorators)-([a-z_]+)-[a-z0-9-]+\.case\.json")

SECTIONS_WITH_CASES = (1, 2, 3, 4, 5, 6, 7, 9, 10)
"""Sections of which each rule has a case."""

NOT_A_CASE = {
    (1, 5): "it compares whole runs with each other",
    (1, 7): "it is about worlds, and a case has none",
    (1, 8): "every case is run on a document that is compared afterwards",
    (7, 1): "it is about what is recorded, not about what happens",
    (7, 3): "it is about looking back",
    (9, 2): "it is about bodies, and a case has none",
    (9, 4): "it is about bodies, and a case has none",
}
"""Rules of these sections that no case can show, and why; tests name them."""


def names() -> list[str]:
    return [
        line.strip()
        for path in sorted(TESTS.rglob("test_*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.lstrip().startswith("def test_")
    ]


def named_rules() -> set[tuple[int, int]]:
    found = (NAME.match(line) for line in names())
    return {(int(each[1]), int(each[2])) for each in found if each is not None} | rules_with_cases()


def rules_with_cases() -> set[tuple[int, int]]:
    found = (CASE_NAME.match(path.name) for path in CASES)
    return {(int(each[1]), int(each[2])) for each in found if each is not None}


def all_rules() -> set[tuple[int, int]]:
    counted = {(section, rule) for section, count in RULES.items() for rule in range(1, count + 1)}
    return counted | {(11, rule) for rule in OF_SECTION_11}


def test_every_rule_is_named_by_a_test_or_left_to_later_with_a_reason():
    missing = all_rules() - named_rules() - LEFT_TO_LATER.keys()
    assert sorted(missing) == []


def test_no_rule_that_is_left_to_later_is_named_by_a_test():
    assert sorted(named_rules() & LEFT_TO_LATER.keys()) == []


def test_tests_name_only_rules_that_exist():
    assert sorted(named_rules() - all_rules()) == []


def test_both_tables_of_section_3_are_named_by_tests():
    assert {
        table for table in TABLES if any(line.startswith(f"def test_3_{table}_") for line in names())
    } == TABLES


def test_the_help_page_states_every_rule_once():
    stated = re.findall(r"^\*\*(\d+)\.(\d+)\*\*", HELP.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted((int(section), int(rule)) for section, rule in stated) == sorted(all_rules())


def test_the_help_page_marks_every_kind_that_is_not_run():
    """A line of the page that names such a kind carries the mark."""
    text = HELP.read_text(encoding="utf-8")
    registry = builtin_registry()
    written = PLACE_KINDS | {kind.id for kind in registry.kinds_of("behavior_tree") if kind.part_of}
    not_run = [kind.id for kind in registry.kinds_of("behavior_tree") if kind.id not in TREE_KINDS | written]
    for kind in not_run:
        lines = [line for line in text.splitlines() if f"`{kind}`" in line]
        assert any("◌" in line for line in lines), kind


def test_every_case_is_named_after_a_rule_or_a_row_of_a_table():
    assert [
        path.name for path in CASES if not CASE_NAME.match(path.name) and not TABLE_CASE_NAME.match(path.name)
    ] == []


def test_every_rule_of_trees_has_a_case():
    wanted = {rule for rule in all_rules() if rule[0] in SECTIONS_WITH_CASES}
    assert sorted(wanted - rules_with_cases() - NOT_A_CASE.keys()) == []


def test_no_rule_that_has_a_case_is_said_to_have_none():
    assert sorted(rules_with_cases() & NOT_A_CASE.keys()) == []


def test_every_composite_and_decorator_has_a_case():
    named = {(each[1], each[2]) for each in (TABLE_CASE_NAME.match(path.name) for path in CASES) if each}
    kinds = {
        (f"{kind.category}s", kind.id)
        for kind in builtin_registry().kinds_of("behavior_tree")
        if kind.category in ("composite", "decorator")
    }
    assert named == kinds
