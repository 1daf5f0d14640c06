"""Documents joined with the graphs of other files that they call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.files.document_file import load_document
from graphs.model.document import ReferenceRefusal
from graphs.projects.file_references import load_referenced_files
from graphs.projects.linking import link_document
from graphs.projects.project_check import check_in_project, runnable_document, uses_other_files
from graphs.structure.references import references_in
from tests.graphs.builders import documents_of, tree
from tests.graphs.projects.calling_documents import BASE, call, calling, leaf
from tests.graphs.projects.outpost_files import write


def test_a_joined_document_holds_every_graph_it_calls_under_its_new_id(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.mind.json": calling("./sub/b.mind.json#g"),
            "sub/b.mind.json": documents_of(
                {
                    "g": tree(
                        {
                            "r": {"kind": "sequence", "children": ["x", "y"]},
                            "x": call("h"),
                            "y": call("../c.mind.json#g"),
                        }
                    ),
                    "h": leaf(),
                    "unused": leaf(),
                }
            ),
            "c.mind.json": documents_of({"g": leaf()}),
        },
    )
    path = tmp_path / "a.mind.json"
    joined = runnable_document(load_document(path), path)
    assert sorted(joined.graphs) == ["c.mind.json#g", "g", "sub/b.mind.json#g", "sub/b.mind.json#h"]
    calls = {
        (graph_id, call.node): call.target
        for graph_id, graph in joined.graphs.items()
        for call in references_in(graph, graph_id)
    }
    assert calls == {
        ("g", "c0"): "sub/b.mind.json#g",
        ("sub/b.mind.json#g", "x"): "sub/b.mind.json#h",
        ("sub/b.mind.json#g", "y"): "c.mind.json#g",
    }


def test_a_document_that_calls_no_other_file_is_its_own_joined_document(tmp_path: Path) -> None:
    document = calling("g2")
    assert runnable_document(document, tmp_path / "a.mind.json") is document
    assert not uses_other_files(document)


def test_a_refused_reference_stays_as_it_is_when_joined(tmp_path: Path) -> None:
    path = tmp_path / "a.mind.json"
    document = calling("gone.mind.json#g")
    linked = link_document(load_referenced_files(document, path))
    assert linked.document is document
    assert linked.refusals == {
        "gone.mind.json#g": ReferenceRefusal(
            "There is no file gone.mind.json.", "Put the file back, or choose another graph in the inspector."
        )
    }


NAMES = ["a.mind.json", "b.mind.json", "c.mind.json", "sub/d.mind.json"]
TARGETS = st.sampled_from(
    [f"{name}#{graph}" for name in (*NAMES, "../a.mind.json", "gone.mind.json") for graph in ("g", "x")]
) | st.text(alphabet="ab#./\\:é\x00", max_size=8).map(lambda text: f"{text}#g")


@given(st.lists(st.lists(TARGETS, max_size=3), min_size=4, max_size=4))
def test_whatever_files_refer_to_checking_and_joining_end(
    tmp_path_factory: pytest.TempPathFactory, targets: list[list[str]]
) -> None:
    folder = tmp_path_factory.mktemp("files")
    write(folder, {name: calling(*listed) for name, listed in zip(NAMES, targets, strict=True)})
    for name in NAMES:
        path = folder / name
        document = load_document(path)
        problems = check_in_project(document, path, BASE)
        joined = runnable_document(document, path)
        clean = not any(problem.code == "E015" for problem in problems)
        assert clean == all(
            call.target in joined.graphs for graph in joined.graphs.values() for call in references_in(graph)
        )
        assert json.loads(joined.model_dump_json())
