"""Two graphs, or two places of one, beside each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from editor.canvas.view.canvas_view import CanvasView
from editor.documents.open.sample_files import samples_folder
from editor.theme.text_lines import text_width
from editor.theme.tokens import StatusLook
from graphs.edits.graph_library import remove_graph
from graphs.edits.setting import set_field
from graphs.model import Document
from tools.gallery.playing import lead_player_to

TANK = samples_folder() / "tank.mind.json"


def views(window):
    first, second = window.area.focus_stops()
    assert isinstance(first, CanvasView)
    assert isinstance(second, CanvasView)
    return first, second


@pytest.fixture
def split(window):
    """The tank's machine with the tree that Shoot runs beside it."""
    window.open_file(TANK)
    view = window.view
    assert view is not None
    shoot = next(each for each in view.graph.nodes if view.name_of(each) == "Shoot")
    window.session.select((shoot,))
    window.commands.run("view.called_beside")
    return window


def test_the_called_graph_opens_beside_and_has_the_focus(split):
    first, second = views(split)
    assert (first.graph.kind, second.graph.kind) == ("state_machine", "behavior_tree")
    assert split.view is second
    assert second.hasFocus()
    assert split.session.graph_id == second.graph_id
    assert [crumb.title for crumb in split.area.beside.breadcrumb._crumbs] == [
        "Tank with dead zones",
        "Aim and fire",
    ]


def test_commands_act_on_the_side_that_has_the_focus(qtbot, split):
    first, second = views(split)
    leaf = next(key for key, node in second.graph.nodes.items() if node.kind == "action")
    split.session.select((leaf,))
    split.commands.run("edit.delete")
    assert leaf not in second.graph.nodes
    qtbot.mousePress(first.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, first.height() - 60))
    qtbot.mouseRelease(first.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, first.height() - 60))
    first.setFocus()
    assert split.view is first
    states = set(first.graph.nodes)
    split.commands.run("edit.select_all")
    split.commands.run("edit.delete")
    assert states - set(first.graph.nodes) == states
    split.commands.run("edit.undo")
    split.commands.run("edit.undo")
    assert leaf in split.session.document.graphs[second.graph_id].nodes


def test_each_side_keeps_its_selection_and_only_the_one_in_use_shows_it(split):
    first, second = views(split)
    leaf = next(key for key, node in second.graph.nodes.items() if node.kind == "action")
    split.session.select((leaf,))
    split.commands.run("view.other_side")
    assert split.view is first
    assert first.name_of(next(iter(split.session.selection))) == "Shoot"
    assert second.canvas.marks.selection == frozenset()
    split.commands.run("view.other_side")
    assert split.session.selection == {leaf}
    assert second.canvas.marks.selection == {leaf}


def test_both_sides_show_the_run(split):
    first, second = views(split)
    machine = split.run
    lead_player_to(split, 2.4, 150)
    assert machine.tick > 0
    running = [
        [key for key, look in view.run_overlay.looks.nodes.items() if look.status == StatusLook.RUNNING]
        for view in (first, second)
    ]
    assert "Shoot" in [first.name_of(each) for each in running[0]]
    assert running[1]


def test_two_places_of_one_graph_follow_each_edit(window):
    window.open_file(TANK)
    window.commands.run("view.beside")
    first, second = views(window)
    assert first.graph_id == second.graph_id
    state = next(iter(second.graph.nodes))
    first.camera.zoom_to(0.5)
    assert second.camera.zoom != first.camera.zoom
    window.session.select((state,))
    window.commands.run("edit.delete")
    assert first.canvas.node_rect(state) is None
    assert second.canvas.node_rect(state) is None


def test_closing_the_side_returns_to_one_canvas_with_the_focus(qtbot, split):
    first, _ = views(split)
    split.area.beside.close_button.click()
    assert split.area.focus_stops() == (first,)
    assert split.view is first
    assert first.hasFocus()
    assert split.session.graph_id == first.graph_id
    qtbot.waitUntil(lambda: first.width() > split.area.width() * 0.9)


def test_the_side_becomes_the_only_canvas_when_the_last_tab_closes(split):
    _, second = views(split)
    split.area.tab_bar.close_wanted.emit(0)
    assert split.area.focus_stops() == (second,)
    assert not split.area.is_split
    assert split.area.tab_bar.titles == ("Aim and fire",)
    split.area.tab_bar.close_wanted.emit(0)
    assert split.session is None


def test_closing_the_document_closes_both_sides_and_forgets_their_texts(split):
    assert text_width.cache_info().currsize
    split.close_session(split.session)
    assert not text_width.cache_info().currsize
    assert split.area.tabs == ()
    assert not split.area.is_split


def test_a_graph_that_is_removed_leaves_its_side(split):
    _, second = views(split)
    gone = second.graph_id
    split.commands.run("view.other_side")
    first, _ = views(split)
    caller = next(each for each in first.graph.nodes if first.entering.called_graph(each) == gone)

    def without(document: Document) -> Document:
        return remove_graph(set_field(document, first.graph_id, caller, "activity", None), gone)

    split.session.apply("Remove graph", without)
    assert not split.area.is_split
    split.commands.run("edit.undo")
    assert gone in split.session.document.graphs


def test_f6_walks_over_both_canvases(split):
    first, second = views(split)
    first.setFocus()
    split.commands.run("view.next_panel")
    assert QApplication.focusWidget() is second
    split.commands.run("view.previous_panel")
    assert QApplication.focusWidget() is first


def test_two_documents_stand_beside_each_other_and_the_one_in_use_shows_the_run(window):
    window.open_file(samples_folder() / "soldier.mind.json")
    window.commands.run("view.beside")
    window.open_file(TANK)
    first, second = views(window)
    assert (first.session.file_name, second.session.file_name) == ("tank.mind.json", "soldier.mind.json")
    assert window.session is first.session
    window.run.advance(12)
    assert first.run_overlay.looks.nodes
    assert not second.run_overlay.looks.nodes
    second.setFocus()
    assert window.session is second.session


def test_back_goes_through_the_places_of_both_sides(split):
    first, second = views(split)
    split.commands.run("view.back")
    assert split.view is first
    split.commands.run("view.forward")
    assert split.view is second
    assert second.graph.kind == "behavior_tree"
