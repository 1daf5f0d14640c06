"""Files of older and newer versions: migrated step by step, or shown and kept from being overwritten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.basics.json_text import JsonObject
from graphs.files.document_file import (
    DOCUMENT_FORMAT,
    FileFormat,
    FileProblem,
    MigrationError,
    document_from_bytes,
    document_to_bytes,
    migrated,
    opened_from_bytes,
)
from graphs.model import StateMachineGraph
from tests.graphs.example_document import EXAMPLE, example_document
from tests.graphs.random_documents import JSON_VALUES

SAMPLES = Path(__file__).with_name("older_versions")


def name_charts_graphs(value: Any) -> Any:
    """Turn the made-up version 1, which had lists of charts and boxes, into version 2, with ids as keys."""
    charts = value.pop("charts")
    value["graphs"] = {chart.pop("ident"): chart for chart in charts}
    for chart in value["graphs"].values():
        chart["nodes"] = {box.pop("ident"): box for box in chart.pop("boxes")}
        chart["title"] = chart.pop("label")
    return value


def draw_edges(value: Any) -> Any:
    """Turn the made-up version 2, in which boxes named the next ones, into version 3, with edges."""
    for graph in value["graphs"].values():
        graph.update(kind="state_machine", children=[*graph["nodes"]], edges={})
        for key, node in graph["nodes"].items():
            node.update(kind="state", name=node.pop("label"), transitions=[])
            for place, target in enumerate(node.pop("next", [])):
                node["transitions"].append(f"{key}_{place}")
                graph["edges"][f"{key}_{place}"] = {"targets": [target]}
    return value


MADE_UP = FileFormat("mindloom", 3, {1: name_charts_graphs, 2: draw_edges})


def test_an_old_file_is_migrated_step_by_step() -> None:
    data = (SAMPLES / "made_up_1.mind.json").read_bytes()
    opened = opened_from_bytes(data, None, MADE_UP)
    assert opened.read_only_reason == ""
    assert opened.document.version == 3
    graph = opened.document.graphs["g1"]
    assert isinstance(graph, StateMachineGraph)
    assert [graph.nodes[each].name for each in graph.children] == ["Patrol", "Alert"]
    assert graph.edges["s1_0"].targets == ("s2",)
    assert document_from_bytes(data, None, MADE_UP) == opened.document


def test_migration_keeps_what_no_step_knows() -> None:
    data = (SAMPLES / "made_up_1.mind.json").read_bytes()
    written = json.loads(document_to_bytes(document_from_bytes(data, None, MADE_UP)))
    assert written["company"] == {"id": 7}
    assert type(written["graphs"]["g1"]["nodes"]["s2"]["glow"]) is float


def test_steps_change_nothing_of_what_they_are_given() -> None:
    value = json.loads((SAMPLES / "made_up_1.mind.json").read_bytes())
    before = json.dumps(value)
    assert migrated(value, MADE_UP)["version"] == 3
    assert json.dumps(value) == before


def test_a_file_of_the_present_version_is_not_migrated() -> None:
    value: JsonObject = {"version": 3, "charts": []}
    assert migrated(value, MADE_UP) is value


def test_an_old_file_that_never_was_one_is_refused() -> None:
    with pytest.raises(FileProblem) as caught:
        opened_from_bytes(b'{"format": "mindloom", "version": 1, "charts": 5}', None, MADE_UP)
    assert caught.value.where == "version"
    assert "not what version 1 wrote" in caught.value.message


def test_a_version_without_a_step_is_refused() -> None:
    forgotten = FileFormat("mindloom", 3, {2: draw_edges})
    with pytest.raises(MigrationError, match="version 1 can no longer be read"):
        migrated({"version": 1}, forgotten)


def test_a_migrated_file_that_does_not_fit_the_model_is_refused_at_its_place() -> None:
    sample = (SAMPLES / "made_up_1.mind.json").read_bytes()
    with pytest.raises(FileProblem) as caught:
        opened_from_bytes(sample.replace(b'"Patrol"', b"5"), None, MADE_UP)
    assert caught.value.where == "graphs.g1.nodes.s1.name"


@given(st.dictionaries(st.sampled_from(["charts", "graphs", "company"]), JSON_VALUES), st.integers(1, 2))
def test_any_old_file_gives_a_document_or_a_file_problem(value: JsonObject, version: int) -> None:
    data = json.dumps({**value, "format": "mindloom", "version": version}).encode()
    try:
        opened = opened_from_bytes(data, None, MADE_UP)
    except FileProblem as problem:
        refusal: FileProblem | None = problem
    else:
        refusal = None
        assert opened.document.version == 3
    assert refusal is None or refusal.where


def test_a_newer_file_opens_read_only(tmp_path: Path) -> None:
    path = tmp_path / "guard.mind.json"
    path.write_bytes(EXAMPLE.replace(b'"version": 1', b'"version": 7, "mood": "new"'))
    opened = opened_from_bytes(path.read_bytes(), path)
    assert opened.read_only_reason == "The document is of version 7, this program knows up to 5."
    assert opened.document.graphs == example_document().graphs
    assert opened.document.model_extra == {"mood": "new"}


def test_a_newer_file_is_not_read_for_writing() -> None:
    with pytest.raises(FileProblem, match="of version 7"):
        document_from_bytes(EXAMPLE.replace(b'"version": 1', b'"version": 7'))


def test_a_newer_file_that_cannot_be_shown_says_so_and_where() -> None:
    data = EXAMPLE.replace(b'"version": 1', b'"version": 7').replace(b'"initial": "s1"', b'"initial": 5')
    with pytest.raises(FileProblem) as caught:
        opened_from_bytes(data)
    assert "of version 7" in caught.value.message
    assert "graphs.g1.initial" in caught.value.message


def test_a_file_of_this_version_opens_for_writing(tmp_path: Path) -> None:
    path = tmp_path / "guard.mind.json"
    path.write_bytes(EXAMPLE)
    opened = opened_from_bytes(path.read_bytes(), path)
    assert (opened.document, opened.read_only_reason) == (example_document(), "")


def test_every_step_of_the_product_has_a_sample_that_it_takes_to_the_present() -> None:
    assert set(DOCUMENT_FORMAT.migrations) == set(range(1, DOCUMENT_FORMAT.oldest_read))
    samples = {int(path.name.split("_")[1].split(".")[0]) for path in SAMPLES.glob("version_*.mind.json")}
    assert samples == set(DOCUMENT_FORMAT.migrations)
    for version in samples:
        opened = opened_from_bytes((SAMPLES / f"version_{version}.mind.json").read_bytes())
        assert opened.read_only_reason == ""
