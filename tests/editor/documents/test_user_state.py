"""Two windows share one file of settings: neither takes from the other what it has written."""

from __future__ import annotations

from editor.basics.user_state import DAMAGED_SUFFIX, FILE_NAME, UserState
from editor.documents.open.recent_files import RecentFiles
from graphs.files.whole_file import write_whole


def test_keys_chosen_in_another_window_stay(tmp_path):
    first, second = UserState(tmp_path), UserState(tmp_path)
    first.set("keys", {"file.save": ["Ctrl+D"], "file.open": ["F9"]})
    second.set("keys", {"file.close": ["F4"]})
    first.set("keys", {"file.save": ["Ctrl+E"]})
    assert UserState(tmp_path).table("keys") == {"file.save": ["Ctrl+E"], "file.close": ["F4"]}


def test_settings_of_another_window_stay(tmp_path):
    first, second = UserState(tmp_path), UserState(tmp_path)
    first.set("theme", "light")
    second.set("minimap", False)
    kept = UserState(tmp_path)
    assert (kept.text("theme"), kept.flag("minimap", True)) == ("light", False)


def test_recent_and_pinned_files_of_two_windows_are_both_kept(tmp_path):
    paths = [tmp_path / f"{name}.mind.json" for name in "abc"]
    UserState(tmp_path).add_recent(paths[0])
    first, second = UserState(tmp_path), UserState(tmp_path)
    first.add_recent(paths[1])
    second.add_recent(paths[2])
    assert UserState(tmp_path).recent == (paths[2], paths[0], paths[1])
    RecentFiles(first).pin(paths[0])
    RecentFiles(second).pin(paths[2])
    RecentFiles(first).remove(paths[0])
    kept = RecentFiles(UserState(tmp_path))
    assert kept.pinned == (paths[2],)
    assert [file.path for file in kept.files()] == [paths[2], paths[1]]


def test_a_setting_written_by_another_program_at_the_same_moment_is_read_again(tmp_path, monkeypatch):
    first, second = UserState(tmp_path), UserState(tmp_path)
    second.set("minimap", True)
    content = UserState._content
    reads: list[bytes | None] = []

    def interrupted(state):
        found = content(state)
        if state is first and not reads:
            reads.append(found)
            second.set("minimap", False)
        return found

    monkeypatch.setattr(UserState, "_content", interrupted)
    first.set("theme", "light")
    kept = UserState(tmp_path)
    assert (kept.text("theme"), kept.flag("minimap", True)) == ("light", False)


def test_a_damaged_file_is_kept_when_it_is_written_over(tmp_path):
    typed = b'{"keys": {"file.save": ["Ctrl+D"],}}'
    (tmp_path / FILE_NAME).write_bytes(typed)
    UserState(tmp_path).set("theme", "light")
    assert (tmp_path / f"{FILE_NAME}{DAMAGED_SUFFIX}").read_bytes() == typed
    assert UserState(tmp_path).text("theme") == "light"


def test_a_file_that_was_deleted_meanwhile_gets_all_settings_again(tmp_path):
    state = UserState(tmp_path)
    state.set("theme", "light")
    (tmp_path / FILE_NAME).unlink()
    state.set("minimap", False)
    kept = UserState(tmp_path)
    assert (kept.text("theme"), kept.flag("minimap", True)) == ("light", False)


def test_several_values_are_kept_with_one_write(tmp_path, monkeypatch):
    writes = []

    def counting(path, content, **more):
        writes.append(path)
        write_whole(path, content, **more)

    monkeypatch.setattr("editor.basics.user_state.write_whole", counting)
    state = UserState(tmp_path)
    state.set_all({"theme": "light", "sizes": [1, 2]})
    state.set_all({"theme": "light"})
    assert len(writes) == 1
    again = UserState(tmp_path)
    assert (again.text("theme"), again.numbers("sizes")) == ("light", (1, 2))
