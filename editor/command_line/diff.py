"""`mindloom diff A B`: say what differs between two documents, by id and in the words of the editor."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from editor.command_line.failures import unusable
from editor.command_line.known_registry import known_registry
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    print_json,
    print_line,
    print_lines,
)
from graphs.difference import difference_json, difference_text, document_difference
from graphs.files.document_file import FileProblem, opened_from_bytes, read_file
from graphs.model.document import Document, empty_document


@dataclass(frozen=True)
class DiffWish:
    """Hold what was asked for; `picture` is a file to draw into, `project` used for the game's own kinds."""

    old: Path
    new: Path
    picture: Path | None = None
    project: Path | None = None
    as_json: bool = False
    force: bool = False


def diff_files(wish: DiffWish) -> int:
    """Print what differs and return the exit code: 0 nothing, 1 something, 2 a file cannot be used.

    An empty file counts as a document without graphs, as version control hands it over for a file that came
    or went. A file of a newer version is compared as far as it is understood.
    """
    try:
        old, new = (shown_document(file) for file in (wish.old, wish.new))
        registry = known_registry(wish.new, wish.project)
    except FileProblem as problem:
        return unusable(problem)
    differences = document_difference(old, new)
    if wish.as_json:
        print_json(difference_json(differences, old, new, registry))
    elif differences:
        print_lines(difference_text(differences, old, new, registry).rstrip("\n").split("\n"))
    else:
        print_line("No difference.")
    if wish.picture is not None:
        from editor.command_line.difference_picture_file import write_difference_picture

        drawn = write_difference_picture(old, new, registry, wish.picture, force=wish.force)
        if drawn != WELL:
            return drawn
    return FOUND_PROBLEMS if differences else WELL


def shown_document(file: Path) -> Document:
    """Return the document in a file, of whatever version; raise FileProblem."""
    data = read_file(file)
    return opened_from_bytes(data, file).document if data else empty_document()
