"""Check and lint a document in one go, at the cost of what changed since the last time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping

from graphs.graph_memory import GraphMemory, called_titles
from graphs.kinds.registry import Registry
from graphs.lints.declared_uses import declaration_lints
from graphs.lints.lint_memory import remembered_lints
from graphs.lints.surroundings import Surroundings
from graphs.model.document import Document
from graphs.projects.project_file import LintLevel
from graphs.projects.severities import with_severities
from graphs.referenced_graphs import NOTHING_REFERENCED, ReferencedGraphs
from graphs.references import recursive_calls, references_in
from graphs.validation.check import DocumentOrder, check_graph, check_roots, is_suppressed
from graphs.validation.declaration_checks import check_declarations
from graphs.validation.graph_check import Findings
from graphs.validation.problem import Problem
from graphs.validation.shared_declaration_checks import check_shared_declarations

_checked: GraphMemory[tuple[Problem, ...]] = GraphMemory()
_ordered: GraphMemory[tuple[Problem, ...]] = GraphMemory()

_RecursiveCalls = Mapping[str, frozenset[tuple[str, str]]]
_recursive: dict[Hashable, _RecursiveCalls] = {}


def check_and_lint(
    document: Document,
    registry: Registry,
    referenced: ReferencedGraphs = NOTHING_REFERENCED,
    severities: Mapping[str, LintLevel] | None = None,
    surroundings: Surroundings | None = None,
) -> tuple[Problem, ...]:
    """Return what `check_document` and `lint_document` find: errors, warnings, notes, in document order.

    Only graphs that changed since an earlier call are looked at again, and those that call a graph whose
    title, kind or parameters changed. `referenced` is as in `check_document`, `severities` and `surroundings`
    as in `lint_document`. Never raises.
    """
    beside = _problems_beside_graphs(document, registry, surroundings)
    calls = _recursive_calls(document)
    found = [problem for problem in beside if problem.place.graph not in document.graphs]
    by_graph: dict[str, list[Problem]] = defaultdict(list)
    for problem in beside:
        if problem.place.graph in document.graphs:
            by_graph[problem.place.graph].append(problem)
    for graph_id in document.graphs:
        parts = (
            _check_of(document, graph_id, registry, calls.get(graph_id, frozenset()), referenced),
            remembered_lints(document, graph_id, registry),
        )
        found.extend(_in_order(document, graph_id, parts, tuple(by_graph[graph_id])))
    return with_severities(_by_graph_order(document, found), severities or {})


def _problems_beside_graphs(
    document: Document, registry: Registry, surroundings: Surroundings | None
) -> list[Problem]:
    """Return the problems that take the whole document to find: its roots and what it declares."""
    findings = Findings()
    check_roots(document, findings)
    check_declarations(document, findings)
    check_shared_declarations(document, registry, findings)
    return [*findings.problems, *declaration_lints(document, registry, surroundings)]


def _check_of(
    document: Document,
    graph_id: str,
    registry: Registry,
    recursive: frozenset[tuple[str, str]],
    referenced: ReferencedGraphs,
) -> tuple[Problem, ...]:
    def check() -> tuple[Problem, ...]:
        findings = Findings()
        check_graph(document, graph_id, registry, findings, recursive, referenced)
        return tuple(findings.problems)

    called: list[object] = []
    named: list[Hashable] = []
    for call in references_in(document.graphs[graph_id], graph_id):
        callee = document.graphs.get(call.target) or referenced.graphs.get(call.target)
        if callee is not None:
            called += (callee.parameters, callee.kind)
        elif not call.external:
            named.append(tuple(document.graphs))
        named.append((call.target in document.graphs, referenced.refusals.get(call.target)))
    return _checked.recall(
        document.graphs[graph_id],
        (document.variables, document.events, registry, *called),
        (graph_id, recursive, called_titles(document, graph_id), *named),
        check,
    )


def _in_order(
    document: Document, graph_id: str, parts: tuple[tuple[Problem, ...], ...], beside: tuple[Problem, ...]
) -> tuple[Problem, ...]:
    """Return the problems of one graph that are not suppressed, as they are shown."""

    def order() -> tuple[Problem, ...]:
        problems = (*beside, *(problem for part in parts for problem in part))
        kept = [problem for problem in problems if not is_suppressed(document, problem)]
        return tuple(sorted(kept, key=DocumentOrder(document)))

    if beside:
        return order()
    return _ordered.recall(document.graphs[graph_id], parts, (graph_id,), order)


def _by_graph_order(document: Document, problems: list[Problem]) -> list[Problem]:
    """Return problems, sorted within their graphs already, with the document's own first, then the root's."""
    others = sorted(one for one in document.graphs if one != document.root)
    ordered = ["", *([document.root] if document.root else []), *others]
    places = {graph_id: place for place, graph_id in enumerate(ordered)}
    own = sorted(
        (problem for problem in problems if problem.place.graph not in document.graphs),
        key=DocumentOrder(document),
    )
    rest = [problem for problem in problems if problem.place.graph in document.graphs]
    return own + sorted(rest, key=lambda problem: places[problem.place.graph])


def _recursive_calls(document: Document) -> _RecursiveCalls:
    """Return the calls of each graph that lead back to it, found anew only when who calls whom changes."""
    key = tuple(
        (graph_id, tuple((call.node, call.field, call.target) for call in references_in(graph, graph_id)))
        for graph_id, graph in document.graphs.items()
    )
    found = _recursive.get(key)
    if found is None:
        collected: dict[str, set[tuple[str, str]]] = {}
        for call in recursive_calls(document):
            collected.setdefault(call.graph, set()).add((call.node, call.field))
        found = {graph_id: frozenset(calls) for graph_id, calls in collected.items()}
        _recursive.clear()
        _recursive[key] = found
    return found
