"""Teams and tags are chosen from a list with new ones, picked on the map, or typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from editor.documents.open.sample_files import samples_folder
from editor.map.editing.pick_tools import PickTool, things_named
from editor.panels.inspector.field_row import FieldRow
from editor.window.main_window import MainWindow
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import AgentEntry

pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
TANK = Element("agents", "tank_1")


@pytest.fixture
def tanks(window: MainWindow) -> MainWindow:
    """Return a window that edits the world of the tanks, one of them selected."""
    window.open_file(samples_folder() / "tank.mind.json")
    window.world.editor.toggle()
    session = window.world.session
    assert session is not None
    session.select((TANK,))
    window.world.inspector.refresh()
    return window


def row(window: MainWindow, key: str) -> FieldRow:
    window.world.inspector.refresh()
    return window.world.inspector.rows[key]


def choose(window: MainWindow, key: str, words: str) -> None:
    field = row(window, key)
    field.list_button.click()
    menu = next(menu for menu in field.findChildren(QMenu) if menu.isVisible())
    action = next(action for action in menu.actions() if action.text().startswith(words))
    menu.close()
    action.trigger()


def agent(window: MainWindow) -> AgentEntry:
    session = window.world.session
    assert session is not None
    return session.world.agents["tank_1"]


def test_a_new_team_is_chosen_and_undone(tanks):
    former = agent(tanks).team
    choose(tanks, "team", "+ New team")
    assert agent(tanks).team == "red"
    tanks.world.session.undo()
    assert agent(tanks).team == former
    tanks.world.session.redo()
    choose(tanks, "team", former)
    assert agent(tanks).team == former


def test_tags_are_gathered_a_line_each(tanks):
    choose(tanks, "tags", "+ New tag")
    choose(tanks, "tags", "+ New tag")
    choose(tanks, "tags", "tag")
    assert agent(tanks).tags == ("tag", "tag_2")


def test_a_filter_gathers_terms_from_the_list_and_from_the_map(qtbot, tanks):
    key = next(key for key, shown in tanks.world.inspector.rows.items() if key.endswith("looks_for"))
    edit = tanks.world.session.apply
    edit("Tag", lambda world: set_element_field(world, Element("agents", "player"), "tags", ["prey"]))
    edit("Filter", lambda world: set_element_field(world, TANK, key, "player"))
    choose(tanks, key, "prey")
    assert row(tanks, key).spec.value == "player, prey"
    row(tanks, key)._pick_button.click()
    board = tanks.preview.map
    assert isinstance(board.tool, PickTool)
    x, y = tanks.world.session.world.agents["tank_2"].at
    at = board.view.point((float(x), float(y))).toPoint()
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert row(tanks, key).spec.value == "player, prey, tank_2"
    named = things_named(tanks.world.session.world, "player, prey, -tank_2", ("entity",))
    assert {thing.id for thing in named} == {"player", "tank_2"}


def test_a_team_is_picked_by_clicking_an_agent_of_it(qtbot, tanks):
    row(tanks, "team")._pick_button.click()
    board = tanks.preview.map
    player = tanks.world.session.world.agents["player"]
    at = board.view.point((float(player.at[0]), float(player.at[1]))).toPoint()
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert agent(tanks).team == player.team
