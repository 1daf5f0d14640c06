"""Writes are whole or not at all, never over a change made outside, and leave nothing behind for long."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphs.files.plain_file import NotAFile
from graphs.files.whole_file import (
    ABSENT,
    FileChanged,
    content_hash,
    remove_abandoned_parts,
    whole_file,
    write_whole,
)

posix_only = pytest.mark.skipif(os.name != "posix", reason="links, pipes and permissions as POSIX has them")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "guard.mind.json"
    path.write_bytes(b"as read")
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_that_is_as_it_was_read_is_replaced(file: Path) -> None:
    write_whole(file, b"mine", based_on=content_hash(b"as read"))
    assert file.read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("outside", "based_on", "words"),
    [
        (b"theirs", content_hash(b"as read"), "another program changed it since it was read"),
        (None, content_hash(b"as read"), "it was deleted, moved or renamed since it was read"),
        (b"theirs", ABSENT, "a file of this name has come into being"),
    ],
)
def test_a_file_that_changed_outside_is_refused_and_left_alone(
    file: Path, outside: bytes | None, based_on: str, words: str
) -> None:
    if outside is None:
        file.unlink()
    else:
        file.write_bytes(outside)
    with pytest.raises(FileChanged) as caught:
        write_whole(file, b"mine", based_on=based_on)
    assert caught.value.strerror == words
    assert caught.value.found == (ABSENT if outside is None else content_hash(outside))
    assert (file.read_bytes() if file.exists() else None) == outside
    assert names(file.parent) == ([] if outside is None else [file.name])


def test_a_change_while_the_new_content_is_written_is_seen(file: Path) -> None:
    def write() -> None:
        with whole_file(file, based_on=content_hash(b"as read")) as stream:
            stream.write(b"mine")
            file.write_bytes(b"theirs")

    with pytest.raises(FileChanged):
        write()
    assert file.read_bytes() == b"theirs"
    assert names(file.parent) == [file.name]


def test_what_fails_in_the_middle_leaves_the_old_content(file: Path) -> None:
    def write() -> None:
        with whole_file(file) as stream:
            stream.write(b"half of m")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()
    assert file.read_bytes() == b"as read"
    assert names(file.parent) == [file.name]


@posix_only
def test_a_link_is_compared_and_written_through_and_stays(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "linked.mind.json"
    link.symlink_to(file.name)
    write_whole(link, b"mine", based_on=content_hash(b"as read"))
    assert (link.is_symlink(), file.read_bytes()) == (True, b"mine")
    file.write_bytes(b"theirs")
    with pytest.raises(FileChanged):
        write_whole(link, b"mine too", based_on=content_hash(b"mine"))
    assert (link.is_symlink(), file.read_bytes()) == (True, b"theirs")


@posix_only
def test_a_pipe_that_a_shell_hands_over_is_written_to(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    write_whole(Path(f"/dev/fd/{writer}"), b"mine")
    assert os.read(reader, 100) == b"mine"
    os.close(reader)
    os.close(writer)


@posix_only
def test_a_pipe_with_a_name_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(NotAFile, match="it is a pipe"):
        write_whole(pipe, b"mine")
    assert pipe.is_fifo()


def test_a_write_protected_file_is_refused_in_words(file: Path) -> None:
    file.chmod(0o444)
    with pytest.raises(PermissionError) as caught:
        write_whole(file, b"mine")
    assert caught.value.strerror == "it is write-protected"
    assert file.read_bytes() == b"as read"
    file.chmod(0o644)


def test_a_folder_that_is_gone_or_read_only_is_told_of(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FileNotFoundError) as gone:
        write_whole(tmp_path / "gone" / "guard.mind.json", b"mine")
    assert gone.value.strerror == f"there is no folder {tmp_path.resolve() / 'gone'}"

    def refuse(**_options: object) -> tuple[int, str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("graphs.files.whole_file.tempfile.mkstemp", refuse)
    with pytest.raises(PermissionError) as caught:
        write_whole(file, b"mine")
    assert caught.value.strerror == f"nothing can be written into the folder {tmp_path.resolve()}"
    assert file.read_bytes() == b"as read"


def test_the_name_of_a_part_names_this_process_and_is_not_too_long(tmp_path: Path) -> None:
    file = tmp_path / ("ß" * 110 + ".mind.json")
    with whole_file(file) as stream:
        stream.write(b"mine")
        (part,) = names(tmp_path)
    assert re.fullmatch(rf"\.ß{{48}}\.{os.getpid()}-[a-z0-9_]{{8}}\.part", part)
    assert names(tmp_path) == [file.name]


@pytest.fixture(scope="module")
def dead() -> int:
    """Return the number of a process that is gone."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def left(folder: Path, name: str, age: float) -> Path:
    path = folder / name
    path.write_bytes(b"half of m")
    os.utime(path, (time.time() - age, time.time() - age))
    return path


def test_the_next_save_removes_an_old_part_whose_process_is_gone(file: Path, dead: int) -> None:
    left(file.parent, f".guard.mind.json.{dead}-abcd_123.part", 61)
    write_whole(file, b"mine")
    assert names(file.parent) == [file.name]


def test_parts_that_may_be_in_use_and_other_files_stay(tmp_path: Path, dead: int) -> None:
    kept = [
        left(tmp_path, f".guard.mind.json.{dead}-young_01.part", 30),
        left(tmp_path, f".guard.mind.json.{os.getpid()}-own_0001.part", 9_999),
        left(tmp_path, f".guard.mind.json.{os.getppid()}-living_1.part", 9_999),
        left(tmp_path, ".guard.mind.json.abcd_123.part", 9_999),
        left(tmp_path, f"guard.mind.json.{dead}-abcd_123.part", 9_999),
    ]
    folder = tmp_path / f".guard.mind.json.{dead}-abcd_123.part"
    folder.mkdir()
    os.utime(folder, (0, 0))
    remove_abandoned_parts(tmp_path)
    assert names(tmp_path) == sorted(path.name for path in [*kept, folder])


@posix_only
def test_a_killed_save_leaves_the_old_content_and_a_part_that_goes(file: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from graphs.files.whole_file import whole_file\n"
        "with whole_file(Path(sys.argv[1])) as stream:\n"
        "    stream.write(b'half of m'); stream.flush(); print('writing', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        (part,) = (path for path in file.parent.iterdir() if path.suffix == ".part")
        os.utime(part, (0, 0))
        remove_abandoned_parts(file.parent)
        assert part.exists(), "its process lives"
        process.send_signal(signal.SIGKILL)
    assert file.read_bytes() == b"as read"
    os.utime(part, (0, 0))
    remove_abandoned_parts(file.parent)
    assert names(file.parent) == [file.name]


def test_a_folder_that_cannot_be_listed_is_passed_over(tmp_path: Path) -> None:
    remove_abandoned_parts(tmp_path / "gone")
