"""Read the documents that other documents use, each once until its file changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graphs.files.document_file import FileProblem, load_document
from graphs.model.document import Document

_Stamp = tuple[int, int, int]
"""What tells one content of a file from another: last change in ns, size in bytes, number of the file."""


@dataclass
class DocumentLibrary:
    """Remember documents by the real path of their files.

    `open_documents` are those that an editor has open, saved or not: they go before what the disk holds.
    """

    open_documents: Mapping[Path, Document] = field(default_factory=dict)
    _read: dict[Path, tuple[_Stamp, Document | FileProblem]] = field(default_factory=dict)

    def document(self, path: Path) -> Document:
        """Return the document at `path`; raise `FileProblem` when it cannot be read."""
        opened = self.open_documents.get(path)
        if opened is not None:
            return opened
        stamp = _stamp(path)
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


def _stamp(path: Path) -> _Stamp | None:
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino
