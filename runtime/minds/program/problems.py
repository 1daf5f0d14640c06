"""Say why a document cannot be compiled."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CompileProblem:
    """Name one thing that cannot be run: its place, what is wrong, what to do.

    `code` is that of the check, "" for what shows only when a document is compiled.
    """

    graph: str
    node: str
    field: str
    message: str
    remedy: str = ""
    code: str = ""

    def __str__(self) -> str:
        place = ".".join(part for part in (self.graph, self.node, self.field) if part)
        said = " ".join(part for part in (self.code, self.message, self.remedy) if part)
        return f"{place}: {said}" if place else said


def not_run(graph: str, node: str, field: str, what: str) -> CompileProblem:
    """Return the problem that `what`, the start of a sentence, is not run by this version."""
    return CompileProblem(
        graph,
        node,
        field,
        f"{what} is not run by this version yet.",
        "Take it out, or disable the branch, to run the rest.",
    )


class CompileError(Exception):
    """Hold the problems that keep a document from being compiled; never empty."""

    def __init__(self, problems: tuple[CompileProblem, ...]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems
