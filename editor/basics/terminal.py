"""Write to the terminal: the only door, so that no text of a user or of a file commands it.

What moves the cursor, changes colors, begins a line or turns the direction of writing is shown as an escape
sequence of Python, in JSON as one of JSON.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable
from typing import NoReturn, TextIO

_CONTROLS = r"\x00-\x1f\x7f-\x9f"
_DIRECTIONS = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_LINE_ENDS = r"\u2028\u2029"
_COMMANDING = re.compile(f"[{_CONTROLS}{_DIRECTIONS}{_LINE_ENDS}]")


def escaped(text: str) -> str:
    """Return a text without anything that commands a terminal: Esc becomes `x1b` behind a backslash."""
    return _COMMANDING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def print_line(text: str) -> None:
    """Print one line; characters that the terminal cannot show are escaped."""
    _write(sys.stdout, f"{escaped(text)}\n")


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each of which stays one whatever is in it."""
    for line in lines:
        print_line(line)


def print_error(text: str) -> None:
    """Print one line to the error stream, at once."""
    _write(sys.stderr, f"{escaped(text)}\n")
    sys.stderr.flush()


def print_json(value: object) -> None:
    """Print a value as JSON with sorted keys."""
    try:
        text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)
        text.encode(_encoding(sys.stdout))
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2, sort_keys=True)
    # Line breaks are the only such signs outside of texts, and within a text JSON has escaped them.
    lines = (_COMMANDING.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in text.split("\n"))
    _write(sys.stdout, "\n".join(lines) + "\n")


def print_over(text: str) -> None:
    """Print to the error stream over what the line of the cursor says."""
    _write(sys.stderr, f"\r{escaped(text)}")
    sys.stderr.flush()


def shows_errors_at_once() -> bool:
    """Tell whether the error stream is a terminal, where a line can be written over."""
    return sys.stderr.isatty()


class CommandParser(argparse.ArgumentParser):
    """Read arguments, and repeat wrong ones only as they may be shown."""

    def error(self, message: str) -> NoReturn:
        """Print how the command is used and what is wrong, and exit with 2."""
        super().error(escaped(message))


def _encoding(stream: TextIO) -> str:
    return stream.encoding or "utf-8"


def _write(stream: TextIO, text: str) -> None:
    encoding = _encoding(stream)
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
