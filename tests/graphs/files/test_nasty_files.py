"""A corpus of broken, hostile or only odd files: `refused_…` must be refused, `loads_…` must load."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from graphs.checks.checker import check_and_lint, check_document
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes, load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.titles import node_line, node_title
from graphs.structure.changes import compare_documents
from graphs.structure.queries import document_order

FOLDER = Path(__file__).resolve().parents[1] / "nasty_files"
REFUSED = sorted(FOLDER.glob("refused_*"))
LOADING = sorted(FOLDER.glob("loads_*"))


def test_the_corpus_has_no_file_of_another_name() -> None:
    assert sorted(FOLDER.glob("[!.]*")) == sorted([*REFUSED, *LOADING])
    assert len(REFUSED) > 50
    assert len(LOADING) > 15


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.name)
def test_a_broken_file_is_refused_at_a_place_with_a_remedy(path: Path) -> None:
    started = time.process_time()
    with pytest.raises(FileProblem) as caught:
        load_document(path)
    assert time.process_time() - started < 5
    assert caught.value.where
    assert caught.value.message.endswith(".")
    assert caught.value.remedy.endswith(".")
    assert str(caught.value).startswith(str(path))
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("path", LOADING, ids=lambda path: path.name)
def test_an_odd_file_loads_and_keeps_all_it_holds(path: Path) -> None:
    document = load_document(path)
    written = document_to_bytes(document)
    assert document_from_bytes(written) == document
    assert document_to_bytes(document_from_bytes(written)) == written
    assert not compare_documents(document, document_from_bytes(written))


@pytest.mark.parametrize("path", LOADING, ids=lambda path: path.name)
def test_an_odd_file_is_titled_ordered_and_checked_without_an_exception(path: Path) -> None:
    document, registry = load_document(path), builtin_registry()
    started = time.process_time()
    for graph in document.graphs.values():
        assert sorted(document_order(graph)) == sorted(graph.nodes)
        for node in graph.nodes.values():
            assert isinstance(node_title(node, graph.kind, registry, document), str)
            assert isinstance(node_line(node, graph.kind, registry, document), str)
    found = check_and_lint(document, registry)
    assert all(problem in found for problem in check_document(document, registry))
    assert time.process_time() - started < 5


def test_a_conflict_left_by_version_control_is_named_with_its_line() -> None:
    with pytest.raises(FileProblem) as caught:
        load_document(FOLDER / "refused_merge_conflict.json")
    assert "merge conflict" in caught.value.message
    text = (FOLDER / "refused_merge_conflict.json").read_text(encoding="utf-8")
    line = text.split("\n").index("<<<<<<< HEAD") + 1
    assert caught.value.where == f"line {line}, column 1"
