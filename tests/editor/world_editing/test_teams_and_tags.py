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


def _typed_filter(qtbot, window, words):
    """Choose the entry for a new tag, type over the word proposed, and return the row."""
    key = next(key for key in window.world.inspector.rows if key.endswith("looks_for"))
    window.activateWindow()
    choose(window, key, "+ New tag")
    field = window.world.inspector.rows[key]
    assert field.editor.selectedText() == "tag"
    qtbot.keyClicks(field.editor, words)
    return key, field


def test_a_new_tag_of_a_filter_is_typed_after_the_terms_there_are(qtbot, tanks):
    session = tanks.world.session
    before = agent(tanks)
    key, field = _typed_filter(qtbot, tanks, "prey")
    former = str(field.spec.value)
    qtbot.keyClick(field.editor, Qt.Key.Key_Return)
    assert row(tanks, key).spec.value == f"{former}, prey"
    session.undo()
    assert agent(tanks) == before
    session.redo()
    assert row(tanks, key).spec.value == f"{former}, prey"


def test_esc_takes_a_new_tag_back_and_choosing_it_alone_changes_nothing(qtbot, tanks):
    before = agent(tanks)
    _key, field = _typed_filter(qtbot, tanks, "prey")
    assert agent(tanks) == before
    qtbot.keyClick(field.editor, Qt.Key.Key_Escape)
    assert field.editor.text() == str(field.spec.value)
    assert agent(tanks) == before
