"""Let a command write over what it made earlier, and over no other file unasked. Without Qt."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import IO

from editor.documents.exports.languages.language import MARKED, is_unchanged
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import ABSENT, content_hash, whole_file


class Output(Enum):
    """Name what is written by a command, with the pattern by which its files are known again."""

    EXPORT = rb'"format": ?"mindloom-(runtime|names|upgrade)"'
    PICTURE = rb"\A<\?xml.{0,4000}?<desc>Drawn by Mindloom|\A\x89PNG.{0,200}?tEXtSoftware\0Mindloom"
    RECORDING = rb"\APK.{28}recording\.json"
    TRACE_LINES = rb'\A[^\n]*"format": ?"mindloom-trace"'
    CHROME_TRACE = rb'\A\{"traceEvents":\[(\]|\{"ph":"M","pid":1,"name":"process_name")'
    CODE = MARKED.encode()
    TREE = rb"\A(?!)"  # people write plain trees, too: none is known as made by a command
    RUN_PAGE = rb'<meta name="generator" content="Mindloom: a run as a page">'
    TEST_REPORT = rb'<testsuites [^>]*name="mindloom"'

    def made(self, data: bytes) -> bool:
        """Tell whether a file with these bytes was made by this command; code only while it is unchanged."""
        if self is Output.CODE and data:
            return is_unchanged(data)
        return not data or re.search(self.value, data, re.DOTALL) is not None


def base_of_output(target: Path, output: Output, *, force: bool = False) -> str | None:
    """Return what a file is when a command begins, to be compared with when it ends; None with `force`.

    Raises OSError where the file is there and is not an earlier output of the command.
    """
    if force:
        return None
    try:
        if target.exists() and not target.is_file():
            return None
        data = plain_file(target).read_bytes()
    except FileNotFoundError:
        return ABSENT
    if not output.made(data):
        raise FileExistsError(errno.EEXIST, "a file is there that this did not make", str(target))
    return content_hash(data)


@contextmanager
def output_file(target: Path, output: Output, *, force: bool = False) -> Iterator[IO[bytes]]:
    """Write an output whole or not at all, in place of nothing or of an earlier one; raise OSError."""
    with whole_file(target, based_on=base_of_output(target, output, force=force)) as stream:
        yield stream


def write_output(target: Path, data: bytes, output: Output, *, force: bool = False) -> None:
    """Write an output, as `output_file` does; raise OSError."""
    with output_file(target, output, force=force) as stream:
        stream.write(data)
