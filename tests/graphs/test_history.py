"""Undo, redo, merging of scrubbing, transactions, the saved point."""

from __future__ import annotations

import pytest

from graphs.edits.history import History
from graphs.model import Document
from tests.graphs import all_edits as edits
from tests.graphs.builders import document_of, tree


def titled(document: Document, title: str) -> Document:
    return edits.rename_graph(document, "g", title)


@pytest.fixture
def history() -> History[Document]:
    return History(document_of(tree({"r": "wait"})))


def titles(history: History[Document]) -> list[str]:
    return [step.after.graphs["g"].title for step in history.steps]


def test_undo_and_redo_return_the_very_documents_and_selections(history: History[Document]) -> None:
    first = history.document
    second = titled(first, "Two")
    history.commit("Rename", second, selection_before=["r"], selection_after=["x"])
    step = history.undo()
    assert step is not None
    assert history.document is first
    assert history.selection == step.selection_before == {"r"}
    assert history.redo() is step
    assert history.document is second
    assert history.selection == {"x"}
    assert history.undo_label == "Rename"


def test_nothing_to_undo_or_redo_gives_none(history: History[Document]) -> None:
    assert history.undo() is None
    assert history.redo() is None
    assert not history.can_undo
    assert not history.can_redo


def test_the_same_document_is_no_step(history: History[Document]) -> None:
    assert not history.commit("Nothing", history.document)
    assert history.steps == ()


def test_a_commit_forgets_what_was_undone(history: History[Document]) -> None:
    history.commit("One", titled(history.document, "One"))
    history.commit("Two", titled(history.document, "Two"))
    history.undo()
    history.commit("Three", titled(history.document, "Three"))
    assert titles(history) == ["One", "Three"]
    assert history.redo() is None


def test_scrubbing_merges_into_one_step(history: History[Document]) -> None:
    first = history.document
    for number in range(5):
        history.commit("Scrub", titled(history.document, str(number)), merge_key=("title", "g"))
    assert titles(history) == ["4"]
    history.undo()
    assert history.document is first


@pytest.mark.parametrize("between", ["other key", "seal", "undo and redo", "save"])
def test_merging_ends_with_the_gesture(history: History[Document], between: str) -> None:
    history.commit("Scrub", titled(history.document, "1"), merge_key="k")
    if between == "seal":
        history.seal()
    elif between == "undo and redo":
        history.undo()
        history.redo()
    elif between == "save":
        history.mark_saved()
    history.commit("Scrub", titled(history.document, "2"), merge_key="l" if between == "other key" else "k")
    assert titles(history) == ["1", "2"]


def test_the_saved_point_is_found_again(history: History[Document]) -> None:
    assert history.is_saved
    history.commit("One", titled(history.document, "One"))
    assert not history.is_saved
    assert history.saved_index == 0
    history.mark_saved()
    assert (history.is_saved, history.saved_index) == (True, 1)
    history.undo()
    assert not history.is_saved
    history.redo()
    assert history.is_saved
    history.mark_unsaved()
    assert (history.is_saved, history.saved_index) == (False, None)


def test_steps_are_bounded_and_the_oldest_go_first() -> None:
    history = History(document_of(tree({"r": "wait"})), limit=3)
    for number in range(5):
        history.commit("Rename", titled(history.document, str(number)))
    assert titles(history) == ["2", "3", "4"]
    assert history.saved_index is None
    history.go_to(0)
    assert history.document.graphs["g"].title == "1"
    with pytest.raises(IndexError):
        history.go_to(4)
    with pytest.raises(ValueError, match="room"):
        History(history.document, limit=0)


def test_steps_share_what_an_edit_did_not_touch() -> None:
    nodes = {"r": {"kind": "selector", "children": [f"n{i}" for i in range(500)]}}
    nodes |= {f"n{i}": {"kind": "wait"} for i in range(500)}
    history = History(document_of(tree(nodes)))
    for number in range(20):
        history.commit("Set", edits.set_field(history.document, "g", f"n{number}", "note", "changed"))
    kept = {id(node) for step in history.steps for node in step.after.graphs["g"].nodes.values()}
    assert len(kept) == 500 + 20  # The first step's document no longer holds the old n0.
