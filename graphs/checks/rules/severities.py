"""Weigh problems as a project wants them weighed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from graphs.checks.rules.problem import Problem

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
