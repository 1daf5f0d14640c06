"""Keep the problems of one graph in the order they are shown, and keep it up from edit to edit."""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable

from graphs.checks.rules.dormant_elements import as_weighed
from graphs.checks.rules.problem import Problem, Severity
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, Path, in_document_order, index_of, path_to

Unit = tuple[str, str]
"""A part of the check that is made, or made again, as a whole: what it is, and of which element."""

Problems = tuple[Problem, ...]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")

MANY = 64
"""From so many elements on it is quicker to sort all anew."""

_AT_THE_END: Path = ((1 << 61, ""),)


class ProblemBoard:
    """Hold what each unit of a graph's check found, by the element it is about."""

    def __init__(self) -> None:
        self._units: dict[Unit, Problems] = {}
        self._elements: dict[str, dict[Unit, Problems]] = {}
        self._dirty: set[str] = set()
        self._shown: dict[str, dict[Severity, Problems]] = {}
        self._order: list[str] = []
        self._listed: dict[Severity, Problems] = dict.fromkeys(SEVERITIES, ())

    def found_by(self, unit: Unit) -> Problems:
        """Return what a unit found the last time."""
        return self._units.get(unit, ())

    def found(self) -> tuple[tuple[Unit, Problems], ...]:
        """Return the units that found anything, each with what it found."""
        return tuple(self._units.items())

    def set(self, unit: Unit, problems: Problems) -> None:
        """Replace what a unit found."""
        old = self._units.get(unit, ())
        if old == problems:
            return
        for element in dict.fromkeys(problem.place.element for problem in (*old, *problems)):
            own = tuple(problem for problem in problems if problem.place.element == element)
            entry = self._elements.setdefault(element, {})
            if own:
                entry[unit] = own
            else:
                entry.pop(unit, None)
            self._dirty.add(element)
        if problems:
            self._units[unit] = problems
        else:
            self._units.pop(unit, None)

    def update(self, graph: Graph, touched: Collection[str], moved: Collection[str] | None) -> None:
        """Bring the lists up to date.

        `touched` holds the nodes and edges that came, went or changed, `moved` those that may have another
        place in document order among the rest; None stands for all.
        """
        self._dirty.update(one for one in touched if one in self._elements)
        if not self._dirty and not (self._shown and moved is None) and not moved:
            return
        others = [element for element in self._dirty if self._show(graph, element)]
        elsewhere = None if moved is None else {*self._dirty, *moved} & self._shown.keys()
        self._dirty.clear()
        order = self._order
        if elsewhere is None or len(elsewhere) + len(others) > MANY:
            self._order = sorted_elements(graph, self._shown)
        else:
            self._reorder(graph, {*others, *elsewhere})
        if others or self._order != order:
            self._list()

    def _reorder(self, graph: Graph, again: Collection[str]) -> None:
        """Take elements out of the order and put those that are still shown where they belong."""
        if not again:
            return
        self._order = [one for one in self._order if one not in again]
        paths: dict[str, Path] = {}
        sources = index_of(graph).sources

        def key(element: str) -> tuple[Path, int, str]:
            beside = element != TOP and element not in graph.nodes
            owner = sources.get(element) if beside else element
            path = None if owner is None else path_to(graph, owner, paths)
            return _AT_THE_END if path is None else path, int(beside), element

        for element in again:
            if element in self._shown:
                insort(self._order, element, key=key)

    def _list(self) -> None:
        for severity in SEVERITIES:
            self._listed[severity] = tuple(
                problem for element in self._order for problem in self._shown[element].get(severity, ())
            )

    def listed(self, graph: Graph) -> dict[Severity, Problems]:
        """Return the problems of a graph by severity, in document order, without those suppressed.

        Errors in what never runs are among the warnings.
        """
        weighed = as_weighed(graph, self._listed["error"])
        if all(problem.severity == "error" for problem in weighed):
            return self._listed
        ranks = {element: rank for rank, element in enumerate(self._order)}
        warnings = [one for one in (*weighed, *self._listed["warning"]) if one.severity == "warning"]
        warnings.sort(key=lambda one: (ranks[one.place.element], order_within_element(one)))
        errors = tuple(one for one in weighed if one.severity == "error")
        return {**self._listed, "error": errors, "warning": tuple(warnings)}

    def _show(self, graph: Graph, element: str) -> bool:
        """Bring up to date what is shown of an element, and tell whether anything else is shown now."""
        old = self._shown.get(element)
        found = self._elements.get(element)
        if not found:
            self._elements.pop(element, None)
            self._shown.pop(element, None)
            return old is not None
        suppressed = suppressed_codes(graph, element)
        kept = [
            problem
            for problems in found.values()
            for problem in problems
            if problem.severity == "error" or problem.code not in suppressed
        ]
        kept.sort(key=order_within_element)
        shown: dict[Severity, Problems] = {}
        for severity in SEVERITIES:
            own = tuple(problem for problem in kept if problem.severity == severity)
            if own:
                shown[severity] = own
        if shown:
            self._shown[element] = shown
        else:
            self._shown.pop(element, None)
        return shown != (old or {})


def suppressed_codes(graph: Graph, element: str) -> Collection[str]:
    """Return the codes that a node or transition suppresses."""
    node = graph.nodes.get(element) if element else None
    if node is not None:
        return node.suppress
    edge = graph.edges.get(element) if isinstance(graph, StateMachineGraph) else None
    return () if edge is None else edge.suppress


def order_within_element(problem: Problem) -> tuple[int, int, str, str, str]:
    """Return the key that sorts the problems of one element."""
    place = problem.place
    line = -1 if place.line is None else place.line
    return (line, place.start, place.field, problem.code, problem.message)


def sorted_elements(graph: Graph, elements: Iterable[str]) -> list[str]:
    """Return elements in order: the graph, then each node and the transitions that leave it."""
    sources = index_of(graph).sources
    owners: dict[str, tuple[str | None, int]] = {}
    for element in elements:
        if element == TOP or element in graph.nodes:
            owners[element] = (element, 0)
        else:
            owners[element] = (sources.get(element), 1)
    nodes = dict.fromkeys(owner for owner, _ in owners.values() if owner)
    ranks = {node: place for place, node in enumerate(in_document_order(graph, nodes))}
    ranks[TOP] = -1
    last = len(ranks)

    def key(element: str) -> tuple[int, int, str]:
        owner, beside = owners[element]
        return (last if owner is None else ranks.get(owner, last)), beside, element

    return sorted(owners, key=key)
