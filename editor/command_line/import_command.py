"""`mindloom import FILE…`: make a document of files of another program, and say what became of each part."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from editor.command_line.failures import not_written, unusable
from editor.command_line.known_registry import known_registry
from editor.documents.imports.imported_files import imported_files, write_files
from editor.documents.imports.xstate_module import MODULE_ENDINGS, xstate_module
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    print_error,
    print_json,
    print_line,
)
from graphs.basics.json_text import to_canonical_json
from graphs.files.document_file import FileProblem
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import base_unasked, write_whole
from graphs.formats.basics.format_report import FormatRow, counts, report_json
from graphs.formats.basics.sources import Source
from graphs.formats.reading import ForeignImport, read_foreign
from graphs.model import Document
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX


def import_files(chosen: argparse.Namespace) -> int:
    """Import and say what became of it; return 0 all exact, 1 any part is not, 2 nothing was imported."""
    files: list[Path] = chosen.files
    out: Path = chosen.out or Path(files[0].name.split(".")[0] + DOCUMENT_SUFFIX)
    try:
        sources = [_source(path, runs_module=chosen.run_module) for path in files]
        registry = known_registry(out, chosen.project)
        found = read_foreign(sources, registry, chosen.format or "")
        written = imported_files(found.imported, out, force=chosen.force, joins=chosen.add_to_project)
    except FileProblem as problem:
        return unusable(problem, files[0])
    rows = found.imported.rows
    refused = chosen.strict and any(row.how == "changed" for row in rows)
    try:
        if chosen.report is not None:
            write_report(chosen.report, rows, found.format.id, "mindloom", force=chosen.force)
        if not refused:
            write_files(written.files)
    except OSError as error:
        return not_written(error.filename or out, error)
    if chosen.as_json:
        print_json(report_json(rows, found.format.id, "mindloom"))
    else:
        print_rows(rows)
        print_line(_summary(found, out, refused=refused))
    if written.advice and not refused:
        print_error(f"{out}: note: {written.advice} Or import with --add-to-project.")
    return WELL if all(row.how == "exact" for row in rows) else FOUND_PROBLEMS


def print_rows(rows: Sequence[FormatRow]) -> None:
    """Print a line for each row that is not exact."""
    for row in rows:
        if row.how != "exact":
            print_line(row.sentence())


def counts_words(rows: Sequence[FormatRow]) -> str:
    """Return how many rows there are of each sort: "38 exact, 2 changed, 1 kept, 0 lost"."""
    return ", ".join(f"{number} {how}" for how, number in counts(rows).items())


def size_words(document: Document) -> str:
    """Return how large a document is: "1 graph, 3 nodes"."""
    nodes = sum(len(graph.nodes) for graph in document.graphs.values())
    graphs = len(document.graphs)
    return f"{graphs} graph{'s' if graphs != 1 else ''}, {nodes} node{'s' if nodes != 1 else ''}"


def write_report(path: Path, rows: Sequence[FormatRow], source: str, target: str, *, force: bool) -> None:
    """Write a report; raises OSError, also where another file is there."""
    data = to_canonical_json(report_json(rows, source, target)).encode()
    write_whole(path, data, based_on=None if force or _is_report(path) else base_unasked(path, data))


def _is_report(path: Path) -> bool:
    return path.is_file() and b'"format": "mindloom-report"' in plain_file(path).read_bytes()[:4096]


def _source(path: Path, *, runs_module: bool) -> Source:
    """Return a file, of a module what it tells when it runs; raises `FileProblem`."""
    if path.suffix.lower() not in MODULE_ENDINGS:
        return Source.at(path)
    if not runs_module:
        said = "It is a module: which machines it makes is known only when it runs."
        raise FileProblem(path, "", said, "Let it run with --run-module, if you know what it does.")
    return xstate_module(path)


def _summary(found: ForeignImport, out: Path, *, refused: bool) -> str:
    document = found.imported.document
    said = counts_words(found.imported.rows)
    if refused:
        return f"nothing was written: --strict refuses what is changed ({said})"
    return f"wrote {out}: {found.format.title}, {size_words(document)}; {said}"
