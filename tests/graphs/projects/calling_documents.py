"""Build documents that call graphs of other files, and check them in their folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graphs.checks.rules.problem import Problem
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.projects.project_check import check_in_project
from graphs.projects.project_file import Project
from tests.graphs.builders import documents_of, tree

BASE = builtin_registry()


def calling(*targets: str, **fields: Any) -> Document:
    """Return a document whose one tree calls these graphs in order."""
    if not targets:
        return documents_of({"g": leaf()}, **fields)
    nodes: dict[str, Any] = {f"c{place}": call(target) for place, target in enumerate(targets)}
    nodes["r"] = {"kind": "sequence", "children": list(nodes)}
    return documents_of({"g": tree(nodes)}, **fields)


def call(target: str, **arguments: Any) -> dict[str, Any]:
    """Return a node that calls a graph."""
    return {"kind": "subtree", "graph": target, "arguments": arguments}


def leaf(**fields: Any) -> dict[str, Any]:
    """Return a behavior tree that succeeds."""
    return tree({"r": "succeed"}, **fields)


def check(folder: Path, name: str, project: Project | None = None) -> list[Problem]:
    """Return the errors of a document in a folder."""
    path = folder / name
    return errors(check_in_project(load_document(path), path, BASE, project))


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return the errors among some problems."""
    return [problem for problem in problems if problem.severity == "error"]


def refusal(folder: Path, name: str, project: Project | None = None) -> Problem:
    """Return the one error of a document, which is at a reference."""
    (problem,) = check(folder, name, project)
    assert problem.code == "E015"
    assert problem.place.element == "c0"
    assert problem.place.field == "graph"
    assert problem.remedy
    return problem
