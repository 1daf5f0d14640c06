"""Lines at ends and preconditions in documents: files, differences, merges, search, edits, checks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.checks.checker import check_document
from graphs.difference.difference_text import difference_line
from graphs.difference.document_difference import document_difference
from graphs.edits.refusal import EditRefused
from graphs.files.document_file import (
    FileFormat,
    FileProblem,
    document_from_bytes,
    document_to_bytes,
    opened_from_bytes,
)
from graphs.merging.document_merge import merge_documents
from graphs.model import Document, TreeNode
from graphs.searching.find_in_document import TextQuery, find_in_document
from graphs.structure.expression_places import rewritten_document
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, documents_of, machine, tree
from tests.graphs.lints.linting import lint_document

VARIABLES = {"n": {"type": "int"}, "on": {"type": "bool"}}


def mind(**fields: Any) -> Document:
    """Return a tree of one action with some fields."""
    root = {"kind": "action", "action": "wander", **fields}
    return document_of(tree({"r": root}), variables=VARIABLES)


def codes(document: Document) -> list[tuple[str, str]]:
    return [(problem.code, problem.place.field) for problem in check_document(document, REGISTRY)]


def lints(nodes: dict[str, Any]) -> list[tuple[str, str]]:
    found = lint_document(document_of(tree(nodes), variables=VARIABLES), REGISTRY)
    return [(problem.code, problem.place.field) for problem in found]


ASKED = [{"test": "n > 3", "gives": "skip"}, {"test": "on", "gives": "while"}]
NEW: list[dict[str, Any]] = [
    {"preconditions": ASKED},
    *({field: ["n = 1"]} for field in ("on_success", "on_failure", "on_halt", "on_end")),
]


@pytest.mark.parametrize("fields", NEW, ids=[next(iter(each)) for each in NEW])
def test_a_file_with_them_says_version_2_and_comes_back_the_same(fields):
    data = document_to_bytes(mind(**fields))
    assert json.loads(data)["version"] == 2
    assert json.loads(data)["graphs"]["g"]["nodes"]["r"].items() >= fields.items()
    assert document_to_bytes(document_from_bytes(data)) == data
    opened = opened_from_bytes(data, file_format=FileFormat("mindloom", 1))
    assert opened.read_only_reason == "The document is of version 2, this program knows up to 1."


def test_a_file_with_lines_for_the_end_of_an_activity_says_version_2():
    state = {"kind": "state", "activity": {"action": "wander", "on_halt": ["n = 1"]}}
    assert json.loads(document_to_bytes(document_of(machine({"s": state}))))["version"] == 2


def test_a_file_without_them_keeps_its_bytes_and_its_version():
    data = document_to_bytes(mind())
    assert json.loads(data)["version"] == 1
    assert document_to_bytes(document_from_bytes(data)) == data


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"on_halt": "n = 1"}, "on_halt", 'Expected a list; found "n = 1".'),
    (
        {"on_end": [3]},
        "on_end",
        'Expected a line as a text, or {"if": test, "then": [lines], "else": [lines]}, in place 0; '
        "found [3].",
    ),
    ({"preconditions": {}}, "preconditions", "Expected a list; found {}."),
    ({"preconditions": [{"gives": "skip"}]}, "preconditions.0.test", "The field 'test' is missing."),
    ({"preconditions": [{"test": "on"}]}, "preconditions.0.gives", "The field 'gives' is missing."),
    (
        {"preconditions": [{"test": "on", "gives": "run"}]},
        "preconditions.0.gives",
        "Expected one of 'skip', 'succeed', 'fail', 'while'; found \"run\".",
    ),
]


@pytest.mark.parametrize(("fields", "where", "message"), WRONG, ids=[row[1] + row[2][:20] for row in WRONG])
def test_what_does_not_fit_is_refused_in_words(fields, where, message):
    value = json.loads(document_to_bytes(mind()))
    value["graphs"]["g"]["nodes"]["r"] |= fields
    with pytest.raises(FileProblem) as caught:
        document_from_bytes(json.dumps(value).encode())
    assert (caught.value.where, caught.value.message) == (f"graphs.g.nodes.r.{where}", message)
    ((name, given),) = fields.items()
    with pytest.raises(EditRefused):
        edits.set_field(mind(), "g", "r", name, given)


def test_a_difference_has_a_row_for_each():
    old, new = mind(), mind(on_halt=["n = 1"], preconditions=ASKED[:1])
    rows = {
        each.place.field: difference_line(each, old, new, REGISTRY) for each in document_difference(old, new)
    }
    assert rows.keys() == {"on_halt", "preconditions"}
    assert rows["on_halt"] == 'Tree › Wander: on halt set to ["n = 1"]'
    assert "preconditions" in rows["preconditions"]
    assert "n > 3" in rows["preconditions"]


def test_they_are_merged_like_any_field():
    base = mind(on_end=["n = 0"])
    ours, theirs = mind(on_end=["n = 0"], preconditions=ASKED), mind(on_end=["n = 5"])
    merged = merge_documents(base, ours, theirs)
    node = merged.document.graphs["g"].nodes["r"]
    assert isinstance(node, TreeNode)
    assert (node.on_end, [each.gives for each in node.preconditions]) == (("n = 5",), ["skip", "while"])
    assert (merged.conflicts, merged.document.version) == ((), 2)


def test_their_texts_are_found():
    document = mind(on_halt=["n = 41"], preconditions=[{"test": "n > 42", "gives": "fail"}])
    found = {
        (each.place.field, each.what)
        for matches in find_in_document(document, TextQuery("4"), REGISTRY)
        for each in matches
    }
    assert found == {("on_halt.0", "on halt"), ("preconditions.0.test", "precondition")}


def test_renaming_reaches_them():
    state = {"kind": "state", "activity": {"action": "wander", "on_end": ["n = n + 1"]}}
    document = documents_of(
        {
            "g": tree({"r": {"kind": "succeed", "on_halt": ["n = 1"], "preconditions": ASKED}}),
            "m": machine({"s": state}),
        },
        variables=VARIABLES,
    )
    renamed = edits.rename_variable(document, "n", "count")
    assert codes(renamed) == codes(document)
    text = document_to_bytes(renamed).decode()
    assert text.count("count") == 6 - 1
    assert rewritten_document(renamed, lambda text: text) == renamed


def test_a_call_with_them_is_inlined_under_a_sequence_that_has_them():
    call = {"kind": "subtree", "graph": "t", "on_halt": ["n = 1"], "preconditions": ASKED}
    document = documents_of({"g": tree({"r": call}), "t": tree({"r": "wait"})}, variables=VARIABLES)
    graph = edits.unwrap_subgraph(document, "g", "r", REGISTRY)[0].graphs["g"]
    around = graph.nodes["r"]
    assert isinstance(around, TreeNode)
    assert (around.kind, around.on_halt, len(around.preconditions)) == ("sequence", ("n = 1",), 2)


def test_wrong_texts_are_errors_with_their_place():
    tests = [{"test": "n + 1", "gives": "skip"}, {"test": "", "gives": "fail"}]
    assert codes(mind(preconditions=tests, on_end=["n = true"], on_halt=["n ="])) == [
        ("E103", "preconditions.0.test"),
        ("E101", "preconditions.1.test"),
        ("E103", "on_halt"),
        ("E103", "on_end"),
    ]
    state = {"kind": "state", "activity": {"action": "wander", "on_failure": ["m = 1"]}}
    found = codes(document_of(machine({"s": state}), variables=VARIABLES))
    assert ("E102", "activity.on_failure") in found


def test_unknown_fields_of_a_precondition_are_told():
    document = mind(preconditions=[{"test": "on", "gives": "skip", "abrot": 1}])
    assert ("W205", "preconditions.0.abrot") in codes(document)


# -- lints --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("test", "code"), [("n > 3 or n < 9", "I304"), ("n > 3 and n < 2", "W213")])
def test_a_precondition_with_one_answer_is_told(test, code):
    node = {"kind": "succeed", "preconditions": [{"test": test, "gives": "skip"}]}
    assert (code, "preconditions.0.test") in lints({"r": node})


@pytest.mark.parametrize("gives", ["skip", "fail"])
def test_a_node_that_may_be_turned_away_does_not_always_succeed(gives):
    nodes: dict[str, Any] = {"r": {"kind": "selector", "children": ["a", "b"]}, "a": "succeed", "b": "wait"}
    assert ("W220", "") in lints(nodes)
    nodes["a"] = {"kind": "succeed", "preconditions": [{"test": "on", "gives": gives}]}
    assert ("W220", "") not in lints(nodes)


def test_a_decorator_with_lines_for_its_end_is_not_pointless():
    nodes: dict[str, Any] = {"r": {"kind": "force_success", "children": ["a"]}, "a": "succeed"}
    assert ("I311", "") in lints(nodes)
    nodes["r"]["on_end"] = ["n = 1"]
    assert ("I311", "") not in lints(nodes)


def test_lines_that_add_up_are_done_again_every_tick_under_a_reactive_sequence():
    asked: dict[str, Any] = {"kind": "condition", "test": "on"}
    root = {"kind": "sequence", "params": {"memory": "none"}, "children": ["a", "b"]}
    assert ("W223", "") not in lints({"r": root, "a": asked, "b": "wait"})
    asked["on_success"] = ["n = n + 1"]
    assert ("W223", "") in lints({"r": root, "a": asked, "b": "wait"})
    asked["preconditions"] = [{"test": "n > 3", "gives": "succeed"}]
    assert ("W223", "") not in lints({"r": root, "a": asked, "b": "wait"})
