"""`mindloom check FILE…`: say what is wrong in documents and worlds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from editor.command_line.messages import (
    FOUND_PROBLEMS,
    WELL,
    WRONG_USE,
    Message,
    message_of,
    print_line,
    print_messages,
)
from editor.documents.world_choice import WORLD_SUFFIX, mind_files
from graphs.files.document_file import FileProblem, document_from_bytes, read_file
from graphs.files.json_text import JsonTextError, parse_json
from graphs.kinds.builtin import builtin_registry
from graphs.kinds.registry import Registry
from graphs.model import Document
from graphs.model.document import FORMAT
from graphs.validation.check import check_document
from graphs.validation.places import json_path
from runtime.actions.steering_actions import builtin_library
from runtime.program.compiler import compile_document
from runtime.program.problems import CompileError
from runtime.worlds.world_check import check_world
from runtime.worlds.world_file import FORMAT as WORLD_FORMAT
from runtime.worlds.world_file import WorldDocument, world_from_bytes

CANNOT_RUN = "E900"
"""Code of what is well formed but does not run in this version."""


def check_files(files: Sequence[Path], *, as_json: bool = False) -> int:
    """Print what is wrong in the files and return the exit code; warnings alone are no failure."""
    messages: list[Message] = []
    unreadable = False
    for file in files:
        found, readable = check_file(file)
        messages += found
        unreadable = unreadable or not readable
    print_messages(messages, as_json=as_json)
    if not messages and not as_json:
        print_line("No problems." if len(files) == 1 else f"No problems in {len(files)} files.")
    if unreadable:
        return WRONG_USE
    return FOUND_PROBLEMS if any(message.severity == "error" for message in messages) else WELL


def check_file(file: Path) -> tuple[list[Message], bool]:
    """Return the messages for one file, and whether it could be read at all."""
    name = str(file)
    registry = builtin_registry()
    try:
        data = read_file(file)
        if _is_world(data, file):
            return check_world_content(world_from_bytes(data, file), file), True
        return check_document_content(document_from_bytes(data, file), name, registry), True
    except FileProblem as problem:
        return [message_of(problem, name)], False


def check_document_content(document: Document, name: str, registry: Registry) -> list[Message]:
    """Return what is wrong in a document, and what keeps a right one from running in this version."""
    problems = check_document(document, registry)
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
        messages += _not_runnable(document, name, registry)
    return messages


def check_world_content(world: WorldDocument, file: Path) -> list[Message]:
    """Return what is wrong in a world, and which of its minds cannot be read."""
    messages = [
        Message(str(file), problem.where, problem.severity, "", problem.message, problem.remedy)
        for problem in check_world(world)
    ]
    for mind in mind_files(world):
        users = [agent for agent in sorted(world.agents) if (world.agents[agent].mind or "").startswith(mind)]
        try:
            document_from_bytes(read_file(file.parent / mind), file.parent / mind)
        except FileProblem as problem:
            place = f"agents.{users[0]}.mind" if users else "agents"
            words = f"The mind {mind} cannot be used: {problem.message}"
            messages.append(Message(str(file), place, "error", "", words, problem.remedy))
    return messages


def _not_runnable(document: Document, name: str, registry: Registry) -> list[Message]:
    try:
        compile_document(document, registry, builtin_library())
    except CompileError as error:
        return [
            Message(
                name,
                ".".join(part for part in (problem.graph, problem.node, problem.field) if part),
                "error",
                CANNOT_RUN,
                problem.message,
                problem.remedy,
            )
            for problem in error.problems
        ]
    return []


def _position(line: int | None, start: int) -> str:
    parts = [] if line is None else [f"line {line + 1}"]
    if start:
        parts.append(f"column {start + 1}")
    return f" ({', '.join(parts)})" if parts else ""


def _is_world(data: bytes, file: Path) -> bool:
    """Tell a world from a document by what the file says, else by its name."""
    try:
        value = parse_json(data)
    except JsonTextError:
        return file.name.endswith(WORLD_SUFFIX)
    said = value.get("format") if isinstance(value, dict) else None
    return said == WORLD_FORMAT or (said != FORMAT and file.name.endswith(WORLD_SUFFIX))
