"""Say what is wrong with a file, for people and for machines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from editor.basics.terminal import print_error as print_error
from editor.basics.terminal import print_json as print_json
from editor.basics.terminal import print_line as print_line
from editor.basics.terminal import print_lines as print_lines

if TYPE_CHECKING:
    from pathlib import Path

    from graphs.files.document_file import FileProblem
    from runtime.minds.program.problems import CompileProblem

WELL, FOUND_PROBLEMS, WRONG_USE = 0, 1, 2
"""Exit codes: nothing wrong; problems in what was read; wrong use or unreadable input."""


@dataclass(frozen=True)
class Message:
    """Hold one message: file, place in it, what is wrong, what to do."""

    file: str
    place: str
    severity: Literal["error", "warning", "note"]
    code: str
    message: str
    remedy: str = ""

    def line(self) -> str:
        """Return the message as one line: file, place, severity and code, what is wrong, what to do."""
        where = f"{self.file}: {self.place}" if self.place else self.file
        code = f" {self.code}" if self.code else ""
        return f"{where}: {self.severity}{code}: {self.message} {self.remedy}".rstrip()


def message_of(problem: FileProblem, file: str) -> Message:
    """Return the message for a file that cannot be used."""
    return Message(file, problem.where, "error", problem.code, problem.message, problem.remedy)


def message_of_program(problem: CompileProblem, file: Path | str) -> Message:
    """Return the message for what keeps a document from running."""
    place = ".".join(part for part in (problem.graph, problem.node, problem.field) if part)
    return Message(str(file), place, "error", problem.code, problem.message, problem.remedy)


def print_messages(messages: Iterable[Message], *, as_json: bool) -> None:
    """Print messages to standard output, a line each, or as one JSON list."""
    if as_json:
        print_json([asdict(message) for message in messages])
        return
    for message in messages:
        print_line(message.line())
