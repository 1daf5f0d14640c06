"""`mindloom export DOCUMENT`: write a mind as a game loads it, and say what the game must supply."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from editor.command_line.check import check_document_content
from editor.command_line.failures import not_written, unusable
from editor.command_line.wishes import wish_of
from editor.documents.exports.exporting import ExportAttempt, default_target, export_name, try_export
from editor.documents.exports.needs_text import counted, need_lines, needs_data
from editor.documents.folders.game_files import SAVES, Fate, GameFiles, game_files, write_game_files
from editor.documents.folders.output_files import Output
from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    Message,
    message_of_program,
    print_error,
    print_json,
    print_line,
    print_lines,
)
from editor.documents.open.open_project import OpenProject, open_project
from editor.documents.open.trust import module_messages, trusting
from graphs.basics.json_text import JsonObject
from graphs.files.document_file import FileProblem, load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.minds.world_choice import choose_world
from runtime.export.export_document import ExportOptions
from runtime.export.export_problem import ExportProblem
from runtime.export.load_program import load_files
from runtime.export.program_json import ProgramFiles, names_path
from runtime.minds.compile.compiler import DEFAULT_RATE


@dataclass(frozen=True)
class ExportWish:
    """Hold what was asked for; `graph` is the one to export, "" for the document's root.

    `rate` None takes that of the world that the document opens in. `requirements` prints what the game must
    supply and writes nothing unless `out` is given. `former` is an older export whose saved games go on. With
    `link` a game in `language` gets what shows its minds in Mindloom.
    """

    document: Path
    graph: str = ""
    out: Path | None = None
    strip_names: bool = False
    keep_disabled: bool = False
    compact: bool = False
    rate: int | None = None
    requirements: bool = False
    as_json: bool = False
    project: Path | None = None
    trust: bool = False
    force: bool = False
    language: str = ""
    short: bool = False
    former: Path | None = None
    link: bool = False


def export_wish(chosen: argparse.Namespace) -> ExportWish:
    """Return what the arguments of `mindloom export` ask for."""
    file, _, graph = chosen.document.partition("#")
    language = chosen.language or ""
    others = {"document": Path(file), "graph": graph, "language": language, "short": chosen.watch}
    return wish_of(ExportWish, chosen, **others)


def export_file(wish: ExportWish) -> int:
    """Export and say what became of it; return the exit code: 0 well, 1 problems, 2 wrong use."""
    if wish.link and not wish.language:
        print_error("export: error: --link needs the language of the game: --for javascript --link.")
        return WRONG_USE
    try:
        found = open_project(wish.document, builtin_registry(), wish.project, trusts=trusting(wish.trust))
        if found.problem is not None:
            raise found.problem
        document = load_document(wish.document)
    except FileProblem as problem:
        return unusable(problem, wish.document)
    if wish.graph and wish.graph not in document.graphs:
        known = ", ".join(sorted(document.graphs)) or "none"
        print_error(f"{wish.document}: error: There is no graph {wish.graph!r}; there are {known}.")
        return WRONG_USE
    for message in module_messages(found):
        print_error(message.line())
    attempt = _attempt(wish, document, found)
    refused = _refusals(wish, document, found, attempt)
    if attempt.export is None or refused:
        for message in refused:
            print_error(message.line())
        return FOUND_PROBLEMS
    target = _target(wish)
    try:
        former = load_files(wish.former) if wish.former is not None else None
    except (OSError, ExportProblem) as problem:
        return _unreadable(wish, problem)
    try:
        if wish.language and target is not None:
            target.parent.mkdir(exist_ok=True)
        files = _files(wish, attempt, target, former)
        write_game_files(files, force=wish.force)
    except ExportProblem as problem:
        return _unreadable(wish, problem)
    except OSError as error:
        return not_written(Path(error.filename or str(target)), error)
    _report(wish, attempt, target, files)
    return WELL


def _target(wish: ExportWish) -> Path | None:
    """Return where the program goes; what is no file of JSON is a folder where files of code go beside it."""
    if wish.out is None:
        return None if wish.requirements else default_target(wish.document, wish.graph, Path())
    if wish.language and (wish.out.is_dir() or not wish.out.suffix):
        return wish.out / export_name(f"{wish.document.name}#{wish.graph}")
    return wish.out


def _unreadable(wish: ExportWish, problem: Exception) -> int:
    said = f"It cannot be read: {problem.strerror}." if isinstance(problem, OSError) else str(problem)
    print_error(
        f"{wish.former}: error: {said} --from takes an older X.runtime.json with its names beside it."
    )
    return WRONG_USE


def _files(
    wish: ExportWish, attempt: ExportAttempt, target: Path | None, former: ProgramFiles | None
) -> GameFiles:
    if target is None:
        return GameFiles()
    options = ExportOptions(not wish.strip_names, compact=wish.compact)
    return game_files(
        attempt, target, options, wish.language, link=wish.link, former=former, force=wish.force
    )


def _attempt(wish: ExportWish, document: Document, found: OpenProject) -> ExportAttempt:
    rate = wish.rate if wish.rate is not None else _rate_of(wish, document, found)
    options = ExportOptions(not wish.strip_names, wish.keep_disabled, wish.compact, rate)
    root = wish.graph or None
    return try_export(document, wish.document, found.registry, found.project, options, root)


def _rate_of(wish: ExportWish, document: Document, found: OpenProject) -> int:
    """Return the rate of the world that the document opens in."""
    try:
        return choose_world(document, wish.document, None, found.project).world.rate
    except FileProblem:
        return DEFAULT_RATE


def _refusals(
    wish: ExportWish, document: Document, found: OpenProject, attempt: ExportAttempt
) -> list[Message]:
    """Return the errors of the document, as `mindloom check` tells them, and what else is in the way."""
    checked = check_document_content(document, wish.document, found)
    errors = [each for each in checked if each.severity == "error" and each.code != "E900"]
    if errors:
        return errors
    return [message_of_program(problem, wish.document) for problem in attempt.problems]


def _report(wish: ExportWish, attempt: ExportAttempt, target: Path | None, files: GameFiles) -> None:
    assert attempt.export is not None
    needs, variables = attempt.export.needs, attempt.variables
    program = attempt.export.program
    if wish.as_json:
        told: JsonObject = {
            "file": str(target) if target is not None else None,
            "needs": needs_data(needs, variables),
            "rate": program.rate,
            "rows": len(program.rows),
        }
        if wish.language:
            told["files"] = [{"file": str(file.path), "fate": file.fate.value} for file in files.files]
            told["lacking"] = [{"what": what, "name": name} for what, name in files.lacking]
        print_json(told)
        return
    if target is not None:
        line = f"wrote {target}: {len(program.rows)} rows for {program.rate} ticks per second"
        names = f", and its names {names_path(target).name}"
        print_line(line if wish.strip_names else f"{line}{names}")
        tables = [file.path.name for file in files.files if file.part == SAVES]
        print_lines([f"Games saved with {wish.former} go on by {name}." for name in tables])
        if wish.former is not None and not tables:
            print_line(f"{wish.former} is the same program: its saved games go on as they are.")
        print_lines([] if wish.short else _lines_of_code(files))
        print_lines([files.advice] if files.advice else [])
    if wish.requirements:
        print_lines(need_lines(needs, variables))
    elif not wish.short:
        print_line(f"The game supplies {counted(needs, variables)}; --requirements lists them.")


def _lines_of_code(files: GameFiles) -> list[str]:
    """Return what became of the files of a game's language, and how the example is run."""
    code = replace(files, files=tuple(file for file in files.files if file.output is Output.CODE))
    lines = [f"{fate}: {names}" for fate in Fate if (names := code.named(fate))]
    if code.named(Fate.CHANGED):
        lines.append("--force replaces what was changed.")
    return [*lines, f"Run the example: {files.run}"] if files.run else lines
