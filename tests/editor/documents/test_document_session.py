from __future__ import annotations

from collections.abc import Callable

import pytest

from graphs.edits.adding import add_node
from graphs.edits.graph_library import add_graph
from graphs.edits.refusal import EditRefused
from graphs.edits.removing import remove
from graphs.edits.setting import rename, set_field
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.model import Document
from tests.editor.window_builders import session_of, two_state_machine, waiting_tree


@pytest.fixture
def made():
    return two_state_machine()


@pytest.fixture
def session(qtbot, made):
    session = session_of(made[0])
    yield session
    session.deleteLater()


def test_apply_makes_one_step_and_tells_what_changed(qtbot, session, made):
    _, graph, idle, _, _ = made
    with qtbot.waitSignal(session.document_changed) as told:
        assert session.apply("Rename", lambda document: rename(document, graph, idle, "Rest"))
    assert told.args[0].graphs[graph].nodes.changed == {idle}
    assert [step.label for step in session.history.steps] == ["Rename"]
    assert not session.is_saved


def test_edit_that_changes_nothing_makes_no_step(session, made):
    _, graph, idle, _, _ = made
    assert session.apply("Rename", lambda document: rename(document, graph, idle, "Idle"))
    assert not session.history.can_undo
    assert session.is_saved


def test_refused_edit_tells_reason_and_remedy_and_changes_nothing(qtbot, session):
    def refuse(_document):
        raise EditRefused("It is full.", "Empty it.")

    before = session.document
    with qtbot.waitSignal(session.refused) as told:
        assert not session.apply("Add", refuse)
    assert told.args == ["It is full.", "Empty it."]
    assert session.document is before


def test_undo_and_redo_bring_document_and_selection_back(session, made):
    document, graph, _idle, go, _ = made
    session.select([go])
    session.apply("Delete", lambda old: remove(old, graph, [go]), select=())
    assert session.selection == frozenset()
    session.undo()
    assert session.document is document
    assert session.selection == {go}
    session.redo()
    assert go not in session.document.graphs[graph].nodes
    assert session.selection == frozenset()


def test_steps_with_one_merge_key_become_one_until_sealed(session, made):
    _, graph, _, _, edge = made

    def to(value: int) -> Callable[[Document], Document]:
        return lambda document: set_field(document, graph, edge, "priority", value)

    for value in (1, 2, 3):
        session.apply("Change priority", to(value), merge_key="scrub")
    session.seal()
    session.apply("Change priority", to(4), merge_key="scrub")
    session.undo()
    assert session.document.graphs[graph].edges[edge].priority == 3
    session.undo()
    assert session.document.graphs[graph].edges[edge].priority == 0


def test_problems_are_found_off_the_typing_path(qtbot, session, made):
    _, graph, _, _, edge = made
    session.apply("Change guard", lambda old: set_field(old, graph, edge, "guard", "helth < 3"))
    assert not any(problem.severity == "error" for problem in session.problems)
    qtbot.waitUntil(lambda: any(problem.severity == "error" for problem in session.problems), timeout=2000)
    assert any(problem.place.element == edge for problem in session.problems)


def test_read_only_document_refuses_edits(qtbot, session, made):
    _, graph, idle, _, _ = made
    session.read_only_reason = "It is of version 2."
    with qtbot.waitSignal(session.refused):
        assert not session.apply("Rename", lambda document: rename(document, graph, idle, "Rest"))


def test_undo_shows_the_graph_it_touches(session, made):
    from graphs.edits.graph_library import add_graph

    _, graph, idle, _, _ = made
    session.apply("Add graph", lambda document: add_graph(document, "behavior_tree", "Walk")[0])
    other = next(each for each in session.document.graphs if each != graph)
    session.apply("Rename", lambda document: rename(document, graph, idle, "Rest"))
    session.show_graph(other)
    session.undo()
    assert session.graph_id == graph


def test_removing_the_graph_in_view_shows_another(qtbot):
    from graphs.edits.graph_library import add_graph, remove_graph

    document, graph, _, _ = waiting_tree()
    document, other = add_graph(document, "state_machine", "Other")
    session = session_of(document)
    session.show_graph(other)
    session.apply("Remove", lambda old: remove_graph(old, other), select=())
    assert session.graph_id == graph
    session.deleteLater()


def test_an_edit_that_uses_something_new_makes_the_version_that_the_file_will_say(session, made):
    session.apply("Add graph", lambda each: add_graph(each, "behavior_tree", "T")[0])
    graph = list(session.document.graphs)[-1]
    assert session.document.version == 1
    session.apply("Add claim", lambda item: add_node(item, graph, "claim", session.registry)[0])
    assert session.document.version == 2
    assert document_from_bytes(document_to_bytes(session.document)) == session.document
    session.undo()
    assert session.document.version == 1
