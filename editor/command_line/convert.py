"""`mindloom convert FILE --to FORMAT`: write a document in another format, or read one that is written so."""

from __future__ import annotations

import argparse
from pathlib import Path

from editor.command_line.failures import not_written, unusable
from editor.command_line.import_command import counts_words, print_rows, size_words, write_report
from editor.command_line.known_registry import known_registry
from editor.documents.imports.imported_files import new_file, write_files
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    Message,
    print_error,
    print_line,
)
from editor.documents.open.sample_files import is_sample
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes, read_file
from graphs.formats.basics.format_record import Format, Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import FORMATS, recognized
from graphs.formats.reading import read_foreign
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.plain.read_tree import document_from_tree
from graphs.plain.tree_json import TreeRefused, pointer
from graphs.plain.words import SUFFIX
from graphs.plain.write_tree import tree_text
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX

_OWN = {"mind": DOCUMENT_SUFFIX, "tree": SUFFIX}
"""Mindloom's own formats, and how their files end."""


def target_formats() -> tuple[str, ...]:
    """Return the ids of the formats that can be written."""
    return (*_OWN, *(each.id for each in FORMATS.values() if each.write is not None))


def convert_file(chosen: argparse.Namespace) -> int:
    """Convert; return 0 done, 1 a part cannot be said or does otherwise there, 2 a file cannot be used."""
    file: Path = chosen.file
    try:
        registry = known_registry(file, chosen.project)
        document, rows = _read(file, registry)
        written = _written(document, registry, chosen.to, _stem(file))
    except FileProblem as problem:
        return unusable(problem, file)
    except TreeRefused as refused:
        place = pointer(refused.place)
        print_error(Message(str(file), place, "error", "", refused.message, refused.remedy).line())
        return FOUND_PROBLEMS
    rows = (*rows, *written.rows)
    refused_rows = chosen.strict and any(row.how == "changed" for row in rows)
    folder = Path() if is_sample(file) else file.parent
    out: Path = chosen.out or folder / f"{_stem(file)}{written.files[0].suffix}"
    try:
        if chosen.report is not None:
            write_report(chosen.report, rows, "mindloom", chosen.to, force=chosen.force)
        if not refused_rows:
            _write(written.files, out, force=chosen.force)
    except OSError as error:
        return not_written(error.filename or out, error)
    print_rows(rows)
    if refused_rows:
        print_line(f"nothing was written: --strict refuses what is changed ({counts_words(rows)})")
        return FOUND_PROBLEMS
    said = f"; {counts_words(rows)}" if rows else ""
    print_line(f"wrote {out}: {size_words(document)}{said}")
    return WELL if all(row.how == "exact" for row in rows) else FOUND_PROBLEMS


def _written(document: Document, registry: Registry, target: str, name: str) -> Written:
    """Return what a document is in a format; raises `TreeRefused`."""
    if target == "mind":
        return Written((WrittenFile(DOCUMENT_SUFFIX, document_to_bytes(document).decode()),), ())
    if target == "tree":
        return Written((WrittenFile(SUFFIX, tree_text(document, registry)),), ())
    write = FORMATS[target].write
    assert write is not None
    return write(document, registry, name)


def _write(files: tuple[WrittenFile, ...], out: Path, *, force: bool) -> None:
    """Write the first file to `out` and the others beside it, all or none; raises OSError."""
    stem = out.name.removesuffix(files[0].suffix)
    targets = [out, *(out.with_name(stem + each.suffix) for each in files[1:])]
    write_files(
        [
            new_file(target, each.text.encode(), force=force)
            for target, each in zip(targets, files, strict=True)
        ]
    )


def _stem(file: Path) -> str:
    """Return the name of a file without its ending."""
    name = file.name
    for ending in (*_OWN.values(), *(each for known in FORMATS.values() for each in known.endings), ".json"):
        name = name.removesuffix(ending)
    return name


def _read(file: Path, registry: Registry) -> tuple[Document, tuple[FormatRow, ...]]:
    """Return the document in a file, with what became of its parts if it is of another program."""
    if file.name.endswith(SUFFIX) or file.name.endswith(DOCUMENT_SUFFIX):
        return read_any(file, registry), ()
    source = Source.at(file)
    found: Format | None = recognized(source)
    if found is None:
        return read_any(file, registry), ()
    imported = read_foreign([source], registry, found.id).imported
    return imported.document, imported.rows


def read_any(file: Path, registry: Registry) -> Document:
    """Return the document in a file of one of Mindloom's own formats; raise `FileProblem`."""
    if file.name.endswith(SUFFIX):
        return document_from_tree(read_file(file), registry, file)
    return document_from_bytes(read_file(file), file)
