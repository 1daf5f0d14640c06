"""Open a document file for the editor, also one of a newer version, which may only be looked at."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from graphs.files.document_file import FileProblem, document_from_bytes, read_file
from graphs.files.json_text import JsonTextError, parse_json
from graphs.model import Document
from graphs.model.document import FORMAT, VERSION


@dataclass(frozen=True)
class OpenedFile:
    """Hold a document as read, the very bytes of its file, and why it may not be changed, if so."""

    document: Document
    data: bytes
    read_only_reason: str = ""


def open_document_file(path: Path) -> OpenedFile:
    """Read the document at `path`.

    A document of a newer version is read as far as this version understands it and is read-only. Raises
    FileProblem for everything else that cannot be used.
    """
    data = read_file(path)
    try:
        return OpenedFile(document_from_bytes(data, path), data)
    except FileProblem as problem:
        newer = _newer_document(data)
        if newer is None:
            raise problem from None
        document, version = newer
        reason = (
            f"{path.name} is of version {version}; this Mindloom knows up to {VERSION}, so it is read-only."
        )
        return OpenedFile(document, data, reason)


def _newer_document(data: bytes) -> tuple[Document, int] | None:
    try:
        value = parse_json(data)
    except JsonTextError:
        return None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return None
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version <= VERSION:
        return None
    try:
        return Document.model_validate_json(json.dumps(value)), version
    except ValidationError:
        return None
