"""Conditions stand in files as objects and in memory as indented rows, and neither form loses anything."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.checks.checker import check_document
from graphs.difference.difference_text import difference_text
from graphs.difference.document_difference import document_difference
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_field
from graphs.edits.transition_labels import label_of, set_label
from graphs.edits.variables import rename_variable
from graphs.files.document_file import (
    FileFormat,
    FileProblem,
    document_from_bytes,
    document_to_bytes,
    opened_from_bytes,
)
from graphs.files.schema import document_schema
from graphs.merging.document_merge import merge_documents
from graphs.model import Document, StateMachineGraph
from graphs.model.action_rows import block_parts, indented_rows, one_line, rows_from_file, rows_to_file
from tests.example_counts import daily
from tests.graphs.builders import REGISTRY

BLOCK = ["a = 1", {"if": "a > 0", "then": ["a = 2"], "else": [{"if": "on", "then": ["a = 3"]}]}]
ROWS = ("a = 1", "if a > 0:", "    a = 2", "else:", "    if on:", "        a = 3")
VARIABLES = {"a": {"type": "int"}, "on": {"type": "bool"}}


def mind(lines: list[Any], version: int = 1, **variables: Any) -> bytes:
    """Return the file of a document whose root is a block of these lines."""
    graph = {"kind": "behavior_tree", "root": "r", "nodes": {"r": {"kind": "set", "actions": lines}}}
    parts = {"graphs": {"g": graph}, "variables": {**VARIABLES, **variables}, "root": "g"}
    text = {"format": "mindloom", "version": version, **parts}
    return json.dumps(text, indent=2).encode()


def opened(lines: list[Any], **variables: Any) -> Document:
    return document_from_bytes(mind(lines, **variables))


def rows_of(document: Document) -> tuple[str, ...]:
    return document.graphs["g"].nodes["r"].actions  # type: ignore[union-attr]


WORDS = st.sampled_from(["a = 1", "  a = 2", "", "if a:", "if a", "else:", "else", "    b", "if  x :"])
INDENTS = st.sampled_from(["", "  ", "    ", "\t", "      "])
FILES = st.recursive(
    st.lists(WORDS, max_size=4),
    lambda inner: st.lists(
        WORDS
        | st.fixed_dictionaries(
            {"if": st.sampled_from(["a > 0", " on ", "x:"]), "then": inner}, optional={"else": inner}
        ),
        max_size=3,
    ),
    max_leaves=12,
)


@settings(max_examples=daily(200, deep=2000), deadline=None)
@given(FILES)
def test_a_block_comes_back_from_its_file_as_it_went_in(lines: list[Any]) -> None:
    rows = rows_from_file(lines)
    written = rows_to_file(rows)
    assert rows_from_file(written) == rows
    assert rows_to_file(rows_from_file(written)) == written


@settings(max_examples=daily(200, deep=2000), deadline=None)
@given(st.lists(st.builds(str.__add__, INDENTS, WORDS), max_size=8))
def test_what_is_typed_is_indented_once_and_for_all(typed: list[str]) -> None:
    rows = indented_rows(typed)
    assert [row.split() for row in indented_rows(rows)] == [row.split() for row in rows]
    assert indented_rows(rows) == rows
    assert rows_from_file(rows_to_file(rows)) == tuple(rows)


def test_conditions_are_rows_in_memory_and_objects_in_the_file() -> None:
    document = opened(BLOCK)
    assert rows_of(document) == ROWS
    data = json.loads(document_to_bytes(document))
    assert data["graphs"]["g"]["nodes"]["r"]["actions"] == BLOCK
    assert rows_of(opened([*ROWS])) == ROWS
    assert one_line(ROWS) == "a = 1; if a > 0: a = 2; else: if on: a = 3"


def test_a_file_with_a_condition_or_an_expression_as_default_says_version_2() -> None:
    for lines, default, version in (
        (["a = 1"], 3, 1),
        (BLOCK, 3, 2),
        (["a = 1"], {"expr": "1 + 2"}, 2),
    ):
        data = document_to_bytes(opened(lines, a={"type": "int", "default": default}))
        assert json.loads(data)["version"] == version
        assert document_to_bytes(document_from_bytes(data)) == data
    data = document_to_bytes(opened(BLOCK, a={"type": "int", "default": 3}))
    reason = opened_from_bytes(data, file_format=FileFormat("mindloom", 1)).read_only_reason
    assert reason == "The document is of version 2, this program knows up to 1."


def test_a_file_without_one_is_saved_byte_for_byte() -> None:
    data = document_to_bytes(opened(["a = 1", "  a = 2 ", ""]))
    assert b'"actions": ["a = 1", "  a = 2 ", ""]' in data
    assert document_to_bytes(document_from_bytes(data)) == data


@pytest.mark.parametrize(
    "line",
    [
        3,
        None,
        ["a = 1"],
        {"if": "a > 0"},
        {"if": "a > 0", "then": "a = 1"},
        {"if": 1, "then": []},
        {"if": "on", "then": [], "otherwise": []},
        {"if": "", "then": []},
        {"if": "on", "then": [{}]},
    ],
)
def test_what_is_no_line_is_refused_with_its_place(line: Any) -> None:
    with pytest.raises(FileProblem) as refused:
        opened(["a = 1", line])
    assert refused.value.where == "graphs.g.nodes.r.actions"
    assert 'or {"if": test, "then": [lines], "else": [lines]}' in refused.value.message


def test_no_depth_of_a_file_breaks_the_reader() -> None:
    deep: list[Any] = ["a = 1"]
    for _ in range(40):
        deep = [{"if": "on", "then": deep}]
    with pytest.raises(FileProblem):
        opened(deep)
    rows = [f"{'    ' * depth}if on:" for depth in range(3000)]
    assert len(block_parts(rows)) == 1
    assert rows_from_file(rows_to_file(rows)) == tuple(rows)


def problems(lines: list[Any], **variables: Any) -> list[tuple[str, int | None, str]]:
    found = check_document(opened(lines, **variables), REGISTRY)
    return [(each.code, each.place.line, each.message) for each in found if each.severity == "error"]


@pytest.mark.parametrize(
    ("lines", "row", "said"),
    [
        ([{"if": "a", "then": ["a = 1"]}], 0, "Expected a bool, but this is an int."),
        ([{"if": "on", "then": ["a = nothing"]}], 1, "Unknown name 'nothing'."),
        ([{"if": "off", "then": ["a = 1"]}], 0, "Unknown name 'off'."),
        (["else:", "    a = 1"], 0, "This 'else' belongs to no 'if'."),
        (["if on", "    a = 1"], 0, "This is no condition."),
        (["  if on:", "      a = 1"], 0, "This is no condition."),
        ([{"if": "on", "then": []}], 0, "This condition has no lines."),
        ([{"if": "on", "then": ["a = 1"], "else": [""]}], 2, "This 'else' has no lines."),
    ],
)
def test_the_check_says_what_is_wrong_in_which_row(lines: list[Any], row: int, said: str) -> None:
    (found,) = problems(lines)
    assert found[1:] == (row, said)


def test_conditions_nested_over_4_are_told_with_a_remedy() -> None:
    deep: list[Any] = ["a = 1"]
    for _ in range(4):
        deep = [{"if": "on", "then": deep}]
    assert problems(deep) == []
    checked = check_document(opened([{"if": "on", "then": deep}]), REGISTRY)
    (found,) = [each for each in checked if each.code == "E101"]
    assert (found.place.line, found.message) == (4, "Conditions stand at most 4 deep in each other.")
    assert found.remedy == "Join tests with 'and', or work one out in a line before."


def test_a_misspelled_test_is_mended_where_it_stands() -> None:
    document = opened([{"if": "aa > 0", "then": ["a = 1"]}])
    (fix,) = [each.fix for each in check_document(document, REGISTRY) if each.code == "E102"]
    assert fix is not None
    mended = set_field(document, "g", "r", str(fix.arguments["path"]), fix.arguments["value"])
    assert rows_of(mended) == ("if a > 0:", "    a = 1")


@pytest.mark.parametrize(
    ("default", "said"),
    [
        ({"expr": "a + 1"}, "wait for each other"),
        ({"expr": "1.5"}, "Expected an int"),
        ({"expr": "random_int(1, 2)"}, "only allowed as the whole right side"),
        ({"expr": "floor(self.health)"}, "nothing of the world"),
        ({"expr": "1 if hit else 2"}, "Unknown name 'hit'"),
        ({"expr": "nothing"}, "Unknown name"),
        ({"expr": "1 +"}, "The default of 'a'"),
    ],
)
def test_a_default_that_is_no_expression_of_defaults_is_an_error(default: Any, said: str) -> None:
    found = problems(["a = 1"], a={"type": "int", "default": default}, hit={"type": "trigger"})
    assert [message for _, _, message in found if said in message]


def test_renaming_a_variable_renames_it_in_tests_and_in_defaults() -> None:
    document = opened(BLOCK, b={"type": "int", "default": {"expr": "a * 2"}})
    renamed = rename_variable(document, "a", "z")
    assert rows_of(renamed) == tuple(row.replace("a", "z") if "else" not in row else row for row in ROWS)
    assert renamed.variables["b"].default == {"expr": "z * 2"}


def test_blocks_are_compared_and_merged_row_by_row() -> None:
    base = opened(BLOCK)
    ours = set_field(base, "g", "r", "actions", [*ROWS[:2], "    a = 7", *ROWS[3:], "on = true"])
    text = difference_text(document_difference(base, ours), base, ours, REGISTRY)
    assert "actions line 3 '    a = 2' → '    a = 7', line 7 'on = true' added" in text
    merged = merge_documents(base, ours, base)
    assert merged.document == ours
    assert not merged.conflicts


def test_the_schema_knows_conditions() -> None:
    definitions = document_schema(REGISTRY)["$defs"]
    assert isinstance(definitions, dict)
    node = definitions["TreeNode"]
    assert node["properties"]["actions"]["items"] == {"$ref": "#/$defs/ActionLine"}  # type: ignore[index, call-overload]


def test_a_label_keeps_actions_with_conditions_and_does_not_change_them() -> None:
    machine = {
        "kind": "state_machine",
        "nodes": {"s": {"kind": "state", "name": "s", "transitions": ["t"]}},
        "children": ["s"],
        "initial": "s",
        "edges": {"t": {"targets": ["s"], "actions": BLOCK}},
    }
    text = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": machine}, "variables": VARIABLES}
    document = document_from_bytes(json.dumps(text).encode())
    graph = document.graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    label = label_of(graph.edges["t"])
    assert label.actions == ("a = 1; if a > 0: a = 2; else: if on: a = 3",)
    pieces = tuple(label.actions[0].split("; "))
    guarded = set_label(document, "g", "t", replace(label, guard="on", actions=pieces))
    edge = guarded.graphs["g"].edges["t"]  # type: ignore[union-attr]
    assert (edge.guard, edge.actions) == ("on", ROWS)
    with pytest.raises(EditRefused, match="in the inspector"):
        set_label(document, "g", "t", replace(label, actions=("if on: a = 1",)))
    assert set_label(document, "g", "t", replace(label, actions=())).graphs["g"].edges["t"].actions == ()  # type: ignore[union-attr]
