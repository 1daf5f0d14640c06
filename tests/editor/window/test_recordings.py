"""Recordings in the window: opened with their documents, gone through, branched, saved and compared (7.3)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from editor.basics import slices as long_work
from editor.documents.folders.dropped_files import drop_words, dropped_file
from editor.documents.open.sample_files import samples_folder
from editor.running.run_controller import RunState
from editor.window.parts.recordings import WindowRecordings, takes_panel
from graphs.files.document_file import document_from_bytes
from runtime.history.recording import recording_file
from runtime.history.recording.recording_file import SUFFIX
from tests.runtime.recording.damaged import CASES, other, whole


def tank_folder(folder: Path) -> Path:
    """Copy the tank with its world into a folder and return the mind."""
    for file in samples_folder().glob("tank.*.json"):
        shutil.copy(file, folder / file.name)
    return folder / "tank.mind.json"


@pytest.fixture
def recorded(window, dialogs, tmp_path):
    """Return a window and the file of a run of 90 ticks of the tank, saved by its command."""
    assert window.open_file(tank_folder(tmp_path))
    window.run.advance(40)
    window.run.session.set_pose("player", (3.0, 3.0))
    window.run.advance(50)
    dialogs.save_recording_as = tmp_path / f"run{SUFFIX}"
    assert window.commands.run("file.save_recording")
    window.run.stop()
    return window, dialogs.save_recording_as


def hash_at(window, tick):
    window.run.look_at(tick)
    window.run.time.finish()
    assert window.run.time.shown_tick == tick
    return window.run.session.state_hash()


def test_a_recording_is_opened_with_the_files_it_was_made_of_and_gone_through(recorded):
    window, file = recorded
    window.run.advance(1)
    assert window.open_file(file)
    run = window.run
    run.time.finish()
    assert run.state is RunState.PAUSED
    assert (run.time.shown_tick, run.time.recording.end_tick, run.time.is_past) == (0, 90, True)
    assert window.session.path == file.parent / "tank.mind.json"
    assert run.picked_agent is not None
    assert not window.dialogs.told
    assert hash_at(window, 60) != hash_at(window, 20)
    assert run.view.tick == 20
    assert run.active_words(run.picked_agent)


def test_the_log_of_transitions_of_an_opened_recording_is_that_of_the_run(window, dialogs, tmp_path):
    assert window.open_file(tank_folder(tmp_path))
    window.run.advance(10)
    position = window.run.session.world.pose("tank_1").position
    window.run.session.set_pose("player", (position[0] + 3.0, position[1]))
    window.run.advance(60)
    then = list(window.run.transitions.entries)
    assert then
    dialogs.save_recording_as = tmp_path / f"run{SUFFIX}"
    window.commands.run("file.save_recording")
    window.run.stop()
    assert window.open_file(dialogs.save_recording_as)
    window.run.time.finish()
    assert list(window.run.transitions.entries) == then
    window.run.advance(30)
    assert list(window.run.transitions.entries) == then, "nothing is logged twice"


def test_a_change_in_an_opened_recording_begins_a_branch(recorded):
    window, file = recorded
    assert window.open_file(file)
    hash_at(window, 50)
    window.run.session.set_pose("player", (9.0, 9.0))
    window.run.advance(1)
    assert [take.end_tick for take in window.run.time.takes] == [90]
    assert window.run.time.recording.end_tick == 52


def test_a_recording_whose_files_changed_is_shown_with_copies_of_what_it_holds(recorded):
    window, file = recorded
    mind = file.parent / "tank.mind.json"
    window.workspace.close(window.session)
    value = json.loads(mind.read_text(encoding="utf-8"))
    value["graphs"][value["root"]]["title"] = "Another tank"
    mind.write_text(json.dumps(value), encoding="utf-8")
    said = []
    window.area.toast.refuse = lambda reason, remedy: said.append(f"{reason} {remedy}")
    assert window.open_file(file)
    assert said == [
        "run.trace: tank.mind.json changed since it was made. "
        "Shown are copies of what the recording holds; your files are untouched."
    ]
    shown = window.session
    assert shown.path != mind
    assert shown.document.graphs[shown.document.root].title != "Another tank"
    assert json.loads(mind.read_text(encoding="utf-8")) == value
    assert document_from_bytes(shown.path.read_bytes()) == shown.document
    assert hash_at(window, 89)


def test_a_recording_is_opened_by_a_drop_and_told_before():
    file = dropped_file(Path("run.trace"))
    assert file.kind == "recording"
    assert drop_words([file]) == "Open run.trace"
    assert drop_words([file, dropped_file(Path("a.mind.json"))]) == "Open 1 mind and 1 recording"


def test_a_file_that_is_no_recording_is_refused_in_words(window, dialogs, tmp_path):
    file = tmp_path / f"wrong{SUFFIX}"
    file.write_bytes(b"not a recording")
    assert not window.open_file(file)
    [(title, message, remedy)] = dialogs.told
    assert title == "Cannot open"
    assert "wrong.trace" in message
    assert "*.trace" in remedy


def test_every_damage_is_told_with_its_place_and_opens_nothing(window, dialogs, tmp_path):
    file = tmp_path / f"damaged{SUFFIX}"
    for case in CASES:
        file.write_bytes(case.damage(whole()))
        assert not window.open_file(file)
        [(title, message, remedy)] = dialogs.told
        dialogs.told.clear()
        assert title == "Cannot open"
        assert message.startswith(f"damaged.trace: {case.where}: ")
        assert case.said in message
        assert remedy
    assert window.session is None


def test_a_long_recording_is_read_beside_the_window_with_progress(recorded, monkeypatch):
    window, file = recorded
    monkeypatch.setattr(long_work, "FIRST_SLICE", 0.0)
    monkeypatch.setattr(long_work, "SLICE", 0.0)
    reading, progress = window.part(WindowRecordings).reading, window.status_row.progress
    shares: list[float] = []
    reading.work.progressed.connect(shares.append)
    assert window.open_file(file)
    assert reading.is_busy
    assert window.run.time.recording.end_tick == 0, "what was shown before stays until it is read"
    assert progress.label.text() == "Reading run.trace…"
    assert progress.button.text() == "Cancel  Esc"
    reading.finish()
    assert len(set(shares)) > 3
    assert shares == sorted(shares)
    assert window.run.time.recording.end_tick == 90
    assert not window.dialogs.told


@pytest.mark.parametrize("how", ["escape", "button"])
def test_reading_a_recording_is_given_up(qtbot, recorded, monkeypatch, how):
    window, file = recorded
    before = window.run.time.recording
    monkeypatch.setattr(long_work, "FIRST_SLICE", 0.0)
    monkeypatch.setattr(long_work, "SLICE", 0.0)
    said: list[str] = []
    window.say = said.append
    assert window.open_file(file)
    if how == "escape":
        qtbot.keyClick(window, Qt.Key.Key_Escape)
    else:
        window.status_row.progress.button.click()
    assert not window.part(WindowRecordings).reading.is_busy
    assert said == ["The recording was not opened"]
    assert window.run.time.recording is before
    assert not window.dialogs.told
    assert window.open_file(file)
    window.part(WindowRecordings).reading.finish()
    assert window.run.time.recording.end_tick == 90


def test_a_recording_that_could_not_be_opened_is_not_saved(recorded, monkeypatch):
    window, file = recorded
    bytes_before = file.read_bytes()
    window.run.advance(30)
    monkeypatch.setattr(recording_file, "MOST_MEMORY", 100)
    assert not window.part(WindowRecordings).save()
    [(title, message, remedy)] = window.dialogs.told
    assert title == "Cannot save"
    assert "run.trace was not saved. The recording takes" in message
    assert remedy == "Record a shorter run, or fewer agents."
    assert file.read_bytes() == bytes_before


def test_a_run_is_not_saved_where_that_is_given_up_or_the_disk_refuses(window, dialogs, tmp_path):
    window.open_file(tank_folder(tmp_path))
    window.run.advance(5)
    assert not window.part(WindowRecordings).save()
    dialogs.save_recording_as = tmp_path / "missing" / "deep" / f"run{SUFFIX}"
    assert not window.part(WindowRecordings).save()
    assert [told[0] for told in dialogs.told] == ["Cannot save"]


# -- takes ------------------------------------------------------------------------------------------------


@pytest.fixture
def branched(window):
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.stop()
    window.run.advance(120)
    hash_at(window, 30)
    window.run.branch()
    window.run.session.set_pose("player", (2.0, 2.0))
    window.run.advance(60)
    return window


def test_two_takes_are_compared_and_the_first_difference_is_gone_to(branched):
    window = branched
    assert window.commands.run("run.compare_takes")
    panel = window.part(takes_panel)
    difference = panel.difference
    assert (difference.asked.tick, difference.asked.second) == (31, "SetPose")
    assert difference.came.tick >= 31
    assert "Asked something else at tick 31" in panel.words.text()
    panel.look.click()
    window.run.time.finish()
    assert window.run.time.shown_tick == difference.came.tick


def test_a_take_is_named_and_gone_on_with_and_the_other_stays(branched):
    window = branched
    left, shown = window.run.time.takes[0], window.run.time.recording
    panel = window.part(takes_panel)
    window.commands.run("run.compare_takes")
    panel.list.item(0).setText("The first try")
    assert panel.list.item(0).text() == "The first try"
    came = panel.difference.came.tick
    panel.other.click()
    window.run.time.finish()
    assert window.run.time.recording is left
    assert window.run.time.takes == (shown,)
    assert window.run.time.shown_tick == came
    assert panel.list.item(0).text() == "Take 2"
    panel.other.click()
    window.run.time.finish()
    assert window.run.time.recording is shown
    assert panel.list.item(0).text() == "The first try"


def test_without_takes_the_panel_says_how_one_comes_to_be(window):
    window.open_file(samples_folder() / "tank.mind.json")
    panel = window.part(takes_panel)
    window.panels.show_panel("takes")
    assert panel.empty.isVisible()
    assert not window.commands.action("run.compare_takes").isEnabled()


def test_a_recording_of_older_rules_is_shown_as_recorded_and_says_why_it_is_not_run_again(recorded):
    window, file = recorded
    without_number = other("recording.json", lambda header: header.pop("rules") and header)
    file.write_bytes(without_number(file.read_bytes()))
    said = []
    window.run.refused.connect(lambda reason, remedy: said.append(f"{reason} {remedy}"))
    assert window.open_file(file)
    run = window.run
    assert not window.dialogs.told
    run.look_at(60)
    run.time.finish()
    assert run.time.shown_tick == 60
    assert run.view.tick == 60
    assert len(said) == 1, said
    assert "by an older Mindloom, by rules number 1" in said[0]
    run.advance(1)
    assert (run.time.shown_tick, run.time.recording.end_tick) == (60, 90)
