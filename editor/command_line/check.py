"""`mindloom check FILE…`: say what is wrong in documents, worlds, projects, manifests, cases and exports.

What only one sort of file needs is imported when a file of it is checked: a mind asks for no world to run in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from editor.documents.open.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    Message,
    message_of,
    message_of_program,
    print_line,
    print_messages,
)
from editor.documents.open.open_project import OpenProject, open_project
from editor.documents.open.trust import module_messages, trusting
from editor.documents.open.worlds_around import DocumentSurroundings
from graphs.basics.json_text import JsonTextError, parse_json
from graphs.checks.checker import check_and_lint
from graphs.checks.rules.places import json_path
from graphs.files.document_file import FileProblem, document_from_bytes, load_document, read_file
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.document import FORMAT
from graphs.projects.manifest_file import MANIFEST_FORMAT, load_manifest
from graphs.projects.manifest_registry import registry_with
from graphs.projects.project_check import check_in_project, runnable_document
from graphs.projects.project_file import PROJECT_FORMAT, Project, load_project
from graphs.projects.project_registry import project_of, project_registry
from graphs.worlds.minds.world_choice import WORLD_SUFFIX
from graphs.worlds.minds.world_minds import mind_files, mind_path, users_of
from graphs.worlds.model.world_file import FORMAT as WORLD_FORMAT
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes
from runtime.export.export_problem import RUNTIME_FORMAT, RUNTIME_SUFFIX
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.trials.cases.case_format import CASE_FORMAT_NAME, CASE_SUFFIX

_FORMAT_OF_NAME = {
    WORLD_SUFFIX: WORLD_FORMAT,
    MANIFEST_FORMAT.pattern.removeprefix("*"): MANIFEST_FORMAT.name,
    PROJECT_FORMAT.pattern: PROJECT_FORMAT.name,
    CASE_SUFFIX: CASE_FORMAT_NAME,
    RUNTIME_SUFFIX: RUNTIME_FORMAT,
}

CANNOT_RUN = "E900"
"""Code of what is well formed but does not run in this version."""


def check_files(
    files: Sequence[Path], *, as_json: bool = False, project: Path | None = None, trust: bool = False
) -> int:
    """Print what is wrong in the files and return the exit code; warnings alone are no failure.

    `project` is used in place of the project found above each file. With `trust`, the Python modules of the
    projects run, whether the user has trusted their folders before or not.
    """
    messages: list[Message] = []
    unreadable = False
    for file in files:
        found, readable = check_file(file, project, trust=trust)
        messages += [message for message in found if message not in messages]
        unreadable = unreadable or not readable
    print_messages(messages, as_json=as_json)
    if not messages and not as_json:
        print_line("No problems." if len(files) == 1 else f"No problems in {len(files)} files.")
    if unreadable:
        return WRONG_USE
    return FOUND_PROBLEMS if any(message.severity == "error" for message in messages) else WELL


def check_file(file: Path, project: Path | None = None, *, trust: bool = False) -> tuple[list[Message], bool]:
    """Return the messages for one file, and whether it and its project could be read at all."""
    name = str(file)
    try:
        data = read_file(file)
        said = _said_format(data, file)
        if said == RUNTIME_FORMAT:
            return _check_export(data, name), True
        if said == MANIFEST_FORMAT.name:
            check_manifest(file, project)
            return [], True
        if said == PROJECT_FORMAT.name:
            load_project(file)
            found = open_project(None, builtin_registry(), file, trusts=trusting(trust))
            return [*_project_messages(found, name), *module_messages(found)], found.problem is None
        found = open_project(file, builtin_registry(), project, trusts=trusting(trust))
        messages = _project_messages(found, name)
        if said == CASE_FORMAT_NAME:
            messages += _check_case(data, file, found)
        elif said == WORLD_FORMAT:
            world = world_from_bytes(data, file)
            messages += check_world_content(world, file, found.registry, found.project)
        else:
            document = document_from_bytes(data, file)
            messages += [*module_messages(found), *check_document_content(document, file, found)]
        return messages, found.problem is None
    except FileProblem as problem:
        return [message_of(problem, str(problem.path or name))], False


def _check_case(data: bytes, file: Path, found: OpenProject) -> list[Message]:
    """Return what is wrong in a case; raise `FileProblem` if it or its mind cannot be read."""
    from editor.running.case_files import mind_of
    from runtime.trials.cases.case_file import case_from_bytes
    from runtime.trials.cases.case_host import entity_problems

    case = case_from_bytes(data, file)
    mind_of(case, file, found)
    return [
        Message(str(file), problem.where, "error", "", problem.message, problem.remedy)
        for problem in entity_problems(case, found.registry)
    ]


def _check_export(data: bytes, name: str) -> list[Message]:
    """Return what keeps an export from being loaded by a game that has all the actions it needs."""
    from runtime.export.export_document import ActionOfGame
    from runtime.export.export_problem import ExportProblem
    from runtime.export.load_program import load_program, parse_export

    try:
        value = parse_export(data)
        needs = value.get("needs")
        actions = needs.get("actions") if isinstance(needs, dict) else None
        names = list(actions) if isinstance(actions, dict) else []
        load_program(value, ActionLibrary(dict.fromkeys(names, ActionOfGame())))
    except ExportProblem as problem:
        return [Message(name, problem.path, "error", "", problem.message, problem.remedy)]
    return []


def _project_messages(found: OpenProject, name: str) -> list[Message]:
    return [] if found.problem is None else [message_of(found.problem, str(found.problem.path or name))]


def check_manifest(file: Path, project: Path | None = None) -> None:
    """Raise `FileProblem` for what is wrong in a manifest, beside the others of its project if it has one."""
    found = project_of(file, project)
    if found is not None and file.resolve() in found.manifest_paths:
        project_registry(found)
    else:
        registry_with([load_manifest(file)], builtin_registry())


def check_document_content(document: Document, file: Path, found: OpenProject) -> list[Message]:
    """Return what is wrong in a document, and what keeps a right one from running in this version."""
    name = str(file)
    around = DocumentSurroundings()(file, found.project)
    check = partial(check_and_lint, surroundings=around)
    problems = check_in_project(document, file, found.registry, found.project, check=check)
    messages = [
        Message(
            name,
            json_path(problem.place, document) + _position(problem.place.line, problem.place.start),
            problem.severity,
            problem.code,
            problem.message,
            problem.remedy,
        )
        for problem in problems
    ]
    if not any(message.severity == "error" for message in messages) and document.root is not None:
        joined = runnable_document(document, file, found.project)
        messages += _not_runnable(joined, name, found.game)
    return messages


def check_world_content(
    world: WorldDocument, file: Path, registry: Registry | None = None, project: Project | None = None
) -> list[Message]:
    """Return what is wrong in a world, where it does not fit its minds, and which of them cannot be read.

    `registry` holds what the game declares; minds may lie anywhere in the folder of the `project`.
    """
    from graphs.worlds.checks.world_mind_check import check_minds
    from runtime.worlds.place_check import check_world

    known = registry or builtin_registry()
    minds: dict[str, Document] = {}
    messages: list[Message] = []
    for mind in mind_files(world):
        try:
            minds[mind] = load_document(mind_path(world, mind, file.parent, project))
        except FileProblem as problem:
            words = f"The mind {mind} cannot be used: {problem.message}"
            place = next(users_of(world, mind))
            messages.append(Message(str(file), place, "error", problem.code, words, problem.remedy))
    between = check_minds(world, minds, known, tells_missing=False)
    found = [
        Message(str(file), problem.where, problem.severity, "", problem.message, problem.remedy)
        for problem in (*check_world(world, known.entity_fields), *between)
    ]
    return [*found, *messages]


def _not_runnable(document: Document, name: str, game: GameBehaviors) -> list[Message]:
    from runtime.minds.compile.compiler import compile_document
    from runtime.minds.program.problems import CompileError

    try:
        compile_document(document, game.registry, game.actions, conditions=game.conditions, stand_ins=True)
    except CompileError as error:
        return [replace(message_of_program(problem, name), code=CANNOT_RUN) for problem in error.problems]
    return []


def _position(line: int | None, start: int) -> str:
    parts = [] if line is None else [f"line {line + 1}"]
    if start:
        parts.append(f"column {start + 1}")
    return f" ({', '.join(parts)})" if parts else ""


def _said_format(data: bytes, file: Path) -> str:
    """Return which of the known formats a file says it is of, else the one its name says."""
    try:
        value = parse_json(data)
    except JsonTextError:
        value = None
    said = value.get("format") if isinstance(value, dict) else None
    if isinstance(said, str) and said in (FORMAT, *_FORMAT_OF_NAME.values()):
        return said
    return next((key for suffix, key in _FORMAT_OF_NAME.items() if file.name.endswith(suffix)), FORMAT)
