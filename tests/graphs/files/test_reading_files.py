"""Reading the bytes of what is named on a command line, whatever it is."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphs.files import document_file
from graphs.files.document_file import FileProblem, load_document, read_file
from tests.graphs.example_document import EXAMPLE, example_document


def test_a_file_larger_than_a_document_may_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.mind.json"
    path.write_bytes(b" " * 1001)
    monkeypatch.setattr(document_file, "MAXIMUM_BYTES", 1000)
    with pytest.raises(FileProblem, match="more than the 1,000 bytes"):
        read_file(path)
    path.write_bytes(b" " * 1000)
    assert len(read_file(path)) == 1000


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(FileProblem, match="cannot be the name of a file"):
        read_file(Path("guard\0.mind.json"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are a matter of POSIX")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.mind.json"
    os.mkfifo(pipe)
    link = tmp_path / "link.mind.json"
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(FileProblem, match="it is a pipe, not a file") as caught:
            read_file(path)
        assert caught.value.remedy == "Name a file."


@pytest.mark.skipif(os.name != "posix", reason="sockets and devices with names are a matter of POSIX")
def test_a_socket_and_a_device_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("guard.mind.json")
        with pytest.raises(FileProblem, match="it is a socket, not a file"):
            read_file(Path("guard.mind.json"))
    with pytest.raises(FileProblem, match="it is a device, not a file"):
        read_file(Path("/dev/zero"))


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="shells hand over pipes as files of this folder")
def test_what_a_shell_hands_over_is_read_and_the_empty_device_is_empty() -> None:
    reader, writer = os.pipe()
    try:
        os.write(writer, EXAMPLE)
    finally:
        os.close(writer)
    try:
        assert load_document(Path(f"/dev/fd/{reader}")) == example_document()
    finally:
        os.close(reader)
    assert read_file(Path(os.devnull)) == b""


@contextmanager
def as_a_user() -> Iterator[None]:
    """Have no more rights than any user: the administrator may read everything."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.skipif(os.name != "posix", reason="rights to read are set in another way here")
def test_a_file_that_may_not_be_read_is_refused() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "secret.mind.json"
        path.write_bytes(EXAMPLE)
        with as_a_user():
            assert read_file(path) == EXAMPLE
        path.chmod(0)
        with as_a_user(), pytest.raises(FileProblem, match="cannot be read"):
            read_file(path)
