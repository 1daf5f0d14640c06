"""Load, save, edit, check and export documents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from graphs.basics.json_text import JsonObject
from graphs.checks.rules.problem import Problem
from graphs.edits.field_values import plain_json
from graphs.files.document_file import document_to_bytes, load_document
from graphs.files.whole_file import base_unasked, write_whole
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.projects.project_check import check_in_project
from graphs.scripts.apply_script import ScriptRefused, apply_script, apply_step
from graphs.scripts.declared_edits import NAME, NEW_IDS, declared_edits
from graphs.scripts.script_format import EditScript, load_script, script_of, script_to_bytes
from mindloom.building import Refused
from runtime.export.export_document import ExportOptions, export_document


def load(path: str | Path) -> Document:
    """Return the document in a file, a frozen value. Raises `FileProblem`, which says where and why."""
    return load_document(Path(path))


def save(document: Document, path: str | Path, *, force: bool = False) -> None:
    """Write a document, whole or not at all.

    A file that is there and holds anything else is written over with `force` alone. Raises OSError.
    """
    _write(Path(path), document_to_bytes(document), force=force)


def export(document: Document, path: str | Path | None = None, *, rate: int = 60, force: bool = False) -> str:
    """Return the text of the program that a game loads, and write it to `path` if one is given.

    `rate` are ticks per second. Raises `CompileError`, which names each error of the document, and OSError.
    """
    text = export_document(document, builtin_registry(), ExportOptions(rate=rate)).text()
    if path is not None:
        _write(Path(path), text.encode(), force=force)
    return text


def check(
    document: Document, path: str | Path | None = None, *, registry: Registry | None = None
) -> tuple[Problem, ...]:
    """Return what is wrong, errors first: each has `code`, `severity`, `message`, `remedy` and its place.

    `path` is where graphs of other files are looked for from. Never raises.
    """
    place = None if path is None else Path(path)
    return check_in_project(document, place, registry or builtin_registry())


class Edits:
    """Change a document by edits of the editor: a method for each of them, by its name.

    A method takes what the edit takes, by name, and `new_ids` for what it makes; it returns what was made, if
    anything, and raises `Refused` with nothing changed. `document` is the document so far; the one given at
    first is a value and stays as it was. `mindloom schema edits` lists all.
    """

    def __init__(self, document: Document, registry: Registry | None = None) -> None:
        self.document = document
        self._registry = registry or builtin_registry()
        self._steps: list[JsonObject] = []

    def __getattr__(self, name: str) -> Callable[..., object]:
        """Return the edit of this name."""
        if name not in declared_edits("document"):
            raise AttributeError(f"There is no edit {name!r}; `mindloom schema edits` lists all.")
        return lambda **arguments: self._make(name, arguments)

    def _make(self, name: str, arguments: dict[str, object]) -> object:
        step = cast(JsonObject, plain_json({NAME: name, **arguments}))
        try:
            made = apply_step(self.document, step, self._registry, name)
        except ScriptRefused as refused:
            raise Refused(refused.where, refused.message, refused.remedy) from None
        if made.ids:
            step[NEW_IDS] = list(made.ids)
        assert isinstance(made.whole, Document)
        self.document = made.whole
        self._steps.append(step)
        if not made.others:
            return None
        return made.others[0] if len(made.others) == 1 else made.others

    def play(self, script: EditScript | str | Path) -> None:
        """Make the edits of a script, or of its file, all of them or none. Raises `Refused`."""
        found = script if isinstance(script, EditScript) else load_script(Path(script))
        try:
            self.document = apply_script(self.document, found, self._registry)
        except ScriptRefused as refused:
            raise Refused(refused.where, refused.message, refused.remedy) from None
        self._steps += found.edits

    def save_script(self, path: str | Path, *, force: bool = False) -> None:
        """Write what was done so far as a script for `mindloom edit`. Raises OSError."""
        _write(Path(path), script_to_bytes(script_of(self._steps)), force=force)


def edit(document: Document, *, registry: Registry | None = None) -> Edits:
    """Begin to change a document: `change = edit(document)`, `change.rename(…)`, then `change.document`."""
    return Edits(document, registry)


def _write(path: Path, data: bytes, *, force: bool) -> None:
    write_whole(path, data, based_on=None if force else base_unasked(path, data))
