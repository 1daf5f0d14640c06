"""Read small files of game trees in tests, and tell what became of each construct."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import FORMATS, recognized
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import BehaviorTreeGraph, TreeNode
from graphs.projects.manifest_file import ManifestFile
from graphs.projects.manifest_registry import registry_with
from graphs.projects.project_check import check_in_project

FOLDER = Path(__file__).parent
MARK = "§"
"""Is before the line that a case of losses is about, and is taken out."""

MOST_FALSE = 0.05
"""The largest share of rows in exact files that may say something else."""


def imported(name: str, data: bytes | str, file: str) -> Imported:
    """Read the text of one file; it must be found to be of the format."""
    source = Source(file, data.encode() if isinstance(data, str) else data)
    assert recognized(source) is FORMATS[name]
    read = FORMATS[name].read
    assert read is not None
    return read([source], builtin_registry())


def read_file(name: str, file: str) -> Imported:
    """Read a file of the tests, with those beside it."""
    source = Source.at(FOLDER / name / "files" / file)
    assert recognized(source) is FORMATS[name]
    read = FORMATS[name].read
    assert read is not None
    return read([source], builtin_registry())


def told(found: Imported) -> dict[tuple[str, int], str]:
    """Return what became of each construct that is not exact, by what it is and its line."""
    for row in found.rows:
        assert (row.how == "exact") == (not row.reason), row
    return {(row.what, row.line): row.how for row in found.rows if row.how != "exact"}


def errors(found: Imported) -> list[str]:
    """Return the errors that the check finds, with what the game must bring."""
    manifests = [ManifestFile(None, found.manifest)] if found.manifest else []
    problems = check_in_project(found.document, None, registry_with(manifests, builtin_registry()))
    return [problem.message for problem in problems if problem.severity == "error"]


def tree_of(found: Imported, graph: str = "") -> BehaviorTreeGraph:
    """Return a graph, the root unless another is named."""
    tree = found.document.graphs[graph or found.document.root or ""]
    assert isinstance(tree, BehaviorTreeGraph)
    return tree


def root_of(found: Imported) -> TreeNode:
    """Return the root node."""
    tree = tree_of(found)
    assert tree.root is not None
    return tree.nodes[tree.root]


def told_at_mark(name: str, text: str, file: str, row: tuple[str, str, str]) -> None:
    """Assert that a marked line is told: how, what the row is about, the node that it leads to."""
    line = text[: text.index(MARK)].count("\n") + 1
    found = imported(name, text.replace(MARK, ""), file)
    how, what, node = row
    rows = [each for each in found.rows if each.what == what and each.line == line]
    assert [(each.how, each.node) for each in rows] == [(how, node)], found.rows
    assert_told(rows[0], found)


def assert_told(row: FormatRow, found: Imported) -> None:
    """Assert that a row has a reason and a remedy, and leads to a node of the document, if to any."""
    assert row.reason.endswith(".")
    assert row.remedy.endswith(".")
    if row.node:
        graph = found.document.graphs[row.graph]
        assert isinstance(graph, BehaviorTreeGraph)
        assert row.node in graph.nodes


def false_share(rows: Iterable[FormatRow]) -> float:
    """Return the share of rows that are not exact."""
    listed = list(rows)
    assert len(listed) > 100
    return sum(row.how != "exact" for row in listed) / len(listed)
