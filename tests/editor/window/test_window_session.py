from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPointF

from editor.documents.open.sample_files import samples_folder
from editor.documents.unsaved.last_session import FILE_NAME, LastSession
from editor.window.parts.session import WindowSession
from graphs.files.document_file import document_to_bytes
from tests.editor.window_builders import two_state_machine


@pytest.fixture
def guard_file(tmp_path):
    path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(two_state_machine()[0]))
    return path


@pytest.fixture
def tank_file():
    return samples_folder() / "tank.mind.json"


def test_tabs_graphs_view_and_selection_come_back(open_window, guard_file, tank_file):
    window = open_window()
    window.open_file(tank_file)
    inner = next(each for each in window.session.document.graphs if each != window.session.document.root)
    window.area.enter(inner)
    window.open_file(guard_file)
    state = next(iter(window.session.graph.nodes))
    window.session.select([state])
    window.view.camera.go(1.75, QPointF(40, -12), animated=False)
    window.close()
    again = open_window()
    assert again.part(WindowSession).start(restores=True)
    assert [tab.session.path for tab in again.area.tabs] == [tank_file, guard_file]
    assert again.area.tabs[0].way[-1] == inner
    assert len(again.area.tabs[0].way) == 2
    assert again.session.path == guard_file
    assert again.session.selection == {state}
    assert again.view.camera.zoom == 1.75
    assert again.view.camera.center == QPointF(40, -12)


def test_panels_in_front_and_folded_stacks_come_back(open_window, guard_file):
    window = open_window()
    window.open_file(guard_file)
    window.panels.show_panel("problems")
    window.panels.stacks["left"].set_folded(True)
    window.close()
    again = open_window()
    again.part(WindowSession).start(restores=True)
    assert again.panels.is_shown("problems")
    assert again.panels.stacks["left"].is_folded


def test_files_that_are_gone_are_said_and_the_others_open(open_window, guard_file, tank_file):
    window = open_window()
    window.open_file(guard_file)
    window.open_file(tank_file)
    window.close()
    guard_file.unlink()
    again = open_window()
    assert again.part(WindowSession).start(restores=True)
    assert [tab.session.path for tab in again.area.tabs] == [tank_file]
    assert "guard.mind.json" in again.area.toast.label.text()


def test_a_graph_that_is_gone_gives_way_to_the_root(open_window, guard_file, own_state_folder):
    window = open_window()
    window.open_file(guard_file)
    window.close()
    file = own_state_folder / FILE_NAME
    kept = json.loads(file.read_text(encoding="utf-8"))
    kept["tabs"][0] |= {"way": ["nowhere"], "selection": ["nothing"], "box": "no box"}
    file.write_text(json.dumps(kept), encoding="utf-8")
    again = open_window()
    assert again.part(WindowSession).start(restores=True)
    assert again.session.graph_id == again.session.document.root
    assert again.session.selection == frozenset()


@pytest.mark.parametrize("text", ["", "[]", '{"version": 99}', '{"tabs": [{"path": 3}]}', "\x00"])
def test_a_damaged_session_is_none(tmp_path, text):
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")
    assert LastSession(tmp_path).read() is None


def test_the_user_can_begin_without_the_last_session(open_window, guard_file):
    window = open_window()
    window.open_file(guard_file)
    assert window.commands.run("file.open_last_session")
    window.close()
    again = open_window()
    assert not again.part(WindowSession).start(restores=True)
    assert again.session is None


def test_a_change_of_tabs_is_kept_without_a_proper_end(open_window, guard_file):
    window = open_window()
    window.open_file(guard_file)
    assert window.part(WindowSession)._timer.isActive()
    window.part(WindowSession)._timer.timeout.emit()
    again = open_window()
    assert again.part(WindowSession).start(restores=True)
    assert again.session.path == guard_file
