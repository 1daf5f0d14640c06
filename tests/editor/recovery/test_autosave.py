from __future__ import annotations

import errno

import pytest
from PySide6.QtCore import QObject, Signal

from editor.documents.unsaved.autosave import WRITE_AFTER, Autosave, KeptWork
from editor.documents.unsaved.recovery_folder import (
    FOLDER_NAME,
    SIDE_SUFFIX,
    RecoveryFolder,
    SideHeader,
    read_side,
)
from graphs.files.whole_file import content_hash


class Notes(QObject):
    """Be something that can be edited: a text, and the text its file holds."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = self.saved = "at first"

    def kept(self) -> KeptWork:
        return KeptWork(
            lambda: self.text,
            lambda: self.text != self.saved,
            lambda: SideHeader("document", "notes.mind.json", "/notes.mind.json"),
            lambda whole: str(whole).encode(),
            lambda: content_hash(self.saved.encode()),
        )


@pytest.fixture
def autosave(qapp, tmp_path):
    autosave = Autosave(RecoveryFolder(tmp_path))
    yield autosave
    autosave.finish()
    autosave.deleteLater()


@pytest.fixture
def notes(autosave):
    notes = Notes()
    autosave.watch(notes, notes.kept())
    return notes


def edit(autosave: Autosave, notes: Notes, text: str) -> None:
    notes.text = text
    autosave.note_change(notes)


def kept_texts(tmp_path) -> list[str]:
    files = sorted((tmp_path / FOLDER_NAME).glob(f"*/*{SIDE_SUFFIX}"))
    return [read_side(file.read_bytes())[1].decode() for file in files]


def write(autosave: Autosave, qtbot) -> None:
    with qtbot.waitSignal(autosave.written):
        autosave.write_now()


def test_the_moment_until_writing_leaves_room_within_two_seconds():
    assert WRITE_AFTER <= 1900


def test_it_is_due_after_the_first_edit_and_not_before(autosave, notes):
    autosave.note_change(notes)
    assert not autosave.is_due
    edit(autosave, notes, "one")
    assert autosave.is_due


def test_later_edits_do_not_put_it_off(autosave, notes, monkeypatch):
    starts = []
    monkeypatch.setattr(type(autosave._timer), "start", lambda self: starts.append(self))
    monkeypatch.setattr(type(autosave._timer), "isActive", lambda _self: bool(starts))
    for text in ("one", "two", "three"):
        edit(autosave, notes, text)
    assert len(starts) == 1


def test_the_timer_writes_the_latest_text_with_what_its_file_was(autosave, notes, qtbot, tmp_path):
    edit(autosave, notes, "one")
    edit(autosave, notes, "two")
    with qtbot.waitSignal(autosave.written):
        autosave._timer.timeout.emit()
    assert kept_texts(tmp_path) == ["two"]
    (file,) = (tmp_path / FOLDER_NAME).glob(f"*/*{SIDE_SUFFIX}")
    header, _ = read_side(file.read_bytes())
    assert (header.path, header.base) == ("/notes.mind.json", content_hash(b"at first"))
    assert header.written_at is not None
    assert not autosave.is_due


def test_an_edit_made_while_it_writes_is_due_next(autosave, notes, qtbot, tmp_path):
    edit(autosave, notes, "one")
    with qtbot.waitSignal(autosave.written):
        autosave.write_now()
        notes.text = "two"
    assert autosave.is_due
    write(autosave, qtbot)
    assert kept_texts(tmp_path) == ["two"]


def test_what_is_kept_already_is_not_written_again(autosave, notes, qtbot):
    edit(autosave, notes, "one")
    write(autosave, qtbot)
    autosave.note_change(notes)
    assert not autosave.is_due


def test_saving_removes_the_side_file(autosave, notes, qtbot, tmp_path):
    edit(autosave, notes, "one")
    write(autosave, qtbot)
    notes.saved = notes.text
    autosave.note_change(notes)
    qtbot.waitUntil(lambda: kept_texts(tmp_path) == [])


def test_undoing_to_the_saved_text_removes_it_and_redoing_brings_it_back(autosave, notes, qtbot, tmp_path):
    edit(autosave, notes, "one")
    write(autosave, qtbot)
    edit(autosave, notes, "at first")
    qtbot.waitUntil(lambda: kept_texts(tmp_path) == [])
    edit(autosave, notes, "one")
    write(autosave, qtbot)
    assert kept_texts(tmp_path) == ["one"]


def test_closing_removes_the_side_file_of_one_session_only(autosave, notes, qtbot, tmp_path):
    other = Notes()
    autosave.watch(other, other.kept())
    edit(autosave, notes, "one")
    edit(autosave, other, "other")
    with qtbot.waitSignals([autosave.written, autosave.written]):
        autosave.write_now()
    autosave.forget(notes)
    qtbot.waitUntil(lambda: kept_texts(tmp_path) == ["other"])


def test_ending_well_removes_everything(autosave, notes, qtbot, tmp_path):
    edit(autosave, notes, "one")
    write(autosave, qtbot)
    autosave.finish()
    assert list((tmp_path / FOLDER_NAME).iterdir()) == []


def test_leaving_without_an_answer_writes_what_is_not_kept_yet(autosave, notes, tmp_path):
    edit(autosave, notes, "one")
    autosave.leave()
    assert kept_texts(tmp_path) == ["one"]


def test_a_full_disk_is_told_of_once_and_tried_again(autosave, notes, qtbot, tmp_path, monkeypatch):
    def full(self, key, header, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    told: list[str] = []
    autosave.failed.connect(told.append)
    with monkeypatch.context() as patched:
        patched.setattr(RecoveryFolder, "write", full)
        edit(autosave, notes, "one")
        with qtbot.waitSignal(autosave.failed):
            autosave.write_now()
        edit(autosave, notes, "two")
        autosave.write_now()
        qtbot.waitUntil(lambda: autosave._writing == 0)
    assert told == ["No space left on device"]
    edit(autosave, notes, "three")
    assert autosave.is_due
    write(autosave, qtbot)
    assert kept_texts(tmp_path) == ["three"]
