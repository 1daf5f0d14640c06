from __future__ import annotations

import pytest

from editor.basics.user_state import MAXIMUM_RECENT, UserState
from editor.documents.open.recent_files import RecentFiles


@pytest.fixture
def state(tmp_path):
    return UserState(tmp_path / "state")


@pytest.fixture
def files(tmp_path):
    paths = [tmp_path / f"{number}.mind.json" for number in range(MAXIMUM_RECENT + 3)]
    for path in paths:
        path.touch()
    return paths


def names(recent: RecentFiles) -> list[str]:
    return [file.path.name for file in recent.files()]


def test_pinned_files_stand_first_and_stay_however_many_others_come(state, files):
    recent = RecentFiles(state)
    state.add_recent(files[0])
    recent.pin(files[0])
    for path in files[1:]:
        state.add_recent(path)
    assert names(recent)[0] == files[0].name
    assert len(names(recent)) == MAXIMUM_RECENT + 1
    assert names(RecentFiles(UserState(state.folder))) == names(recent)


def test_unpinning_puts_a_file_back_among_the_recent_ones(state, files):
    recent = RecentFiles(state)
    recent.pin(files[0])
    recent.pin(files[0], False)
    assert not recent.is_pinned(files[0])
    assert names(recent) == [files[0].name]


def test_a_file_that_is_gone_is_listed_as_missing_until_it_is_removed(state, files):
    recent = RecentFiles(state)
    state.add_recent(files[0])
    files[0].unlink()
    (entry,) = recent.files()
    assert not entry.exists
    recent.remove(entry.path)
    assert recent.files() == ()


def test_clearing_keeps_what_is_pinned(state, files):
    recent = RecentFiles(state)
    recent.pin(files[0])
    state.add_recent(files[1])
    recent.clear()
    assert names(recent) == [files[0].name]
