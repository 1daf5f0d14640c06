"""Read the documents that other documents use, each once until its file changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from graphs.files.document_file import FileProblem, load_document
from graphs.model.document import Document

FileStamp = tuple[int, int, int]
"""What tells one content of a file from another: last change in ns, size in bytes, number of the file."""


def nothing_opened(path: Path) -> Document | None:
    """Return None: no editor has the document at `path` open."""
    return None


@dataclass
class DocumentLibrary:
    """Remember documents by the real path of their files.

    `opened` tells what an editor has open at a path, saved or not: it goes before what the disk holds.
    """

    opened: Callable[[Path], Document | None] = nothing_opened
    _read: dict[Path, tuple[FileStamp, Document | FileProblem]] = field(default_factory=dict)

    def document(self, path: Path) -> Document:
        """Return the document at `path`; raise `FileProblem` when it cannot be read."""
        opened = self.opened(path)
        if opened is not None:
            return opened
        stamp = file_stamp(path)
        known = self._read.get(path)
        if known is None or stamp is None or known[0] != stamp:
            found = _loaded(path)
            if stamp is not None:
                self._read[path] = (stamp, found)
        else:
            found = known[1]
        if isinstance(found, FileProblem):
            raise found
        return found


def _loaded(path: Path) -> Document | FileProblem:
    try:
        return load_document(path)
    except FileProblem as problem:
        return problem


def file_stamp(path: Path) -> FileStamp | None:
    """Return the stamp of the file at `path`, None when there is none to be seen."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino
