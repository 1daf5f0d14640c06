"""What holds for every merge: nothing of ours is lost, nothing of theirs untold, and the result is sound."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st

from graphs.basics.plain_json import plain
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.merging import MergeResult, merge_documents
from graphs.model import Document
from graphs.structure.file_version import with_file_version
from tests.graphs.invariants import broken_invariants
from tests.graphs.merging.independent_changes import both_applied
from tests.graphs.merging.merge_losses import losses, uncovered
from tests.graphs.random_changes import changed_values
from tests.graphs.random_documents import document_from_value, document_values, documents


@st.composite
def versions(
    draw: st.DrawFn, changes: int = 4, same_ids: bool = False, graphs: int = 2
) -> tuple[Document, Document, Document]:
    """Draw a document and two changed versions of it; with `same_ids` both may add things of one id."""
    base = draw(document_values(graphs))
    ours = draw(changed_values(base, "n" if same_ids else "o", changes))
    theirs = draw(changed_values(base, "n" if same_ids else "t", changes))
    return document_from_value(base), document_from_value(ours), document_from_value(theirs)


@given(versions())
def test_merging_with_an_unchanged_side_gives_the_other_side(three: tuple[Document, ...]) -> None:
    base, ours, theirs = three
    assert merge_documents(base, ours, base) == MergeResult(ours)
    assert merge_documents(base, base, theirs) == MergeResult(theirs)
    assert merge_documents(base, ours, ours) == MergeResult(ours)


@given(st.data())
def test_merging_with_a_side_that_changed_something_else_gives_both(data: st.DataObject) -> None:
    value = data.draw(document_values(graphs=2))
    theirs = data.draw(changed_values(value, "t", 6))
    ours, both = (_with_notes(each) for each in (value, theirs))
    for base_note in (value["graphs"].values(), theirs["graphs"].values()):
        for graph in base_note:
            graph.pop("mark", None)
    base, our_side, their_side, expected = map(document_from_value, (value, ours, theirs, both))
    removed = value["graphs"].keys() - theirs["graphs"].keys()
    result = merge_documents(base, our_side, their_side)
    if not removed:
        assert result.conflicts == ()
        assert document_to_bytes(result.document) == document_to_bytes(
            _without_new(expected, base, their_side)
        )
    swapped = merge_documents(base, their_side, our_side)
    if not removed:
        assert swapped.conflicts == ()
        assert document_to_bytes(swapped.document) == document_to_bytes(result.document)


@given(versions(2))
def test_independent_changes_give_the_document_with_both(three: tuple[Document, ...]) -> None:
    base, ours, theirs = three
    expected = both_applied(plain(base), plain(ours), plain(theirs))
    event("independent" if expected is not None else "meeting")
    if expected is None:
        return
    for sides in ((ours, theirs), (theirs, ours)):
        result = merge_documents(base, *sides)
        assert result.conflicts == ()
        assert document_to_bytes(result.document) == document_to_bytes(document_from_value(expected))


@given(versions())
def test_all_that_ours_changed_is_in_the_result(three: tuple[Document, ...]) -> None:
    base, ours, theirs = three
    result = merge_documents(base, ours, theirs)
    event("conflicts" if result.conflicts else "no conflict")
    assert losses(base, ours, result.document) == []


@given(versions())
def test_all_that_theirs_changed_is_in_the_result_or_in_a_conflict(three: tuple[Document, ...]) -> None:
    base, ours, theirs = three
    result = merge_documents(base, ours, theirs)
    assert uncovered(losses(base, theirs, result.document), result.conflicts) == []


@given(versions(6, same_ids=True, graphs=1))
def test_the_result_is_sound_and_loads(three: tuple[Document, ...]) -> None:
    base, ours, theirs = three
    result = merge_documents(base, ours, theirs)
    found = [each for each in broken_invariants(result.document) if " calls " not in each]
    assert found == []
    written = document_to_bytes(result.document)
    assert document_from_bytes(written) == with_file_version(result.document)
    assert losses(base, ours, result.document) == []
    assert uncovered(losses(base, theirs, result.document), result.conflicts) == []


@given(versions())
def test_the_other_way_round_differs_at_most_in_order_and_conflicts(three: tuple[Document, ...]) -> None:
    base, ours, theirs = three
    there, back = merge_documents(base, ours, theirs), merge_documents(base, theirs, ours)
    assert bool(there.conflicts) == bool(back.conflicts)
    if not there.conflicts:
        assert _unordered(plain(there.document)) == _unordered(plain(back.document))


@given(documents(), documents(), documents())
def test_any_three_documents_can_be_merged(base: Document, ours: Document, theirs: Document) -> None:
    result = merge_documents(base, ours, theirs)
    written = document_to_bytes(result.document)
    assert document_from_bytes(written) == with_file_version(result.document)
    for conflict in result.conflicts:
        assert conflict.message.endswith(".")
        assert conflict.kept == "ours"
    assert [each for each in broken_invariants(result.document) if " calls " not in each] == []


@given(versions())
def test_the_same_merge_gives_the_same_conflicts_and_bytes(three: tuple[Document, ...]) -> None:
    base, ours, theirs = map(with_file_version, three)
    again = [document_from_value(json.loads(document_to_bytes(each))) for each in (base, ours, theirs)]
    first, second = merge_documents(base, ours, theirs), merge_documents(again[0], again[1], again[2])
    assert document_to_bytes(first.document) == document_to_bytes(second.document)
    assert first.conflicts == second.conflicts


def _with_notes(value: dict[str, Any]) -> dict[str, Any]:
    """Return a document in which every graph has a field that no change sets."""
    return {**value, "graphs": {key: {**graph, "mark": "ours"} for key, graph in value["graphs"].items()}}


def _without_new(expected: Document, base: Document, theirs: Document) -> Document:
    """Return the expected document with the graphs that theirs added as theirs has them."""
    graphs = {
        key: graph if key in base.graphs else theirs.graphs[key] for key, graph in expected.graphs.items()
    }
    return expected.model_copy(update={"graphs": graphs})


def _unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unordered(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return sorted((_unordered(entry) for entry in value), key=repr)
    return value
