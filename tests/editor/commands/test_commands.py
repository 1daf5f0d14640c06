from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from editor.basics.fuzzy import match_score
from editor.commands.command import Command, command_words
from editor.commands.keymap import (
    KeyBinding,
    KeymapError,
    KeyPlace,
    keymap_from_data,
    load_keymap,
    others_with,
)
from editor.documents.open.sample_files import samples_folder
from editor.window.commands.palette_items import best_matches, palette_items
from editor.window.frame.menu_tables import CANVAS_MENU, LISTED, MENUS, NODE_MENU, SEPARATOR
from editor.window.frame.menus import menu_letter
from editor.window.main_window import MainWindow
from editor.window.parts.panels import palette_panel

TANK = samples_folder() / "tank.mind.json"

ENDS_THE_WINDOW = {"file.quit", "file.close"}


def clashes(bindings: Iterable[KeyBinding]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return each key that would start further commands, with the first and the others."""
    known = list(bindings)
    asked = [(key, each.command, others_with(key, each, known)) for each in known for key in each.keys]
    return [found for found in asked if found[2]]


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_no_key_starts_two_commands(platform):
    assert clashes(load_keymap(platform).values()) == []


def test_clash_is_found():
    data = {"commands": {"a.b": {"keys": ["Ctrl+S"]}, "c.d": {"keys": ["ctrl+s"], "where": "canvas"}}}
    found = clashes(keymap_from_data(data, "linux").values())
    assert found == [("Ctrl+S", "a.b", ("c.d",)), ("ctrl+s", "c.d", ("a.b",))]


def test_keys_of_the_edited_and_the_watched_map_may_be_the_same():
    keys = {place: {"keys": ["N"], "where": place} for place in ("map", "preview", "canvas")}
    assert clashes(keymap_from_data({"commands": keys}, "linux").values()) == []


def test_no_single_letter_holds_in_the_whole_window():
    for binding in load_keymap().values():
        for key in binding.keys:
            if len(QKeySequence(key).toString()) == 1:
                assert binding.place is not KeyPlace.WINDOW, binding


@pytest.mark.parametrize(
    "data", [{}, {"commands": {"a.b": {"keys": "Ctrl+S"}}}, {"commands": {"a.b": {"keys": [], "where": "x"}}}]
)
def test_wrong_key_map_says_what_was_expected(data):
    with pytest.raises(KeymapError, match="expected"):
        keymap_from_data(data, "linux")


def test_menu_letters_are_not_a_and_all_different():
    letters = [menu_letter(title) for title in MENUS]
    assert "A" not in letters
    assert len(set(letters)) == len(letters)


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_alt_with_a_letter_opens_a_menu(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    opened = QApplication.activePopupWidget()
    assert isinstance(opened, QMenu)
    assert "Open…" in [action.text() for action in opened.actions()]
    opened.close()


def test_every_key_and_menu_entry_is_a_command(window):
    known = {command.id for command in window.commands}
    assert {binding.command for binding in window.commands.bindings()} <= known
    entries = [each for part in (*MENUS.values(), *LISTED.values(), NODE_MENU, CANVAS_MENU) for each in part]
    assert [
        entry for entry in entries if entry != SEPARATOR and not entry.startswith("<") and entry not in known
    ] == []


def test_every_command_has_a_title_and_a_sentence(window):
    for command in window.commands:
        assert command.title
        assert command.help.endswith("."), command.id


def test_every_entry_of_the_words_is_a_command(window):
    assert command_words().keys() <= {command.id for command in window.commands}


def themes_first(window: MainWindow) -> list[Command]:
    """Return all commands: a theme dresses every widget there is, and the other commands make hundreds."""
    return sorted(window.commands, key=lambda command: not command.id.startswith("theme."))


def test_each_command_runs_without_a_document(open_window, qtbot):
    window = open_window(welcomes=True)
    for command in themes_first(window):
        if command.id in ENDS_THE_WINDOW or command.id.startswith(("sample.", "file.new", "help.")):
            continue
        window.commands.run(command.id)
    assert window.isVisible()


def test_each_command_runs_with_a_document_and_a_selection(window, qtbot, dialogs):
    window.open_file(TANK)
    for command in themes_first(window):
        if command.id in ENDS_THE_WINDOW or command.id.startswith("sample."):
            continue
        session = window.session
        if session.graph is not None and session.graph.nodes:
            session.select([next(iter(session.graph.nodes))])
        window.commands.run(command.id)
        window.run.pause()
    assert window.isVisible()
    from editor.dialogs.help_windows import TextWindow
    from editor.help.help_window import HelpWindow

    for help_window in (*window.findChildren(TextWindow), *window.findChildren(HelpWindow)):
        help_window.close()


def test_keys_start_commands(window, qtbot):
    window.open_file(TANK)
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F5)
    assert window.run.is_running
    qtbot.keyClick(window, Qt.Key.Key_F5)
    assert not window.run.is_running
    tick = window.run.tick
    qtbot.keyClick(window, Qt.Key.Key_F10)
    assert window.run.tick == tick + 1
    qtbot.keyClick(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    assert window.run.tick == 0


def test_letters_typed_into_a_field_start_no_command(window, qtbot):
    window.open_file(TANK)
    window.panels.show_panel("palette", focus=True)
    qtbot.keyClicks(window.part(palette_panel).search, "fam")
    assert window.part(palette_panel).search.text() == "fam"


def test_palette_finds_commands_nodes_and_runs_them(window, qtbot):
    window.open_file(TANK)
    found = best_matches(palette_items(window), "chase")
    assert found[0].title == "Chase"
    found[0].run()
    graph = window.session.graph
    assert [graph.nodes[each].name for each in window.session.selection] == ["Chase"]


def test_palette_opens_and_runs_the_first_match(window, qtbot):
    window.open_file(TANK)
    window.open_palette()
    qtbot.keyClicks(window.palette_box.field, "step one")
    qtbot.keyClick(window.palette_box.field, Qt.Key.Key_Return)
    assert window.run.tick == 1
    assert not window.palette_box.isVisible()


def test_fuzzy_match_prefers_word_starts():
    better, worse = match_score("st", "Step one tick"), match_score("st", "Fast forward")
    assert better is not None
    assert worse is not None
    assert better > worse
    assert match_score("xyz", "Step one tick") is None
    assert match_score("sot", "Step one tick") is not None
