from __future__ import annotations

import os
import subprocess
import sys

import pytest

from editor.documents.unsaved.recovery_folder import (
    FOLDER_NAME,
    LOCK_NAME,
    SIDE_SUFFIX,
    RecoveryFolder,
    SideHeader,
    read_side,
    side_bytes,
)

HEADER = SideHeader(
    "document", "guard.mind.json", "/minds/guard.mind.json", "2026-11-03T14:02:00+01:00", "ab"
)

KEEPS_RUNNING = """
import sys
from pathlib import Path
from editor.documents.unsaved.recovery_folder import RecoveryFolder
from editor.documents.unsaved.recovery_folder import SideHeader
folder = RecoveryFolder(Path(sys.argv[1]))
folder.write("0001-document", SideHeader("document", "guard.mind.json"), b"work")
print("written", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def later(tmp_path):
    """Give the folder as a program sees it that starts later."""
    folder = RecoveryFolder(tmp_path)
    yield folder
    folder.release()


def side_files(state_folder) -> list[str]:
    return sorted(path.name for path in (state_folder / FOLDER_NAME).glob(f"*/*{SIDE_SUFFIX}"))


def test_a_side_file_gives_back_what_was_put_in():
    content = b'{\n  "name": "\xc3\xa9"\n}\n'
    assert read_side(side_bytes(HEADER, content)) == (HEADER, content)


def test_below_the_first_line_stands_the_ordinary_file():
    assert side_bytes(HEADER, b"{}\n").partition(b"\n")[2] == b"{}\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"{}\n{}",
        b"\xff\xfe\n",
        b'{"format": "mindloom-recovery", "version": 9}\n{}',
        b"[1]\n",
        b"[" * 200_000 + b"\n{}",
        b'{"version": ' + b"9" * 5_000 + b"}\n{}",
    ],
)
def test_other_bytes_are_told_from_side_files(data):
    with pytest.raises(ValueError, match=r"[.)]$"):
        read_side(data)


def test_nothing_is_on_disk_before_anything_is_written(tmp_path):
    folder = RecoveryFolder(tmp_path)
    folder.remove("0001-document")
    folder.clear()
    assert list(tmp_path.iterdir()) == []


def test_clearing_leaves_nothing_behind(tmp_path):
    folder = RecoveryFolder(tmp_path)
    folder.write("0001-document", HEADER, b"one")
    folder.write("0002-world", HEADER, b"two")
    folder.clear()
    assert list((tmp_path / FOLDER_NAME).iterdir()) == []


def test_what_was_left_without_an_answer_is_found_by_the_next_program(tmp_path, later):
    folder = RecoveryFolder(tmp_path)
    folder.write("0001-document", HEADER, b"work")
    folder.release()
    (found,) = later.leftovers()
    assert (found.header, found.content, found.problem) == (HEADER, b"work", "")


def test_discarding_the_last_one_removes_its_folder(tmp_path, later):
    first = RecoveryFolder(tmp_path)
    first.write("0001-document", HEADER, b"one")
    first.write("0002-document", HEADER, b"two")
    first.release()
    one, two = later.leftovers()
    later.discard(one)
    assert side_files(tmp_path) == ["0002-document.recovery"]
    later.discard(two)
    assert list((tmp_path / FOLDER_NAME).iterdir()) == []


def test_a_damaged_side_file_is_told_of_and_kept(tmp_path, later):
    folder = RecoveryFolder(tmp_path)
    folder.write("0001-document", HEADER, b"work")
    folder.release()
    (file,) = (tmp_path / FOLDER_NAME).glob(f"*/*{SIDE_SUFFIX}")
    file.write_bytes(b"\x00\x01")
    (found,) = later.leftovers()
    assert found.problem
    assert file.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are a matter of POSIX")
def test_what_is_no_file_keeps_no_side_file_from_being_found(tmp_path, later):
    folder = RecoveryFolder(tmp_path)
    folder.write("0001-document", HEADER, b"work")
    folder.release()
    (held,) = (tmp_path / FOLDER_NAME).iterdir()
    os.mkfifo(held / f"0000-pipe{SIDE_SUFFIX}")
    (held / f"0002-folder{SIDE_SUFFIX}").mkdir()
    locked = tmp_path / FOLDER_NAME / "another"
    locked.mkdir()
    os.mkfifo(locked / LOCK_NAME)
    pipe, work = later.leftovers()
    assert pipe.problem == "The file cannot be read: it is a pipe, not a file."
    assert work.content == b"work"
    later.discard(pipe)
    later.discard(work)


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "1", "\x00"])
def test_a_time_that_no_clock_shows_is_unknown(time):
    assert SideHeader("document", "guard.mind.json", time=time).written_at is None


def test_side_files_of_a_running_program_are_left_alone_and_found_when_it_is_killed(tmp_path, later):
    with subprocess.Popen(
        [sys.executable, "-c", KEEPS_RUNNING, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"written\n"
        while_it_runs = later.leftovers()
        program.kill()
        program.wait()
        after = later.leftovers()
    assert while_it_runs == ()
    assert [each.content for each in after] == [b"work"]
    assert side_files(tmp_path) == ["0001-document.recovery"]
    assert (after[0].path.parent / LOCK_NAME).exists()
