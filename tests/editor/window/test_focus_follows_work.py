"""After New, Add, Back to live and the closing of a panel the canvas has the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QMessageBox

from editor.documents.open.sample_files import samples_folder
from editor.window.main_window import MainWindow


@pytest.fixture
def away(window) -> MainWindow:
    """Return a window with a document, in which a list has the focus."""
    window.open_file(samples_folder() / "tank.mind.json")
    window.panels.show_panel("problems", focus=True)
    QApplication.processEvents()
    assert not window.view.hasFocus()
    made: MainWindow = window
    return made


@pytest.mark.parametrize(
    "command", ["file.new", "file.new_tree", "file.new_decision", "graph.new_state_machine"]
)
def test_after_new_the_canvas_of_what_is_new_has_the_focus(away, command):
    before = away.session.graph_id, away.session
    away.commands.run(command)
    QApplication.processEvents()
    assert (away.session.graph_id, away.session) != before
    assert away.view.hasFocus()


def test_after_a_node_is_added_the_canvas_has_the_focus(away, qtbot):
    before = len(away.session.graph.nodes)
    away.commands.run("graph.add_node")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert len(away.session.graph.nodes) == before + 1
    assert away.view.hasFocus()


def back_to_live(window: MainWindow) -> QAbstractButton:
    window.run.look_at(20)
    window.run.time.finish()
    QApplication.processEvents()
    shown = [each for each in window.area.banner.findChildren(QAbstractButton) if each.isVisible()]
    return next(button for button in shown if button.text().startswith("Back to live"))


@pytest.mark.parametrize("by_key", [True, False])
def test_after_back_to_live_the_canvas_has_the_focus(away, qtbot, by_key):
    away.run.advance(60)
    button = back_to_live(away)
    if by_key:
        button.setFocus()
        qtbot.keyClick(button, Qt.Key.Key_Space)
    else:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    away.run.time.finish()
    assert not away.run.time.is_past
    assert away.view.hasFocus()


def test_the_end_key_on_the_timeline_leaves_the_focus_there(away, qtbot):
    away.run.advance(60)
    back_to_live(away)
    away.panels.show_panel("timeline", focus=True)
    qtbot.keyClick(away.timeline.view, Qt.Key.Key_End)
    away.run.time.finish()
    assert not away.run.time.is_past
    assert away.timeline.view.hasFocus()


def test_after_a_panel_is_closed_the_canvas_has_the_focus(away):
    away.commands.run("panel.find")
    assert not away.view.hasFocus()
    away.commands.run("view.close_panel")
    assert away.view.hasFocus()


@pytest.mark.parametrize(
    "command",
    [
        "edit.preferences",
        "help.edit_keys",
        "help.keys",
        "help.about",
        "help.contents",
        "file.export",
        "run.batch",
        "run.share",
        "edit.save_snippet",
    ],
)
def test_after_a_dialog_is_closed_the_canvas_has_the_focus(away, qtbot, command):
    away.session.select((next(iter(away.session.graph.nodes)),))
    away.run.advance(1)
    assert away.commands.run(command)
    (shown,) = [each for each in away.findChildren(QDialog) if each.isVisible()]
    qtbot.waitUntil(lambda: QApplication.activeWindow() is shown)
    shown.close()
    away.activateWindow()
    qtbot.waitUntil(away.view.hasFocus)


def test_after_a_question_is_answered_the_canvas_has_the_focus(away, qtbot):
    box = QMessageBox(away)
    box.open()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is box)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    away.activateWindow()
    qtbot.waitUntil(away.view.hasFocus)
    box.deleteLater()


def test_after_the_tour_is_left_the_canvas_has_the_focus(away, qtbot):
    away.commands.run("help.tour")
    away.panels.show_panel("problems", focus=True)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not away.welcome.tour.is_on
    assert away.view.hasFocus()


def test_after_the_tutorial_is_closed_the_canvas_has_the_focus(away):
    away.commands.run("help.tutorial")
    assert not away.view.hasFocus()
    away.commands.run("view.close_panel")
    assert not away.panels.has_tab("tutorial")
    assert away.view.hasFocus()


@pytest.mark.parametrize("panel", ["why", "plots"])
def test_after_a_floating_panel_comes_back_the_canvas_has_the_focus(away, qtbot, panel):
    away.panels.float_panel(panel)
    away.panels.leave_floating(panel)
    qtbot.waitUntil(away.view.hasFocus)
