"""Describe one thing that is wrong in a document: where, what, why it matters, what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from graphs.basics.frozen import JsonValue

Severity = Literal["error", "warning", "note"]
"""An error keeps the document from running; a warning is most likely a mistake; a note may be meant.

The letter of a code says what it is where it runs: in a loose fragment, or below something disabled, an error
is a warning (rule 8.5).
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Name a place in a document.

    `graph` "" is the document itself. `element` is the id of a node or edge, "" for the graph. `field` is a
    path inside, as in the file: `guard.test`, `variables.health.default`; of an action block it names the
    block and `line` the zero-based line. `start` and `end` are character positions in the text of an
    expression or line, both 0 for the whole of it.
    """

    graph: str = ""
    element: str = ""
    field: str = ""
    line: int | None = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Fix:
    """Name an edit of `graphs.edits` that mends a problem: what it is called, and its arguments by name.

    The document is the first argument; the others, but for a registry, are here.
    `graphs.checks.rules.fixes` makes the edit.
    """

    label: str
    edit: str
    arguments: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """Hold one problem; `message`, `why` and `remedy` are full sentences, the last two may be empty."""

    code: str
    severity: Severity
    place: Place
    message: str
    why: str = ""
    remedy: str = ""
    fix: Fix | None = None

    def __str__(self) -> str:
        return f"{self.code} {self.message} {self.remedy}".rstrip()


LintLevel = Literal["error", "warning", "note", "off"]
"""What a project makes of a lint: how much it weighs, or that it is not reported."""

_RANKS = {"error": 0, "warning": 1, "note": 2}


def with_severities(problems: Iterable[Problem], severities: Mapping[str, LintLevel]) -> tuple[Problem, ...]:
    """Return problems with the severities of a project: some heavier or lighter, those turned off left out.

    Errors stay as they are, since a document that has one cannot run. The order among problems of one
    severity stays.
    """
    weighed: list[Problem] = []
    for problem in problems:
        level = severities.get(problem.code) if problem.severity != "error" else None
        if level == "off":
            continue
        weighed.append(problem if level is None else replace(problem, severity=level))
    return tuple(sorted(weighed, key=lambda problem: _RANKS[problem.severity]))
