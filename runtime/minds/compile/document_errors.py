"""Refuse to run a document that has errors: the same that `mindloom check` finds (rule 8.5)."""

from __future__ import annotations

from collections.abc import Callable

from graphs.basics.identity_cache import IdentityCache
from graphs.checks.checker import Checker
from graphs.checks.rules.problem import Problem
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.document import ReferencedGraphs
from runtime.minds.program.problems import CompileError, CompileProblem


def refuse_errors(
    document: Document, registry: Registry, each_item: Callable[[], None] | None = None
) -> None:
    """Raise `CompileError` with the code and remedy of every error of a document.

    Whoever lets a document run asks here first. `each_item` is called again and again, so that the check of a
    large one can be done in slices or given up by an exception.
    """
    errors = errors_of(document, registry, each_item)
    if errors:
        raise CompileError(tuple(map(_refusal, errors)))


def errors_of(
    document: Document, registry: Registry, each_item: Callable[[], None] | None = None
) -> tuple[Problem, ...]:
    """Return the errors of a document that is joined with the graphs of other files it calls."""
    known = FOUND.known(document)
    if known is None or known[0] is not registry:
        known = registry, _find(document, registry, each_item)
        FOUND.keep(document, known)
    return known[1]


def _nothing_yet(document: Document) -> tuple[Registry | None, tuple[Problem, ...]]:
    return None, ()


FOUND: IdentityCache[Document, tuple[Registry | None, tuple[Problem, ...]]] = IdentityCache(_nothing_yet)
"""What was found in a document, and with which registry: several worlds and doors ask about the same one."""


def _find(
    document: Document, registry: Registry, each_item: Callable[[], None] | None
) -> tuple[Problem, ...]:
    checker = Checker(registry, lints=False)
    for _ in checker.steps(document, _joined_graphs(document)):
        if each_item is not None:
            each_item()
    return tuple(
        problem for problem in checker.problems if problem.severity == "error" and not _is_joined_id(problem)
    )


def _joined_graphs(document: Document) -> ReferencedGraphs:
    return ReferencedGraphs({key: graph for key, graph in document.graphs.items() if "#" in key})


def _is_joined_id(problem: Problem) -> bool:
    """Tell whether all that is found is the id of a joined graph, which no graph of a file may have."""
    place = problem.place
    return problem.code == "E012" and not place.element and "#" in place.graph


def _refusal(problem: Problem) -> CompileProblem:
    place = problem.place
    return CompileProblem(
        place.graph, place.element, place.field, problem.message, problem.remedy, problem.code
    )
