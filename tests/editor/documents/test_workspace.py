from __future__ import annotations

import json

import pytest

from editor.basics.user_state import FILE_NAME, UserState
from editor.documents.open.sample_files import is_sample, sample_paths
from editor.documents.open.workspace import Workspace, open_document_file
from graphs.edits.setting import rename
from graphs.files.document_file import FileProblem, document_to_bytes, load_document
from graphs.worlds.minds.world_choice import choose_world, world_of_document
from tests.editor.window_builders import REGISTRY, two_state_machine


@pytest.fixture
def workspace(qtbot, tmp_path):
    workspace = Workspace(REGISTRY, UserState(tmp_path / "state"))
    yield workspace
    workspace.deleteLater()


@pytest.fixture
def guard_file(tmp_path):
    path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(two_state_machine()[0]))
    return path


def test_open_twice_gives_the_same_session(workspace, guard_file):
    assert workspace.open(guard_file) is workspace.open(guard_file)


def test_saving_writes_the_document_and_marks_it_saved(workspace, guard_file):
    session = workspace.open(guard_file)
    graph = session.graph_id
    state = next(iter(session.document.graphs[graph].nodes))
    session.apply("Rename", lambda document: rename(document, graph, state, "Rest"))
    assert workspace.unsaved() == (session,)
    workspace.save(session)
    assert session.is_saved
    assert load_document(guard_file) == session.document


def test_failed_save_keeps_the_old_file_and_the_changes(workspace, guard_file):
    session = workspace.open(guard_file)
    before = guard_file.read_bytes()
    graph = session.graph_id
    state = next(iter(session.document.graphs[graph].nodes))
    session.apply("Rename", lambda document: rename(document, graph, state, "Rest"))
    with pytest.raises(OSError, match=r"."):
        workspace.save(session, guard_file.parent / "no such folder" / "guard.mind.json")
    assert guard_file.read_bytes() == before
    assert not session.is_saved


def test_recent_files_are_kept_newest_first(workspace, guard_file, tmp_path):
    other = tmp_path / "other.mind.json"
    other.write_bytes(guard_file.read_bytes())
    workspace.open(guard_file)
    workspace.open(other)
    assert UserState(tmp_path / "state").recent == (other, guard_file)


@pytest.mark.parametrize("content", ["", "{", "[1, 2]", '{"recent": 7, "geometry": [], "panels": "x"}', "\0"])
def test_damaged_state_file_is_read_as_empty(tmp_path, content):
    (tmp_path / FILE_NAME).write_text(content, encoding="utf-8")
    state = UserState(tmp_path)
    assert state.recent == ()
    assert state.text("geometry") == ""
    assert state.table("panels") == {}
    state.add_recent(tmp_path / "a.mind.json")
    assert UserState(tmp_path).recent == ((tmp_path / "a.mind.json").resolve(),)


def test_state_folder_that_cannot_be_written_is_passed_over(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    state = UserState(blocked)
    state.set("theme", "light")
    assert state.text("theme") == "light"


def test_change_on_disk_is_told(qtbot, workspace, guard_file):
    session = workspace.open(guard_file)
    changed = json.loads(guard_file.read_text())
    changed["graphs"][session.graph_id]["title"] = "Other"
    with qtbot.waitSignal(workspace.changed_on_disk, timeout=3000) as told:
        guard_file.write_text(json.dumps(changed))
    assert told.args == [session]
    workspace.reload(session)
    assert session.document.graphs[session.graph_id].title == "Other"
    assert session.is_saved


def test_own_save_is_no_change_on_disk(qtbot, workspace, guard_file):
    session = workspace.open(guard_file)
    graph = session.graph_id
    state = next(iter(session.document.graphs[graph].nodes))
    session.apply("Rename", lambda document: rename(document, graph, state, "Rest"))
    with qtbot.assertNotEmitted(workspace.changed_on_disk, wait=300):
        workspace.save(session)


def test_newer_version_opens_read_only(guard_file):
    value = json.loads(guard_file.read_text())
    value["version"] = 99
    guard_file.write_text(json.dumps(value))
    opened = open_document_file(guard_file)
    assert "version 99" in opened.read_only_reason
    assert opened.document.graphs


def test_file_that_is_no_document_is_refused(tmp_path):
    path = tmp_path / "x.mind.json"
    path.write_text('{"format": "other"}')
    with pytest.raises(FileProblem):
        open_document_file(path)


def test_document_opens_in_the_first_world_of_its_folder_that_names_it():
    tank = next(path for path in sample_paths() if path.name.startswith("tank"))
    world = world_of_document(tank)
    assert world is not None
    assert world.name == "tank.world.json"
    assert choose_world(load_document(tank), tank).mind_name == tank.name


def test_document_without_world_stands_in_an_empty_field(guard_file):
    choice = choose_world(load_document(guard_file), guard_file)
    assert choice.path is None
    assert [entry.mind for entry in choice.world.agents.values()] == [guard_file.name]


def test_named_world_that_does_not_name_the_document_is_refused(guard_file):
    tank_world = next(path for path in sample_paths()).with_name("tank.world.json")
    with pytest.raises(FileProblem, match="No agent"):
        choose_world(load_document(guard_file), guard_file, tank_world)


def test_sample_saved_elsewhere_takes_its_world_along(workspace, tmp_path):
    tank = next(path for path in sample_paths() if path.name.startswith("tank"))
    session = workspace.open(tank)
    assert is_sample(session.path)
    assert workspace.needs_new_name(session)
    target = tmp_path / "mine.mind.json"
    workspace.save(session, target)
    choice = choose_world(load_document(target), target)
    assert choice.path == tmp_path / "mine.world.json"
    assert choice.mind_name == "mine.mind.json"
