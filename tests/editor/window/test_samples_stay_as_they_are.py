"""Nothing that begins with a bundled sample is written into the folder of the samples."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from shiboken6 import isValid

from editor.dialogs.batch_window import BatchWindow
from editor.dialogs.export_window import ExportWindow
from editor.documents.exports.exporting import LastExport, LastExports
from editor.documents.open.sample_files import samples_folder
from editor.window.parts.folder import WindowFolder
from editor.window.parts.panels import case_runs
from runtime.trials.cases.case_file import load_case

TANK = samples_folder() / "tank.mind.json"


@pytest.fixture(autouse=True)
def nothing_new_in_the_samples():
    before = sorted(samples_folder().iterdir())
    yield
    assert sorted(samples_folder().iterdir()) == before


@pytest.fixture
def own_folder(window, tmp_path) -> Path:
    """Return the folder of the user's: where the last file was opened from."""
    folder = tmp_path / "games"
    folder.mkdir()
    window.workspace.remember(folder / "any.mind.json")
    return folder


@pytest.fixture
def tank(window, own_folder):
    window.open_file(TANK)
    window.run.advance(60)
    window.commands.refresh()
    return window


def test_a_test_of_a_sample_lies_beside_a_copy_of_it(tank, dialogs, own_folder, qtbot):
    dialogs.save_as = own_folder / "mine.mind.json"
    tank.commands.action("tests.record").trigger()
    assert dialogs.proposed == [own_folder / "tank.mind.json"]
    case = own_folder / "mine-ticks-0-to-59.case.json"
    assert load_case(case).document == "mine.mind.json"
    assert (own_folder / "mine.world.json").exists()
    tank.commands.run("tests.run_document")
    runs = tank.part(case_runs)
    qtbot.waitUntil(lambda: not runs.is_running)
    assert [(report.file.name, report.passed) for report in runs.reports] == [(case.name, True)]


def test_without_a_copy_no_test_is_recorded(tank, dialogs, own_folder):
    dialogs.save_as = None
    tank.commands.action("tests.record").trigger()
    assert list(own_folder.iterdir()) == []
    assert tank.session.path == TANK


def ask(window, qtbot) -> ExportWindow:
    window.commands.run("file.export")
    asked: ExportWindow = [each for each in window.findChildren(ExportWindow) if isValid(each)][-1]
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    return asked


def test_the_export_of_a_sample_is_proposed_in_the_folder_of_the_user(tank, qtbot, own_folder):
    LastExports(tank.state).remember(TANK, LastExport(TANK.with_name("tank.runtime.json")))
    asked = ask(tank, qtbot)
    assert asked.target.text() == str(own_folder / "tank.runtime.json")
    asked.graph.setCurrentIndex(asked.graph.findData("hunt"))
    assert asked.target.text() == str(own_folder / "tank.hunt.runtime.json")
    asked.export()
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    assert (own_folder / "tank.hunt.runtime.json").exists()
    asked.close()


def test_an_export_replaces_only_exports_unless_the_dialog_has_asked(tank, qtbot, own_folder, monkeypatch):
    notes = own_folder / "notes.json"
    notes.write_text("mine")
    asked = ask(tank, qtbot)
    asked.target.setText(str(notes))
    asked.export()
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    assert "a file is there that this did not make" in asked.message.text()
    assert notes.read_text() == "mine"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(notes), ""))
    asked.choose_target()
    asked.export()
    qtbot.waitUntil(lambda: not asked.job.is_busy)
    assert "mindloom-runtime" in notes.read_text()
    asked.close()


def test_an_export_without_a_file_is_proposed_in_the_folder_of_the_user(
    window, qtbot, own_folder, monkeypatch
):
    window.commands.run("file.new")
    proposed: list[str] = []

    def answer(_parent: object, _title: str, proposal: str, _filter: str) -> tuple[str, str]:
        proposed.append(proposal)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    asked = ask(window, qtbot)
    asked.choose_target()
    assert proposed == [str(own_folder / "mind.runtime.json")]
    asked.close()


@pytest.mark.parametrize("make", ["new_document", "new_world"])
def test_no_file_is_made_in_the_folder_of_the_samples(tank, make):
    folder = tank.part(WindowFolder)
    made = (
        folder.new_world(TANK) if make == "new_world" else folder.new_document(TANK.parent, "state_machine")
    )
    assert made is None
    assert "The folder of the bundled samples takes no new files." in tank.area.toast.label.text()


def test_the_table_of_a_batch_is_proposed_in_the_folder_of_the_user(tank, own_folder):
    tank.commands.run("run.batch")
    (batch,) = tank.findChildren(BatchWindow)
    assert batch._own_folder == own_folder
    batch.close()
