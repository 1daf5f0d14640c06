"""Open a document file for the editor, also one of a newer version, which may only be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from graphs.edits.replacing import put
from graphs.files.document_file import opened_from_bytes, read_file
from graphs.model import Document
from graphs.model.document import NEWEST_VERSION


@dataclass(frozen=True)
class OpenedFile:
    """Hold a document as read, the very bytes of its file, and why it may not be changed, if so."""

    document: Document
    data: bytes
    read_only_reason: str = ""


def open_document_file(path: Path) -> OpenedFile:
    """Read the document at `path`, of whatever version.

    A document of an older version is migrated, one of a newer version is read as far as this version
    understands it and is read-only. Raises FileProblem for everything that cannot be used.
    """
    data = read_file(path)
    opened = opened_from_bytes(data, path)
    reason = ""
    if opened.read_only_reason:
        version = opened.document.version
        reason = (
            f"{path.name} is read-only: version {version} is newer than this Mindloom ({NEWEST_VERSION})."
        )
    return OpenedFile(opened.document, data, reason)


def as_present_version(document: Document) -> Document:
    """Return a document as one of the version this program writes; what it does not know is kept."""
    return put(document, version=NEWEST_VERSION)
