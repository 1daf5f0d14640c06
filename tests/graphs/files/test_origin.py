"""What a file of another program says beyond what Mindloom knows is kept, compared, merged, never needed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.difference.difference_text import difference_lines
from graphs.difference.document_difference import document_difference
from graphs.edits.clipboard import copy, paste
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.merging.document_merge import merge_documents
from graphs.model import Document

PLACES = ("", "graphs.g", "graphs.g.nodes.a", "graphs.m.nodes.s", "graphs.m.edges.t")
ORIGIN = {"btcpp": {"_uid": "7", "comments": ["why"], "deep": {"er": [1, 2.5, None]}}}


def document_with(place: str, origin: object) -> dict[str, Any]:
    value: dict[str, Any] = {
        "format": "mindloom",
        "version": 3,
        "graphs": {
            "g": {"kind": "behavior_tree", "root": "a", "nodes": {"a": {"kind": "succeed"}}},
            "m": {
                "kind": "state_machine",
                "children": ["s"],
                "nodes": {"s": {"kind": "state", "transitions": ["t"]}},
                "edges": {"t": {"targets": ["s"]}},
            },
        },
    }
    around = value
    for name in filter(None, place.split(".")):
        around = around[name]
    around["origin"] = origin
    return value


def read(value: dict[str, Any]) -> Document:
    return document_from_bytes(json.dumps(value).encode())


@pytest.mark.parametrize("place", PLACES)
def test_an_origin_is_saved_as_it_was_and_says_version_3(place: str) -> None:
    document = read(document_with(place, ORIGIN))
    data = document_to_bytes(document)
    assert document_to_bytes(document_from_bytes(data)) == data
    assert json.loads(data)["version"] == 3
    assert document_to_bytes(read({**document_with(place, {}), "version": 1})).find(b"origin") == -1


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("wrong", ["text", 3, [1], None])
def test_an_origin_of_another_type_is_refused_at_its_place(place: str, wrong: object) -> None:
    with pytest.raises(FileProblem) as caught:
        read(document_with(place, wrong))
    assert caught.value.where == f"{place}.origin".removeprefix(".")


@pytest.mark.parametrize("place", PLACES)
def test_a_changed_origin_is_one_difference_and_merges_by_format(place: str) -> None:
    base = read(document_with(place, {"btcpp": 1, "scxml": 1}))
    ours = read(document_with(place, {"btcpp": 2, "scxml": 1}))
    theirs = read(document_with(place, {"btcpp": 1, "scxml": 3}))
    (told,) = difference_lines(document_difference(base, ours), base, ours, builtin_registry())
    assert "origin" in told
    merged = merge_documents(base, ours, theirs)
    assert merged.conflicts == ()
    assert merged.document == read(document_with(place, {"btcpp": 2, "scxml": 3}))
    (conflict,) = merge_documents(base, ours, read(document_with(place, {"btcpp": 5, "scxml": 1}))).conflicts
    assert "origin" in conflict.message


def test_an_origin_goes_along_with_a_copy() -> None:
    document = read(document_with("graphs.g.nodes.a", ORIGIN))
    text = copy(document, "g", ("a",))
    pasted, made = paste(document, "g", text, builtin_registry())
    assert [pasted.graphs["g"].nodes[each].origin for each in made] == [ORIGIN]
