"""Say why a command cannot do what was asked, and give its exit code."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING

from editor.documents.open.messages import WRONG_USE, message_of, print_error

if TYPE_CHECKING:
    from graphs.files.document_file import FileProblem


def way_out(error: OSError) -> str:
    """Return what to do when a file could not be written: `--force` helps where another is in the way."""
    in_the_way = error.errno == errno.EEXIST
    return "Name another file, or add --force to write over it." if in_the_way else "Name another file."


def unusable(problem: FileProblem, file: Path | str | None = None) -> int:
    """Say what is wrong with a file; `file` is named where the problem names none."""
    print_error(message_of(problem, str(problem.path or file)).line())
    return WRONG_USE


def not_written(path: Path | str | None, error: OSError, what: str = "It") -> int:
    """Say that a file cannot be written, and what to do."""
    print_error(f"{path}: error: {what} cannot be written: {error.strerror or error}. {way_out(error)}")
    return WRONG_USE
