"""Say what in a document is allowed and most likely a mistake: guards, trees, names that do not fit together.

`lint_document` finds it; every lint has a code, listed in `LINTS`. A node or transition turns one off for
itself with `suppress`, a project with its severities.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.kinds.registry import Registry
from graphs.lints.document_lints import lint_checker
from graphs.lints.lint_codes import LINTS, Lint
from graphs.lints.surroundings import Surroundings
from graphs.model.document import Document
from graphs.projects.severities import LintLevel, with_severities
from graphs.validation.problem import Problem

__all__ = ["LINTS", "Lint", "Surroundings", "lint_checker", "lint_document"]


def lint_document(
    document: Document,
    registry: Registry,
    severities: Mapping[str, LintLevel] | None = None,
    surroundings: Surroundings | None = None,
) -> tuple[Problem, ...]:
    """Return what the lints find, warnings before notes, each in document order.

    `severities` weighs lints by code, or turns them off. `surroundings` says what worlds and the game do with
    the document's variables and events; without it nothing is said about what only they could do. Never
    raises, whatever a document that could be loaded holds. Who lints one document again and again keeps the
    `lint_checker`.
    """
    problems = lint_checker(registry, surroundings).check(document)
    lints = (problem for problem in problems if problem.code in LINTS)
    return with_severities(lints, severities or {})
