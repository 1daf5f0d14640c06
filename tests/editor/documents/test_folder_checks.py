from __future__ import annotations

import os
import threading

import pytest

from editor.documents.folders.folder_checks import FolderChecks, worst_problem
from editor.window.parts.folder import WindowFolder
from graphs.edits.setting import set_field
from graphs.files.document_file import save_document
from graphs.worlds.model.world_file import AgentEntry, empty_world, save_world
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree


@pytest.fixture
def folder(tmp_path):
    """A folder with a right mind, one with a mistake, one that is no JSON, and a world without its mind."""
    document, graph, _, _, edge = two_state_machine()
    save_document(tmp_path / "right.mind.json", waiting_tree()[0])
    save_document(tmp_path / "wrong.mind.json", set_field(document, graph, edge, "guard", "nobody < 3"))
    (tmp_path / "broken.mind.json").write_text("{", encoding="utf-8")
    world = empty_world().model_copy(update={"agents": {"one": AgentEntry(at=(3, 3), mind="gone.mind.json")}})
    save_world(tmp_path / "yard.world.json", world)
    return tmp_path


@pytest.fixture
def checks(qtbot):
    made = FolderChecks(REGISTRY, lambda _path: None)
    yield made
    made.stop()


def test_the_worst_problem_of_each_file_is_known(folder, checks):
    paths = sorted(folder.iterdir())
    checks.look_through(paths)
    checks.finish()
    assert {path.name.partition(".")[0]: checks.badge(path) for path in paths} == {
        "broken": "error",
        "right": "",
        "wrong": "error",
        "yard": "error",
    }


def test_a_file_is_checked_again_only_when_it_changed(folder, checks, monkeypatch):
    asked = []

    def noted(path, *others):
        asked.append(path.name)
        return worst_problem(path, *others)

    monkeypatch.setattr("editor.documents.folders.folder_checks.worst_problem", noted)
    path = folder / "wrong.mind.json"
    checks.look_through([path])
    checks.finish()
    checks.look_through([path])
    checks.finish()
    assert asked == ["wrong.mind.json"]
    save_document(path, waiting_tree()[0])
    os.utime(path, ns=(1, 1))
    checks.look_through([path])
    checks.finish()
    assert (asked, checks.badge(path)) == (["wrong.mind.json"] * 2, "")


def test_the_window_goes_on_while_a_file_is_checked(folder, checks, monkeypatch):
    waiting = threading.Event()
    monkeypatch.setattr(
        "editor.documents.folders.folder_checks.worst_problem", lambda *_: waiting.wait(10) and "warning"
    )
    path = folder / "right.mind.json"
    checks.look_through([path])
    assert checks.is_under_way
    assert checks.badge(path) == ""
    waiting.set()
    checks.finish()
    assert checks.badge(path) == "warning"


def test_nothing_is_said_where_python_of_a_project_would_have_to_run(folder):
    project = '{"format": "mindloom-project", "version": 1, "python_modules": ["own.py"]}'
    (folder / "mindloom.project.json").write_text(project, encoding="utf-8")
    (folder / "own.py").write_text("raise AssertionError", encoding="utf-8")
    assert worst_problem(folder / "wrong.mind.json", REGISTRY, None) == ""


def test_the_panel_shows_badges_of_files_that_are_not_open(window, folder, qtbot):
    window.open_file(folder / "right.mind.json")
    window.panels.show_panel("files")
    state = window.part(WindowFolder).panel.state_of
    qtbot.waitUntil(lambda: state(folder / "wrong.mind.json")[0] == "error")
    window.part(WindowFolder).checks.finish()
    assert state(folder / "right.mind.json")[0] == ""
    assert state(folder / "yard.world.json")[0] == "error"
