"""`rounds` of a document: its default, its file, its refusals, its edit, difference and merge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphs.difference.difference_text import difference_line
from graphs.difference.document_difference import document_difference
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_root_graph, set_rounds
from graphs.files.document_file import (
    FileFormat,
    FileProblem,
    document_from_bytes,
    document_to_bytes,
    opened_from_bytes,
)
from graphs.merging.document_merge import merge_documents
from graphs.model import Document
from graphs.model.document import ROUNDS
from tests.graphs.builders import REGISTRY
from tests.graphs.example_document import EXAMPLE, example_document

OLD = (Path(__file__).with_name("older_versions") / "guard_1.mind.json").read_bytes()
"""A file of version 1, as the first program wrote it."""


def file_with(**fields: Any) -> bytes:
    """Return the example with fields of the document changed, as a file."""
    return json.dumps({**json.loads(EXAMPLE), **fields}).encode()


def test_a_file_of_before_keeps_its_bytes_and_its_version() -> None:
    document = document_from_bytes(OLD)
    assert (document.rounds, document.version) == (ROUNDS, 1)
    assert document_to_bytes(document) == OLD


def test_a_file_with_rounds_says_version_2_and_comes_back_the_same() -> None:
    data = document_to_bytes(set_rounds(example_document(), 250))
    value = json.loads(data)
    assert (value.pop("rounds"), value.pop("version")) == (250, 2)
    assert {**value, "version": 1} == json.loads(EXAMPLE)
    assert document_to_bytes(document_from_bytes(data)) == data


def test_rounds_written_by_hand_into_an_older_file_make_it_newer_when_it_is_written() -> None:
    written = json.loads(document_to_bytes(document_from_bytes(file_with(rounds=300))))
    assert (written["rounds"], written["version"]) == (300, 2)


def test_a_newer_file_that_uses_nothing_new_keeps_its_version() -> None:
    data = document_to_bytes(document_from_bytes(file_with(version=2)))
    assert json.loads(data) == {**json.loads(EXAMPLE), "version": 2}


def test_a_program_that_knows_version_1_opens_it_read_only() -> None:
    data = document_to_bytes(set_rounds(example_document(), 250))
    opened = opened_from_bytes(data, file_format=FileFormat("mindloom", 1))
    assert opened.read_only_reason == "The document is of version 2, this program knows up to 1."


REFUSED = [
    (99, "Expected 100 or more; found 99."),
    (10_001, "Expected 10000 or less; found 10001."),
    ("200", 'Expected a whole number; found "200".'),
    (200.5, "Expected a whole number; found 200.5."),
    (True, "Expected a whole number; found true."),
    (None, "Expected a whole number; found null."),
]


@pytest.mark.parametrize(("rounds", "message"), REFUSED, ids=[str(row[0]) for row in REFUSED])
def test_wrong_rounds_are_refused_in_words(rounds: object, message: str) -> None:
    with pytest.raises(FileProblem) as caught:
        document_from_bytes(file_with(rounds=rounds))
    assert (caught.value.where, caught.value.message) == ("rounds", message)
    assert caught.value.remedy


@pytest.mark.parametrize("rounds", [99, 10_001, 200.5, True, "200"])
def test_an_edit_refuses_what_a_file_could_not_say(rounds: object) -> None:
    with pytest.raises(EditRefused, match="a whole number from 100 to 10,000"):
        set_rounds(example_document(), rounds)


def test_taking_the_number_back_takes_the_version_back() -> None:
    document = set_rounds(example_document(), 250)
    assert document.version == 2
    assert document_to_bytes(set_rounds(document, None)) == OLD
    assert set_rounds(document, 250) is document


def test_a_difference_has_a_row_for_it() -> None:
    old, new = example_document(), set_rounds(example_document(), 250)
    found = {each.place.field: each for each in document_difference(old, new)}
    assert found.keys() == {"rounds", "version"}
    assert "250" in difference_line(found["rounds"], old, new, REGISTRY)


def test_it_is_merged_like_any_field() -> None:
    base = example_document()
    theirs, ours = set_rounds(base, 250), set_root_graph(base, None)
    merged = merge_documents(base, ours, theirs)
    assert (merged.document.rounds, merged.document.version, merged.conflicts) == (250, 2, ())
    clash = merge_documents(base, set_rounds(base, 300), theirs)
    assert clash.document.rounds == 300
    assert [conflict.place.field for conflict in clash.conflicts] == ["rounds"]


def test_a_copy_of_the_model_has_the_default() -> None:
    assert Document(format="mindloom", version=1).rounds == ROUNDS == 1_000
