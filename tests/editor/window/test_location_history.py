"""Back and forward through graphs and boxes, and the map, from the window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.window.frame.breadcrumb import Breadcrumb, Crumb
from editor.window.main_window import MainWindow
from tests.editor.canvas.sample_documents import interrupts, large_tree, soldier


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    window.area.open_session(window.workspace.new(interrupts()))
    assert window.view is not None
    window.view.camera.reduced_motion = True
    return window


def _crumbs(window: MainWindow) -> list[str]:
    return [crumb.title for crumb in window.area.breadcrumb._crumbs]


def test_a_box_is_a_step_of_the_way_and_back_leaves_it(window: MainWindow) -> None:
    view = window.view
    assert view is not None
    view.camera.zoom_to(0.5)
    seen = (view.camera.zoom, view.camera.center)
    view.entering.enter_box("fight")
    assert _crumbs(window) == ["Guard", "Fight"]
    window.commands.run("view.back")
    assert _crumbs(window) == ["Guard"]
    assert (view.camera.zoom, view.camera.center) == seen
    window.commands.run("view.forward")
    assert _crumbs(window) == ["Guard", "Fight"]
    window.commands.run("view.leave_graph")
    assert _crumbs(window) == ["Guard"]


def test_a_step_of_the_way_leads_out_of_the_box(window: MainWindow) -> None:
    view = window.view
    assert view is not None
    view.entering.enter_box("fight")
    window.area.breadcrumb.picked.emit(0)
    assert view.entering.boxes_entered() == ()
    view.entering.enter_box("fight")
    window.area.breadcrumb.picked.emit(1)
    assert view.entering.boxes_entered() == ("fight",)


def test_back_returns_to_the_part_of_a_graph_that_was_seen(window: MainWindow) -> None:
    session = window.workspace.new(soldier())
    window.area.open_session(session)
    view = window.view
    assert view is not None
    view.camera.reduced_motion = True
    view.camera.zoom_to(1.6)
    view.camera.pan(130, -40)
    seen = (view.camera.zoom, view.camera.center)
    window.area.enter("g2")
    window.commands.run("view.back")
    assert session.graph_id == "g1"
    assert (view.camera.zoom, view.camera.center) == seen


def test_the_map_is_toggled_for_all_canvases_and_remembered(window: MainWindow) -> None:
    window.area.open_session(window.workspace.new(large_tree(60)))
    QApplication.processEvents()
    view = window.view
    assert view is not None
    assert view.corners.minimap.isVisible()
    window.commands.run("view.minimap")
    assert not view.corners.minimap.isVisible()
    assert not window.workspace.state.flag("minimap", True)
    window.commands.run("view.minimap")
    assert view.corners.minimap.isVisible()


def test_the_choice_of_the_map_holds_in_the_next_window(open_window):
    open_window().commands.run("view.minimap")
    other = open_window()
    assert not other.area.shows_minimap
    other.area.open_session(other.workspace.new(large_tree(60)))
    QApplication.processEvents()
    assert not other.view.corners.minimap.isVisible()


def test_steps_of_the_way_keep_the_same_distance_to_the_arrow_between_them(qtbot: QtBot) -> None:
    way = Breadcrumb()
    qtbot.addWidget(way)
    title = "A graph with a rather long title"
    way.set_crumbs((Crumb("a", title, "tree", "tree"), Crumb("b", title, "tree", "tree")))
    first, last = way._rect(0), way._rect(1)
    assert first.width() < last.width()
    words = QFontMetrics(ui_font(TextSize.BODY, TextWeight.REGULAR)).horizontalAdvance(title)
    assert first.width() == 21 + words + 4
