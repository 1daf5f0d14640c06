"""Reading the bytes of what is named on a command line, whatever it is."""

from __future__ import annotations

import os
import threading
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
def test_a_document_is_read_from_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(EXAMPLE,))
    writer.start()
    try:
        assert load_document(pipe) == example_document()
    finally:
        writer.join()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the administrator may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.mind.json"
    path.write_bytes(EXAMPLE)
    path.chmod(0)
    with pytest.raises(FileProblem, match="cannot be read"):
        read_file(path)
