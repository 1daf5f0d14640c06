"""Check documents: the rules a mind must keep, and the lints."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from operator import is_not
from typing import cast

from graphs.checks.graph_checks import CheckedGraph, GraphChecks, Problems
from graphs.checks.lints.declared_uses import declaration_lints
from graphs.checks.lints.fuzzy_lints import sheet_lints
from graphs.checks.lints.graph_lints import USES
from graphs.checks.lints.guard_truth import forget_guards
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.lints.uses import Uses, text_uses
from graphs.checks.rules.call_checks import Recursive, recursion_in
from graphs.checks.rules.declaration_checks import (
    check_document_declarations,
    check_root,
    check_shared_declarations,
)
from graphs.checks.rules.fuzzy_checks import check_curves_and_sheets
from graphs.checks.rules.graph_check import Findings
from graphs.checks.rules.problem import LintLevel, Problem, with_severities
from graphs.checks.rules.problem_order import SEVERITIES, as_weighed, order_within_element
from graphs.checks.rules.texts import forget_texts
from graphs.expressions.parser import parse_expression
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import NOTHING_REFERENCED, Document, ReferencedGraphs

_NONE: Recursive = frozenset()


def forget_what_was_read() -> None:
    """Let go of what the texts of all documents mean, as when one of them is closed.

    Checkers keep what they found; they read again only what is changed after this.
    """
    forget_texts()
    forget_guards()
    text_uses.cache_clear()
    parse_expression.cache_clear()


class Checker:
    """Find the problems of a document, and again of each later state of it.

    What it costs to check a document depends on how much it differs from the one before: edits share what
    they do not touch, and only what looks at anything they touched is looked at again.
    """

    def __init__(
        self,
        registry: Registry,
        *,
        lints: bool = True,
        surroundings: Surroundings | None = None,
        follows: bool = True,
    ) -> None:
        """Make a checker that knows nothing yet; without `lints` it finds only what breaks a rule.

        One that does not `follow` the changes of a document costs less at the first check, and is used once.

        `surroundings` says what worlds and the game do with the document's variables and events; without it
        nothing is said about what only they could do.
        """
        self._registry, self._lints, self._surroundings = registry, lints, surroundings
        self._follows = follows
        self._graphs: dict[str, GraphChecks] = {}
        self._problems: Problems = ()
        self._sheets: tuple[tuple[object, ...], Problems] = (), ()

    @property
    def problems(self) -> Problems:
        """Return what the last check found that was made to its end."""
        return self._problems

    def check(self, document: Document, referenced: ReferencedGraphs = NOTHING_REFERENCED) -> Problems:
        """Return all problems of a document: errors, then warnings, then notes, each in document order.

        `referenced` holds the graphs of other files it names; without them references are checked for form
        only. Never raises, whatever a document that could be loaded holds. What a node or transition
        suppresses by code is left out, errors excepted.
        """
        for _ in self.steps(document, referenced):
            pass
        return self._problems

    def steps(
        self, document: Document, referenced: ReferencedGraphs = NOTHING_REFERENCED
    ) -> Generator[None, None, None]:
        """Do what `check` does in short steps; `problems` then holds the result.

        One that is left before its end makes the next check begin from nothing.
        """
        known, self._graphs = self._graphs, {}
        recursive = recursion_in(document)
        graphs: dict[str, GraphChecks] = {}
        for graph_id, graph in document.graphs.items():
            checks = known.get(graph_id)
            if checks is None or checks.kind != graph.kind:
                checks = GraphChecks(
                    graph_id, graph.kind, self._registry, lints=self._lints, follows=self._follows
                )
            graphs[graph_id] = checks
            own = recursive.get(graph_id, _NONE)
            yield from checks.update(CheckedGraph(document, graph, referenced, own))
        self._graphs = graphs
        self._problems = tuple(self._listed(document, graphs))

    def _listed(self, document: Document, graphs: Mapping[str, GraphChecks]) -> Iterator[Problem]:
        own = sorted(self._found_in_declarations(document, graphs), key=order_within_element)
        order = sorted(graphs, key=lambda graph_id: (graph_id != document.root, graph_id))
        for severity in SEVERITIES:
            yield from (problem for problem in own if problem.severity == severity)
            for graph_id in order:
                yield from graphs[graph_id].listed[severity]

    def _found_in_declarations(self, document: Document, graphs: Mapping[str, GraphChecks]) -> list[Problem]:
        findings = Findings()
        check_root(document, findings)
        check_document_declarations(document, findings)
        check_shared_declarations(document, self._registry, findings)
        findings.problems += self._found_in_sheets(document)
        if not self._lints:
            return findings.problems
        uses = {graph_id: cast(Uses, checks.fact(USES)) for graph_id, checks in graphs.items()}
        return findings.problems + declaration_lints(document, self._registry, self._surroundings, uses)

    def _found_in_sheets(self, document: Document) -> Problems:
        """Return the problems of curves and sheets, found again only where what they read changed."""
        parts = (document.curves, document.sheets, document.variables, document.events)
        known, found = self._sheets
        if len(known) != len(parts) or any(map(is_not, known, parts)):
            findings = Findings()
            check_curves_and_sheets(document, self._registry, findings)
            found = (*findings.problems, *(sheet_lints(document) if self._lints else ()))
            self._sheets = parts, found
        return found


def check_document(
    document: Document, registry: Registry, referenced: ReferencedGraphs = NOTHING_REFERENCED
) -> Problems:
    """Return what breaks the rules in a document, as `Checker.check` does without the lints."""
    return Checker(registry, lints=False, follows=False).check(document, referenced)


def check_and_lint(
    document: Document,
    registry: Registry,
    referenced: ReferencedGraphs = NOTHING_REFERENCED,
    severities: Mapping[str, LintLevel] | None = None,
    surroundings: Surroundings | None = None,
) -> Problems:
    """Return all problems of a document, as `Checker.check` does, with the severities of a project."""
    problems = Checker(registry, surroundings=surroundings, follows=False).check(document, referenced)
    return with_severities(problems, severities or {})


def problems_of_graph(
    document: Document, graph_id: str, registry: Registry, referenced: ReferencedGraphs = NOTHING_REFERENCED
) -> list[Problem]:
    """Return what breaks the rules in one graph but its declarations, not sorted, suppressed ones too."""
    graph = document.graphs[graph_id]
    checks = GraphChecks(graph_id, graph.kind, registry, lints=False, follows=False)
    for _ in checks.update(CheckedGraph(document, graph, referenced, _NONE)):
        pass
    return as_weighed(graph, checks.found())
