"""Load and save documents: older versions, canonical bytes, located errors, whole writes.

Bring the JSON of older files to the version that this program writes.

A change of the format adds one pure function from the JSON of a version to the JSON of the next, and a sample
file of the older version to the tests. Steps see JSON that was parsed but not checked against any model, so
they may raise `LookupError`, `TypeError`, `AttributeError` or `ValueError` for what was never such a file.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from graphs.basics.json_text import (
    MAXIMUM_DEPTH,
    JsonObject,
    JsonTextError,
    JsonValue,
    is_strict,
    parse_json,
    to_canonical_json,
)
from graphs.files.plain_file import NotAFile, plain_file
from graphs.files.whole_file import write_whole as write_whole
from graphs.model.document import FORMAT, NEWEST_VERSION, VERSION, Document
from graphs.structure.file_version import with_file_version

Migration = Callable[[JsonObject], JsonObject]
"""Turn the JSON of one version into that of the next. The object given is the step's own and may change."""

MAXIMUM_BYTES = 64 * 1024 * 1024
"""Largest file that is read, in bytes."""
MAXIMUM_DOCUMENT_DEPTH = 150
"""Deepest nesting in a document: more than in a text pasted into one, so that it can be read again."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FileFormat:
    """Name a format, its newest version, and the step from each older version to the one after it.

    Files from version `unchanged_since` on are read as they are, 0 for the newest alone: later ones only add.
    """

    name: str
    version: int
    migrations: Mapping[int, Migration] = field(default_factory=dict)
    unchanged_since: int = 0

    @property
    def oldest_read(self) -> int:
        """Return the oldest version that needs no step."""
        return self.unchanged_since or self.version


DOCUMENT_FORMAT = FileFormat(FORMAT, NEWEST_VERSION, unchanged_since=VERSION)
"""The format of `*.mind.json`: all versions there are can be read as they are."""


class MigrationError(ValueError):
    """Say why a file of an older version cannot be brought to the present one."""

    def __init__(self, version: int, message: str) -> None:
        super().__init__(message)
        self.version = version
        self.message = message


def migrated(value: JsonObject, file_format: FileFormat = DOCUMENT_FORMAT) -> JsonObject:
    """Return the JSON of a file of an older version as that of one that is read as it is.

    `value` is not changed. Its `version` must be a whole number; what needs no step is returned as it is.
    Raises `MigrationError` when a step is not known or does not fit what it is given.
    """
    version = value["version"]
    assert isinstance(version, int)
    if version < file_format.oldest_read:
        value = copy.deepcopy(value)
    while version < file_format.oldest_read:
        step = file_format.migrations.get(version)
        if step is None:
            raise MigrationError(version, f"Files of version {version} can no longer be read.")
        try:
            value = {**step(value), "version": version + 1}
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise MigrationError(version, f"The file is not what version {version} wrote.") from error
        version += 1
    return value


@dataclass(frozen=True, slots=True)
class ModelProblem:
    """Hold one place that does not fit: a path into the JSON such as `graphs.g1.nodes.s1.kind`, and why."""

    where: str
    message: str


_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "tuple_type": "a list",
    "list_type": "a list",
    "none_required": "null",
    "union_tag_not_found": 'an object with "kind"',
}


def model_problems(error: ValidationError, value: JsonValue) -> tuple[ModelProblem, ...]:
    """Return what does not fit, one problem per place; `value` is the parsed JSON that was validated.

    A value that may be one of several forms gives several errors at one place; they become one problem that
    names all forms.
    """
    expected: dict[str, list[str]] = {}
    found: dict[str, object] = {}
    for detail in error.errors(include_url=False, include_context=True):
        where, inner = _place(detail, value)
        words = _words(detail)
        expected.setdefault(where, [])
        if words not in expected[where]:
            expected[where].append(words)
        found.setdefault(where, inner)
    # Of several forms, the one that got furthest is the one that was meant.
    deepest = [key for key in expected if not any(other.startswith(f"{key}.") for other in expected)]
    return tuple(ModelProblem(where, _message(where, expected[where], found[where])) for where in deepest)


def _place(detail: ErrorDetails, value: JsonValue) -> tuple[str, object]:
    """Return the path of an error in the file, without the names of forms tried, and the value there."""
    parts: list[str] = []
    current: object = value
    for part in detail["loc"]:
        if isinstance(current, dict) and part in current:
            current = current[str(part)]
        elif isinstance(current, list) and isinstance(part, int) and part < len(current):
            current = current[part]
        else:
            continue
        parts.append(str(part))
    if detail["type"] == "missing":
        parts.append(str(detail["loc"][-1]))
    if detail["type"] in ("union_tag_invalid", "union_tag_not_found") and isinstance(current, dict):
        parts.append("kind")
        current = current.get("kind")
    return ".".join(parts), current


def _words(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    kind = detail["type"]
    if kind == "missing":
        return "missing"
    if kind == "literal_error":
        return f"one of {context.get('expected', '').replace(' or ', ', ')}"
    if kind == "union_tag_invalid":
        return f"one of {context.get('expected_tags', '')}"
    if kind in ("too_long", "too_short"):
        count = context.get("max_length", context.get("min_length"))
        return f"a list of {count} numbers"
    if kind in ("greater_than_equal", "less_than_equal"):
        return f"{context['ge']} or more" if "ge" in context else f"{context.get('le')} or less"
    if kind == "json_invalid":
        return f"JSON that can be read; {context.get('error', '')}"
    return _EXPECTED.get(kind, detail["msg"])


def _message(where: str, expected: list[str], found: object) -> str:
    name = where.rpartition(".")[2]
    if "missing" in expected:
        return f"The field {name!r} is missing."
    if any(words.startswith("JSON that can be read") for words in expected):
        return f"This is not text that can be read: {expected[0].partition('; ')[2]}."
    if {"a whole number", "a number"} <= set(expected):
        expected = [words for words in expected if words != "a whole number"]
    shown = json.dumps(found, ensure_ascii=False, default=str)
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    return f"Expected {' or '.join(expected)}; found {shown}."


class FileProblem(Exception):
    """Say why a file cannot be used.

    `where` is a place in the file (`line 3, column 9`, or a JSON path such as `graphs.g1.nodes.s1.kind`),
    `remedy` a sentence that says what to do, `code` the code of a check that finds the same, if there is one.
    """

    def __init__(self, path: Path | None, where: str, message: str, remedy: str = "", code: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.where = where
        self.message = message
        self.remedy = remedy
        self.code = code

    def __str__(self) -> str:
        place = ": ".join(part for part in (str(self.path) if self.path else "", self.where) if part)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} {self.remedy}" if self.remedy else text


@dataclass(frozen=True, slots=True)
class OpenedDocument:
    """Hold a document as it was opened.

    `read_only_reason` is a sentence when the file is of a newer version than this program writes, so that
    saving could lose what it does not understand; else it is empty.
    """

    document: Document
    read_only_reason: str = ""


def opened_from_bytes(
    data: bytes, path: Path | None = None, file_format: FileFormat = DOCUMENT_FORMAT
) -> OpenedDocument:
    """Read a document of any version from the bytes of a file.

    A file of an older version is migrated, one of a newer version is shown as far as it is understood.

    Raises
    ------
    FileProblem
        For bytes that are no Mindloom document. Nothing in the bytes is ever executed (rule 2.7).
    """
    document = _read_at_once(data, file_format)
    if document is not None:
        return OpenedDocument(document)
    value = parsed(data, path, MAXIMUM_DOCUMENT_DEPTH)
    version = _checked_version(value, path, file_format)
    assert isinstance(value, dict)
    if version < file_format.oldest_read:
        return OpenedDocument(_migrated_document(value, path, file_format))
    try:
        document = Document.model_validate_json(data.removeprefix(BYTE_ORDER_MARK))
    except ValidationError as error:
        refusal = _refusal(error, value, path)
        if version > file_format.version:
            raise _newer(path, version, file_format, f" {refusal.where}: {refusal.message}") from None
        raise refusal from None
    reason = _newer_text(version, file_format) if version > file_format.version else ""
    return OpenedDocument(document, read_only_reason=reason)


def document_from_bytes(
    data: bytes, path: Path | None = None, file_format: FileFormat = DOCUMENT_FORMAT
) -> Document:
    """Read a document from the bytes of a file, to change it and write it back.

    Raises
    ------
    FileProblem
        For bytes that are not a Mindloom document of a version this program can write.
    """
    opened = opened_from_bytes(data, path, file_format)
    if opened.read_only_reason:
        raise _newer(path, opened.document.version, file_format)
    return opened.document


def document_to_bytes(document: Document) -> bytes:
    """Write a document in its canonical form; its version is that of what it uses."""
    return to_canonical_json(with_file_version(document)).encode("utf-8")


def load_document(path: Path) -> Document:
    """Load the document at `path`; raise `FileProblem` when it cannot be read or is no document."""
    return document_from_bytes(read_file(path), path)


def save_document(path: Path, document: Document, *, based_on: str | None = None) -> None:
    """Save `document` at `path`, as `whole_file` does; raise OSError when the disk refuses."""
    write_whole(path, document_to_bytes(document), based_on=based_on)


def read_file(path: Path) -> bytes:
    """Return the bytes of `path`; raise `FileProblem` for what is no readable file of sane size."""
    try:
        if path.is_dir():
            raise FileProblem(path, "", "This is a folder.", "Name a file in it.")
        with plain_file(path).open("rb") as stream:
            # A size is not asked for first: files grow.
            data = stream.read(MAXIMUM_BYTES + 1)
    except FileNotFoundError:
        raise FileProblem(path, "", "There is no such file.", "Check the spelling and the folder.") from None
    except OSError as error:
        remedy = "Name a file." if isinstance(error, NotAFile) else "Check its permissions."
        raise FileProblem(path, "", f"The file cannot be read: {error.strerror}.", remedy) from None
    if len(data) > MAXIMUM_BYTES:
        said = f"The file has more than the {MAXIMUM_BYTES:,} bytes a document may have."
        raise FileProblem(path, "", said, "Name a *.mind.json file.")
    return data


def _read_at_once(data: bytes, file_format: FileFormat) -> Document | None:
    """Return the document of a file that is in order, None for any other."""
    try:
        document = Document.model_validate_json(data.removeprefix(BYTE_ORDER_MARK))
    except ValidationError:
        return None
    if not file_format.oldest_read <= document.version <= file_format.version or not is_strict(
        data, MAXIMUM_DOCUMENT_DEPTH
    ):
        return None
    return document


def parsed(data: bytes, path: Path | None, depth: int = MAXIMUM_DEPTH) -> JsonValue:
    """Return the JSON value of the bytes of a file; raise `FileProblem` for what is none."""
    try:
        return parse_json(data, depth)
    except JsonTextError as error:
        where = f"line {error.line}, column {error.column}"
        raise FileProblem(path, where, error.message, error.remedy) from None


def _checked_version(value: JsonValue, path: Path | None, file_format: FileFormat) -> int:
    if not isinstance(value, dict) or value.get("format") != file_format.name:
        said = f'This is not a Mindloom document: expected an object with "format": "{file_format.name}".'
        raise FileProblem(path, "format", said, "Open a *.mind.json file.")
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        said = f"Expected a version number from 1 to {file_format.version}."
        raise FileProblem(path, "version", said, f'Write "version": {file_format.version}.')
    return version


def _migrated_document(value: JsonObject, path: Path | None, file_format: FileFormat) -> Document:
    try:
        value = migrated(value, file_format)
        return Document.model_validate_json(to_canonical_json(value))
    except MigrationError as error:
        raise FileProblem(
            path, "version", error.message, "Restore the file from version control, or correct its version."
        ) from None
    except ValidationError as error:
        raise _refusal(error, value, path) from None


def _newer(path: Path | None, version: int, file_format: FileFormat, detail: str = "") -> FileProblem:
    return FileProblem(
        path, "version", _newer_text(version, file_format) + detail, "Update Mindloom to open it."
    )


def _newer_text(version: int, file_format: FileFormat) -> str:
    return f"The document is of version {version}, this program knows up to {file_format.version}."


def _refusal(error: ValidationError, value: JsonValue, path: Path | None) -> FileProblem:
    problems = model_problems(error, value)
    first = problems[0]
    remedy = "Correct the value in the file, or restore it from version control."
    return FileProblem(path, first.where, first.message, and_more(remedy, len(problems) - 1))


def and_more(remedy: str, more: int) -> str:
    """Return a remedy that says how many more places do not fit, if any."""
    if not more:
        return remedy
    return f"{remedy} {more} more {'place does' if more == 1 else 'places do'} not fit."
