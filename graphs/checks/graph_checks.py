"""Check and lint one graph, and again what looks at anything that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

from graphs.basics.mapping_differences import difference
from graphs.checks.lints import graph_lints
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.uses import edge_uses, node_uses
from graphs.checks.rules import graph_rules
from graphs.checks.rules.call_checks import Recursive
from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.memo import ALL, Cell, Memo
from graphs.checks.rules.noted import (
    CIRCLES,
    SHEETS,
    STRUCTURE,
    Noted,
    changes_of_entries,
    changes_of_graph,
    changes_of_names,
    edges_of,
    face,
    noted_document,
    noted_graph,
)
from graphs.checks.rules.problem import Problem, Severity
from graphs.checks.rules.problem_order import SEVERITIES, BySeverity, shown_of_element, sorted_elements
from graphs.checks.rules.texts import Texts, texts_of_graph
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document, Graph, ReferencedGraphs
from graphs.structure.queries import TOP, in_document_order, index_of

Problems = tuple[Problem, ...]

_RULES: Mapping[GraphKind, Mapping[str, graph_rules.Function]] = {
    "state_machine": graph_rules.MACHINE_RULES,
    "behavior_tree": graph_rules.TREE_RULES,
    "decision_tree": graph_rules.TREE_RULES,
}
_LINTS: Mapping[GraphKind, Mapping[str, graph_lints.Function]] = {
    "state_machine": graph_lints.MACHINE_LINTS,
    "behavior_tree": graph_lints.TREE_LINTS,
    "decision_tree": graph_lints.QUESTION_LINTS,
}
_PARTS = (
    (*graph_rules.OF_NODES, *graph_lints.OF_NODES),
    (*graph_rules.OF_EDGES, *graph_lints.OF_EDGES),
    (*graph_rules.OF_GRAPH, *graph_lints.OF_GRAPH),
)
"""What finds problems: of each node, each transition, the graph as a whole."""
_FOUND = "found"
"""The kind of the cells for what was found out about each element."""
_SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class CheckedGraph:
    """Hold a graph and all that its check looks at beside it."""

    document: Document
    graph: Graph
    referenced: ReferencedGraphs
    recursive: Recursive


class GraphChecks:
    """Hold what was found in one graph, and bring it up to date with the graph."""

    def __init__(
        self, graph_id: str, kind: GraphKind, registry: Registry, *, lints: bool, follows: bool = True
    ) -> None:
        """Make checks that know nothing yet; those that do not `follow` changes are updated once."""
        self.kind = kind
        self.listed: Mapping[Severity, Problems] = dict.fromkeys(SEVERITIES, ())
        self._graph_id, self._registry = graph_id, registry
        self._rules = _RULES[kind]
        self._lints: Mapping[str, graph_lints.Function] = _LINTS[kind] if lints else {}
        known = {**self._rules, **self._lints}
        self._memo = Memo((*known, _SHOWN), follows=follows)
        self._parts = [[name for name in part if name in known] for part in _PARTS]
        self._finding = frozenset(name for part in self._parts for name in part)
        self._around: CheckedGraph | None = None
        self._found: dict[Cell, Problems] = {}
        self._of_elements: dict[str, dict[Cell, Problems]] = {}
        self._is_listed = False

    def fact(self, cell: Cell) -> object:
        """Return a fact about the graph, such as all its uses, as of the last update."""
        return self._memo.settle(cell)

    def update(self, around: CheckedGraph) -> Iterator[None]:
        """Find out again what looks at anything that changed since the last time, a little at each step."""
        old, self._around = self._around, around
        self._look_at(around)
        touched: set[str] = set()
        changes = () if old is None else tuple(_changes(old, around))
        if any(cell[0] == "parents" for cell in changes) and self._found.get(("circles", TOP)):
            changes = (*changes, CIRCLES)
        if any(cell == STRUCTURE or cell[0] == "sources" for cell in changes):
            self._is_listed = False
        for cell in self._memo.change(changes):
            self._take(cell, touched)
            yield
        if old is None and self._lints:
            # The root asks for all that its branches come to, and the graph for all that its parts use.
            yield from _in_steps(map(node_uses, around.graph.nodes.values()))
            yield from _in_steps(map(edge_uses, edges_of(around.graph).values()))
            for name in ("links", "outcome"):
                order = reversed(index_of(around.graph).order)
                if name in self._rules or name in self._lints:
                    yield from _in_steps(self._memo.settle((name, node)) for node in order)
        for cell in self._new_cells(old, around):
            if not self._memo.knows(cell):
                self._memo.settle(cell)
                self._take(cell, touched)
                yield
        yield from self._show(around.graph, touched)

    def found(self) -> list[Problem]:
        """Return all that was found but of the declarations, not sorted, with what is suppressed."""
        assert self._around is not None
        nodes, edges = self._around.graph.nodes, edges_of(self._around.graph)
        cells = (cell for cell in self._cells(nodes, edges, top=True) if cell[0] != graph_rules.DECLARED)
        return [problem for cell in cells for problem in self._found.get(cell, ())]

    def _look_at(self, around: CheckedGraph) -> None:
        """Let what is found out from now on look at these surroundings, and note what it reads of them."""
        memo, document, referenced = self._memo, around.document, around.referenced
        recursive: dict[str, list[str]] = {}
        for node_id, field in around.recursive:
            recursive.setdefault(node_id, []).append(field)
        self._check = GraphCheck(
            document=noted_document(document, memo.note) if memo.follows else document,
            registry=self._registry,
            graph_id=self._graph_id,
            graph=noted_graph(around.graph, memo.note) if memo.follows else around.graph,
            plain_graph=around.graph,
            texts=Texts(texts_of_graph(document, self._graph_id, self._registry), memo),
            memo=memo,
            referenced=ReferencedGraphs(
                Noted("referenced", referenced.graphs, memo.note),
                Noted("refusals", referenced.refusals, memo.note),
            ),
            recursive=Noted("recursive", recursive, memo.note),
        )
        lint = GraphLint(self._check)
        memo.use(
            {
                **{name: partial(rule, self._check) for name, rule in self._rules.items()},
                **{name: partial(function, lint) for name, function in self._lints.items()},
                _SHOWN: self._shown_of,
            }
        )

    def _new_cells(self, old: CheckedGraph | None, around: CheckedGraph) -> Iterator[Cell]:
        """Yield the cells of elements that came, parents first, and forget those of elements that went."""
        graph = around.graph
        nodes, edges = graph.nodes, edges_of(graph)
        if old is None:
            yield from self._cells(index_of(graph).order, edges, top=True)
            return
        new_nodes, new_edges = difference(old.graph.nodes, nodes), difference(edges_of(old.graph), edges)
        for element in new_nodes.removed | new_edges.removed:
            if element not in nodes and element not in edges:
                self._memo.forget(element)
        if new_nodes.added:
            yield from self._cells(in_document_order(graph, new_nodes.added), ())
        yield from self._cells((), new_edges.added)

    def _cells(self, nodes: Iterable[str], edges: Iterable[str], *, top: bool = False) -> Iterator[Cell]:
        """Yield the cells that hold the problems of some elements, and of the graph itself."""
        for part, elements in zip(self._parts, (nodes, edges, (TOP,) if top else ()), strict=True):
            for element in elements:
                for name in part:
                    yield name, element

    def _take(self, cell: Cell, touched: set[str]) -> None:
        """Keep what a cell says now, and add the elements about which it says something else."""
        if cell[0] == _SHOWN:
            self._is_listed = False
        if cell[0] not in self._finding:
            return
        problems, old = cast(Problems, self._memo.settle(cell)), self._found.get(cell, ())
        if problems == old:
            return
        self._found[cell] = problems
        for element in {problem.place.element for problem in (*old, *problems)}:
            own = tuple(problem for problem in problems if problem.place.element == element)
            entry = self._of_elements.setdefault(element, {})
            if own:
                entry[cell] = own
            else:
                entry.pop(cell, None)
            if not entry:
                del self._of_elements[element]
            touched.add(element)
            self._is_listed = False

    def _shown_of(self, element: str) -> BySeverity:
        """Return what is shown of an element."""
        self._memo.note((_FOUND, element))
        found = self._of_elements.get(element, {}).values()
        problems = [problem for problems in found for problem in problems]
        return shown_of_element(self._check.graph, element, problems)

    def _show(self, graph: Graph, touched: set[str]) -> Iterator[None]:
        """List what is shown, where other problems are, or elements are in another order."""
        for cell in self._memo.change([(_FOUND, element) for element in touched]):
            self._take(cell, touched)
        if self._is_listed:
            return
        self._is_listed = True
        shown = []
        for element in sorted_elements(graph, self._of_elements):
            shown.append(cast(BySeverity, self._memo.settle((_SHOWN, element))))
            yield
        self.listed = {
            severity: tuple(problem for own in shown for problem in own[place])
            for place, severity in enumerate(SEVERITIES)
        }


def _in_steps(work: Iterable[object]) -> Iterator[None]:
    return (None for _ in work)


def _changes(old: CheckedGraph, new: CheckedGraph) -> Iterator[Cell]:
    """Yield the cells that read otherwise in later surroundings."""
    yield from changes_of_graph(old.graph, new.graph)
    yield from graph_rules.changes_of_membership(old.graph, new.graph)
    yield from graph_lints.changes_of_uses(old.graph, new.graph)
    for before, after in (
        (old.document.variables, new.document.variables),
        (old.graph.variables, new.graph.variables),
        (old.graph.parameters, new.graph.parameters),
    ):
        yield from changes_of_names("variables", before, after)
    yield from changes_of_names("events", old.document.events, new.document.events)
    yield from changes_of_entries("curves", old.document.curves, new.document.curves)
    if old.document.sheets is not new.document.sheets and old.document.sheets != new.document.sheets:
        yield SHEETS
    graphs = {**old.document.graphs, **new.document.graphs}
    for graph_id in graphs:
        one, other = old.document.graphs.get(graph_id), new.document.graphs.get(graph_id)
        if one is not other and face(one) != face(other):
            yield "graphs", graph_id
    if old.document.graphs.keys() != new.document.graphs.keys():
        yield "graphs", ALL
    yield from changes_of_entries("referenced", old.referenced.graphs, new.referenced.graphs)
    yield from changes_of_entries("refusals", old.referenced.refusals, new.referenced.refusals)
    for node_id, _ in old.recursive ^ new.recursive:
        yield "recursive", node_id
