"""Files that change and move, and the references that follow them."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphs.files.document_file import FileProblem
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.moved_files import references_after_move, with_references
from graphs.projects.project_check import check_in_project
from graphs.structure.references import references_in
from tests.graphs.builders import documents_of, machine
from tests.graphs.projects.calling_documents import BASE, calling, errors, leaf
from tests.graphs.projects.outpost_files import write


def test_a_library_reads_a_file_again_only_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "b.mind.json"
    write(tmp_path, {"b.mind.json": documents_of({"g": leaf()})})
    library = DocumentLibrary()
    first = library.document(path)
    assert library.document(path) is first
    write(tmp_path, {"b.mind.json": documents_of({"g": leaf(), "longer": leaf()})})
    assert "longer" in library.document(path).graphs
    path.unlink()
    with pytest.raises(FileProblem):
        library.document(path)


def test_a_document_that_is_open_goes_before_its_file(tmp_path: Path) -> None:
    opened = documents_of({"new": leaf()})
    library = DocumentLibrary({(tmp_path / "b.mind.json").resolve(): opened}.get)
    path = tmp_path / "a.mind.json"
    assert errors(check_in_project(calling("b.mind.json#new"), path, BASE, library=library)) == []


def test_references_of_states_are_rewritten_and_other_states_stay_shared() -> None:
    nodes = {
        "s": {"kind": "state", "activity": {"graph": "o.mind.json#g"}},
        "c": {"kind": "choice", "decision": {"graph": "o.mind.json#d"}},
        "k": {"kind": "state", "activity": {"action": "stop"}},
    }
    document = documents_of({"g": machine(nodes)})
    moved = with_references(document, lambda target: target.replace("o.mind", "n.mind"))
    assert with_references(document, str) is document
    assert {call.target for call in references_in(moved.graphs["g"])} == {"n.mind.json#g", "n.mind.json#d"}
    assert moved.graphs["g"].nodes["k"] is document.graphs["g"].nodes["k"]


def test_references_lead_to_the_same_files_after_the_document_moved(tmp_path: Path) -> None:
    document = calling("b.mind.json#g", "../c.mind.json#h", "g")
    moved = references_after_move(
        document, tmp_path / "minds" / "a.mind.json", tmp_path / "other" / "deep" / "a.mind.json"
    )
    targets = [call.target for call in references_in(moved.graphs["g"])]
    assert targets == ["../../minds/b.mind.json#g", "../../c.mind.json#h", "g"]
