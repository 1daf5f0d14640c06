"""`mindloom convert FILE --to FORMAT`: write a document in another format, or read one that is written so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from editor.command_line.force import way_out
from editor.command_line.known_registry import known_registry
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    Message,
    message_of,
    print_error,
    print_line,
)
from editor.documents.open.sample_files import is_sample
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes, read_file
from graphs.files.whole_file import base_unasked, write_whole
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.plain.read_tree import document_from_tree
from graphs.plain.tree_json import TreeRefused, pointer
from graphs.plain.words import SUFFIX
from graphs.plain.write_tree import tree_text

WRITERS: Mapping[str, tuple[str, Callable[[Document, Registry], bytes]]] = {
    "mind": (".mind.json", lambda document, _registry: document_to_bytes(document)),
    "tree": (SUFFIX, lambda document, registry: tree_text(document, registry).encode()),
}
"""The formats that can be written: how their files end, and what gives the bytes."""


@dataclass(frozen=True)
class ConvertWish:
    """Hold what was asked for; without `out` the file is written beside the one that is read."""

    file: Path
    to: str
    out: Path | None = None
    project: Path | None = None
    force: bool = False


def convert_file(wish: ConvertWish) -> int:
    """Convert; return 0 done, 1 the document has no form in the other format, 2 a file cannot be used."""
    suffix, bytes_of = WRITERS[wish.to]
    try:
        registry = known_registry(wish.file, wish.project)
        document = read_any(wish.file, registry)
        result = bytes_of(document, registry)
    except FileProblem as problem:
        print_error(message_of(problem, str(problem.path or wish.file)).line())
        return WRONG_USE
    except TreeRefused as refused:
        place = pointer(refused.place)
        print_error(Message(str(wish.file), place, "error", "", refused.message, refused.remedy).line())
        return FOUND_PROBLEMS
    out = wish.out or _beside(wish.file, suffix)
    try:
        write_whole(out, result, based_on=None if wish.force else base_unasked(out, result))
    except OSError as error:
        print_error(f"{out}: error: It cannot be written: {error.strerror or error}. {way_out(error)}")
        return WRONG_USE
    nodes = sum(len(graph.nodes) for graph in document.graphs.values())
    print_line(f"wrote {out}: {len(document.graphs)} graphs, {nodes} nodes")
    return WELL


def _beside(file: Path, suffix: str) -> Path:
    """Return where a file is written unless said otherwise; of a bundled sample in the folder one is in."""
    name = file.name
    for ending in (*(known for known, _ in WRITERS.values()), ".json"):
        name = name.removesuffix(ending)
    return (Path() if is_sample(file) else file.parent) / f"{name}{suffix}"


def read_any(file: Path, registry: Registry) -> Document:
    """Return the document in a file of a format that can be read; raise `FileProblem`."""
    if file.name.endswith(SUFFIX):
        return document_from_tree(read_file(file), registry, file)
    return document_from_bytes(read_file(file), file)
