"""`mindloom export DOCUMENT --watch`: export again whenever the document, or a file it uses, is saved."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from editor.command_line.export import ExportWish, export_file, export_wish
from editor.documents.open.messages import WELL
from graphs.files.document_file import FileProblem, load_document
from graphs.projects.document_library import FileStamp, file_stamp
from graphs.projects.file_references import load_referenced_files
from graphs.projects.project_registry import project_of

PAUSE = 0.5
"""Seconds between two looks at the files."""

Stamps = dict[Path, FileStamp | None]


def run_export(chosen: argparse.Namespace) -> int:
    """Export once, or on each save; return the exit code."""
    wish = export_wish(chosen)
    return export_on_saves(wish) if chosen.watch else export_file(wish)


def _rest() -> None:
    time.sleep(PAUSE)


def export_on_saves(wish: ExportWish, rest: Callable[[], None] = _rest) -> int:
    """Export now and after each save until Ctrl-C; return 0. `rest` passes the time between two looks.

    What is wrong with a document is told, and the next save is awaited.
    """
    try:
        while True:
            before = {path: file_stamp(path) for path in _files_of(wish)}
            export_file(wish)
            rest()
            while not _are_saved(before):
                rest()
    except KeyboardInterrupt:
        return WELL


def _are_saved(before: Stamps) -> bool:
    """Tell whether a file is another by now, and none is just being replaced."""
    now = {path: file_stamp(path) for path in before}
    return now != before and all(stamp is not None or before[path] is None for path, stamp in now.items())


def _files_of(wish: ExportWish) -> list[Path]:
    """Return the document and the files that its export follows from."""
    files = [wish.document]
    try:
        project = project_of(wish.document, wish.project)
        if project is not None:
            files += [project.path, *project.manifest_paths]
        folder = project.folder if project is not None else None
        files += load_referenced_files(load_document(wish.document), wish.document, folder).documents
    except FileProblem:
        pass
    return files
