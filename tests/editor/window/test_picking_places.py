"""A vector of the inspector is picked on the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from editor.documents.open.sample_files import samples_folder
from editor.map.editing.pick_tools import PickTool
from graphs.worlds.model.elements import Element


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


def test_only_what_names_something_of_the_map_can_be_picked(goal):
    goal.inspector.page.show_variable("d", "")
    assert goal.inspector.page.row("default")._pick_button.isHidden()


def test_a_place_is_picked_while_the_world_is_edited_and_its_tool_comes_back(qtbot, goal):
    goal.commands.run("world.edit")
    goal.view.setFocus()
    tool, board = goal.preview.map.tool, goal.preview.map
    goal.inspector.page.row("default")._pick_button.click()
    assert isinstance(board.tool, PickTool)
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=board.viewport().rect().center())
    assert board.tool is tool
    assert not goal.world.editor.is_target, "the document is worked on as before"
    assert goal.session.history.can_undo


def click_thing(qtbot, window, group, thing):
    """Click a thing where the map shows it."""
    x, y = getattr(window.run.choice.world, group)[thing].at
    at = window.preview.map.view.point((float(x), float(y))).toPoint()
    qtbot.mouseClick(window.preview.map.viewport(), Qt.MouseButton.LeftButton, pos=at)


@pytest.fixture
def tree(window):
    """The window with an action that goes to a target, which can be a place or an entity."""
    window.open_file(samples_folder() / "tank.mind.json")
    document = window.session.document
    graph = next(key for key, graph in document.graphs.items() if graph.kind == "behavior_tree")
    window.session.show_graph(graph)
    node = next(key for key, node in window.session.graph.nodes.items() if node.action == "face")
    window.session.select([node])
    window.inspector.page.refresh()
    return window


def test_an_entity_is_picked_for_a_parameter_that_takes_one(qtbot, tree):
    row = tree.inspector.page.row("params.target")
    row._pick_button.click()
    click_thing(qtbot, tree, "waypoints", "q2")
    assert tree.inspector.page.row("params.target").spec.value == "q2"
    tree.session.undo()
    tree.inspector.page.refresh()
    assert tree.inspector.page.row("params.target").spec.value != "q2"
    tree.session.redo()


def test_what_does_not_fit_is_refused_in_words_and_the_tool_stays(qtbot, window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.world.editor.toggle()
    window.world.session.select((Element("agents", "tank_1"),))
    page = window.world.inspector
    page.refresh()
    key = next(key for key, row in page.rows.items() if row.spec.picks_on_map == {"path"})
    page.rows[key]._pick_button.click()
    board = window.preview.map
    tool = board.tool
    before = window.world.session.world
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    assert board.tool is tool
    assert "takes a path" in tool._tip.reason
    assert window.world.session.world is before
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    assert board.tool is window.world.editor.tool


def test_a_field_lets_what_it_names_glow_and_what_is_pointed_at_marks_its_field(qtbot, tree):
    tree.inspector.page.set_value("params.target", "q2")
    tree.inspector.page.refresh()
    row, board = tree.inspector.page.row("params.target"), tree.preview.map
    plain = board.viewport().grab().toImage()
    row.pointed.emit(True)
    assert board.viewport().grab().toImage() != plain
    row.pointed.emit(False)
    assert board.viewport().grab().toImage() == plain
    x, y = tree.run.choice.world.waypoints["q2"].at
    qtbot.mouseMove(board.viewport(), board.view.point((float(x), float(y))).toPoint())
    assert row.label.is_marked
    qtbot.mouseMove(board.viewport(), QPoint(3, 3))
    assert not row.label.is_marked


def test_keys_of_the_canvas_that_are_no_letters_work_in_the_outline(window):
    window.open_file(samples_folder() / "tank.mind.json")
    names = {action.objectName() for action in window.outline.tree.actions()}
    assert {"edit.delete", "edit.copy", "graph.wrap", "graph.move_out", "graph.detach"} <= names
    assert not {"graph.add_node", "graph.enter", "graph.toggle_disabled"} & names
    window.commands.set_keys("graph.toggle_disabled", ("Ctrl+M, D",))
    assert "graph.toggle_disabled" in {action.objectName() for action in window.outline.tree.actions()}
