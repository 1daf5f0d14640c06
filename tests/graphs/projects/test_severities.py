"""Lint severities of a project, and how they reach the check of a document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphs.checks.rules.problem import Place, Problem, Severity, with_severities
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.project_check import check_in_project
from graphs.projects.project_file import PROJECT_FILE_NAME, load_project
from tests.graphs.builders import document_of, tree
from tests.graphs.projects.outpost_files import project_value, write


def problem(code: str, severity: Severity, element: str = "") -> Problem:
    return Problem(code, severity, Place("g", element), "Something is odd.")


PROBLEMS = (
    problem("E001", "error"),
    problem("W201", "warning", "a"),
    problem("W202", "warning", "b"),
    problem("I302", "note", "c"),
    problem("I302", "note", "d"),
)


def test_problems_become_heavier_lighter_or_nothing_and_are_sorted_anew() -> None:
    weighed = with_severities(PROBLEMS, {"W201": "note", "W202": "off", "I302": "error"})
    assert [(each.code, each.severity, each.place.element) for each in weighed] == [
        ("E001", "error", ""),
        ("I302", "error", "c"),
        ("I302", "error", "d"),
        ("W201", "note", "a"),
    ]


def test_an_error_stays_one() -> None:
    assert with_severities(PROBLEMS[:1], {"E001": "off"}) == PROBLEMS[:1]


def test_without_severities_nothing_changes() -> None:
    assert with_severities(PROBLEMS, {}) == PROBLEMS


def test_a_project_weighs_the_problems_of_its_documents(tmp_path: Path) -> None:
    document = document_of(tree({"r": {"kind": "alien"}}))
    path = tmp_path / "a.mind.json"

    def found(**sections: Any) -> list[tuple[str, str]]:
        write(tmp_path, {PROJECT_FILE_NAME: project_value(**sections)})
        problems = check_in_project(document, path, builtin_registry(), load_project(tmp_path))
        return [(each.code, each.severity) for each in problems]

    assert found() == [("W201", "warning")]
    assert found(severities={"W201": "error"}) == [("W201", "error")]
    assert found(severities={"W201": "off"}) == []
