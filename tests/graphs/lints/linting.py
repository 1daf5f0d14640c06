"""Run the lints alone."""

from collections.abc import Mapping

from graphs.checks.checker import Checker
from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.rules.problem import LintLevel, Problem, with_severities
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document


def lint_document(
    document: Document,
    registry: Registry,
    severities: Mapping[str, LintLevel] | None = None,
    surroundings: Surroundings | None = None,
) -> tuple[Problem, ...]:
    """Return what the lints find, warnings before notes, each in document order."""
    problems = Checker(registry, surroundings=surroundings).check(document)
    lints = (problem for problem in problems if problem.code in LINTS)
    return with_severities(lints, severities or {})
