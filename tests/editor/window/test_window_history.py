from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from editor.panels.document.history_panel import history_rows
from editor.window.parts.callouts import why_panel
from editor.window.parts.history import WindowHistory, history_panel
from graphs.edits.history import History
from graphs.edits.setting import rename
from graphs.edits.variables import add_variable
from tests.editor.window_builders import two_state_machine


@pytest.fixture
def edited(window):
    """Return the window with a machine in which three things were done."""
    document, graph, idle, go, _ = two_state_machine()
    session = window.workspace.new(document)
    window.area.open_session(session)
    window.panels.show_panel("history")
    for name, state in (("Rest", idle), ("Run", go), ("Sleep", idle)):
        edit = partial(rename, graph_id=graph, element_id=state, name=name)
        session.apply(f"Rename to {name}", edit, select=[state])
    return window


def texts(window) -> list[str]:
    return [row.text for row in window.part(history_panel).model.rows]


def test_steps_are_listed_the_newest_first_above_the_beginning(edited):
    assert texts(edited) == ["Rename to Sleep", "Rename to Run", "Rename to Rest", "New"]
    assert [row.is_now for row in edited.part(history_panel).model.rows] == [True, False, False, False]


def test_a_click_goes_there_with_the_selection_of_the_step_and_forth_again(edited):
    panel, session = edited.part(history_panel), edited.session
    before = session.document
    panel.view.clicked.emit(panel.model.index(2))
    names = {node.name for node in session.graph.nodes.values()}
    assert names == {"Rest", "Go"}
    assert [row.is_done for row in panel.model.rows] == [False, False, True, True]
    panel.view.clicked.emit(panel.model.index(0))
    assert session.document is before
    assert len(session.selection) == 1


def test_the_saved_point_is_marked_until_it_is_out_of_reach(edited, tmp_path, dialogs):
    dialogs.save_as = tmp_path / "guard.mind.json"
    panel, session = edited.part(history_panel), edited.session
    session.undo()
    assert edited.save_session(session)
    saved = [row.text for row in panel.model.rows if row.is_saved]
    assert saved == ["Rename to Run"]
    session.undo()
    session.apply("Add variable", lambda each: add_variable(each, "fear", "float")[0])
    assert not any(row.is_saved for row in panel.model.rows)


def test_going_back_shows_again_what_was_seen_if_the_change_is_out_of_view(edited):
    session, view = edited.session, edited.view
    seen = view.camera.center
    view.camera.go(1.0, QPointF(50_000, 50_000), animated=False)
    view.camera.reduced_motion = True
    session.undo()
    assert view.camera.center == seen
    view.camera.go(view.camera.zoom, seen + QPointF(3, 3), animated=False)
    session.redo()
    assert view.camera.center == seen + QPointF(3, 3)


def test_a_hidden_panel_lists_the_steps_when_it_is_seen(edited):
    edited.panels.show_panel("inspector")
    edited.session.undo()
    edited.panels.show_panel("history")
    assert [row.is_now for row in edited.part(history_panel).model.rows] == [False, True, False, False]


def test_rows_of_a_history_without_steps_are_its_beginning():
    rows = history_rows(History(two_state_machine()[0]), "Opened guard.mind.json")
    assert [(row.text, row.is_now, row.is_saved) for row in rows] == [("Opened guard.mind.json", True, True)]


def test_while_a_world_is_edited_its_own_steps_are_listed(edited):
    world = edited.follower.new_world(edited.session)
    edited.commands.run("world.edit")
    edited.world.editor.set_target(True)
    world.apply("Name the world", lambda each: each.model_copy(update={"title": "Arena"}))
    assert texts(edited) == ["Name the world", "New"]
    edited.part(WindowHistory).go_to(0)
    assert world.world.title == ""
    edited.world.editor.set_target(False)
    assert texts(edited)[0] == "Rename to Sleep"


def test_a_new_document_is_saved_nowhere_until_it_is(window, dialogs, tmp_path):
    window.commands.run("file.new")
    window.panels.show_panel("history")
    assert [(row.text, row.is_saved) for row in window.part(history_panel).model.rows] == [("New", False)]
    dialogs.save_as = tmp_path / "guard.mind.json"
    assert window.commands.run("file.save")
    rows = window.part(history_panel).model.rows
    assert [(row.text, row.is_saved) for row in rows] == [("Opened guard.mind.json", True)]


def heads(window) -> list[tuple[str, str]]:
    """Return title and subtitle of the headers of inspector, Why and History."""
    QApplication.processEvents()
    page = window.inspector.page
    shown = (page.heading, window.part(why_panel).subject, window.part(history_panel).subject)
    return [(header.title.text(), header.subtitle.text()) for header in shown]


def test_inspector_why_and_history_have_the_same_header(edited):
    session = edited.session
    graph = session.graph
    edited.panels.show_panel("why")
    for selection in ((), *((element,) for element in (*graph.nodes, *graph.edges)), tuple(graph.nodes)):
        session.select(selection)
        first, *others = heads(edited)
        assert others == [first, first]
    session.select((next(iter(graph.nodes)),))
    assert heads(edited)[0] == ("Sleep", "state in Guard")
    session.apply(
        "Rename", partial(rename, graph_id=session.graph_id, element_id=next(iter(graph.nodes)), name="Nap")
    )
    assert [title for title, _ in heads(edited)] == ["Nap"] * 3


def test_the_history_marks_the_steps_that_changed_what_is_selected(edited):
    panel, session = edited.part(history_panel), edited.session
    idle, go = session.graph.nodes
    for state, places, words in ((idle, [3, 1], "2 steps"), (go, [2], "1 step")):
        session.select((state,))
        QApplication.processEvents()
        assert [row.place for row in panel.model.rows if row.is_about] == places
        assert panel.about.text() == f"{words} of this history changed it"
    session.undo()
    session.select((idle,))
    QApplication.processEvents()
    assert [row.place for row in panel.model.rows if row.is_about] == [3, 1]
    session.select(())
    QApplication.processEvents()
    assert not panel.about.isVisible()
    assert not any(row.is_about for row in panel.model.rows)


def test_without_a_document_there_is_no_header(window):
    assert not window.part(history_panel).subject.isVisibleTo(window.part(history_panel))
    assert not window.part(why_panel).subject.isVisibleTo(window.part(why_panel))
