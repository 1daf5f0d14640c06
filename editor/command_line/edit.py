"""`mindloom edit FILE --script EDITS.json --out OUT`: make the edits of a script, all of them or none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from editor.command_line.failures import not_written, unusable
from editor.command_line.known_registry import known_registry
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    Message,
    print_error,
    print_json,
    print_line,
    print_lines,
)
from graphs.difference import difference_json, difference_text, document_difference
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes, read_file
from graphs.files.whole_file import base_unasked, content_hash, write_whole
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.scripts.apply_script import ScriptRefused, apply_script
from graphs.scripts.script_format import load_script
from graphs.worlds.minds.world_choice import WORLD_SUFFIX
from graphs.worlds.model.world_difference import world_difference
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes, world_to_bytes

Whole = Document | WorldDocument


@dataclass(frozen=True)
class EditWish:
    """Hold what was asked for; without `out` nothing is written, and the difference is printed."""

    file: Path
    script: Path
    out: Path | None = None
    project: Path | None = None
    as_json: bool = False
    force: bool = False


def edit_file(wish: EditWish) -> int:
    """Edit and return the exit code: 0 done, 1 an edit was refused, 2 a file cannot be read or written."""
    try:
        data = read_file(wish.file)
        before = _opened(data, wish.file)
        script = load_script(wish.script)
        registry = known_registry(wish.file, wish.project)
    except FileProblem as problem:
        return unusable(problem)
    try:
        after = apply_script(before, script, registry)
    except ScriptRefused as refused:
        place = Message(str(wish.script), refused.where, "error", "", refused.message, refused.remedy)
        print_error(place.line())
        return FOUND_PROBLEMS
    if wish.out is None:
        _print_difference(before, after, registry, as_json=wish.as_json)
        return WELL
    result = document_to_bytes(after) if isinstance(after, Document) else world_to_bytes(after)
    try:
        based_on = None if wish.force else _base_of(wish.out, wish.file, data, result)
        write_whole(wish.out, result, based_on=based_on)
    except OSError as error:
        return not_written(wish.out, error, "The file")
    if wish.as_json:
        print_json({"edits": len(script.edits), "file": str(wish.out)})
    else:
        print_line(f"wrote {wish.out}: {len(script.edits)} edits")
    return WELL


def _opened(data: bytes, file: Path) -> Whole:
    """Return the document or world in the bytes of a file; raise FileProblem."""
    return (
        world_from_bytes(data, file) if file.name.endswith(WORLD_SUFFIX) else document_from_bytes(data, file)
    )


def _base_of(out: Path, file: Path, data: bytes, result: bytes) -> str:
    """Return what may be replaced: the file itself as it was read, the same result, or nothing."""
    return content_hash(data) if out.resolve() == file.resolve() else base_unasked(out, result)


def _print_difference(before: Whole, after: Whole, registry: Registry, *, as_json: bool) -> None:
    lines: list[str] = []
    if isinstance(before, Document) and isinstance(after, Document):
        found = document_difference(before, after)
        if as_json:
            print_json(difference_json(found, before, after, registry))
            return
        lines = difference_text(found, before, after, registry).rstrip("\n").split("\n") if found else []
    elif isinstance(before, WorldDocument) and isinstance(after, WorldDocument):
        lines = list(world_difference(before, after))
        if as_json:
            print_json(lines)
            return
    print_lines(lines or ["No difference."])
