from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from editor.commands.keymap import KeyBinding, KeyPlace, others_with, own_keys, why_no_key
from editor.dialogs.key_editor_window import KeyEditorWindow
from editor.documents.open.sample_files import samples_folder
from editor.window.parts.keys import WindowKeys
from editor.window.parts.world import WindowMap

TANK = samples_folder() / "tank.mind.json"


@pytest.fixture
def editor(window):
    made: KeyEditorWindow = window.part(WindowKeys).show_editor()
    return made


def test_every_command_is_listed_with_its_keys(window, editor):
    assert {row.command for row in editor.model.rows} == {command.id for command in window.commands}
    row = next(each for each in editor.model.rows if each.command == "graph.add_node")
    assert (row.keys, row.place) == (("Tab", "Shift+A"), KeyPlace.CANVAS)


def test_the_filter_takes_words_of_commands_and_keys(editor):
    editor.filter.setText("find graph")
    assert [row.command for row in editor.model.rows] == ["edit.find"]
    editor.filter.setText("ctrl+shift+f")
    assert "edit.find_in_files" in [row.command for row in editor.model.rows]
    editor.filter.setText("xyzzy")
    assert editor.current is None
    assert not editor.capture.isEnabled()


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_a_pressed_key_works_at_once_and_the_old_one_until_it_is_taken_away(qtbot, window, editor):
    window.open_file(TANK)
    editor.show_command("run.toggle")
    editor.capture.captured.emit("Ctrl+J")
    assert editor.current is not None
    assert editor.current.keys == ("F5", "Ctrl+J")
    editor.remove_key("F5")
    editor.close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window.view, Qt.Key.Key_F5)
    assert not window.run.is_running
    qtbot.keyClick(window.view, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert window.run.is_running
    window.run.pause()


def test_clashes_are_shown_with_both_and_taken_away_at_a_click(window, editor):
    editor.show_command("edit.undo")
    editor.add_key("Ctrl+F")
    assert editor.message.text() == "Ctrl+F starts Find in graph too, so it starts neither."
    assert {row.command for row in editor.model.rows if row.clashes} == {"edit.undo", "edit.find"}
    editor.take_from_others()
    assert not any(row.clashes for row in editor.model.rows)
    assert window.commands.binding("edit.find").keys == ()


def test_letters_alone_and_menu_keys_are_refused_for_the_window(editor):
    editor.show_command("edit.undo")
    for key, words in (("J", "typed in fields"), ("Alt+F", "opens a menu")):
        editor.add_key(key)
        assert words in editor.message.text()
    assert editor.current.keys == ("Ctrl+Z",)
    editor.show_command("graph.wrap")
    editor.add_key("J")
    assert editor.current.keys == ("Ctrl+G", "J")


def test_keys_are_kept_for_the_next_window_and_reset_alone_or_all(open_window):
    first = open_window()
    first.commands.set_keys("edit.undo", ("Ctrl+U",))
    first.commands.set_keys("theme.dark", ("Ctrl+Alt+D",))
    second = open_window()
    assert second.commands.action("edit.undo").shortcut().toString() == "Ctrl+U"
    assert second.commands.action("edit.undo").toolTip() == "Undo (Ctrl+U)"
    editor = second.part(WindowKeys).show_editor("edit.undo")
    editor.reset_current()
    assert second.commands.binding("edit.undo").keys == ("Ctrl+Z",)
    assert second.commands.own_keys() == {"theme.dark": ["Ctrl+Alt+D"]}
    editor.reset_all.click()
    assert second.commands.own_keys() == {}
    assert open_window().commands.own_keys() == {}


def test_keys_of_map_tools_follow(window):
    window.commands.set_keys("world.tool.wall", ("Q",))
    assert window.part(WindowMap)._keys["Q"] == "world.tool.wall"
    assert "W" not in window.part(WindowMap)._keys


def test_the_key_sheet_names_the_keys_chosen(window):
    from editor.dialogs.help_windows import key_sheet

    window.commands.set_keys("edit.undo", ("Ctrl+U", "Ctrl+Z"))
    assert "`Ctrl+U` or `Ctrl+Z`" in key_sheet(window.commands)


def test_damaged_keys_in_the_state_are_passed_over():
    table = {"edit.undo": ["Ctrl+U", 3, "", "no key at all"], "run.toggle": []}
    assert own_keys(table) == {"edit.undo": ("Ctrl+U",), "run.toggle": ()}


def test_a_chord_clashes_with_the_key_it_begins_with():
    chord = KeyBinding("a", ("Alt+A, L",), KeyPlace.CANVAS)
    plain = KeyBinding("b", ("Alt+A",), KeyPlace.WINDOW)
    other = KeyBinding("c", ("Alt+A, L",), KeyPlace.MAP)
    assert others_with("Alt+A, L", chord, (chord, plain, other)) == ("b",)
    assert why_no_key("F7", KeyPlace.WINDOW, "FEV") == ""
