"""What differs between Linux, Windows and macOS, tried for all three wherever this runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from editor.basics.platform_conventions import first_folder, user_state_folder, with_key_names
from editor.basics.user_state import STATE_FOLDER_VARIABLE, state_folder
from editor.commands.keymap import load_keymap
from editor.widgets.file_dialogs import FileDialogs

HOME = Path("/somewhere/ada")


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, HOME / ".local/state/mindloom"),
        ("linux", {"XDG_STATE_HOME": "/state"}, Path("/state/mindloom")),
        ("linux", {"XDG_STATE_HOME": "not/absolute"}, HOME / ".local/state/mindloom"),
        ("freebsd14", {}, HOME / ".local/state/mindloom"),
        ("darwin", {"XDG_STATE_HOME": "/state"}, HOME / "Library/Application Support/mindloom"),
        ("win32", {"LOCALAPPDATA": "/Ada/AppData/Local"}, Path("/Ada/AppData/Local/mindloom")),
        ("win32", {}, HOME / "AppData/Local/mindloom"),
    ],
)
def test_the_users_state_is_where_the_platform_keeps_such(platform, environment, folder):
    assert user_state_folder(platform, environment, HOME) == folder


def test_the_folder_can_be_named(monkeypatch, tmp_path):
    monkeypatch.setenv(STATE_FOLDER_VARIABLE, str(tmp_path))
    assert state_folder() == tmp_path
    monkeypatch.delenv(STATE_FOLDER_VARIABLE)
    assert state_folder() == user_state_folder(sys.platform)


def test_keys_are_called_as_the_keyboard_calls_them():
    text = "Ctrl held while dragging; Alt+Del detaches, Control stays."
    assert with_key_names(text, "linux") == with_key_names(text, "win32") == text
    assert with_key_names(text, "darwin") == "Cmd held while dragging; Option+Del detaches, Control stays."


def test_a_mac_has_keys_of_its_own_where_its_keyboard_lacks_one():
    mac, other = load_keymap("darwin"), load_keymap("linux")
    assert mac.keys() == other.keys()
    assert mac["edit.redo"].keys == ("Ctrl+Shift+Z",)
    assert "Backspace" in mac["edit.delete"].keys


def test_dialogs_begin_among_the_documents(tmp_path):
    assert first_folder(tmp_path) == tmp_path
    (tmp_path / "Documents").mkdir()
    assert first_folder(tmp_path) == tmp_path / "Documents"


@pytest.fixture
def answering(monkeypatch):
    """Return a function that lets the save dialog answer a path and a question about it yes or no."""

    def answer(path: Path, *, replace: bool = False) -> list[Path]:
        asked: list[Path] = []
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

        def ask_replace(_dialogs: FileDialogs, there: Path) -> bool:
            asked.append(there)
            return replace

        monkeypatch.setattr(FileDialogs, "ask_replace", ask_replace)
        return asked

    return answer


def test_a_name_gets_its_ending_and_a_typed_one_stays(tmp_path, answering):
    asked = answering(tmp_path / "guard")
    assert FileDialogs().ask_save(tmp_path) == tmp_path / "guard.mind.json"
    assert FileDialogs().ask_save_world(tmp_path) == tmp_path / "guard.world.json"
    answering(tmp_path / "guard.v2")
    assert FileDialogs().ask_save(tmp_path) == tmp_path / "guard.v2.mind.json"
    answering(tmp_path / "mine.json")
    assert FileDialogs().ask_save(tmp_path) == tmp_path / "mine.json"
    assert asked == []


def test_a_file_that_the_ending_leads_to_is_not_replaced_unasked(tmp_path, answering):
    there = tmp_path / "guard.mind.json"
    there.write_text("{}")
    asked = answering(tmp_path / "guard")
    assert FileDialogs().ask_save(tmp_path) is None
    assert asked == [there]
    answering(tmp_path / "guard", replace=True)
    assert FileDialogs().ask_save(tmp_path) == there
