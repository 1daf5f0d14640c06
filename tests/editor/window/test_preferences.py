"""What a user chooses once for all: it works at once or when it says so, and is there at the next start."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from editor.basics.preferences import FONT_SIZE, KEEP_WORK_AFTER, MEGABYTE, RECORDING_MEMORY
from editor.basics.user_state import UserState
from editor.dialogs.key_editor_window import KeyEditorWindow
from editor.dialogs.preferences_window import PreferencesWindow
from editor.theme.fonts import TextSize, set_font_scale, ui_font
from editor.theme.theme_manager import set_theme, theme_manager
from editor.window.application import make_window
from editor.window.parts.preferences import WindowPreferences
from editor.window.parts.recovery import WindowRecovery


@pytest.fixture
def preferences(window) -> PreferencesWindow:
    assert window.commands.run("edit.preferences")
    found: PreferencesWindow = window.findChild(PreferencesWindow)
    return found


def field(preferences: PreferencesWindow, title: str) -> Any:
    """Return the field that a screen reader names so."""
    (found,) = [each for each in preferences.findChildren(QWidget) if each.accessibleName() == title]
    return found


@pytest.fixture
def plain_looks():
    yield
    set_theme("dark")
    set_font_scale(100)


def test_the_theme_is_chosen_at_once_and_another_choice_is_followed(window, preferences, plain_looks):
    field(preferences, "Theme").pick("light")
    assert theme_manager().choice == "light"
    assert window.state.text("theme") == "light"
    window.commands.run("theme.high_contrast")
    assert field(preferences, "Theme").value == "high_contrast"


def test_switches_are_those_of_the_commands(qtbot, window, preferences):
    assert field(preferences, "Open what was open last").isChecked()
    qtbot.mouseClick(field(preferences, "Open what was open last"), Qt.MouseButton.LeftButton)
    assert window.state.flag("opens_last_session", True) is False
    window.commands.run("file.open_last_session")
    window.commands.refresh()
    assert field(preferences, "Open what was open last").isChecked()


def test_unsaved_work_is_kept_after_the_time_chosen(window, preferences):
    timer = window.part(WindowRecovery).autosave._timer
    assert timer.interval() == KEEP_WORK_AFTER.default
    field(preferences, "Keep unsaved work after").pick(15_000)
    assert timer.interval() == 15_000


def test_a_recording_takes_the_memory_chosen(window, preferences):
    assert window.run.time.limit == 512 * MEGABYTE
    field(preferences, "Memory of a recording").pick(64)
    assert window.run.time.limit == 64 * MEGABYTE
    assert RECORDING_MEMORY.of(UserState(window.state.folder)) == 64


def test_a_number_that_is_no_choice_is_passed_over(window):
    window.state.set(RECORDING_MEMORY.key, 1_000_000)
    assert window.part(WindowPreferences).number(RECORDING_MEMORY) == 512


def test_text_has_the_size_chosen_from_the_next_start_on(qtbot, window, preferences, plain_looks):
    field(preferences, "Text size").pick(125)
    assert ui_font(TextSize.BODY).pixelSize() == 12
    again = make_window(UserState(window.state.folder))
    qtbot.addWidget(again)
    assert FONT_SIZE.of(again.state) == 125
    assert ui_font(TextSize.BODY).pixelSize() == 15


def test_a_trusted_folder_is_listed_and_trusted_no_longer(tmp_path, window):
    window.workspace.trust.trust(tmp_path)
    shown = window.part(WindowPreferences).show()
    field(shown, f"Trust {tmp_path} no longer").click()
    assert not window.workspace.trust.trusts(tmp_path)
    assert window.part(WindowPreferences).show() is shown


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_keys_are_changed_in_their_own_window(qtbot, window, preferences):
    qtbot.mouseClick(field(preferences, "Keys of commands"), Qt.MouseButton.LeftButton)
    assert window.findChild(KeyEditorWindow).isVisible()


def test_escape_closes_the_window(qtbot, preferences):
    qtbot.keyClick(preferences, Qt.Key.Key_Escape)
    assert not preferences.isVisible()
