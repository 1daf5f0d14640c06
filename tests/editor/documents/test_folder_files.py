from __future__ import annotations

import pytest

from editor.documents.folders.folder_files import (
    FolderEntry,
    NotRenamed,
    files_naming,
    list_folder,
    rename_file,
    rename_mind_in,
)
from graphs.files.document_file import document_to_bytes
from graphs.worlds.minds.world_choice import field_world
from graphs.worlds.minds.world_minds import mind_files
from graphs.worlds.model.world_file import load_world, save_world
from tests.editor.window_builders import two_state_machine


@pytest.fixture
def folder(tmp_path):
    for name in (
        "guard.mind.json",
        "guard.world.json",
        "guard-sees.case.json",
        "guard_dog.mind.json",
        "guard_dog-barks.case.json",
        "arena.world.json",
        "notes.txt",
        ".hidden/secret.mind.json",
        "node_modules/some.mind.json",
        "empty/readme.md",
        "bosses/troll.mind.json",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return tmp_path


def outline(entry: FolderEntry) -> dict[str, object]:
    return {each.path.name: outline(each) for each in entry.entries}


def test_minds_stand_with_their_worlds_and_tests_and_only_folders_with_minds_are_listed(folder):
    listing = list_folder(folder)
    assert listing.is_whole
    assert outline(listing.root) == {
        "guard.mind.json": {"guard.world.json": {}, "guard-sees.case.json": {}},
        "guard_dog.mind.json": {"guard_dog-barks.case.json": {}},
        "arena.world.json": {},
        "bosses": {"troll.mind.json": {}},
    }
    assert listing.folders == (folder, folder / "bosses")


def test_minds_tell_the_kind_of_their_root_graph(tmp_path):
    (tmp_path / "guard.mind.json").write_bytes(document_to_bytes(two_state_machine()[0]))
    (tmp_path / "broken.mind.json").write_text("{", encoding="utf-8")
    kinds = {entry.title: entry.graph_kind for entry in list_folder(tmp_path).root.entries}
    assert kinds == {"guard": "state_machine", "broken": ""}


def test_a_folder_that_is_gone_lists_nothing(tmp_path):
    assert list_folder(tmp_path / "gone").root.entries == ()


def test_a_large_folder_is_cut_and_says_so(folder, monkeypatch):
    monkeypatch.setattr("editor.documents.folders.folder_files.MOST_FILES", 2)
    assert not list_folder(folder).is_whole


def test_renaming_keeps_the_ending(folder):
    assert rename_file(folder / "guard.mind.json", "sentry") == folder / "sentry.mind.json"
    assert rename_file(folder / "sentry.mind.json", "guard.mind.json") == folder / "guard.mind.json"


@pytest.mark.parametrize("title", ["", " ", "a/b", ".hidden", "what?", "guard_dog"])
def test_names_that_cannot_be_are_refused_and_nothing_changes(folder, title):
    before = sorted(folder.iterdir())
    with pytest.raises(NotRenamed):
        rename_file(folder / "guard.mind.json", title)
    assert sorted(folder.iterdir()) == before


def test_worlds_that_name_a_mind_are_found_and_can_follow_it(tmp_path):
    old, new = tmp_path / "guard.mind.json", tmp_path / "sentry.mind.json"
    world = tmp_path / "arena.world.json"
    save_world(world, field_world("guard.mind.json"))
    other = tmp_path / "other.world.json"
    save_world(other, field_world("troll.mind.json"))
    assert files_naming(old, (world, other, new)) == (world,)
    rename_mind_in(world, old, new)
    assert mind_files(load_world(world)) == ("sentry.mind.json",)
