"""A program is drawn again as a document: each row lands on a node of its kind, with its title and line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document
from runtime.export.document_of_program import document_of_program
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.load_program import LoadedExport
from runtime.export.named_rows import with_named_rows
from runtime.export.program_json import ProgramFiles
from runtime.link.game_programs import GameProgram, mind_of
from runtime.minds.expansion.expanded_document import expanded
from tests.executors.random_cases import SORTS
from tests.runtime.session_of import SAMPLES
from tools.conformance.random_documents import REGISTRY, random_document

RANDOM = 12
TICKS_FOR_SECONDS = ("wait", "timeout", "delay")
CALLS = ("subtree", "run", "decide", "run_machine")
MARKS = ("choice", "history")


@cache
def documents() -> tuple[tuple[str, Document, Registry, Any], ...]:
    """Return all documents to export, each with its program."""
    return tuple((*each, exported(*each[1:])) for each in _documents())


def _documents() -> Iterator[tuple[str, Document, Registry]]:
    """Yield all samples, as they are compiled, and random documents of each sort."""
    for path in sorted(SAMPLES.glob("*.mind.json")):
        yield path.name, expanded(load_document(path)), builtin_registry()
    for sort in SORTS:
        for number in range(RANDOM):
            yield f"{sort} {number}", random_document(SORTS[sort], f"drawn {sort} {number}"), REGISTRY


def exported(document: Document, registry: Registry) -> Any:
    """Return the program of a document with its names, as files."""
    export = export_document(document, registry, ExportOptions(keep_disabled=True))
    return ProgramFiles(export.data, export.names)


def loaded(files: ProgramFiles) -> LoadedExport:
    """Return a program as it is loaded for a game."""
    found = mind_of(GameProgram("mind", files)).loaded()
    return found if files.names else replace(found, program=with_named_rows(found.program))


def test_rows_land_on_nodes_of_their_kind_and_title_with_names_and_without() -> None:
    for name, document, registry, files in documents():
        drawings = []
        for shown in (files, files._replace(names=None)):
            export = loaded(shown)
            drawn = document_of_program(export)
            drawings.append(drawn)
            for row in export.program.rows:
                graph: Any = drawn.graphs[row.graph]
                if row.kind == "transition":
                    assert row.node in graph.edges, (name, row.path)
                elif row.node and row.kind != "activity":
                    assert graph.nodes[row.node].kind == row.kind, (name, row.path)
        drawn = drawings[0]
        for key, drawing in drawn.graphs.items():
            for node, made in drawing.nodes.items():
                given = document.graphs[key].nodes[node].model_copy(update={"title": ""})
                name_of = [getattr(each, "name", "") for each in (given, made)]
                assert made.kind in MARKS or name_of[0] in ("", name_of[1]), (name, node)
                if given.disabled or made.kind in (*TICKS_FOR_SECONDS, *CALLS, *MARKS) or name_of[1]:
                    continue  # calls are shown by titles of graphs
                titles = [node_title(each, drawing.kind, registry, drawn) for each in (given, made)]
                assert titles[0] == titles[1], (name, node)


def test_drawings_of_named_programs_compile_to_the_same_program() -> None:
    same = 0
    for name, document, registry, files in documents():
        if any(
            each.direction != "in" for graph in document.graphs.values() for each in graph.parameters.values()
        ):
            continue  # what writes to a variable of a caller is told by that variable alone
        drawn = document_of_program(loaded(files))
        options = ExportOptions(keep_disabled=True, rate=files.program["rate"])
        again: Any = export_document(drawn, registry, options).data
        rows = [row["op"] for row in again["rows"]]
        assert rows == [row["op"] for row in files.program["rows"]], name
        same += again["hash"] == files.program["hash"]
    assert same >= 70


def test_conditions_of_a_program_without_names_are_written_from_their_trees() -> None:
    document = load_document(SAMPLES / "stealth_guard.mind.json")
    drawn = document_of_program(loaded(exported(document, builtin_registry())._replace(names=None)))
    tests = {
        node.test for graph in drawn.graphs.values() for node in graph.nodes.values() if hasattr(node, "test")
    }
    root: Any = drawn.graphs["root"]
    guards = {edge.guard for edge in root.edges.values()}
    assert "d <= 5 and visible" in tests
    assert {"health <= 0", "not visible", "visible"} <= guards
    (actions,) = {edge.actions for edge in root.edges.values() if edge.guard == "not visible"}
    assert actions == ("last_noise = last_seen",)


@pytest.mark.parametrize("copied", [12, 24])
def test_a_name_of_two_rows_is_refused(copied: int) -> None:
    files = exported(load_document(SAMPLES / "stealth_guard.mind.json"), builtin_registry())
    assert files.names is not None
    rows = [*files.names["rows"]]
    rows[copied + 1] = rows[copied]
    damaged = loaded(files._replace(names={**files.names, "rows": rows}))
    with pytest.raises(ValueError, match="are called"):
        document_of_program(damaged)
