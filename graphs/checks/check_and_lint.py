"""Check and lint a document in one go."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.checks.lints.document_lints import lint_checker
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.rules.problem import Problem
from graphs.checks.rules.severities import LintLevel, with_severities
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import NOTHING_REFERENCED, Document, ReferencedGraphs


def check_and_lint(
    document: Document,
    registry: Registry,
    referenced: ReferencedGraphs = NOTHING_REFERENCED,
    severities: Mapping[str, LintLevel] | None = None,
    surroundings: Surroundings | None = None,
) -> tuple[Problem, ...]:
    """Return what `check_document` and `lint_document` find: errors, warnings, notes, in document order.

    `referenced` is as in `check_document`, `severities` and `surroundings` as in `lint_document`. Never
    raises. Who checks one document again and again keeps a `lint_checker`.
    """
    return with_severities(lint_checker(registry, surroundings).check(document, referenced), severities or {})
