"""The window records the edits of a document and saves them as a script."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.command_line.main import main
from editor.documents.open.sample_files import samples_folder
from editor.window.main_window import MainWindow
from editor.window.parts.edit_scripts import EditScripts
from graphs.files.document_file import document_to_bytes
from graphs.scripts.script_format import load_script
from tests.editor.window_builders import AnsweringDialogs

TANK = samples_folder() / "tank.mind.json"


@pytest.fixture
def answers(window: MainWindow, tmp_path: Path) -> AnsweringDialogs:
    window.open_file(TANK)
    assert isinstance(window.dialogs, AnsweringDialogs)
    window.dialogs.save_script_as = tmp_path / "tank.edits.json"
    return window.dialogs


def work(window: MainWindow) -> None:
    """Disable a state, name the graph, and take the name back."""
    session = window.session
    assert session is not None
    session.select(["chase"])
    window.commands.run("graph.toggle_disabled")
    window.commands.run("graph.duplicate")
    window.commands.run("graph.new_behavior_tree")
    window.commands.run("edit.undo")


def test_a_recording_is_saved_and_mindloom_edit_makes_it_again(
    window: MainWindow, answers: AnsweringDialogs, tmp_path: Path
) -> None:
    window.commands.run("edit.record")
    assert not window.commands["edit.record"].enabled()
    work(window)
    window.commands.run("edit.stop_recording")
    assert answers.save_script_as is not None
    script = load_script(answers.save_script_as)
    assert [step["edit"] for step in script.edits] == ["set_enabled", "duplicate_graph"]
    assert answers.proposed[-1].name == "tank.edits.json"
    out = tmp_path / "out.mind.json"
    assert main(["edit", str(TANK), "--script", str(answers.save_script_as), "--out", str(out)]) == 0
    assert window.session is not None
    assert out.read_bytes() == document_to_bytes(window.session.document)


def test_the_last_row_shows_that_edits_are_recorded_and_ends_it(
    window: MainWindow, answers: AnsweringDialogs
) -> None:
    button = window.status_row.edit_recording
    assert not button.isVisible()
    window.commands.run("edit.record")
    assert button.isVisible()
    assert button.text() == "Recording edits of tank.mind.json"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isVisible()
    assert answers.save_script_as is not None
    assert load_script(answers.save_script_as).edits == ()


def test_after_cancel_the_recording_goes_on(window: MainWindow, answers: AnsweringDialogs) -> None:
    where, answers.save_script_as = answers.save_script_as, None
    window.commands.run("edit.record")
    work(window)
    window.commands.run("edit.stop_recording")
    assert window.part(EditScripts).recording is not None
    answers.save_script_as = where
    window.commands.run("edit.stop_recording")
    assert where is not None
    assert len(load_script(where).edits) == 2


def test_closing_the_document_gives_the_recording_up(window: MainWindow, answers: AnsweringDialogs) -> None:
    window.commands.run("edit.record")
    assert window.session is not None
    window.close_session(window.session)
    assert window.part(EditScripts).recording is None
    assert not window.status_row.edit_recording.isVisible()


def test_a_folder_that_takes_no_file_is_told_and_the_recording_goes_on(
    window: MainWindow, answers: AnsweringDialogs, tmp_path: Path
) -> None:
    answers.save_script_as = tmp_path / "gone" / "tank.edits.json"
    window.commands.run("edit.record")
    work(window)
    window.commands.run("edit.stop_recording")
    assert answers.told[-1][0] == "Cannot save"
    assert window.part(EditScripts).recording is not None


def test_a_document_that_cannot_be_changed_is_not_recorded(
    window: MainWindow, answers: AnsweringDialogs
) -> None:
    assert window.session is not None
    window.session.read_only_reason = "It is of a newer version."
    assert not window.commands["edit.record"].enabled()
    assert not window.commands["edit.stop_recording"].enabled()
