"""Documents that break every rule but load can be compared and merged all the same."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from graphs.difference import difference_json, difference_text, document_difference
from graphs.files.document_file import document_from_bytes, document_to_bytes, load_document
from graphs.merging import merge_documents
from graphs.model import Document
from graphs.model.document import empty_document
from tests.graphs.builders import REGISTRY

FOLDER = Path(__file__).resolve().parents[1] / "nasty_files"
BROKEN: dict[str, Document] = {path.name: load_document(path) for path in sorted(FOLDER.glob("loads_*"))}
BASES = ["", "loads_dangling_ids.json", "loads_two_parents.json", "loads_ring_of_branches.json"]


def test_any_two_of_them_can_be_compared() -> None:
    for old, new in itertools.product(BROKEN.values(), BROKEN.values()):
        found = document_difference(old, new)
        assert bool(found) == (document_to_bytes(old) != document_to_bytes(new))
        assert bool(difference_text(found, old, new, REGISTRY)) == bool(found)
        assert len(difference_json(found, old, new, REGISTRY)["differences"]) == len(found)  # type: ignore[arg-type]


@pytest.mark.parametrize("base", BASES)
def test_any_two_of_them_can_be_merged(base: str) -> None:
    start = BROKEN.get(base, empty_document())
    for ours, theirs in itertools.product(BROKEN.values(), BROKEN.values()):
        merged = merge_documents(start, ours, theirs).document
        assert document_from_bytes(document_to_bytes(merged)) == merged


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_an_unchanged_side_gives_the_other_one_as_broken_as_it_is(name: str) -> None:
    document = BROKEN[name]
    assert merge_documents(empty_document(), document, empty_document()).document is document
    assert merge_documents(document, document, empty_document()).document == empty_document()
