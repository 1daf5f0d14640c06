"""`mindloom merge BASE OURS THEIRS`: merge two documents that come from one; git's merge driver for them.

To let git use it::

    git config merge.mindloom.driver "mindloom merge %O %A %B --name %P"
    echo "*.mind.json merge=mindloom" >> .gitattributes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from editor.command_line.failures import not_written, unusable
from editor.command_line.known_registry import known_registry
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    print_error,
    print_json,
)
from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import Absent
from graphs.checks.rules.places import json_path
from graphs.files.document_file import (
    FileProblem,
    document_from_bytes,
    document_to_bytes,
    read_file,
)
from graphs.files.whole_file import base_unasked, content_hash, write_whole
from graphs.merging import Conflict, merge_documents
from graphs.model.document import Document, empty_document


@dataclass(frozen=True)
class MergeWish:
    """Hold what was asked for; `out` None writes in the place of `ours`, `name` is shown in messages."""

    base: Path
    ours: Path
    theirs: Path
    out: Path | None = None
    name: str = ""
    project: Path | None = None
    as_json: bool = False
    force: bool = False


def merge_files(wish: MergeWish) -> int:
    """Write the merged document and return the exit code: 0 merged, 1 with conflicts, 2 not possible.

    Conflicts are listed on the error stream, with `as_json` on standard output with all values. The result
    is a document that loads all the same, with what ours has where both sides are opposed. Nothing is
    written when a file cannot be read, or where it would replace anything but what was read.
    """
    files = (wish.base, wish.ours, wish.theirs)
    try:
        read = {file: read_file(file) for file in files}
        base, ours, theirs = (document_in(read[file], file) for file in files)
        registry = known_registry(wish.ours, wish.project)
    except FileProblem as problem:
        return unusable(problem)
    result = merge_documents(base, ours, theirs, registry)
    out = wish.out or wish.ours
    try:
        if wish.out is not None or result.document != ours:
            data = document_to_bytes(result.document)
            write_whole(out, data, based_on=None if wish.force else _base_of(out, read, data))
    except OSError as error:
        return not_written(out, error, "The file")
    name = wish.name or str(out)
    if wish.as_json:
        print_json([conflict_json(each, result.document) for each in result.conflicts])
    else:
        for conflict in result.conflicts:
            print_error(f"{name}: {json_path(conflict.place, result.document)}: conflict: {conflict.message}")
    return FOUND_PROBLEMS if result.conflicts else WELL


def _base_of(out: Path, read: Mapping[Path, bytes], result: bytes) -> str:
    """Return what may be replaced: what was read there, the same result, or nothing."""
    for file, data in read.items():
        if out.resolve() == file.resolve():
            return content_hash(data)
    return base_unasked(out, result)


def document_in(data: bytes, file: Path) -> Document:
    """Return the document in the bytes of a file, one without graphs for none; raise FileProblem."""
    return document_from_bytes(data, file) if data else empty_document()


def conflict_json(conflict: Conflict, document: Document) -> dict[str, JsonValue]:
    """Return a conflict for machines; values that a side does not have are left out."""
    entry: dict[str, JsonValue] = {
        "cause": conflict.cause,
        "covers": [*sorted(conflict.covers)],
        "kept": conflict.kept,
        "message": conflict.message,
        "path": json_path(conflict.place, document),
    }
    values = {"base": conflict.base, "ours": conflict.ours, "theirs": conflict.theirs}
    entry.update({name: value for name, value in values.items() if not isinstance(value, Absent)})
    return entry
