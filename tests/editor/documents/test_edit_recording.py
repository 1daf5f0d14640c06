"""Edits of an open document are recorded as steps of a script that makes them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.edit_recording import EditRecording
from graphs.edits.adding import add_node
from graphs.edits.setting import rename, set_parameter
from graphs.files.document_file import document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.scripts.apply_script import apply_script
from graphs.scripts.script_format import EditScript
from tests.editor.window_builders import session_of, waiting_tree

REGISTRY = builtin_registry()


@pytest.fixture
def tree(qapp: QApplication) -> Iterator[tuple[DocumentSession, str, str, str]]:
    document, graph, sequence, wait = waiting_tree()
    session = session_of(document)
    yield session, graph, sequence, wait
    session.stop_checking()


def replayed(recording: EditRecording) -> tuple[EditScript, list[str]]:
    """Stop, and return the script and the names of its edits, once it gives the document of the session."""
    now = recording.session.document
    script = recording.script()
    recording.stop()
    again = apply_script(recording.start, script, REGISTRY)
    assert document_to_bytes(again) == document_to_bytes(now)
    return script, [str(step["edit"]) for step in script.edits]


def seconds(graph: str, wait: str, value: float) -> Callable[[Document], Document]:
    return lambda document: set_parameter(document, graph, wait, "seconds", value, REGISTRY)


def test_new_nodes_get_the_same_ids_again(tree: tuple[DocumentSession, str, str, str]) -> None:
    session, graph, sequence, _ = tree
    recording = EditRecording(session)

    def edit(document: Document) -> Document:
        document, made = add_node(document, graph, "wait", REGISTRY, parent=sequence)
        return rename(document, graph, made, "Look around")

    session.apply("Add", edit)
    script, names = replayed(recording)
    assert names == ["add_node", "rename"]
    assert script.edits[0]["new_ids"] == [script.edits[1]["element_id"]]


def test_what_is_undone_is_not_in_the_script_and_what_is_done_again_is(
    tree: tuple[DocumentSession, str, str, str],
) -> None:
    session, graph, _, wait = tree
    session.apply("Before", lambda document: rename(document, graph, wait, "Rest"))
    recording = EditRecording(session)
    for value in (1.0, 2.0, 3.0):
        session.apply("Change", seconds(graph, wait, value))
    session.undo()
    session.undo()
    session.redo()
    _, names = replayed(recording)
    assert names == ["set_parameter", "set_parameter"]


def test_undoing_what_came_before_the_recording_is_recorded_as_parts(
    tree: tuple[DocumentSession, str, str, str],
) -> None:
    session, graph, _, wait = tree
    session.apply("Before", lambda document: rename(document, graph, wait, "Rest"))
    recording = EditRecording(session)
    session.undo()
    session.apply("Change", seconds(graph, wait, 2.0))
    _, names = replayed(recording)
    assert names == ["set_parts", "set_parameter"]


def test_a_value_that_is_dragged_is_one_edit(tree: tuple[DocumentSession, str, str, str]) -> None:
    session, graph, _, wait = tree
    recording = EditRecording(session)
    for value in (1.0, 2.0, 3.0):
        session.apply("Change", seconds(graph, wait, value), merge_key="drag")
    script, names = replayed(recording)
    assert names == ["set_parameter"]
    assert script.edits[0]["value"] == 3


def test_an_edit_that_is_only_tried_is_not_recorded(tree: tuple[DocumentSession, str, str, str]) -> None:
    session, graph, _, wait = tree
    recording = EditRecording(session)
    rename(session.document, graph, wait, "Tried")
    session.apply("Change", seconds(graph, wait, 2.0))
    _, names = replayed(recording)
    assert names == ["set_parameter"]


def test_a_change_that_no_edit_made_puts_parts_in_place(tree: tuple[DocumentSession, str, str, str]) -> None:
    session, _, _, _ = tree
    recording = EditRecording(session)
    session.apply("Merge", lambda document: document.model_copy(update={"rounds": 500}))
    script, names = replayed(recording)
    assert names == ["set_parts"]
    assert script.edits[0]["values"] == {"/rounds": 500, "/version": 2}


def test_nothing_is_told_once_the_recording_has_stopped(tree: tuple[DocumentSession, str, str, str]) -> None:
    session, graph, _, wait = tree
    recording = EditRecording(session)
    recording.stop()
    session.apply("Change", seconds(graph, wait, 2.0))
    assert recording.count == 0
