"""Open worlds: history, saving, minds seen from another folder, changes outside, what is never replaced."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from editor.documents.open.open_files import NotSaved
from editor.documents.open.sample_files import samples_folder
from editor.documents.open.world_session import WorldSession
from editor.documents.open.world_shelf import WorldShelf
from graphs.edits.refusal import EditRefused
from graphs.files.document_file import FileProblem
from graphs.projects.project_file import PROJECT_FILE_NAME
from graphs.worlds.edits.adding import add_obstacle
from graphs.worlds.edits.moving import move_elements
from graphs.worlds.edits.setting import set_world_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument, load_world, world_to_bytes
from tests.runtime.worlds.edits.edited_world import PLAYER, WALL, yard


@pytest.fixture
def shelf(qapp) -> Iterator[WorldShelf]:
    shelf = WorldShelf(lambda _world, _folder: ())
    yield shelf
    for session in list(shelf.sessions):
        shelf.close(session)
    shelf.deleteLater()


@pytest.fixture
def arena(tmp_path: Path) -> Path:
    for name in ("tank.mind.json", "tank.world.json"):
        shutil.copy(samples_folder() / name, tmp_path / name)
    return tmp_path / "tank.world.json"


def titled(title: str):
    return lambda world: set_world_field(world, "title", title)


def test_edits_are_steps_that_are_undone_and_done_again(shelf):
    session = shelf.new(yard(), None)
    told: list[WorldDocument] = []
    session.world_changed.connect(told.append)
    before = session.world
    assert session.apply("Move", lambda world: move_elements(world, (WALL,), 1, 0), select=(WALL,))
    after = session.world
    assert told == [before]
    assert session.elements == (WALL,)
    session.undo()
    assert session.world == before
    session.redo()
    assert session.world == after
    assert session.selection == {"walls.w"}


def test_a_refused_edit_tells_reason_and_remedy_and_changes_nothing(shelf, qtbot):
    session = shelf.new(yard(), None)

    def refuse(_world):
        raise EditRefused("It is full.", "Empty it.")

    before = session.world
    with qtbot.waitSignal(session.refused) as told:
        assert not session.apply("Add", refuse)
    assert told.args == ["It is full.", "Empty it."]
    assert session.world is before


def test_what_is_gone_cannot_be_selected(shelf):
    session = shelf.new(yard(), None)
    session.select((WALL, Element("walls", "gone")))
    assert session.elements == (WALL,)
    session._select(("nonsense", "agents.player"))
    assert session.elements == (PLAYER,)


def test_a_loaded_world_saves_to_the_same_bytes_and_a_changed_one_canonically(shelf, arena):
    data = arena.read_bytes()
    session = shelf.open(arena)
    assert shelf.open(arena) is session
    shelf.save(session)
    assert arena.read_bytes() == data
    session.apply("Title", titled("Pit"))
    assert not session.is_saved
    assert shelf.unsaved() == (session,)
    assert shelf.world_at(arena) is session.world
    shelf.save(session)
    assert session.is_saved
    assert arena.read_bytes() == world_to_bytes(session.world)
    assert load_world(arena).title == "Pit"
    session.undo()
    assert not session.is_saved


def test_a_new_world_has_no_file_and_is_asked_about_only_once_it_was_touched(shelf, tmp_path):
    session = shelf.new(yard(), tmp_path, "yard")
    assert session.file_name == "yard.world.json"
    assert not session.is_saved
    assert shelf.unsaved() == ()
    with pytest.raises(NotSaved, match="no file name"):
        shelf.save(session)
    session.apply("Title", titled("Yard"))
    assert shelf.unsaved() == (session,)
    assert shelf.save(session, tmp_path / "yard.world.json") == tmp_path / "yard.world.json"
    assert session.is_saved


def test_a_world_that_cannot_be_read_is_not_opened_and_never_replaced(shelf, tmp_path):
    damaged = tmp_path / "old.world.json"
    damaged.write_text('{"format": "mindloom-world", "version": 1, "size": [', encoding="utf-8")
    data = damaged.read_bytes()
    with pytest.raises(FileProblem):
        shelf.open(damaged)
    session = shelf.new(yard(), tmp_path)
    with pytest.raises(NotSaved, match="no world that can be read") as refused:
        shelf.save(session, damaged)
    assert "left as it is" in refused.value.remedy
    assert damaged.read_bytes() == data


def test_a_readable_world_of_that_name_may_be_replaced(shelf, arena):
    session = shelf.new(yard().model_copy(update={"agents": {}, "player": None}), arena.parent)
    shelf.save(session, arena)
    assert load_world(arena) == session.world


def test_in_another_folder_of_the_project_agents_think_with_the_same_documents(shelf, arena, tmp_path):
    (tmp_path / PROJECT_FILE_NAME).write_text('{"format": "mindloom-project", "version": 1}')
    session = shelf.open(arena)
    target = tmp_path / "worlds" / "pit.world.json"
    target.parent.mkdir()
    shelf.save(session, target)
    minds = {agent.mind for agent in load_world(target).agents.values() if agent.mind}
    assert minds == {"../tank.mind.json"}
    assert session.folder == target.parent
    assert session.is_saved


def test_a_copy_of_a_sample_takes_its_minds_along_and_leaves_what_is_there(shelf, tmp_path):
    session = shelf.open(samples_folder() / "tank.world.json")
    assert shelf.needs_new_name(session)
    shelf.save(session, tmp_path / "mine.world.json")
    assert {agent.mind for agent in session.world.agents.values()} == {None, "tank.mind.json"}
    assert (tmp_path / "tank.mind.json").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "tank.mind.json").write_text("mine", encoding="utf-8")
    again = shelf.open(samples_folder() / "tank.world.json")
    shelf.save(again, other / "mine.world.json")
    assert (other / "tank.mind.json").read_text(encoding="utf-8") == "mine"


def test_a_world_made_for_a_document_without_a_file_waits_for_it(shelf, tmp_path):
    session = shelf.new(yard(), None)
    with pytest.raises(NotSaved, match="no file yet") as refused:
        shelf.save(session, tmp_path / "yard.world.json")
    assert "document first" in refused.value.remedy
    assert not (tmp_path / "yard.world.json").exists()


def test_a_file_that_changes_outside_is_told_and_can_be_read_again_as_a_step(shelf, arena, qtbot):
    session = shelf.open(arena)
    session.apply("Title", titled("Mine"))
    value = json.loads(arena.read_text(encoding="utf-8"))
    with qtbot.waitSignal(shelf.changed_on_disk) as told:
        arena.write_text(json.dumps({**value, "title": "Theirs"}), encoding="utf-8")
    assert told.args == [session]
    shelf.reload(session)
    assert session.world.title == "Theirs"
    assert session.is_saved
    session.undo()
    assert session.world.title == "Mine"


def test_saving_tells_nobody_that_the_file_changed_outside(shelf, arena, qtbot):
    session = shelf.open(arena)
    session.apply("Title", titled("Mine"))
    with qtbot.assertNotEmitted(shelf.changed_on_disk, wait=80):
        shelf.save(session)


def test_the_check_runs_after_edits_and_tells_only_what_is_new(qtbot):
    runs: list[WorldDocument] = []

    def check(world, _folder):
        runs.append(world)
        return ()

    session = WorldSession(yard(), check=check)
    with qtbot.assertNotEmitted(session.problems_changed):
        session.apply("Add", lambda world: add_obstacle(world, (12, 12), 1)[0])
        qtbot.waitUntil(lambda: len(runs) == 2)
    session.stop_checking()
    session.deleteLater()
