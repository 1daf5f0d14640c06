"""Saving over a file that another program changed asks first, and loses neither side."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from editor.widgets.file_dialogs import ChangedAnswer
from editor.window.parts.comparison import WindowComparison
from graphs.edits.setting import rename, set_field
from graphs.files.document_file import document_to_bytes, load_document, save_document
from graphs.model import Document, StateNode
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.minds.world_choice import field_world
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import load_world, save_world
from tests.editor.window_builders import two_state_machine

DOCUMENT, GRAPH, IDLE, GO, EDGE = two_state_machine()


def named(document: Document, state: str, name: str) -> Document:
    return rename(document, GRAPH, state, name)


def names_in(document: Document) -> tuple[str, str]:
    nodes = document.graphs[GRAPH].nodes
    idle, go = nodes[IDLE], nodes[GO]
    assert isinstance(idle, StateNode)
    assert isinstance(go, StateNode)
    return (idle.name, go.name)


@pytest.fixture
def guard_file(tmp_path: Path) -> Path:
    path = tmp_path / "guard.mind.json"
    save_document(path, DOCUMENT)
    return path


@pytest.fixture
def session(window, guard_file):
    """Return the open guard, whose first state has another name that is not saved."""
    window.open_file(guard_file)
    window.session.apply("Rename", lambda document: named(document, IDLE, "Mine"))
    return window.session


def change_outside(path: Path, state: str = GO, name: str = "Theirs") -> bytes:
    save_document(path, named(load_document(path), state, name))
    return path.read_bytes()


def save(window, dialogs, answer: ChangedAnswer) -> bool:
    dialogs.changed = answer
    return window.save_session(window.session)


def test_cancel_leaves_the_file_and_the_changes(window, session, dialogs, guard_file):
    theirs = change_outside(guard_file)
    assert not save(window, dialogs, ChangedAnswer.CANCEL)
    assert dialogs.asked_changed == [("guard.mind.json", False)]
    assert guard_file.read_bytes() == theirs
    assert (names_in(session.document), session.is_saved) == (("Mine", "Go"), False)


def test_overwriting_is_only_for_what_was_asked_about(window, session, dialogs, guard_file):
    change_outside(guard_file)
    asked = dialogs.ask_changed

    def change_again(path, *, is_gone):
        dialogs.changed = ChangedAnswer.CANCEL if dialogs.asked_changed else ChangedAnswer.OVERWRITE
        if not dialogs.asked_changed:
            change_outside(guard_file, GO, "Theirs again")
        return asked(path, is_gone=is_gone)

    dialogs.ask_changed = change_again
    assert not window.save_session(session)
    assert len(dialogs.asked_changed) == 2
    assert names_in(load_document(guard_file)) == ("Idle", "Theirs again")
    dialogs.ask_changed = asked
    assert save(window, dialogs, ChangedAnswer.OVERWRITE)
    assert guard_file.read_bytes() == document_to_bytes(session.document)
    assert session.is_saved


def test_a_copy_keeps_both(window, session, dialogs, guard_file, tmp_path):
    theirs = change_outside(guard_file)
    dialogs.save_as = tmp_path / "mine.mind.json"
    assert save(window, dialogs, ChangedAnswer.COPY)
    assert dialogs.proposed[-1].name == "guard copy.mind.json"
    assert guard_file.read_bytes() == theirs
    assert names_in(load_document(tmp_path / "mine.mind.json")) == ("Mine", "Go")
    assert (session.path, session.is_saved) == (tmp_path / "mine.mind.json", True)


def test_a_clean_merge_is_one_step_and_shows_what_it_would_save(window, session, dialogs, guard_file):
    theirs = change_outside(guard_file)
    assert not save(window, dialogs, ChangedAnswer.MERGE)
    assert names_in(session.document) == ("Mine", "Theirs")
    assert guard_file.read_bytes() == theirs
    assert dialogs.asked_conflicts == []
    assert window.part(WindowComparison).is_open
    assert window.area.banner.content is None or window.area.banner.content.kind != "disk"
    session.undo()
    assert names_in(session.document) == ("Mine", "Go")
    session.redo()
    assert window.save_session(session)
    assert len(dialogs.asked_changed) == 1
    assert names_in(load_document(guard_file)) == ("Mine", "Theirs")


@pytest.mark.parametrize(
    ("keeps_mine", "merged"), [(True, ("Mine", "Too")), (False, ("Theirs", "Too")), (None, ("Mine", "Go"))]
)
def test_where_both_changed_the_same_the_user_says_which_is_kept(
    window, session, dialogs, guard_file, keeps_mine, merged
):
    change_outside(guard_file, GO, "Too")
    theirs = change_outside(guard_file, IDLE, "Theirs")
    dialogs.keeps_mine = keeps_mine
    assert not save(window, dialogs, ChangedAnswer.MERGE)
    assert len(dialogs.asked_conflicts) == 1
    assert "Mine" in dialogs.asked_conflicts[0][0]
    assert names_in(session.document) == merged
    assert guard_file.read_bytes() == theirs
    assert save(window, dialogs, ChangedAnswer.CANCEL) is (keeps_mine is not None)


def test_a_file_that_no_longer_can_be_read_is_not_merged(window, session, dialogs, guard_file):
    guard_file.write_text("{")
    assert not save(window, dialogs, ChangedAnswer.MERGE)
    assert dialogs.told[-1][0] == "Cannot merge"
    assert guard_file.read_text() == "{"
    assert names_in(session.document) == ("Mine", "Go")


def test_a_deleted_file_is_told_of_and_can_be_saved_again(window, session, dialogs, guard_file):
    guard_file.unlink()
    assert not save(window, dialogs, ChangedAnswer.CANCEL)
    assert dialogs.asked_changed == [("guard.mind.json", True)]
    assert not guard_file.exists()
    assert save(window, dialogs, ChangedAnswer.OVERWRITE)
    assert names_in(load_document(guard_file)) == ("Mine", "Go")


def test_a_moved_file_is_not_put_back_unasked(window, session, dialogs, guard_file):
    moved = guard_file.rename(guard_file.with_name("sentry.mind.json"))
    assert not save(window, dialogs, ChangedAnswer.CANCEL)
    assert dialogs.asked_changed == [("guard.mind.json", True)]
    assert not guard_file.exists()
    assert names_in(load_document(moved)) == ("Idle", "Go")


def test_a_folder_that_is_gone_is_said_and_the_document_stays(window, session, dialogs, guard_file):
    moved = guard_file.parent.rename(guard_file.parent.with_name("elsewhere"))
    assert not window.save_session(session)
    assert f"there is no folder {guard_file.parent}" in dialogs.told[-1][1]
    assert not session.is_saved
    moved.rename(guard_file.parent)


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_link_stays_a_link_and_its_file_is_compared(window, dialogs, guard_file, tmp_path):
    link = tmp_path / "linked.mind.json"
    link.symlink_to(guard_file.name)
    window.open_file(link)
    window.session.apply("Rename", lambda document: named(document, IDLE, "Mine"))
    theirs = change_outside(guard_file)
    assert not save(window, dialogs, ChangedAnswer.CANCEL)
    assert (link.is_symlink(), guard_file.read_bytes()) == (True, theirs)
    assert save(window, dialogs, ChangedAnswer.OVERWRITE)
    assert (link.is_symlink(), names_in(load_document(link))) == (True, ("Mine", "Go"))


def test_a_write_protected_file_is_left_alone_in_words(window, session, dialogs, guard_file):
    guard_file.chmod(0o444)
    assert not window.save_session(session)
    assert "it is write-protected" in dialogs.told[-1][1]
    assert names_in(load_document(guard_file)) == ("Idle", "Go")
    assert not session.is_saved


def test_keep_mine_on_the_banner_is_an_answer_for_what_it_showed(window, qtbot, session, dialogs, guard_file):
    change_outside(guard_file)
    qtbot.waitUntil(lambda: window.area.banner.content is not None)
    next(button for button in window.area.banner.content.buttons if button.title == "Keep mine").run()
    assert window.save_session(session)
    assert dialogs.asked_changed == []
    assert names_in(load_document(guard_file)) == ("Mine", "Go")


def test_saving_ends_the_banner(window, qtbot, session, dialogs, guard_file):
    change_outside(guard_file)
    qtbot.waitUntil(lambda: window.area.banner.content is not None)
    assert save(window, dialogs, ChangedAnswer.OVERWRITE)
    assert window.area.banner.content is None


def test_closing_the_window_keeps_it_open_when_saving_is_canceled(window, session, dialogs, guard_file):
    from editor.widgets.file_dialogs import UnsavedAnswer

    theirs = change_outside(guard_file)
    dialogs.unsaved = UnsavedAnswer.SAVE
    assert not window.files.may_close_all()
    assert guard_file.read_bytes() == theirs


def test_two_windows_of_one_file_lose_nothing(open_window, dialogs, guard_file):
    first, second = open_window(), open_window()
    for window, state, name in ((first, IDLE, "First"), (second, GO, "Second")):
        window.open_file(guard_file)
        window.session.apply("Rename", lambda document, s=state, n=name: named(document, s, n))
    assert first.save_session(first.session)
    assert not save(second, dialogs, ChangedAnswer.MERGE)
    assert second.save_session(second.session)
    assert names_in(load_document(guard_file)) == ("First", "Second")


# ---- worlds


@pytest.fixture
def world(window, guard_file):
    """Return an open world whose agent has another team that is not saved."""
    path = guard_file.with_name("guard.world.json")
    save_world(path, field_world(guard_file.name))
    window.open_file(guard_file)
    session = window.shelf.open(path)
    session.apply("Team", lambda each: set_element_field(each, Element("agents", "agent"), "team", "red"))
    return session


def change_world(world, **fields: object) -> bytes:
    save_world(world.path, load_world(world.path).model_copy(update=fields))
    data: bytes = world.path.read_bytes()
    return data


def save_the_world(window, world, dialogs, answer: ChangedAnswer) -> bool:
    dialogs.changed = answer
    saved: bool = window.world.saving.save(world)
    return saved


def test_a_world_that_changed_outside_is_asked_about(window, world, dialogs):
    theirs = change_world(world, seed=9)
    assert not save_the_world(window, world, dialogs, ChangedAnswer.CANCEL)
    assert dialogs.asked_changed == [("guard.world.json", False)]
    assert world.path.read_bytes() == theirs
    assert save_the_world(window, world, dialogs, ChangedAnswer.OVERWRITE)
    assert load_world(world.path).seed == 0


def test_worlds_are_merged_field_by_field_in_one_step(window, world, dialogs, monkeypatch):
    pages: list[str] = []
    monkeypatch.setattr(window, "show_page", lambda _title, text: pages.append(text))
    change_world(world, seed=9)
    assert not save_the_world(window, world, dialogs, ChangedAnswer.MERGE)
    assert (world.world.seed, world.world.agents["agent"].team) == (9, "red")
    assert '- agent agent: team "blue" → "red"' in pages[0]
    world.undo()
    assert (world.world.seed, world.world.agents["agent"].team) == (0, "red")
    world.redo()
    assert save_the_world(window, world, dialogs, ChangedAnswer.CANCEL)
    assert (load_world(world.path).seed, load_world(world.path).agents["agent"].team) == (9, "red")


@pytest.mark.parametrize(("keeps_mine", "team"), [(True, "red"), (False, "green")])
def test_conflicts_of_worlds_are_listed(window, world, dialogs, monkeypatch, keeps_mine, team):
    monkeypatch.setattr(window, "show_page", lambda _title, _text: None)
    outside = set_element_field(load_world(world.path), Element("agents", "agent"), "team", "green")
    change_world(world, agents=outside.agents, seed=9)
    dialogs.keeps_mine = keeps_mine
    assert not save_the_world(window, world, dialogs, ChangedAnswer.MERGE)
    assert dialogs.asked_conflicts == [["agents.agent.team: changed on both sides"]]
    assert (world.world.seed, world.world.agents["agent"].team) == (9, team)


def test_a_deleted_world_is_saved_again_or_as_a_copy(window, world, dialogs, tmp_path):
    world.path.unlink()
    dialogs.save_world_as = tmp_path / "copy.world.json"
    assert save_the_world(window, world, dialogs, ChangedAnswer.COPY)
    assert dialogs.asked_changed == [("guard.world.json", True)]
    assert dialogs.proposed[-1] == tmp_path / "guard copy.world.json"
    assert load_world(tmp_path / "copy.world.json").agents["agent"].team == "red"


def test_a_merge_can_be_undone_after_the_guard_too(window, session, dialogs, guard_file):
    """Nothing of a merge is kept outside of the step: what is edited afterwards is a step of its own."""
    change_outside(guard_file)
    save(window, dialogs, ChangedAnswer.MERGE)
    session.apply("Set", lambda document: set_field(document, GRAPH, EDGE, "guard", "d < 9"))
    session.undo()
    assert names_in(session.document) == ("Mine", "Theirs")
    session.undo()
    assert names_in(session.document) == ("Mine", "Go")
