"""Load and save documents: canonical bytes, located errors, writes that are whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pydantic import ValidationError

from graphs.files.json_text import JsonTextError, JsonValue, parse_json, to_canonical_json
from graphs.files.model_problems import model_problems
from graphs.model.document import FORMAT, VERSION, Document

MAXIMUM_BYTES = 64 * 1024 * 1024
"""Largest file that is read, in bytes."""


class FileProblem(Exception):
    """Say why a file cannot be used.

    `where` is a place in the file (`line 3, column 9`, or a JSON path such as `graphs.g1.nodes.s1.kind`),
    `remedy` a sentence that says what to do.
    """

    def __init__(self, path: Path | None, where: str, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.where = where
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        place = ": ".join(part for part in (str(self.path) if self.path else "", self.where) if part)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} {self.remedy}" if self.remedy else text


def document_from_bytes(data: bytes, path: Path | None = None) -> Document:
    """Read a document from the bytes of a file.

    Raises
    ------
    FileProblem
        For bytes that are not a Mindloom document of a version this program knows. Nothing in the bytes is
        ever executed (SEMANTICS 2.7).
    """
    value = _parsed(data, path)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise FileProblem(
            path,
            "format",
            f'This is not a Mindloom document: expected an object with "format": "{FORMAT}".',
            "Open a *.mind.json file.",
        )
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise FileProblem(
            path, "version", f"Expected a version number from 1 to {VERSION}.", f'Write "version": {VERSION}.'
        )
    if version > VERSION:
        raise FileProblem(
            path,
            "version",
            f"The document is of version {version}, this program knows up to {VERSION}.",
            "Update Mindloom to open it.",
        )
    try:
        return Document.model_validate_json(data.removeprefix(b"\xef\xbb\xbf"))
    except ValidationError as error:
        raise _refusal(error, value, path) from None


def document_to_bytes(document: Document) -> bytes:
    """Write a document in its canonical form (DESIGN section 3)."""
    value = document.model_dump(mode="json", exclude_defaults=True)
    return to_canonical_json(value).encode("utf-8")


def load_document(path: Path) -> Document:
    """Load the document at `path`; raise `FileProblem` when it cannot be read or is no document."""
    return document_from_bytes(read_file(path), path)


def save_document(path: Path, document: Document) -> None:
    """Save `document` at `path`, whole or not at all; raise OSError when the disk refuses."""
    write_whole(path, document_to_bytes(document))


def read_file(path: Path) -> bytes:
    """Return the bytes of `path`; raise `FileProblem` for what is no readable file of sane size."""
    try:
        if path.is_dir():
            raise FileProblem(path, "", "This is a folder.", "Name a file in it.")
        size = path.stat().st_size
        if size > MAXIMUM_BYTES:
            raise FileProblem(
                path,
                "",
                f"The file has {size:,} bytes, more than the {MAXIMUM_BYTES:,} a document may have.",
                "Name a *.mind.json file.",
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise FileProblem(path, "", "There is no such file.", "Check the spelling and the folder.") from None
    except OSError as error:
        raise FileProblem(
            path, "", f"The file cannot be read: {error.strerror}.", "Check its permissions."
        ) from None


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to `path` so that a reader sees the old bytes or the new, whatever happens.

    The bytes go to a file beside it, are forced to disk, and take the name in one step; a link is followed
    and the file's permissions are kept. Raises OSError.
    """
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(_permissions(target))
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _permissions(target: Path) -> int:
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _parsed(data: bytes, path: Path | None) -> JsonValue:
    try:
        return parse_json(data)
    except JsonTextError as error:
        where = f"line {error.line}, column {error.column}"
        raise FileProblem(path, where, error.message, error.remedy) from None


def _refusal(error: ValidationError, value: JsonValue, path: Path | None) -> FileProblem:
    problems = model_problems(error, value)
    first = problems[0]
    remedy = "Correct the value in the file, or restore it from version control."
    if len(problems) > 1:
        remedy += f" {len(problems) - 1} more {'place does' if len(problems) == 2 else 'places do'} not fit."
    return FileProblem(path, first.where, first.message, remedy)
