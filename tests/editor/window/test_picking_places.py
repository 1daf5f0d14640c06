"""A vector of the inspector is picked on the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from editor.documents.open.sample_files import samples_folder
from editor.map.view.map_tools import PickTool


@pytest.fixture
def goal(window):
    """The window with the variable goal, a vector, in the inspector."""
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.advance(1)
    window.inspector.page.show_variable("goal", "")
    return window


def test_a_click_on_the_map_writes_the_place_as_one_step(qtbot, goal):
    steps = len(goal.session.history.steps)
    row = goal.inspector.page.row("default")
    row._pick_button.click()
    board = goal.preview.map
    assert isinstance(board.tool, PickTool)
    at = board.viewport().rect().center() + QPoint(40, 20)
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at)
    x, y = goal.session.document.variables["goal"].default
    wanted = board.world_at(at.toPointF())
    assert (x, y) == pytest.approx(wanted, abs=0.01)
    assert board.tool is None
    assert len(goal.session.history.steps) == steps + 1


def test_esc_picks_none(qtbot, goal):
    before = goal.session.document
    goal.inspector.page.row("default")._pick_button.click()
    qtbot.keyClick(goal.preview.map, Qt.Key.Key_Escape)
    assert goal.preview.map.tool is None
    assert goal.session.document is before


def test_only_places_can_be_picked(goal):
    goal.inspector.page.show_variable("d", "")
    row = goal.inspector.page.row("default")
    assert row._pick_button is None or row._pick_button.isHidden()


def test_picking_is_refused_while_the_world_is_edited(goal):
    goal.commands.run("world.edit")
    goal.inspector.page.pick_wanted.emit("default", "Default")
    assert not isinstance(goal.preview.map.tool, PickTool)
    assert goal.area.toast.isVisible()


def test_keys_of_the_canvas_that_are_no_letters_work_in_the_outline(window):
    window.open_file(samples_folder() / "tank.mind.json")
    names = {action.objectName() for action in window.outline.tree.actions()}
    assert {"edit.delete", "edit.copy", "graph.wrap", "graph.move_out", "graph.detach"} <= names
    assert not {"graph.add_node", "graph.enter", "graph.toggle_disabled"} & names
    window.commands.set_keys("graph.toggle_disabled", ("Ctrl+M, D",))
    assert "graph.toggle_disabled" in {action.objectName() for action in window.outline.tree.actions()}
